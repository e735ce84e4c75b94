"""What ``arena solve`` shows of Texas Hold'em Bonus as a whole: its value under several strategies, and the 169 classes."""

from fractions import Fraction

from arena.cli.common import console, print_json, say
from arena.cli.tables import Column, FittedTable
from arena.rules.bonus_preflop import COLUMNS, LEAST_PAID, PREFLOP, WAYS, GameValue, HoleClass, game_value

_NOTE = (
    "The published rules state a return of 96.88 % for the main game. "
    "It comes out under no reading of the rules as written that was tried, those above among them."
)
_PRINTED = (
    "As printed beside the rules: bet turn and river where the chance of winning, ties not counted, is above one half; "
    "play where that beats folding."
)


def show_game(pays_from: str, *, as_json: bool) -> int:
    """The game under the strategies that are known."""
    other = next(name for name in LEAST_PAID if name != pays_from)
    values = {
        "optimal": game_value(pays_from),
        "as printed": game_value(pays_from, printed=True),
        "optimal, never folding": game_value(pays_from, folding=False),
        f"optimal, ante paid from a {other}": game_value(other),
    }
    if as_json:
        strategies = [{"strategy": name, **_game_document(value)} for name, value in values.items()]
        print_json({"ante_pays_from": pays_from, "strategies": strategies, "note": _NOTE})
        return 0
    rows = [_game_cells(value) for value in values.values()]
    columns = [Column("strategy", list(values), "left", "text")]
    columns += [Column(heading, [row[heading] for row in rows], expendable=place // 2) for place, heading in enumerate(rows[0])]
    out = console()
    out.print(FittedTable(f"Texas Hold'em Bonus, ante paid from a {pays_from}: exact figures of an average hand", columns))
    say(out, f"Optimal play folds {' '.join(values['optimal'].folded)} and nothing else.")
    say(out, _PRINTED)
    say(out, _NOTE)
    return 0


def show_classes(pays_from: str, *, as_json: bool) -> int:
    """The 169 classes, best first."""
    classes = sorted(PREFLOP.values(), key=lambda one: -one.play(pays_from))
    if as_json:
        print_json({"ante_pays_from": pays_from, "ways": WAYS, "classes": [_class_document(one, pays_from) for one in classes]})
        return 0
    rows = [_class_cells(one, pays_from) for one in classes]
    left = ("class", "best")
    columns = [
        Column(heading, [row[heading] for row in rows], "left" if heading in left else "right", expendable=max(0, place - 2))
        for place, heading in enumerate(rows[0])
    ]
    console().print(FittedTable(f"Expected net of playing hole cards, in antes; ante paid from a {pays_from}", columns))
    return 0


def percent(share: Fraction | float) -> str:
    """A share to four digits after the point."""
    return f"{100 * float(share):.4f} %"


def _game_cells(value: GameValue) -> dict[str, str]:
    return {
        "net, antes": f"{float(value.net):+.8f}",
        "return": percent(1 + value.net),
        "plays": percent(value.played),
        "turn bet": percent(value.turn_bet),
        "river bet": percent(value.river_bet),
        "wager, antes": f"{float(value.wager):.4f}",
        "loss per chip": percent(-value.net / value.wager),
    }


def _game_document(value: GameValue) -> dict[str, object]:
    return {
        "net": float(value.net),
        "return": float(1 + value.net),
        "played": float(value.played),
        "turn_bet": float(value.turn_bet),
        "river_bet": float(value.river_bet),
        "wager": float(value.wager),
        "loss_per_chip": float(-value.net / value.wager),
        "folded": list(value.folded),
    }


def _class_cells(one: HoleClass, pays_from: str) -> dict[str, str]:
    return {
        "class": one.name,
        "play": f"{float(one.play(pays_from)):+.9f}",
        "best": "fold" if one.play(pays_from) < -1 else "play",
        "as printed": f"{float(one.play(pays_from, printed=True)):+.9f}",
        "of 1,326": str(one.combinations),
        "wins": percent(Fraction(one.win, WAYS)),
        "loses": percent(Fraction(one.lose, WAYS)),
        "wins the ante": percent(Fraction(one.paid(pays_from), WAYS)),
    }


def _class_document(one: HoleClass, pays_from: str) -> dict[str, object]:
    return {
        "class": one.name,
        "combinations": one.combinations,
        "play": float(one.play(pays_from)),
        "play_as_printed": float(one.play(pays_from, printed=True)),
        "counts": dict(zip(COLUMNS, one.counts, strict=True)),
    }
