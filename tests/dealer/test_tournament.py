"""A tournament from pass to pass, with engines and records that are small fakes."""

import pytest
import trio
import trio.lowlevel

from arena.dealer import Run, play_run
from arena.errors import EngineFailed
from arena.matches import LegResult, MatchResult, Status, play_match
from arena.tournaments import RoundRobin, parse_tournament, standings
from bots.draw import Easy

MASTER = bytes(32)


def spec(count=3, play=""):
    entrants = "".join(f'[[entrant]]\nname = "bot-{number}"\nbuiltin = "draw/easy"\n' for number in range(count))
    text = f'name = "T"\ngame = "five_card_draw"\n[play]\ndeals_per_match = 5\nmax_hands = 20\nstop = "max_hands"\n{play}\n{entrants}'
    return parse_tournament(text, "t.toml")


class Engine:
    """Plays in this process; the plans named in ``void`` come back void so many times."""

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
            return MatchResult(plan.spec, (LegResult(Status.VOID, (), (0, 0), reason="the lights went out"),))
        return play_match(plan.spec, [Easy] * len(plan.entrants))


class Record:
    """Remembers what was stored."""

    def __init__(self):
        self.stored = []

    def add_match(self, run_id, plan, result):
        self.stored.append((plan.pass_number, plan.pairing, plan.attempt, result.status))


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
    assert RoundRobin(spec(), MASTER).next_pass()
