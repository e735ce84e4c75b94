"""One match, played where this is called: the body of every engine.

A match between bots of this process is plain calls, or, where they are judged, a table in this process. A match with command bots opens
a private dealer on loopback, starts every program fresh for every leg, and seats the bots of this process directly.

Judged is who plays in a tournament: there somebody's class, named by its import path, forfeits where it fails, as a program does, and
whoever fails is named. Elsewhere it is code that is being tried, and a failure voids the match like one of ours. The hands are the same.
"""

import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

import trio

from arena.dealer import LocalSeat, Seat, Table
from arena.engines.builtins import find_builtin
from arena.engines.programs import Program, open_program
from arena.matches import Bot, Cause, Leg, LegResult, MatchResult, Status, TableInfo, measure_match, play_match
from arena.tournaments import Entrant, MatchPlan
from arena.wire import BotSeat, Lobby, open_lobby


def play_plan(plan: MatchPlan, *, judged: bool = False) -> MatchResult:
    """Play a match; a failure of ours comes back as a void match that says why. ``judged``: as in a tournament, see the module."""
    try:
        if not all(entrant.builtin for entrant in plan.entrants):
            return measure_match(trio.run(partial(_host_privately, plan, judged=judged)))
        if judged:
            return measure_match(_play_here(plan))
        return measure_match(play_match(plan.spec, [find_builtin(entrant.builtin) for entrant in plan.entrants]))
    except (Exception, SystemExit) as error:
        return void_result(plan, f"arena error: {type(error).__name__}: {error}", traceback.format_exc())


def void_result(plan: MatchPlan, reason: str, detail: str = "") -> MatchResult:
    """A match that counts for nobody, by a fault of ours."""
    players = len(plan.entrants)
    outputs = (detail,) * bool(detail)
    leg = LegResult(Status.VOID, hands=(), incidents=(0,) * players, reason=reason, cause=Cause.ARENA_ERROR, outputs=outputs)
    return MatchResult(plan.spec, (leg,))


@dataclass(slots=True)
class _Guest:
    """A bot that plays over gRPC."""

    player: int
    seat: BotSeat
    program: Program | None
    """Its program, when the arena started one."""


def _play_here(plan: MatchPlan) -> MatchResult:
    """Play a match between bots of this process at tables, one hand at a time."""
    legs: list[LegResult] = []
    while len(legs) < plan.spec.leg_count and not (legs and legs[-1].status == Status.VOID):
        windows = [1] + [0] * (len(plan.entrants) - 1)  # hands in play are as many as all seats take together
        seats = [_local_seat(entrant, judged=True, max_in_flight=window) for entrant, window in zip(plan.entrants, windows, strict=True)]
        table = Table(Leg(plan.spec, len(legs)), seats)
        table.open_nowait()
        assert table.result is not None, "bots of this process answer at once"
        legs.append(replace(table.result, outputs=tuple(seat.output for seat in seats)))
    return MatchResult(plan.spec, tuple(legs))


def _local_seat(entrant: Entrant, *, judged: bool, max_in_flight: int = 1) -> LocalSeat:
    """A bot of this process; one that is named by its import path is somebody's, and may be judged."""
    if judged and ":" in entrant.builtin:
        return LocalSeat(partial(_make, entrant.builtin), max_in_flight, judged=True)
    return LocalSeat(find_builtin(entrant.builtin), max_in_flight)


def _make(name: str, info: TableInfo) -> Bot:
    """Import somebody's class and make an instance: either may fail."""
    return find_builtin(name)(info)


async def _host_privately(plan: MatchPlan, *, judged: bool) -> MatchResult:
    async with open_lobby(start_s=plan.spec.clock.start_s) as lobby:
        return await host_match(plan, lobby, judged=judged)


async def host_match(plan: MatchPlan, lobby: Lobby, *, judged: bool = False) -> MatchResult:
    """Play a match whose command bots and remote bots come in by ``lobby``; ``judged``: as in a tournament, see the module.

    At a table with a remote bot, built-in bots are started as programs too, so that the protocol is the only way to play there.
    """
    legs = []
    for number in range(plan.spec.leg_count):
        legs.append(await _host_leg(plan, number, lobby, judged=judged))
        if legs[-1].status == Status.VOID:
            break
    return MatchResult(plan.spec, tuple(legs))


async def _host_leg(plan: MatchPlan, number: int, lobby: Lobby, *, judged: bool) -> LegResult:
    leg = Leg(plan.spec, number)
    open_table = any(entrant.remote for entrant in plan.entrants)
    seats: dict[int, Seat] = {}
    guests: list[_Guest] = []
    async with AsyncExitStack() as stack:
        for player, entrant in sorted(enumerate(plan.entrants), key=lambda pair: pair[1].name):  # one order everywhere: no deadlock
            if entrant.builtin and not open_table:
                seats[player] = _local_seat(entrant, judged=judged)
                continue
            guest = await stack.enter_async_context(_open_guest(entrant, leg, player, lobby))
            seats[player] = guest.seat
            guests.append(guest)
        result = await _play(leg, [seats[player] for player in range(len(seats))], guests)
    outputs = {player: seat.output for player, seat in seats.items() if isinstance(seat, LocalSeat)}
    outputs |= {guest.player: guest.program.output for guest in guests if guest.program}
    texts = tuple(outputs.get(player, "") for player in range(len(seats)))
    return replace(result, outputs=texts, lag_s=round(lobby.lag.most_s, 6))


@asynccontextmanager
async def _open_guest(entrant: Entrant, leg: Leg, player: int, lobby: Lobby) -> AsyncIterator[_Guest]:
    if entrant.remote:
        seat = lobby.account_seat_nowait(entrant.name)
        async with seat.tables:
            yield _Guest(player, seat, None)
        return
    token, seat = lobby.expect_nowait(entrant.name)
    environment = {
        "ARENA_ADDRESS": f"127.0.0.1:{lobby.port}",
        "ARENA_TOKEN": token,
        "ARENA_SEED": str(leg.table_info(player).bot_seed),
    }
    command = entrant.command or (sys.executable, "-m", "arena", "host", entrant.builtin)
    async with open_program(command, environment) as program:
        try:
            yield _Guest(player, seat, program)
        finally:
            lobby.retire_nowait(token)


async def _play(leg: Leg, seats: list[Seat], guests: list[_Guest]) -> LegResult:
    """Play a leg whose programs have been started; one that never says hello forfeits it."""
    absent: list[LegResult] = []
    table = Table(leg, seats)
    async with trio.open_nursery() as nursery:
        async with trio.open_nursery() as arrivals:
            for guest in guests:
                arrivals.start_soon(_wait_arrival, guest, leg, absent)
        if absent:
            return absent[0]
        for guest in guests:
            if guest.program is not None:
                nursery.start_soon(_watch, guest.seat, guest.program)
        try:
            table.open_nowait()
            result = await table.wait_over()
        finally:
            table.void_nowait(Cause.INTERRUPTED, "cancelled")  # when the match is given up; a table that is over stays as it is
        nursery.cancel_scope.cancel()
    return result


async def _wait_arrival(guest: _Guest, leg: Leg, absent: list[LegResult]) -> None:
    """Wait for a bot's Hello; a bot that is dead or too late, or plays other games, is put on ``absent``."""
    clock = leg.spec.clock
    program, seat = guest.program, guest.seat
    arrived, cause, reason = False, Cause.NO_HELLO, f"no Hello within {clock.start_s:g} s"
    with trio.move_on_after(clock.start_s):
        async with trio.open_nursery() as nursery:
            if program is not None:
                nursery.start_soon(_cancel_when, program.exited, nursery.cancel_scope)
            await seat.wait_connected()
            arrived = True
            nursery.cancel_scope.cancel()
    if arrived or (program is not None and seat.welcomed.is_set()):  # it may have said Hello and left at once; then the table forfeits
        if not seat.games or leg.spec.game_name in seat.games:
            return
        cause, reason = Cause.WRONG_GAME, f"it plays {', '.join(seat.games)}, not {leg.spec.game_name}"
    elif program is not None and program.exited.is_set():
        cause, reason = Cause.EXITED, f"{program.ending} before its Hello"
    players = leg.spec.players
    reason = f"{players[guest.player]}: {reason}"
    absent.append(LegResult(Status.FORFEITED, (), (0,) * len(players), guest.player, reason, cause=cause))


async def _watch(seat: BotSeat, program: Program) -> None:
    """Tell the seat when its program is over: nobody will come back."""
    await program.exited.wait()
    seat.lose_nowait(Cause.EXITED, program.ending)


async def _cancel_when(event: trio.Event, scope: trio.CancelScope) -> None:
    await event.wait()
    scope.cancel()
