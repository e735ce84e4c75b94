"""Orders of organisers: which can be given, and from which pass they hold. Statements, each on a connection of ``database``.

A late entrant is an entrant of the run from the moment of the order on, so that pairings can name it by number; from which pass
it plays is the tournament's business.
"""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from arena.dealer.ports import RunStatus
from arena.errors import ConfigError, NoRecord, SchemaMismatch
from arena.matches import Status
from arena.store.packing import reading
from arena.store.runs import document_of, late_entrants, run_row, spec_of
from arena.store.schema import matches, orders, runs
from arena.store.writing import grow_revision
from arena.tournaments import FORMATS, Order, OrderKind, entrant_document, entrant_from_document, tournament_from_document

VOIDED = "a match was voided by hand; `arena run` plays it again"
"""Why a completed run is stopped after such an order."""

_LEAVING = (OrderKind.WITHDRAW.value, OrderKind.DISQUALIFY.value)


def insert_order(connection: Connection, run_id: int, order: Order, given_at: datetime) -> None:
    """An order is given, if it can be."""
    run = run_row(connection, run_id)
    values = {
        "run_id": run_id,
        "kind": order.kind.value,
        "subject": order.subject,
        "reason": order.reason,
        "by": order.by,
        "entrant": _check(connection, run, order),
        "given_at": given_at,
    }
    connection.execute(insert(orders).values(values))
    if order.kind == OrderKind.VOID and run.status == RunStatus.COMPLETED:
        connection.execute(update(runs).where(runs.c.id == run_id).values(status=RunStatus.STOPPED.value, reason=VOIDED))
    grow_revision(connection)


def take_orders(connection: Connection, run_id: int, pass_number: int) -> tuple[Order, ...]:
    """Orders that hold from no pass yet hold from this one; all of the run."""
    waiting = (orders.c.run_id == run_id) & orders.c.pass_number.is_(None)
    if connection.execute(update(orders).where(waiting).values(pass_number=pass_number)).rowcount:
        grow_revision(connection)
    return read_orders(connection, run_id)


def read_orders(connection: Connection, run_id: int) -> tuple[Order, ...]:
    """Every order of a run, in the order in which they were given."""
    game_name = run_row(connection, run_id).game
    rows = connection.execute(select(orders).where(orders.c.run_id == run_id).order_by(orders.c.id))
    return tuple(_order(row, game_name) for row in rows)


def _order(row: Row[Any], game_name: str) -> Order:
    where = f"run {row.run_id}, order {row.id}"
    with reading(where):
        document = None if row.entrant is None else dict(json.loads(row.entrant))
        kind = OrderKind(row.kind)
    try:
        entrant = None if document is None else entrant_from_document(document, game_name, where)
    except ConfigError as error:
        raise SchemaMismatch(f"{where}, was stored by another version of the arena: {error}") from error
    return Order(kind, row.subject, row.reason, row.by, entrant, row.pass_number)


def _check(connection: Connection, run: Row[Any], order: Order) -> str | None:
    """Refuse what cannot be; the document of who enters."""
    if order.kind == OrderKind.ENTER:
        return _check_entering(connection, run, order)
    if order.kind == OrderKind.VOID:
        _check_voiding(connection, run, order.subject)
    else:
        _check_leaving(connection, run, order)
    return None


def _check_entering(connection: Connection, run: Row[Any], order: Order) -> str:
    """Whether the tournament with one entrant more is still one that can be read."""
    assert order.entrant is not None, "an order to enter says who"
    assert order.entrant.name == order.subject, "who enters is the subject"
    late = late_entrants(connection, run.id)
    spec = spec_of(run, late)
    if run.status == RunStatus.COMPLETED:
        raise ConfigError(f"{_called(run)} is over; {order.subject!r} cannot enter it, but may enter the next one")
    if not FORMATS[spec.format].late_entry:
        raise ConfigError(f"{_called(run)} is played as {spec.format}, which nobody enters late; {order.subject!r} may enter the next one")
    if order.subject in [entrant.name for entrant in spec.entrants]:
        raise ConfigError(f"{_called(run)} has an entrant {order.subject!r} already; enter under another name")
    document = json.dumps(entrant_document(order.entrant))
    tournament_from_document(document_of(run, [*late, document]), _called(run))
    return document


def _check_leaving(connection: Connection, run: Row[Any], order: Order) -> None:
    spec = spec_of(run, late_entrants(connection, run.id))
    if order.subject not in [entrant.name for entrant in spec.entrants]:
        raise NoRecord(f"{_called(run)} has no entrant {order.subject!r}; `arena leaderboard --run {run.id}` names them")
    left = _first_order(connection, run.id, order.subject, *_LEAVING)
    if left is not None:
        how = "was disqualified" if left.kind == OrderKind.DISQUALIFY else "has withdrawn"
        raise ConfigError(f"{order.subject!r} {how} already in {_called(run)}; there is nothing left to do")
    if order.kind == OrderKind.WITHDRAW and run.status == RunStatus.COMPLETED:
        raise ConfigError(f"{_called(run)} is over; {order.subject!r} cannot withdraw any more, but may be disqualified")


def _check_voiding(connection: Connection, run: Row[Any], match_id: str) -> None:
    status = connection.scalar(select(matches.c.status).where(matches.c.run_id == run.id, matches.c.match_id == match_id))
    if status is None:
        raise NoRecord(f"{_called(run)} has no match {match_id!r} that is over; `arena matches --run {run.id}` lists them")
    if status == Status.VOID or _first_order(connection, run.id, match_id, OrderKind.VOID.value) is not None:
        raise ConfigError(f"match {match_id} of {_called(run)} is void already; there is nothing left to do")


def _first_order(connection: Connection, run_id: int, subject: str, *kinds: str) -> Row[Any] | None:
    of_subject = select(orders.c.kind).where(orders.c.run_id == run_id, orders.c.subject == subject, orders.c.kind.in_(kinds))
    return connection.execute(of_subject.order_by(orders.c.id)).first()


def _called(run: Row[Any]) -> str:
    return f"run {run.id} ({run.name})"
