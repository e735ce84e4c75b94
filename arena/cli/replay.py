"""``arena replay``: show a hand again."""

import click
from rich.markup import escape

from arena.cli.common import console, db_option, examples, json_option, open_database, print_json
from arena.errors import ConfigError, NoRecord
from arena.matches import MatchSpec, Step, Story, tell_hand
from arena.rules import Kind, Stage, cards_text, describe
from arena.store import Database

_STAGES = {Stage.FIRST_ROUND: "First betting round", Stage.DRAW: "Draw", Stage.SECOND_ROUND: "Second betting round"}
_VERBS = {Kind.FOLD: "folds", Kind.CHECK: "checks", Kind.CALL: "calls", Kind.BET: "bets", Kind.RAISE: "raises"}


@examples("arena replay 3f9a0c11d2e4:0:17", "arena replay 3f9a0c11d2e4:1:17 --json")
@click.command()
@click.argument("hand", metavar="MATCH:LEG:NUMBER")
@db_option
@json_option
def command(hand: str, db: str, as_json: bool) -> int:
    """Play a stored hand again and tell it; `arena matches` lists matches, legs and hands count from 0."""
    match_id, leg, number = parse_hand_name(hand)
    with open_database(db) as database:
        spec, story = find_story(database, match_id, leg, number)
    if as_json:
        print_json(story_document(spec, story))
    else:
        out = console()
        for line in story_lines(spec, story):
            out.print(escape(line), style="bold" if line.startswith(("Hand", "First", "Draw", "Second", "Showdown")) else None)
    return 0


def parse_hand_name(name: str) -> tuple[str, int, int]:
    """The parts of MATCH:LEG:NUMBER.

    Raises:
        ConfigError: it has other parts.
    """
    match_id, *rest = name.split(":")
    if len(rest) != 2 or not all(part.isdecimal() for part in rest):
        raise ConfigError(f"{name!r} names no hand; write MATCH:LEG:NUMBER, such as 3f9a0c11d2e4:0:17")
    return match_id, int(rest[0]), int(rest[1])


def find_story(database: Database, match_id: str, leg: int, number: int) -> tuple[MatchSpec, Story]:
    """The story of a stored hand.

    Raises:
        NoRecord: there is no such match, leg or hand.
    """
    match = database.matches(match_id)[0]
    if leg >= len(match.legs):
        raise NoRecord(f"match {match_id} has {len(match.legs)} legs, counted from 0; there is no leg {leg}")
    for record in match.legs[leg].result.hands:
        if record.deal_number == number:
            return match.spec, tell_hand(match.spec, leg, record)
    raise NoRecord(f"match {match_id}, leg {leg}: hand {number} was not played; there are {match.spec.deal_count}, counted from 0")


def story_lines(spec: MatchSpec, story: Story) -> list[str]:
    """A hand, line by line."""
    names = spec.players
    width = max(len(name) for name in names)
    lines = [f"Hand {story.number} of match {spec.match_id}, leg {story.leg}: {' – '.join(names[p] for p in story.order)} (button)"]
    lines += [f"  {names[p]:{width}}  {_spaced(story.dealt[p])}" for p in story.order]
    stage = None
    for step in story.steps:
        if step.stage != stage:
            stage = step.stage
            lines.append(_STAGES[stage])
        lines.append(f"  {names[step.player]:{width}}  {_step_text(step)}")
    if story.shown:
        lines.append("Showdown")
        lines += [
            f"  {names[p]:{width}}  {_spaced(story.final[p])}  {describe(story.strengths[p])}" for p in story.order if p in story.shown
        ]
    for chips, winners in story.pots:
        lines.append(
            f"{' and '.join(names[p] for p in winners)} {'win' if len(winners) == 1 else 'share'}{'s' * (len(winners) == 1)} {chips}"
        )
    lines.append("Net  " + ", ".join(f"{names[p]} {story.net_chips[p]:+d}" for p in story.order))
    return lines


def story_document(spec: MatchSpec, story: Story) -> dict[str, object]:
    """A hand for programs."""
    names = spec.players
    return {
        "match_id": spec.match_id,
        "leg": story.leg,
        "hand_number": story.number,
        "order": [names[p] for p in story.order],
        "dealt": {names[p]: cards_text(story.dealt[p]) for p in story.order},
        "steps": [
            {
                "stage": step.stage.name.lower(),
                "entrant": names[step.player],
                "kind": step.kind.name.lower(),
                "chips": step.chips,
                "pot_chips": step.pot_chips,
                "discarded": cards_text(step.discarded),
                "drawn": cards_text(step.drawn),
            }
            for step in story.steps
        ],
        "shown": {names[p]: cards_text(story.final[p]) for p in story.shown},
        "pots": [{"chips": chips, "winners": [names[p] for p in winners]} for chips, winners in story.pots],
        "net_chips": {names[p]: story.net_chips[p] for p in story.order},
    }


def _step_text(step: Step) -> str:
    if step.kind == Kind.DRAW:
        if not step.discarded:
            return "stands pat"
        return f"draws {len(step.discarded)}: {_spaced(step.discarded)} for {_spaced(step.drawn)}"
    chips = f" {step.chips}" if step.chips else ""
    return f"{_VERBS[step.kind]}{chips}  (pot {step.pot_chips})"


def _spaced(cards: tuple[int, ...]) -> str:
    text = cards_text(cards)
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))
