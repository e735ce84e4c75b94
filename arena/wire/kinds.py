"""Kinds of action on the wire, for the codec of every game: the vocabulary is one."""

from arena.v1 import action_pb2

KNOWN_KINDS = frozenset(action_pb2.ActionKind.values()) - {action_pb2.ACTION_KIND_UNSPECIFIED}
"""What an answer may say, in any game."""
_BY_WORD = {name.lower().removeprefix("action_kind_"): number for name, number in action_pb2.ActionKind.items()}
_BY_WORD |= {"stand": action_pb2.ACTION_KIND_DRAW, "": action_pb2.ACTION_KIND_UNSPECIFIED}


def kind_of_words(words: str) -> action_pb2.ActionKind.ValueType:
    """The kind of an action in words, such as ``fold``, ``stand pat`` or ``stake 5``; unspecified for none."""
    return _BY_WORD[words.partition(" ")[0]]
