"""A stored hand as its page shows it: its story, the same deal in other legs, its neighbours, and what every choice was worth."""

from dataclasses import dataclass

from arena.dealer import StoredMatch
from arena.matches import Judgement, Story, judge_record, tell_hand
from arena.rules import HandRecord


@dataclass(frozen=True, slots=True)
class HandPage:
    """Everything the page of a hand shows."""

    match: StoredMatch
    leg: int
    number: int
    story: Story
    judged: tuple[Judgement, ...]
    """The decisions after the stake; none where choices are not graded."""
    legs: tuple[int, ...]
    """In which the same deal was played, this one included."""
    before: bool
    """Whether the deal before it was played in this leg."""
    after: bool
    """Whether the next one was."""


def hand_page(match: StoredMatch, leg: int, number: int, record: HandRecord) -> HandPage:
    """The page of a hand; ``record`` is that of ``find_hand``."""
    return HandPage(
        match=match,
        leg=leg,
        number=number,
        story=tell_hand(match.spec, leg, record),
        judged=judge_record(match.spec, record),
        legs=tuple(other for other in range(len(match.legs)) if find_hand(match, other, number)),
        before=find_hand(match, leg, number - 1) is not None,
        after=find_hand(match, leg, number + 1) is not None,
    )


def find_hand(match: StoredMatch, leg: int, deal_number: int) -> HandRecord | None:
    """A hand of a match; None when it was not played."""
    if leg >= len(match.legs):
        return None
    return next((hand for hand in match.legs[leg].result.hands if hand.deal_number == deal_number), None)
