"""``arena solve``: Texas Hold'em Bonus, exactly."""

import itertools

import click

from arena.cli.common import console, examples, json_option, print_json, say
from arena.cli.solve_again import enumerate_again
from arena.cli.solve_reports import percent, show_classes, show_game
from arena.cli.tables import Column, FittedTable
from arena.cli.text import brief
from arena.errors import BadHand, BadNotation, ConfigError
from arena.rules import cards_text, parse_cards
from arena.rules.bonus_preflop import LEAST_PAID, hole_class
from arena.rules.bonus_values import Counts, Decision, Solver

_DECISIONS = {0: "flop", 3: "turn", 4: "river"}


@examples(
    "arena solve",
    "arena solve AsKd",
    "arena solve AsKd --board 7h8h9c",
    "arena solve AsKd --board 7h8h9cTd --turn-bet --ante-pays-from flush",
    "arena solve --table --json",
    "arena solve --regenerate --jobs 2",
)
@click.command()
@click.argument("cards", required=False)
@click.option("--board", default="", metavar="CARDS", help="The flop, or the flop and the turn card; without it, the flop decision.")
@click.option("--turn-bet", is_flag=True, help="At a river decision: the turn bet was made.")
@click.option(
    "--ante-pays-from",
    "pays_from",
    type=click.Choice(list(LEAST_PAID)),
    default="straight",
    show_default=True,
    help="The lowest winning hand that is paid for the ante.",
)
@click.option("--table", "show_table", is_flag=True, help="All 169 classes of hole cards, best first.")
@click.option("--regenerate", is_flag=True, help="Enumerate every deal again and compare with the stored table; takes minutes.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes that enumerate; the number of processors without it.")
@click.option("--write", is_flag=True, help="Store the table that --regenerate makes.")
@json_option
def command(
    cards: str | None,
    board: str,
    turn_bet: bool,
    pays_from: str,
    show_table: bool,
    regenerate: bool,
    jobs: int | None,
    write: bool,
    as_json: bool,
) -> int:
    """Solve Texas Hold'em Bonus: the game as a whole, or one decision with the hole cards CARDS, such as AsKd.

    Nets are expectations in antes, of the whole hand, every later decision taken at its best.
    """
    if sum((cards is not None, show_table, regenerate)) > 1:
        raise ConfigError("CARDS, --table and --regenerate ask for different things; give one of them")
    if cards is None and (board or turn_bet):
        raise ConfigError("--board and --turn-bet belong to hole cards; give them too, such as AsKd")
    if not regenerate and (jobs or write):
        raise ConfigError("--jobs and --write belong to --regenerate; give it too")
    if regenerate:
        return enumerate_again(jobs, write=write, as_json=as_json)
    if cards is not None:
        return _solve(cards, board, turn_bet, pays_from, as_json=as_json)
    return show_classes(pays_from, as_json=as_json) if show_table else show_game(pays_from, as_json=as_json)


def _solve(cards: str, board_text: str, turn_bet: bool, pays_from: str, *, as_json: bool) -> int:
    """What the choices of one decision are worth."""
    hole, board = _cards("CARDS", cards), _cards("--board", board_text)
    if turn_bet and len(board) != 4:
        raise ConfigError("--turn-bet belongs to a river decision; give the flop and the turn card with --board")
    solver = Solver()
    try:
        decision = solver.decision(hole, board, turn_bet=turn_bet, pays_from=pays_from)
        counts = solver.counts(hole, board) if board else None
    except BadHand as error:
        raise ConfigError(str(error)) from None
    document = {
        "hole": cards_text(hole),
        "class": hole_class(hole),
        "board": cards_text(board),
        "decision": _DECISIONS[len(board)],
        "turn_bet": turn_bet,
        "ante_pays_from": pays_from,
        "choices": _choices(decision, "check" if board else "fold"),
        "counts": counts and {"win": counts.win, "tie": counts.tie, "lose": counts.lose},
    }
    if as_json:
        print_json(document)
    else:
        _show(document, counts)
    return 0


def _choices(decision: Decision, declined: str) -> list[dict[str, object]]:
    """Both choices, the better one first."""
    choices = [(decision.bet, "bet", True), (decision.declined, declined, False)]
    return [
        {"choice": name, "net": float(net), "exact": str(net), "regret": float(decision.regret(bet=bet))}
        for net, name, bet in sorted(choices, key=lambda one: -one[0])
    ]


def _show(document: dict[str, object], counts: Counts | None) -> None:
    """A decision for people."""
    choices = document["choices"]
    assert isinstance(choices, list)
    columns = [
        Column("choice", [one["choice"] for one in choices], "left"),
        Column("net, antes", [f"{one['net']:+.9f}" for one in choices]),
        Column("regret, antes", [f"{one['regret']:.9f}" for one in choices]),
        Column("net, exact", [one["exact"] for one in choices], expendable=1),
    ]
    cards = f"{document['hole']} ({document['class']})" + (f" with {document['board']}" if document["board"] else "")
    made = ", turn bet made" if document["turn_bet"] else ""
    title = f"{cards}: the {document['decision']} decision{made}, ante paid from a {document['ante_pays_from']}"
    out = console()
    say(out, title, "bold")
    out.print(FittedTable("", columns))
    if counts is not None:
        named = (("wins", counts.win), ("ties", counts.tie), ("loses", counts.lose))
        shares = [f"{name} {number:,} ({percent(number / counts.total)})" for name, number in named]
        say(out, f"Of the {counts.total:,} ways the rest can fall, the player {', '.join(shares)}.")
    say(out, f"Best: {' or '.join([one['choice'] for one in choices if not one['regret']])}.")


def _cards(what: str, text: str) -> tuple[int, ...]:
    try:
        return parse_cards(text)
    except BadNotation as error:
        raise ConfigError(f"{what} {brief(text)}: {error}{_meant(text)}") from None


def _meant(text: str) -> str:
    """A question after the cards as they should have been typed, where that can be told: ``10sKD`` is meant for ``TsKd``."""
    plain = "".join(text.replace("10", "T").replace(",", "").split())
    spelled = "".join(rank.upper() + suit.lower() for rank, suit in itertools.zip_longest(plain[::2], plain[1::2], fillvalue=""))
    try:
        parse_cards(spelled)
    except BadNotation:
        return "; a ten is T" if "10" in text else ""
    return f"; did you mean {spelled}?" if spelled not in ("", text) else ""
