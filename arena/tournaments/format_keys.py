"""The keys of a tournament file that belong to one format, checked: ``hero``, ``passes`` and ``payouts``."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.rules import GAMES, AnyRuleset
from arena.tournaments.formats import FORMATS
from arena.tournaments.sections import Section, shown
from arena.tournaments.spec import Entrant

FORMAT_KEYS = ("hero", "passes", "payouts")
_MAX_PASSES = 100_000
_USUAL_PAYOUTS = {2: (100,), 3: (70, 30), 4: (65, 35), 5: (50, 30, 20), 6: (50, 30, 20)}
_AT_HOME = {"hero": ("gauntlet",), "passes": ("swiss", "ladder"), "payouts": ("sit_and_go",)}


@dataclass(frozen=True, slots=True)
class FormatKeys:
    """As fields of a specification."""

    hero: tuple[str, ...] = ()
    passes: int = 0
    payouts: tuple[int, ...] = ()


def read_format(top: Section, game_name: str) -> str:
    """Against the house everyone plays alone, and nowhere else."""
    alone = GAMES[game_name].max_players == 1
    formats = tuple(name for name in FORMATS if (name == "solo") == alone)
    if top.values.get("format") in [name for name in FORMATS if name not in formats]:
        raise top.refusal("format", f"{', '.join(map(shown, formats))} with game = {shown(game_name)}")
    return top.choice("format", formats, formats[0])


def read_format_keys(top: Section, format_name: str, entrants: Sequence[Entrant], seats: int) -> FormatKeys:
    """The format's own keys, with its defaults.

    Raises:
        ConfigError: one is missing, impossible, or belongs to another format.
    """
    for key, formats in _AT_HOME.items():
        if key in top.values and format_name not in formats:
            raise top.refusal(key, f"left out unless format = {' or '.join(map(shown, formats))}")
    default_passes = FORMATS[format_name].default_passes
    return FormatKeys(
        hero=_read_hero(top, entrants) if format_name == "gauntlet" else (),
        passes=top.whole("passes", 1, _MAX_PASSES, default_passes(len(entrants))) if default_passes else 0,
        payouts=_read_payouts(top, seats) if format_name == "sit_and_go" else (),
    )


def refuse_unfit(format_name: str, rules: Section, play: Section, ruleset: AnyRuleset, seats: int) -> None:
    """Refuse what a format cannot be played with.

    Raises:
        ConfigError: seats or stacks that do not go with it.
    """
    if FORMATS[format_name].duels and seats != 2:
        raise play.refusal("seats", f"2 with format = {shown(format_name)}")
    if format_name == "sit_and_go" and not ruleset.carried_stack:
        raise rules.refusal("stacks", '"carry" with format = "sit_and_go", and starting_stack set: it is played until one has all')
    if format_name == "knockout" and play.values.get("stop") == "width":
        raise play.refusal("stop", '"decided" or "max_hands" with format = "knockout"')


def _read_hero(top: Section, entrants: Sequence[Entrant]) -> tuple[str, ...]:
    names = [entrant.name for entrant in entrants]
    must = f"the name of the entrant that meets all the others, or a list of several; entered are {', '.join(map(shown, names))}"
    value = top.values.get("hero")
    heroes = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else ()
    if not heroes or not all([hero in names for hero in heroes]) or len(set(heroes)) < len(heroes):
        raise top.refusal("hero", must)
    if len(heroes) == len(names):
        raise top.refusal("hero", "fewer than all entrants: somebody must be left to meet")
    return heroes


def _read_payouts(top: Section, seats: int) -> tuple[int, ...]:
    value = top.values.get("payouts", list(_USUAL_PAYOUTS[seats]))
    whole = isinstance(value, list | tuple) and 0 < len(value) <= seats and all([type(part) is int and part >= 0 for part in value])
    if not whole or sum(value) != 100 or sorted(value, reverse=True) != list(value):  # type: ignore[call-overload]
        must = f"hundredths of the pot by place, the first place first, none above the one before, 100 in all, at most {seats} of them"
        raise top.refusal("payouts", must + ", such as [70, 30]")
    assert isinstance(value, list | tuple)
    return tuple(value)
