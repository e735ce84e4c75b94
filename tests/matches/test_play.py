"""Whole matches between bots of this process."""

import pytest

from arena.errors import IllegalAction
from arena.matches import Leg, Status, TableInfo, play_leg, play_match, seating_of
from arena.rules import AnyView, Kind, Stage
from tests.matches.bots import hash_bots, spec_of
from tests.matches.watching import WATCHED_MATCHES, Heard, Remembering, heard_of, remembering_bots, watched_spec


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
            assert seating_of(leg.spec, hand, leg.number).players[view.position] == player


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


@pytest.mark.parametrize(("kind", "players"), WATCHED_MATCHES)
def test_a_bot_that_watches_is_shown_every_hand_it_was_dealt_in(kind, players):
    """``WatchingBot.watch``: once each, at its end, in the players' order, before anything of the next; not to who is out."""
    spec = watched_spec(kind, players)
    for number in range(spec.leg_count):
        heard: Heard = []
        result = play_leg(Leg(spec, number), [remembering_bots(heard)] * players)
        assert heard == heard_of(spec, number, result)


def test_players_who_are_out_watch_no_more():
    """Carried stacks, three players: hands of two were watched by two, under the numbers that the table gives its players."""
    heard: Heard = []
    result = play_leg(Leg(watched_spec("carry", 3), 1), [remembering_bots(heard)] * 3)
    ends = [(player, view) for player, view in heard if view.stage == Stage.OVER]
    assert {len(record.seats) for record in result.hands} == {2, 3}
    assert len(ends) == sum(len(record.seats) for record in result.hands)
    assert all(view.seated[view.position] == player for player, view in heard)
    assert {len(view.seated) for _, view in ends} == {2, 3}


def test_what_is_shown_are_the_cards_of_a_showdown():
    """By hand from the public log: nobody's who folded, nobody's when one is left; a player's own are those it held last."""
    heard: Heard = []
    play_leg(Leg(watched_spec("unlimited", 3, 60), 0), [remembering_bots(heard)] * 3)
    ends = [view for _, view in heard if view.stage == Stage.OVER]
    for view in ends:
        folded = {position for kind, position, _ in view.log if kind == Kind.FOLD}
        opened = {position for position in range(3) if view.shown and view.shown[position]}
        assert opened == (set(range(3)) - folded if len(folded) < 2 else set())
        assert view.position not in opened or view.shown[view.position] == view.hole_cards
    assert {bool(view.shown) for view in ends} == {True, False}
    assert any(view.shown and not view.shown[view.position] for view in ends), "folded, and saw the others' cards all the same"
    assert not any(view.shown for _, view in heard if view.stage != Stage.OVER)


@pytest.mark.parametrize("forgetful", [(), (1,), (0, 2), (0, 1, 2)])
def test_a_bot_need_not_watch(forgetful):
    """``Bot`` has ``act`` alone; the others are shown what they would be."""
    spec, heard = watched_spec("unlimited", 3, 6), []
    result = play_leg(Leg(spec, 0), [remembering_bots(heard, forgetful)] * 3)
    assert heard == heard_of(spec, 0, result, forgetful)


def test_an_exception_of_a_bot_that_watches_is_raised():
    """Module docstring."""

    class Broken(Remembering):
        def watch(self, view: AnyView) -> None:
            raise ZeroDivisionError

    def broken(info: TableInfo) -> Broken:
        return Broken(info.player, [])

    with pytest.raises(ZeroDivisionError):
        play_match(spec_of(2), [broken] * 2)
