"""``arena accuracy``: how accurately everyone chose against the house, and the costliest mistakes."""

import math
from collections.abc import Iterator, Sequence

import click

from arena.cli.common import choose_run, console, count, db_option, examples, json_option, open_database, print_json, run_option, say
from arena.cli.tables import Column, FittedTable
from arena.dealer import RunInfo
from arena.errors import ConfigError, NoRecord
from arena.matches import Accuracy, DecisionAccuracy, Mistake, PlayedHand, Status, accuracy_of
from arena.rules import GAMES, cards_text
from arena.store import Database

_SHOWN = 5
_DECIMALS = 6
_WORDS = (
    "best: decisions at which no choice was worth more than the one taken. regret: thousandths of an ante of expectation thrown away "
    "per hand; less is better."
)


@examples("arena accuracy", "arena accuracy --entrant easy --mistakes 20", "arena accuracy --run 3 --json")
@click.command()
@db_option
@run_option
@click.option("--entrant", metavar="NAME", help="Of this one only.")
@click.option("--mistakes", type=click.IntRange(0, 1000), default=_SHOWN, show_default=True, metavar="N", help="Mistakes shown of each.")
@json_option
def command(db: str, run_id: int | None, entrant: str | None, mistakes: int, as_json: bool) -> int:
    """Show how often everyone chose best in the newest tournament, or in run N, by decision, and the costliest mistakes.

    Choices are graded against the house, where no bankroll limits them. `arena replay` shows the hand of a mistake.
    """
    with open_database(db) as database:
        info = choose_run(database, run_id)
        found = _accuracies(database, info, entrant, mistakes)
    if as_json:
        entrants = [_document(name, accuracy) for name, accuracy in found]
        print_json({"run": info.run_id, "tournament": info.spec.name, "entrants": entrants})
    else:
        _show(info, found)
    return 0


def _accuracies(database: Database, info: RunInfo, entrant: str | None, mistakes: int) -> list[tuple[str, Accuracy]]:
    """By entrant, the least regret a hand first, who has played nothing last.

    Raises:
        ConfigError: the choices of this run are not graded.
        NoRecord: nobody of that name is entered.
    """
    spec, where = info.spec, f"run {info.run_id}"
    if not spec.ruleset.graded:
        raise ConfigError(f"{where} is of {GAMES[spec.game_name].title}; choices are graded against the house, and without a bankroll")
    names = [one.name for one in spec.entrants]
    if entrant is not None and entrant not in names:
        raise NoRecord(f"nobody is called {entrant!r} in {where}; there are {', '.join(names)}")
    chosen = [index for index, name in enumerate(names) if entrant in (None, name)]
    found = [(names[index], accuracy_of(_hands(database, info, index), mistakes)) for index in chosen]
    return sorted(found, key=lambda pair: (not pair[1].hand_count, pair[1].per_hand(pair[1].regret_antes)))


def _hands(database: Database, info: RunInfo, entrant: int) -> Iterator[PlayedHand]:
    """Every hand of an entrant that counts, a match at a time."""
    for outcome in database.outcomes(info.run_id):
        if outcome.status == Status.VOID or outcome.pairing != (entrant,):
            continue
        found = database.matches(outcome.match_id)
        match = next(stored for stored in found if (stored.run.run_id, stored.pairing) == (info.run_id, outcome.pairing))
        for number, leg in enumerate(match.legs):
            yield from ((match.spec, number, record) for record in leg.result.hands)


def _show(info: RunInfo, found: Sequence[tuple[str, Accuracy]]) -> None:
    out = console()
    title = f"Accuracy in {info.spec.name}, run {info.run_id}"
    out.print(FittedTable(title, _columns([line for name, accuracy in found for line in _lines(name, accuracy)]), _WORDS), crop=False)
    for name, accuracy in found:
        if accuracy.mistakes:
            shown, every = len(accuracy.mistakes), count(accuracy.mistake_count, "mistake")
            title = f"{name}: {every}" if shown == accuracy.mistake_count else f"{name}: the costliest {shown} of {every}"
            out.print(FittedTable(title, _mistake_columns(accuracy.mistakes)), crop=False)
        elif not accuracy.mistake_count:
            say(out, f"{name}: no mistake." if accuracy.hand_count else f"{name}: no hand yet.")


def _lines(name: str, accuracy: Accuracy) -> Iterator[tuple[str, str, str, str, str, str]]:
    """The rows of an entrant: a line for every decision, and one for all of them."""
    for line in accuracy.decisions:
        yield (name, line.stage.name.lower(), *_numbers(accuracy, line))
        name = ""
    yield ("", "all", *_numbers(accuracy, accuracy))


def _numbers(accuracy: Accuracy, line: DecisionAccuracy | Accuracy) -> tuple[str, str, str, str]:
    share, regret = line.best_share, float(accuracy.per_hand(line.regret_antes))
    perfect = "perfect" if line.decision_count and not line.regret_antes else f"{regret:.1f}"
    return f"{line.decision_count:,}", f"{line.best_count:,}", "–" if share is None else f"{math.floor(10_000 * share) / 100:.2f}%", perfect


def _columns(lines: Sequence[tuple[str, ...]]) -> list[Column]:
    entrant, decision, decisions, best, share, regret = zip(*lines, strict=True)
    return [
        Column("entrant", entrant, "left", "name"),
        Column("decision", decision, "left"),
        Column("decisions", decisions, expendable=2),
        Column("best", best, expendable=1),
        Column("best, %", share),
        Column("regret", regret),
    ]


def _mistake_columns(mistakes: Sequence[Mistake]) -> list[Column]:
    return [
        Column("hand", [_name(one) for one in mistakes], "left"),
        Column("decision", [one.stage.name.lower() for one in mistakes], "left", expendable=3),
        Column("cards", [cards_text(one.hole) for one in mistakes], "left"),
        Column("board", [cards_text(one.board) or "–" for one in mistakes], "left", expendable=1),
        Column("chose", [one.chosen.name.lower() for one in mistakes], "left", expendable=2),
        Column("right", [one.best.name.lower() for one in mistakes], "left"),
        Column("cost, antes", [f"{float(one.regret_antes):.4f}" for one in mistakes]),
    ]


def _name(mistake: Mistake) -> str:
    """As ``arena replay`` takes it."""
    return f"{mistake.match_id}:{mistake.leg}:{mistake.deal_number}"


def _document(name: str, accuracy: Accuracy) -> dict[str, object]:
    return {
        "entrant": name,
        "hands": accuracy.hand_count,
        "decisions": [_line_document(accuracy, line) | {"decision": line.stage.name.lower()} for line in accuracy.decisions],
        "all": _line_document(accuracy, accuracy),
        "mistake_count": accuracy.mistake_count,
        "mistakes": [_mistake_document(one) for one in accuracy.mistakes],
    }


def _line_document(accuracy: Accuracy, line: DecisionAccuracy | Accuracy) -> dict[str, object]:
    return {
        "count": line.decision_count,
        "best": line.best_count,
        "regret": round(float(accuracy.per_hand(line.regret_antes)), _DECIMALS),
        "regret_antes": round(float(line.regret_antes), _DECIMALS),
    }


def _mistake_document(mistake: Mistake) -> dict[str, object]:
    return {
        "match_id": mistake.match_id,
        "leg": mistake.leg,
        "hand_number": mistake.deal_number,
        "decision": mistake.stage.name.lower(),
        "hole": cards_text(mistake.hole),
        "board": cards_text(mistake.board),
        "chosen": mistake.chosen.name.lower(),
        "best": mistake.best.name.lower(),
        "regret_antes": round(float(mistake.regret_antes), _DECIMALS),
    }
