"""What the rooms below say in English, said in the language of a page: a hand's story, what was played instead, why hands are closed.

Those rooms are pure and know no other language; what comes from them is a finished sentence. But every such sentence is one of the messages
here with its places filled, so it can be read back: the message is found, what fills its places taken out, and the whole said anew, numbers
and names of hands included. A sentence that is not among them stays English; tests play both games and meet none. Whoever gives a
story a new sentence adds it here.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from markupsafe import Markup, escape

from arena.languages import N_
from arena.matches import Step, Story
from arena.web.wording import Wording

HAND_NAMES = (
    N_("high card"),
    N_("pair"),
    N_("two pair"),
    N_("three of a kind"),
    N_("straight"),
    N_("flush"),
    N_("full house"),
    N_("four of a kind"),
    N_("straight flush"),
)
"""As in ``CLASS_NAMES``."""
ROW_NAMES = (
    # Translators: two cards a bonus bet is paid for; letters are ranks, A ace, K king, Q queen, J jack, T ten.
    N_("AA"),
    N_("AK suited"),
    N_("AQ or AJ suited"),
    N_("AK offsuit"),
    N_("KK, QQ or JJ"),
    N_("AQ or AJ offsuit"),
    N_("TT to 22"),
)
"""As in ``BONUS_ROWS``."""
_TITLES = (
    N_("Antes"),
    N_("First betting round"),
    N_("Draw"),
    N_("Second betting round"),
    N_("Showdown"),
    N_("The end"),
    N_("Stake"),
    N_("Flop decision"),
    N_("Turn decision"),
    N_("River decision"),
    N_("Payments"),
)
_DRAW_SENTENCES = (
    # Translators: each is said of a player, whose name stands before it.
    N_("posts {chips}"),
    N_("folds"),
    N_("checks"),
    N_("calls {chips}"),
    N_("bets {chips}"),
    N_("raises to {chips}"),
    N_("calls {chips}, all in"),
    N_("bets {chips}, all in"),
    N_("raises to {chips}, all in"),
    N_("stands pat"),
    # Translators: the cards stand behind it.
    N_("discards {count}:"),
    # Translators: stands between the cards that a player discards and those it gets instead.
    N_("and gets"),
    # Translators: the cards stand behind it.
    N_("shows"),
    N_("takes back {chips}, which nobody matched"),
    N_("wins the pot of {chips}"),
    N_("wins the main pot of {chips}"),
    N_("wins side pot {number} of {chips}"),
    # Translators: several players, whose names stand before it.
    N_("share the pot of {chips}"),
    N_("share the main pot of {chips}"),
    N_("share side pot {number} of {chips}"),
)
_BONUS_SENTENCES = (
    # Translators: said of the player or of the house, as are those that follow; cards may stand behind it.
    N_("is dealt"),
    N_("deals the flop"),
    N_("deals the turn"),
    N_("deals the river"),
    N_("puts up an ante of {ante}"),
    N_("puts up an ante of {ante} and a bonus bet of {bonus}"),
    N_("puts up the ante of {ante} again"),
    N_("checks, since the bankroll does not cover a bet"),
    # Translators: between two cards that somebody shows and the best five they make.
    N_("– {hand}:"),
    N_("beats the house"),
    N_("is equal to the house"),
    N_("loses to the house"),
    N_("wins {chips} with the bonus bet of {bonus}: {row} pays {odds} to 1"),
    N_("loses the bonus bet of {bonus}"),
    N_("wins {chips} with the ante, having a {hand} or better"),
    N_("takes back the ante of {chips}, which only a {hand} or better wins"),
    N_("takes back the ante of {chips}"),
    N_("loses the ante of {chips}"),
    N_("wins {chips} with the flop bet"),
    N_("takes back the flop bet of {chips}"),
    N_("loses the flop bet of {chips}"),
    N_("wins {chips} with the turn bet"),
    N_("takes back the turn bet of {chips}"),
    N_("loses the turn bet of {chips}"),
    N_("wins {chips} with the river bet"),
    N_("takes back the river bet of {chips}"),
    N_("loses the river bet of {chips}"),
)
_SUBJECTS = (N_("Everyone"), N_("House"))
"""Who acts, when it is none of the players."""
_PLAYED = (N_("stake {ante}"), N_("stake {ante} and bonus {bonus}"))
"""Actions with amounts."""
_CLOSED = (
    N_("This match is void and counts for nobody; its deals may be played again, so its hands stay closed."),
    N_("The organiser of this tournament keeps its hands from the public."),
    N_("A tournament with the same seed is being played; the hands can be read when this match is over there too."),
    N_("Others may still play these deals; the hands can be read when the tournament is over."),
)
"""Why hands are not shown."""
SENTENCES = (*HAND_NAMES, *ROW_NAMES, *_TITLES, *_DRAW_SENTENCES, *_BONUS_SENTENCES, *_PLAYED, *_CLOSED)
"""Everything that can be read back, but for the subjects."""


def say(wording: Wording, sentence: str) -> Markup:
    """A sentence of the rooms below in a page's language; as it is when it is none of ours."""
    found = read_back(sentence)
    if found is None:
        return escape(sentence)
    message, places = found
    return wording.gettext(message, **{name: _say_place(wording, name, value) for name, value in places})


@lru_cache(maxsize=4096)
def read_back(sentence: str) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """The message that a sentence was made of, and what fills its places; None when it is none of ours."""
    for message, match in _PATTERNS.items():
        found = match(sentence)
        if found:
            return message, tuple(found.groupdict().items())
    return None


def say_subject(wording: Wording, step: Step, story: Story) -> Markup:
    """Who acts in a step: a player by name, several of them, everyone, or the house."""
    names = [seat.player for seat in story.seats]
    if step.player in names:
        return escape(step.player)
    if step.player in _SUBJECTS:
        return wording.gettext(step.player)
    several = next((some for some in _several(names) if " and ".join(some) == step.player), ())
    return _listed(wording, several) if several else escape(step.player)


def _several(names: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Every two or more of them, in their order."""
    return (some for size in range(2, len(names) + 1) for some in combinations(names, size))


def _listed(wording: Wording, names: Sequence[str]) -> Markup:
    said = escape(names[0])
    for name in names[1:]:
        said = wording.gettext("{names} and {name}", names=said, name=name)
    return said


def _say_place(wording: Wording, name: str, value: str) -> object:
    return say(wording, value) if name in _WORD_PLACES else wording.thousands(int(value))


def _pattern(message: str) -> Callable[[str], re.Match[str] | None]:
    parts = re.split(r"\{(\w+)\}", message)
    texts, places = parts[::2], parts[1::2]
    groups = [f"(?P<{name}>{_WORD_PLACES.get(name, '[0-9]+')})" for name in places]
    return re.compile("".join([re.escape(text) + group for text, group in zip(texts, [*groups, ""], strict=True)])).fullmatch


_WORD_PLACES = {"hand": "|".join(HAND_NAMES), "row": "|".join(ROW_NAMES)}
"""Places that hold no number."""
_PATTERNS = {message: _pattern(message) for message in SENTENCES}
