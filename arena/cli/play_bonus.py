"""``arena play holdem_bonus``: a person against the house, in the terminal."""

import os
import secrets
import sys
from collections.abc import Callable
from typing import Any

import click

from arena.cli.bonus import SUIT_SIGNS, BonusWords, Sitting, Wishes
from arena.cli.common import console, examples
from arena.cli.dialogue import fits, hold, standard_input
from arena.cli.text import brief
from arena.errors import BadRuleset, ConfigError
from arena.languages import from_environment, languages, open_language
from arena.matches import SEED_SIZE
from arena.rules import HoldemBonusRuleset


def _chips(name: str, default: int, text: str) -> Callable[[Any], Any]:
    return click.option(name, type=int, default=default, show_default=True, metavar="CHIPS", help=text)


@examples(
    "arena play holdem_bonus",
    "arena play holdem_bonus --language sv --advice",
    "arena play holdem_bonus --ante-min 10 --ante-max 10 --bonus-max 0 --hands 20",
    "printf 'a 25\\nd\\nb\\nb\\nb\\n' | arena play holdem_bonus --seed 2a",
)
@click.command()
@_chips("--ante-min", 5, "The smallest ante.")
@_chips("--ante-max", 100, "The highest ante.")
@_chips("--ante-step", 5, "What lies between one ante and the next.")
@_chips("--bonus-max", 50, "The highest bonus bet; 0 for none.")
@_chips("--bankroll", 1000, "Chips at the start.")
@click.option(
    "--ante-pays-from",
    type=click.Choice(["straight", "flush"]),
    default="straight",
    show_default=True,
    help="The lowest winning hand that is paid for the ante.",
)
@click.option("--hands", type=click.IntRange(min=1), metavar="N", help="Leave after so many hands.")
@click.option("--seed", metavar="HEX", help="Deal the hands of this seed, such as one you were shown. Secret and random without it.")
@click.option("--advice", is_flag=True, help="After every hand, what your choices were worth, exactly.")
@click.option(
    "--language",
    type=click.Choice(languages()),
    help="What you read and may type; without it, as LANGUAGE, LC_ALL, LC_MESSAGES or LANG say.",
)
def command(hands: int | None, seed: str | None, advice: bool, language: str | None, **rules: Any) -> int:
    """Play Texas Hold'em Bonus against the house, for chips that are not money.

    You type a line at a time; `help` lists what may be typed, and ? tells at any decision what is best. Every card follows from a
    seed of 32 bytes: its SHA-256 is shown first and the seed when you leave, and --seed deals its hands again.
    """
    told = open_language(language or from_environment(os.environ))
    words = BonusWords(told, ruleset_of(rules), signs=fits(SUIT_SIGNS, sys.stdout.encoding or "ascii"))
    sitting = Sitting(words, seed_of(seed), Wishes(hands, advice, seeded=seed is not None))
    hold(sitting, console(), standard_input())
    return 0


def ruleset_of(rules: dict[str, Any]) -> HoldemBonusRuleset:
    """The ruleset of options.

    Raises:
        ConfigError: no game can be played by it; names the option.
    """
    try:
        return HoldemBonusRuleset(**rules)
    except BadRuleset as error:
        allowed = error.allowed.removeprefix("left out, or ")
        raise ConfigError(f"--{error.field.replace('_', '-')} {error.value}: must be {allowed}") from None


def seed_of(text: str | None) -> bytes:
    """The seed that a person typed, zeros before it where it is short; a random one without.

    Raises:
        ConfigError: it is not hexadecimal, or too long.
    """
    if text is None:
        return secrets.token_bytes(SEED_SIZE)
    if not 0 < len(text) <= 2 * SEED_SIZE or not set(text.lower()) <= set("0123456789abcdef"):
        raise ConfigError(f"--seed {brief(text)}: must be 1 to {2 * SEED_SIZE} hexadecimal digits, such as 2a")
    return bytes.fromhex(text.zfill(2 * SEED_SIZE))
