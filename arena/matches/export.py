"""A stored match as lines of text for other programs: the notation, JSON, or PHH. It holds every card, like a story.

- ``text``: every hand in the notation of ``arena.rules``, below a line that begins with ``#`` and says which hand it is.
- ``jsonl``: every line an object. The first is the match: what was agreed on before the first card, with the seed where everybody may
  have it. Then, leg by leg, every hand, with the same keys in the same order, and after them how the leg ended. In a hand, whatever
  is a list by player is in seat order, and ``actions`` name seats too; only the notation counts from the left of the button. Elsewhere
  a list by player is in the order of ``players``. It is all that ``bots/javascript/verify.mjs`` needs of a game it knows; a change
  here is one there.
- ``phh``: the Poker Hand History format (arXiv:2312.11753), every hand a table of one TOML document.

Here too nothing is read or written: lines come one by one, a hand at a time. What a hand is in each form is told in ``export_draw`` and
``export_bonus``; a game that a form cannot hold says why. Another game adds its module, and a row in ``_WRITERS``.
"""

from collections.abc import Iterator, Mapping, Sequence

from arena.errors import BadNotation, ConfigError, VerificationFailed
from arena.matches.export_bonus import BONUS_WRITERS
from arena.matches.export_draw import DRAW_WRITERS
from arena.matches.export_draw import PHH_VARIANT as PHH_VARIANT  # public here as well, like the next one
from arena.matches.export_parts import Played, Writer
from arena.matches.export_parts import Published as Published
from arena.matches.result import LegResult
from arena.matches.seating import seating_of
from arena.matches.spec import MatchSpec
from arena.matches.story import replay_record
from arena.rules import HandRecord

_WRITERS: dict[str, Mapping[str, Writer | str]] = {"five_card_draw": DRAW_WRITERS, "holdem_bonus": BONUS_WRITERS}
"""By game and form: what writes it, or why nothing does."""
EXPORT_FORMS = ("text", "jsonl", "phh")
"""What a match can be exported as."""


def export_lines(
    spec: MatchSpec, legs: Sequence[LegResult], form: str, only_leg: int | None = None, published: Published | None = None
) -> Iterator[str]:
    """The hands of a match, leg by leg, as lines without their ends.

    Args:
        spec: with the match seed, from which the cards follow.
        legs: as they were stored.
        form: one of ``EXPORT_FORMS``.
        only_leg: the leg wanted; all of them without it.
        published: for forms that tell it; the seed's own commitment, and no seed, without it.

    Raises:
        ConfigError: the game cannot be written in that form; raised at once.
        VerificationFailed: a hand does not follow from the seed and its actions; raised when its turn comes.
    """
    writers = _WRITERS[spec.game_name]
    writer = writers[form]
    if isinstance(writer, str):
        others = " or ".join(other for other, one in writers.items() if isinstance(one, Writer))
        raise ConfigError(f"format {form}: {writer}; use {others}")
    wanted = [leg for leg in range(len(legs)) if only_leg in (None, leg)]
    return _lines(spec, legs, wanted, writer, published or Published(spec.commitment))


def _lines(spec: MatchSpec, legs: Sequence[LegResult], wanted: Sequence[int], writer: Writer, published: Published) -> Iterator[str]:
    yield from writer.head(spec, wanted, published)
    number = 0
    for leg in wanted:
        for record in legs[leg].hands:
            number += 1
            yield from writer.hand(_replay(spec, leg, record), number)
        yield from writer.leg_end(spec, leg, legs[leg])


def _replay(spec: MatchSpec, leg: int, record: HandRecord) -> Played:
    where = f"match {spec.match_id}, leg {leg}"
    if not 0 <= record.deal_number < spec.deal_count:
        raise VerificationFailed(f"{where}: a hand of deal {record.deal_number} is stored; there are {spec.deal_count}, counted from 0")
    try:
        return Played(spec, leg, record, replay_record(spec, record), seating_of(spec, record, leg))
    except BadNotation as error:
        raise VerificationFailed(f"{where}: {error}") from error
