"""``arena replay``: show a hand again."""

from collections.abc import Iterator

import click

from arena.cli.common import console, db_option, examples, json_option, open_database, print_json, say
from arena.errors import ConfigError, NoRecord
from arena.matches import MatchSpec, Scene, SeatLine, Step, Story, tell_hand
from arena.rules import BonusStage, cards_text
from arena.store import Database

_WORDS_WIDTH = 16


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
        print_json(story_document(spec, leg, number, story))
    else:
        out = console()
        say(out, f"Hand {number} of match {match_id}, leg {leg}", "bold")
        for line in story_lines(spec, story):
            say(out, line, "" if line.startswith(" ") else "bold")
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
    """A hand, line by line; headings start at the left."""
    width = max(len(name) for name in (*spec.players, "Everyone"))
    lines = [f"  {seat.player:{width}}  {_spaced(seat.dealt)}{'  button' if seat.button else ''}" for seat in story.seats]
    for scene in story.scenes:
        lines.append(scene.title)
        lines += [f"  {step.player:{width}}  {_step_text(step)}" for step in scene.steps]
    return [*lines, "Net", *(f"  {seat.player:{width}}  {seat.net_chips:+d}" for seat in story.seats)]


def story_document(spec: MatchSpec, leg: int, number: int, story: Story) -> dict[str, object]:
    """A hand for programs; seats from the left of the button."""
    return {"match_id": spec.match_id, "leg": leg, "hand_number": number, **_DOCUMENTS[spec.game_name](story)}


def _draw_document(story: Story) -> dict[str, object]:
    return {
        "seats": [_seat_document(seat, button=seat.button) for seat in story.seats],
        "actions": [
            {
                "stage": scene.title.lower(),
                "entrant": step.player,
                "kind": kind,
                "chips": step.chips,
                "discarded": cards_text(step.cards),
                "drawn": cards_text(step.more_cards),
            }
            for scene, step, kind in _actions(story)
        ],
    }


def _bonus_document(story: Story) -> dict[str, object]:
    """The stages are passed in order, with an action at each; a hand that was given up has neither board nor house."""
    assert story.stake is not None, "a Bonus hand has a stake"
    ante, bonus = story.stake
    acted = [(step, kind) for _, step, kind in _actions(story)]
    return {
        "seats": [_seat_document(seat) for seat in story.seats],
        "stake": {"ante_chips": ante, "bonus_chips": bonus},
        "actions": [
            {"stage": BonusStage(number).name.lower(), "entrant": step.player, "kind": kind, "chips": step.chips}
            for number, (step, kind) in enumerate(acted, start=BonusStage.STAKE)
        ],
        "board": cards_text(story.board) if story.house else None,
        "house": {"dealt": cards_text(story.house.dealt), "final": cards_text(story.house.last)} if story.house else None,
    }


def _seat_document(seat: SeatLine, **more: object) -> dict[str, object]:
    return {
        "entrant": seat.player,
        **more,
        "dealt": cards_text(seat.dealt),
        "final": cards_text(seat.last),
        "folded": seat.folded,
        "net_chips": seat.net_chips,
    }


def _actions(story: Story) -> Iterator[tuple[Scene, Step, str]]:
    """Every action with its scene and its kind."""
    for scene in story.scenes:
        for step in scene.steps:
            if step.kind is not None:
                yield scene, step, step.kind.name.lower()


_DOCUMENTS = {"five_card_draw": _draw_document, "holdem_bonus": _bonus_document}


def _step_text(step: Step) -> str:
    words = " ".join(filter(None, (step.words, _spaced(step.cards), step.more_words, _spaced(step.more_cards))))
    return words if step.pot_chips is None else f"{words:{_WORDS_WIDTH}}  pot {step.pot_chips}"


def _spaced(cards: tuple[int, ...]) -> str:
    text = cards_text(cards)
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))
