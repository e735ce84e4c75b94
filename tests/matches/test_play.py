"""Whole matches between bots of this process."""

import pytest

from arena.errors import IllegalAction
from arena.matches import Leg, Status, TableInfo, play_leg, play_match, seating_of
from arena.rules import AnyView
from tests.matches.bots import hash_bots, spec_of


class Scripted:
    """Plays a fixed code."""

    def __init__(self, code: int) -> None:
        self.code = code

    def act(self, view: AnyView) -> int:
        return self.code


def test_a_match_plays_every_deal_in_every_leg():
    """Five deals, three legs."""
    result = play_match(spec_of(3, deal_count=5), hash_bots("a", "b", "c"))
    assert result.status == Status.COMPLETED
    assert [[hand.deal_number for hand in leg.hands] for leg in result.legs] == [list(range(5))] * 3
    assert result.hand_count == 15
    assert all([leg.incidents == (0, 0, 0) for leg in result.legs])


def test_without_mirroring_there_is_one_leg():
    """``MatchSpec.leg_count``."""
    assert len(play_match(spec_of(3, deal_count=5, mirrored=False), hash_bots("a", "b", "c")).legs) == 1


def test_equal_specifications_give_equal_results():
    """A match of deterministic bots is a function of its specification."""
    assert play_match(spec_of(4), hash_bots("a", "b", "c", "d")) == play_match(spec_of(4), hash_bots("a", "b", "c", "d"))


def test_another_seed_gives_other_hands():
    """The seed decides the deals."""
    results = [play_match(spec_of(2, seed=bytes([number]) * 32), hash_bots("a", "b")) for number in range(2)]
    assert results[0].legs != results[1].legs


def test_fresh_instances_play_every_leg_and_are_told_their_table():
    """Docstring of ``play_match``: a factory is called once a leg, with the player's own index."""
    told: list[TableInfo] = []

    def factory(info: TableInfo):
        told.append(info)
        return hash_bots("a")[0](info)

    play_match(spec_of(2), [factory, factory])
    assert [info.player for info in told] == [0, 1, 0, 1]
    assert told[0].table_id == told[1].table_id != told[2].table_id


def test_a_bot_sees_only_its_own_view_when_it_must_act():
    """Every view given is the viewer's, with something legal, and its cards are those of its position in the deal."""
    spec = spec_of(3, deal_count=6)
    leg = Leg(spec, 1)
    seen: list[tuple[int, AnyView]] = []

    def factory(info: TableInfo):
        inner = hash_bots(str(info.player))[0](info)

        class Watching:
            def act(self, view: AnyView) -> int:
                seen.append((info.player, view))
                return inner.act(view)

        return Watching()

    result = play_leg(leg, [factory] * 3)
    asked = iter(seen)
    for hand in result.hands:
        for _ in hand.actions:
            player, view = next(asked)
            assert view.legal
            assert seating_of(hand, leg.number, 3).players[view.position] == player


def test_an_illegal_choice_is_raised_as_a_bug():
    """Module docstring: never turned into a fold."""

    def folding(info: TableInfo) -> Scripted:
        return Scripted(1)

    with pytest.raises(IllegalAction):
        play_match(spec_of(2), [folding] * 2)


def test_an_exception_of_a_bot_is_raised():
    """Module docstring."""

    class Broken:
        def act(self, view: AnyView) -> int:
            raise ZeroDivisionError

    def broken(info: TableInfo) -> Broken:
        return Broken()

    with pytest.raises(ZeroDivisionError):
        play_match(spec_of(2), [broken] * 2)
