"""What every decision has, whatever the game: a request, its table, and an answer by wish."""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from arena.v1 import action_pb2, play_pb2

Answer: TypeAlias = play_pb2.Answer
_PREFIX = "ACTION_KIND_"


@dataclass(frozen=True)
class Decision:
    """One decision, as it came; each game has a class of its own that knows what lies in it."""

    request: play_pb2.Request
    table: play_pb2.TableOpened

    @cached_property
    def chips(self) -> dict[str, int]:
        """What each legal action would put in, by its word: a subset of those of ``ActionKind``, such as fold, check, bet."""
        kinds = action_pb2.ActionKind
        return {kinds.Name(action.kind).removeprefix(_PREFIX).lower(): action.chips for action in self.request.legal_actions}

    def act(self, *wishes: str) -> Answer:
        """The first wish that is legal, such as ``act("raise", "call")``.

        Raises:
            ValueError: none of them is.
        """
        for wish in wishes:
            if wish in self.chips:
                return self._answer(wish)
        raise ValueError(f"none of {', '.join(wishes)} is legal here; legal are {', '.join(self.chips)}")

    def _answer(self, word: str) -> Answer:
        return Answer(decision_id=self.request.decision_id, kind=action_pb2.ActionKind.Value(_PREFIX + word.upper()))


def split_cards(text: str) -> list[str]:
    """Cards in a row, one by one."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]
