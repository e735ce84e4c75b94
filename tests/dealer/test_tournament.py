"""A tournament from pass to pass, with engines and records that are small fakes; every format with real bots in this process."""

import dataclasses
import json
from pathlib import Path

import pytest
import trio
import trio.lowlevel

from arena.dealer import Run, play_run
from arena.errors import EngineFailed
from arena.matches import Cause, LegResult, MatchResult, Status, measure_match, play_match
from arena.tournaments import Entrant, Order, OrderKind, PassScheduler, parse_tournament, standings
from bots import bonus, draw
from bots.draw import Easy

MASTER = bytes(32)
TOURNAMENTS = Path(__file__).parents[2] / "tournaments"
BOTS = {
    **{f"draw/{name}": getattr(draw, kind) for name, kind in [("easy", "Easy"), ("normal", "Normal"), ("hard", "Hard")]},
    **{f"draw/{name}": getattr(draw, name.title().replace("_", "")) for name in ["call", "raise", "fold", "random"]},
    **{f"draw/{name}": getattr(draw, name.title().replace("_", "")) for name in ["tight_passive", "tight_aggressive", "loose_aggressive"]},
    **{f"bonus/{name.lower()}": getattr(bonus, name) for name in ["Easy", "Normal", "Hard"]},
}


def spec(count=3, play=""):
    entrants = "".join(f'[[entrant]]\nname = "bot-{number}"\nbuiltin = "draw/easy"\n' for number in range(count))
    text = f'name = "T"\ngame = "five_card_draw"\n[play]\ndeals_per_match = 5\nmax_hands = 20\nstop = "max_hands"\n{play}\n{entrants}'
    return parse_tournament(text, "t.toml")


class Engine:
    """Plays in this process; the plans named in ``void`` come back void so many times. Who has no entry point plays like easy."""

    def __init__(self, jobs=1, void=None):
        self.limiter = trio.CapacityLimiter(jobs)
        self.void = dict(void or {})
        self.playing = self.most_at_once = 0
        self.plans = []

    async def play(self, plan):
        self.plans.append(plan)
        self.playing += 1
        self.most_at_once = max(self.playing, self.most_at_once)
        await trio.lowlevel.checkpoint()
        self.playing -= 1
        if self.void.get(plan.pairing, 0) > 0:
            self.void[plan.pairing] -= 1
            return MatchResult(plan.spec, (LegResult(Status.VOID, (), (0,) * len(plan.pairing), reason="the lights went out"),))
        return measure_match(play_match(plan.spec, [BOTS.get(entrant.builtin, Easy) for entrant in plan.entrants]))


class Record:
    """Remembers what was stored, and what was decided by hand."""

    def __init__(self, orders=()):
        self.stored = []
        self.plans = []
        self.given = list(orders)
        self.pause = False
        self.in_play = set()

    def orders(self, run_id):
        return list(self.given)

    def take_orders(self, run_id, pass_number):
        self.given = [
            order if order.pass_number is not None else dataclasses.replace(order, pass_number=pass_number) for order in self.given
        ]
        return list(self.given)

    def paused(self, run_id):
        return self.pause

    def begin_match(self, run_id, plan):
        self.in_play.add((plan.pairing, plan.pass_number, plan.attempt))

    def begun(self, run_id):
        return sorted(self.in_play)

    def add_match(self, run_id, plan, result):
        self.stored.append((plan.pass_number, plan.pairing, plan.attempt, result.status))
        self.plans.append(plan)
        self.in_play.discard((plan.pairing, plan.pass_number, plan.attempt))


async def test_every_match_of_every_pass_is_stored_once():
    record, engine = Record(), Engine(jobs=2)
    run = Run(1, spec(), MASTER)
    changes = []
    await play_run(run, engine, record, lambda run: changes.append(run.hands_played))
    assert sorted(record.stored) == [(p, pairing, 0, Status.COMPLETED) for p in range(2) for pairing in [(0, 1), (0, 2), (1, 2)]]
    assert (run.hands_played, run.most_hands, changes[-1]) == (60, 60, 60)
    assert engine.most_at_once <= 2


async def test_results_do_not_depend_on_how_many_play_at_once():
    boards = []
    for jobs in (1, 3):
        run = Run(1, spec(), MASTER)
        await play_run(run, Engine(jobs), Record(), lambda _: None)
        boards.append(standings(run.spec, run.outcomes).document())
    assert boards[0] == boards[1]


async def test_void_match_is_played_again_on_the_same_deals_and_counts_once():
    record, engine = Record(), Engine(void={(0, 2): 1})
    run = Run(1, spec(), MASTER)
    await play_run(run, engine, record, lambda _: None)
    first, again = [plan for plan in engine.plans if plan.pairing == (0, 2) and plan.pass_number == 0]
    assert (first.attempt, again.attempt, first.spec.seed == again.spec.seed) == (0, 1, True)
    assert first.spec.match_id != again.spec.match_id
    assert (0, (0, 2), 0, Status.VOID) in record.stored
    assert standings(run.spec, run.outcomes).hands == 60


async def test_match_that_stays_void_ends_the_tournament_with_its_reason():
    record = Record()
    run = Run(1, spec(), MASTER)
    with pytest.raises(EngineFailed, match="bot-0 and bot-1 was void 3 times, the last time: the lights went out"):
        await play_run(run, Engine(void={(0, 1): 9}), record, lambda _: None)
    assert [row for row in record.stored if row[1] == (0, 1)] == [(0, (0, 1), n, Status.VOID) for n in range(3)]


async def test_stopped_run_finishes_what_is_in_play_and_begins_nothing():
    record = Record()
    run = Run(1, spec(), MASTER)

    def stop_after_two(run):
        run.stopping = len(run.outcomes) >= 2

    await play_run(run, Engine(), record, stop_after_two)
    assert len(record.stored) in (2, 3)  # the third was in play already, or not
    assert [row[3] for row in record.stored] == [Status.COMPLETED] * len(record.stored)


async def test_outcomes_that_are_there_already_are_not_played_again():
    whole = Run(1, spec(), MASTER)
    await play_run(whole, Engine(), Record(), lambda _: None)
    resumed, engine = Run(1, spec(), MASTER, outcomes=whole.outcomes[:4]), Engine()
    await play_run(resumed, engine, Record(), lambda _: None)
    assert len(engine.plans) == 2
    assert standings(resumed.spec, resumed.outcomes) == standings(whole.spec, whole.outcomes)
    assert PassScheduler(spec(), MASTER).next_pass()


def enter(name, **fields):
    return Order(OrderKind.ENTER, name, entrant=Entrant(name, **fields or {"builtin": "draw/easy"}))


def written(run, record):
    """The standings document of a run, as programs read it."""
    return json.loads(json.dumps(standings(run.spec, run.outcomes, record.given).document()))


TOP = 'name = "T"\ngame = "five_card_draw"\n'
HOUSE = 'name = "T"\ngame = "holdem_bonus"\n'
CARRY = '[rules]\nall_in = true\nstarting_stack = 20\nstacks = "carry"\n'
PLAY = "[play]\ndeals_per_match = 20\nmax_hands = 120\n"
SHORT = "[play]\nseats = 3\ndeals_per_match = 20\nmax_hands = 180\n"
EVERY_FORMAT = {
    "round_robin": (TOP + PLAY, "easy call raise"),
    "tables": (TOP + "[play]\nseats = 3\ndeals_per_match = 10\nmax_hands = 90\n", "easy call raise fold"),
    "decided": (TOP + "[play]\ndeals_per_match = 100\nmax_hands = 1200\n", "call fold raise"),
    "gauntlet": (TOP + 'format = "gauntlet"\nhero = ["easy", "random"]\n' + PLAY, "call easy random fold"),
    "swiss": (TOP + 'format = "swiss"\n' + PLAY, "easy call raise fold random"),
    "knockout": (TOP + 'format = "knockout"\n' + PLAY, "easy call raise fold tight_passive"),
    "ladder": (TOP + 'format = "ladder"\npasses = 5\n' + PLAY, "easy call raise fold random"),
    "sit_and_go": (TOP + 'format = "sit_and_go"\n' + CARRY + SHORT, "easy call raise fold"),
    "solo": (HOUSE + "[play]\ndeals_per_match = 2\nmax_hands = 6\n", "easy normal"),
}


def tournament(which):
    text, names = EVERY_FORMAT[which]
    levels = "bonus" if which == "solo" else "draw"
    return parse_tournament(
        text + "".join(f'[[entrant]]\nname = "{name}"\nbuiltin = "{levels}/{name}"\n' for name in names.split()), "t.toml"
    )


def never(run, before):
    return False


async def played(which, stop=never, orders=()):
    """A run played to its end, stopped and gone on with by another process whenever ``stop`` says so; how often it was."""
    record, run, stops = Record(orders), Run(1, tournament(which), MASTER), -1
    done = False
    while not done:
        run, stops, done, before = Run(1, tournament(which), MASTER, outcomes=run.outcomes), stops + 1, True, len(run.outcomes)

        def changed(run, before=before):
            nonlocal done
            if stop(run, before):
                run.stopping, done = True, False

        await play_run(run, Engine(jobs=2), record, changed)
    return written(run, record), stops, record


@pytest.mark.slow
@pytest.mark.parametrize("which", EVERY_FORMAT)
async def test_every_format_from_its_file_to_its_standings(which):
    """Real bots; stopped after every pass, and after every match, and gone on with, it ends like an uninterrupted run."""
    whole, _, record = await played(which)
    assert len({plan.spec.match_id for plan in record.plans}) == len(record.plans) == len(whole["matches"])
    assert {match["status"] for match in whole["matches"]} == {"completed"}
    assert [row["entrant"] for row in whole["standings"]] != []
    assert sum(row["hands"] for row in whole["standings"]) > 0
    last = max(plan.pass_number for plan in record.plans)

    def at_a_new_pass(run, before):
        return len(run.outcomes) > before and run.pass_number > max(outcome.pass_number for outcome in run.outcomes)

    by_pass, stops, _ = await played(which, at_a_new_pass)
    assert (by_pass, stops) == (whole, last + 1)
    by_match, stops, _ = await played(which, lambda run, before: len(run.outcomes) > before)
    assert by_match == whole
    assert stops > last


async def test_in_a_gauntlet_only_heroes_meet_the_field():
    """easy and random against call and fold."""
    found, _, _ = await played("gauntlet")
    strangers = ({"call", "fold"}, {"easy", "random"})
    assert {pair["blocks"] for pair in found["pairs"] if {pair["a"], pair["b"]} in strangers} == {0}
    assert {pair["blocks"] for pair in found["pairs"] if {pair["a"], pair["b"]} not in strangers} == {60}


@pytest.mark.slow
@pytest.mark.parametrize("which", ["round_robin", "gauntlet", "ladder", "sit_and_go", "solo"])
async def test_orders_are_taken_while_it_plays_and_kept_with_their_pass(which):
    """Somebody comes and somebody leaves in the second pass, a match is void in the third; gone on with from anywhere it ends the same."""

    def give(record, run):
        kinds = [order.kind for order in record.given]
        if run.pass_number == 1 and not kinds:
            levels = "bonus" if which == "solo" else "draw"
            record.given += [enter("late", builtin=f"{levels}/easy"), Order(OrderKind.WITHDRAW, run.spec.entrants[0].name, "tired", "ada")]
        if run.pass_number == 2 and OrderKind.VOID not in kinds:
            record.given.append(Order(OrderKind.VOID, run.outcomes[1].match_id, "a storm"))

    record, run = Record(), Run(1, tournament(which), MASTER)
    await play_run(run, Engine(), record, lambda run: give(record, run))
    assert [(order.kind, order.pass_number) for order in record.given] == [("enter", 2), ("withdraw", 2), ("void", 3)]
    whole = written(run, record)
    assert [(row["entrant"], row["status"]) for row in whole["standings"] if row["status"]] == [(run.spec.entrants[0].name, "withdrawn")]
    assert "late" in [row["entrant"] for row in whole["standings"]]
    assert [match["cause"] for match in whole["matches"]].count("organiser") == 1
    for cut in range(0, len(run.outcomes), 3):
        again = Run(1, tournament(which), MASTER, outcomes=run.outcomes[:cut])
        await play_run(again, Engine(), Record(record.given), lambda _: None)
        assert written(again, record) == whole
        assert (again.pass_number, again.expected_hands) == (run.pass_number, run.expected_hands)


async def pass_seconds(clock, until=None, least=0):
    """Let time pass by seconds, each long enough for every thread to answer: so many, and on until something is so."""
    seconds = 0
    while seconds < least or (until is not None and not until()):
        assert seconds < 10_000, "it comes to pass"
        seconds += 1
        clock.jump(1)
        for _ in range(5):
            await trio.to_thread.run_sync(int)


async def test_a_paused_run_begins_nothing_until_it_may(mock_clock):
    """Paused while the third match of six is played: that one is played to its end and stored, and no other begins, however long."""
    record, run, gate = Record(), Run(1, spec(), MASTER), trio.Event()

    class Gated(Engine):
        async def play(self, plan):
            if len(self.plans) == 2:
                record.pause = True
                await gate.wait()
            return await super().play(plan)

    engine = Gated()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_run, run, engine, record, lambda _: None)
        await pass_seconds(mock_clock, lambda: run.paused)
        assert len(run.outcomes) == 2
        gate.set()
        await pass_seconds(mock_clock, lambda: len(run.outcomes) == 3)
        await pass_seconds(mock_clock, least=50)
        assert (len(run.outcomes), len(engine.plans), run.paused) == (3, 3, True)
        record.pause = False
        await pass_seconds(mock_clock, lambda: len(run.outcomes) == 6)
    assert not run.paused
    assert len(record.stored) == 6


async def test_a_run_that_is_paused_when_it_is_opened_waits(mock_clock):
    record, run, engine = Record(), Run(1, spec(), MASTER), Engine()
    record.pause = True
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_run, run, engine, record, lambda _: None)
        await pass_seconds(mock_clock, least=30)
        assert (run.paused, run.outcomes, engine.plans) == (True, [], [])
        record.pause = False
        await pass_seconds(mock_clock, lambda: len(run.outcomes) == 6)


async def test_a_paused_run_can_be_stopped(mock_clock):
    record, run, over = Record(), Run(1, spec(), MASTER), trio.Event()
    record.pause = True

    async def play():
        await play_run(run, Engine(), record, lambda _: None)
        over.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        await pass_seconds(mock_clock, lambda: run.paused)
        run.stopping = True
        await pass_seconds(mock_clock, over.is_set)
    assert run.outcomes == []


REMOTE = """
name = "T"
game = "five_card_draw"
[play]
deals_per_match = 5
max_hands = 20
stop = "max_hands"
[[entrant]]
name = "bot"
builtin = "draw/easy"
[[entrant]]
name = "other"
builtin = "draw/call"
[[entrant]]
name = "ada/r"
remote = true
"""


class Death(Exception):
    """The arena dies."""


async def test_remote_matches_that_were_interrupted_are_void_and_played_on_other_deals():
    """The arena dies while the first match of the remote bot is played. Those without it are played on the same deals, as if nothing had
    been; its own is kept as void, for that reason, and is played on deals that nobody has seen."""
    spec = parse_tournament(REMOTE, "t.toml")

    class Dying(Engine):
        async def play(self, plan):
            if any(entrant.remote for entrant in plan.entrants):
                raise Death
            return await super().play(plan)

    record, run = Record(), Run(1, spec, MASTER)
    with pytest.raises(Death):
        await play_run(run, Dying(), record, lambda _: None)
    assert len(record.in_play) == 1
    ((pairing, pass_number, attempt),) = record.in_play
    assert (2 in pairing, pass_number, attempt) == (True, 0, 0)

    again = Run(1, spec, MASTER, outcomes=list(run.outcomes))
    engine = Engine()
    await play_run(again, engine, record, lambda _: None)
    assert record.in_play == set()
    lost = [found for found in again.outcomes if found.status == Status.VOID]
    assert [(found.pairing, found.cause, found.attempt, found.reason) for found in lost] == [
        (pairing, Cause.INTERRUPTED, 0, "the arena ended while it was played")
    ]
    (instead,) = [plan for plan in engine.plans if (plan.pairing, plan.pass_number) == (pairing, 0)]
    assert instead.attempt == 1
    assert instead.spec.commitment != lost[0].commitment
    first = {plan.pairing: plan for plan in PassScheduler(spec, MASTER).next_pass()}
    for plan in engine.plans:
        if plan.pass_number == 0 and plan.pairing != pairing:
            assert plan == first[plan.pairing]
    assert sum(found.status == Status.COMPLETED for found in again.outcomes) == 3 * 4
    rows = {row.entrant: row for row in standings(spec, again.outcomes).rows}
    assert (rows["ada/r"].voids, rows["ada/r"].hands, rows["other"].voids + rows["bot"].voids) == (1, 40, 1)


async def test_where_everything_was_stored_nothing_is_interrupted():
    spec = parse_tournament(REMOTE, "t.toml")
    record, run = Record(), Run(1, spec, MASTER)
    await play_run(run, Engine(jobs=3), record, lambda _: None)
    assert record.in_play == set()
    assert all(found.status == Status.COMPLETED for found in run.outcomes)


async def test_what_people_are_told_of_a_pass():
    """Who is open, how many hands there will be at most, and how many if things stay as they are."""
    run, told = Run(1, tournament("decided"), MASTER), []

    def tell(run):
        if not run.outcomes or run.outcomes[-1].pass_number < run.pass_number:
            told.append((run.pass_number, run.undecided, run.hands_played, run.expected_hands))

    await play_run(run, Engine(), Record(), tell)
    assert told[0] == (0, (("call", "fold"), ("fold", "raise")), 0, 3600)
    assert told[-1][1:] == ((), run.hands_played, run.hands_played)
    assert run.most_hands == 3600
    assert run.hands_played < 3600


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(TOURNAMENTS.glob("*.toml")), ids=lambda path: path.name)
async def test_the_tournaments_of_this_project_are_played_to_their_standings(path):
    """With fewer hands: two matches of two deals a pairing. Programs that are entered play like easy here."""
    spec = parse_tournament(path.read_text(), path.name)
    legs = spec.leg_count
    play = dataclasses.replace(spec.play, deals_per_match=2, max_hands=4 * legs, stop="max_hands", width_mbb=None)
    spec = dataclasses.replace(spec, play=play, passes=min(spec.passes, 3))
    run, record = Run(1, spec, MASTER), Record()
    house = Easy if spec.play.seats > 1 else bonus.Easy
    engine = Engine()
    engine.play = lambda plan: played_by(plan, house)
    await play_run(run, engine, record, lambda _: None)
    found = standings(spec, run.outcomes)
    assert len(found.rows) == len(spec.entrants)
    assert {match.status for match in found.matches} == {Status.COMPLETED}
    assert found.hands == sum(outcome.hand_count for outcome in run.outcomes) > 0


async def played_by(plan, other):
    await trio.lowlevel.checkpoint()
    return measure_match(play_match(plan.spec, [BOTS.get(entrant.builtin.partition("@")[0], other) for entrant in plan.entrants]))
