"""Statements about accounts, each on a connection of ``database``."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from arena.dealer.ports import Account
from arena.errors import ConfigError, NoRecord
from arena.store.schema import accounts
from arena.store.writing import grow_revision

_COLUMNS = (accounts.c.name, accounts.c.owner, accounts.c.created_at, accounts.c.revoked_at, accounts.c.organiser)


def insert_account(connection: Connection, account: Account, token_hash: str) -> None:
    """A new account; ConfigError when the name is taken."""
    if connection.execute(select(accounts.c.id).where(accounts.c.name == account.name)).first() is not None:
        raise ConfigError(
            f"there is already a bot called {account.name!r}; choose another name, or revoke it and make a new one under a new name"
        )
    connection.execute(insert(accounts).values(asdict(account) | {"token_hash": token_hash}))
    grow_revision(connection)


def read_accounts(connection: Connection) -> tuple[Account, ...]:
    """Every account, by name."""
    return tuple(Account(*row) for row in connection.execute(select(*_COLUMNS).order_by(accounts.c.name)))


def revoke_account(connection: Connection, name: str, now: datetime) -> None:
    """An account's token opens nothing from now on; NoRecord when there is no such account."""
    found = connection.execute(update(accounts).where(accounts.c.name == name, accounts.c.revoked_at.is_(None)).values(revoked_at=now))
    if not found.rowcount and connection.execute(select(accounts.c.id).where(accounts.c.name == name)).first() is None:
        raise NoRecord(f"there is no bot called {name!r}; `arena bots list` shows them")
    grow_revision(connection)


def find_account(connection: Connection, token_hash: str) -> Account | None:
    """The account of a token."""
    row = connection.execute(select(*_COLUMNS).where(accounts.c.token_hash == token_hash)).first()
    return None if row is None else Account(*row)
