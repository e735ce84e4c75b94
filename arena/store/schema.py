"""The tables, and which revisions of them there have been.

What is exact stays exact: chips are whole numbers, seeds and hands are the bytes themselves, times are UTC. Lists that are only ever
read whole (incidents, thinking times, outputs) are JSON text; chips of a block are packed, since tournaments read all their blocks.
Blocks follow from the hands; they are kept beside them because standings need them and nothing else.

What a later revision added is absent, or empty, in the rows of an earlier one: such matches know no causes and no luck.

A change of these tables is a new file in ``migrations/versions``, and a new entry in ``REVISIONS``. Tests hold the two together.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)

REVISIONS = ("arena0001", "arena0002", "arena0003", "arena0004")
"""Every revision of the schema, oldest first; the last is the one this program reads and writes."""

VERSION_TABLE = "alembic_version"
"""Where alembic notes the revision of a database."""


class UtcTime(TypeDecorator[datetime]):
    """A moment: aware in Python, UTC without a zone in the database."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database."""
        if value is None:
            return None
        assert value.tzinfo is not None, "a moment without a zone is no moment"
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database."""
        return None if value is None else value.replace(tzinfo=UTC)


class Words(TypeDecorator[str]):
    """Text that may quote a bot. NUL and lone surrogates, which no database takes, become U+FFFD: a match is stored whatever was said."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """To the database."""
        if value is None:
            return None
        return value.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

revision = Table(
    "revision",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
    comment="One row: grows by one in every transaction that writes, and keeps writers apart where BEGIN IMMEDIATE does not exist",
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Words, nullable=False),
    Column("game", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("master", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("seeded", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("reason", Words, nullable=False),
    Column("started_at", UtcTime, nullable=False),
    Column("ended_at", UtcTime),
    Column("holder", Text, comment="the process that plays it, as JSON; absent while none has taken it"),
    Column("held_until", UtcTime),
    Column("paused", Boolean, nullable=False, server_default=false()),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", ForeignKey(runs.c.id), nullable=False),
    Column("pairing", Text, nullable=False),
    Column("pass_number", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("match_id", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("reason", Words, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("deal_count", Integer, nullable=False),
    Column("mirrored", Boolean, nullable=False),
    Column("hand_count", Integer, nullable=False),
    Column("hands_digest", Text, nullable=False),
    Column("ended_at", UtcTime, nullable=False),
    Column("cause", Text, nullable=False, server_default=text("''")),
    Column("measured", Boolean, nullable=False, server_default=false()),
    Column("drawn_seats", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("run_id", "pairing", "pass_number", "attempt"),
    Index(None, "match_id"),
)

legs = Table(
    "legs",
    metadata,
    Column("match_row", ForeignKey(matches.c.id), primary_key=True),
    Column("leg", SmallInteger, primary_key=True, autoincrement=False),
    Column("status", Text, nullable=False),
    Column("reason", Words, nullable=False),
    Column("forfeiter", SmallInteger),
    Column("incidents", Text, nullable=False),
    Column("spent_s", Text, nullable=False),
    Column("lag_s", Float, nullable=False),
    Column("outputs", Text, nullable=False),
    Column("cause", Text, nullable=False, server_default=text("''")),
)

hands = Table(
    "hands",
    metadata,
    Column("match_row", ForeignKey(matches.c.id), primary_key=True),
    Column("leg", SmallInteger, primary_key=True, autoincrement=False),
    Column("deal_number", Integer, primary_key=True, autoincrement=False),
    Column("record", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

blocks = Table(
    "blocks",
    metadata,
    Column("match_row", ForeignKey(matches.c.id), primary_key=True),
    Column("deal_number", Integer, primary_key=True, autoincrement=False),
    Column("net_chips", LargeBinary, nullable=False, comment="by player, eight bytes each, signed, little-endian"),
    Column("charged", LargeBinary, nullable=False, comment="by player, one byte each"),
    Column("hand_count", SmallInteger, nullable=False),
    Column("leg_count", SmallInteger, nullable=False),
    Column("regrets", LargeBinary, comment="by player, eight bytes each, IEEE 754, little-endian; absent where nothing is graded"),
    Column("luck", LargeBinary, comment="by player, eight bytes each, IEEE 754, little-endian; absent where nothing is drawn"),
    Column("prizes", LargeBinary, comment="by player, eight bytes each, IEEE 754, little-endian; absent unless places are paid"),
    sqlite_with_rowid=False,
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("owner", Text, nullable=False),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("created_at", UtcTime, nullable=False),
    Column("revoked_at", UtcTime),
    Column("organiser", Boolean, nullable=False, server_default=false()),
)

faults = Table(
    "faults",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_row", ForeignKey(matches.c.id), nullable=False),
    Column("leg", SmallInteger, nullable=False),
    Column("player", SmallInteger, nullable=False),
    Column("hand_number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("detail", Words, nullable=False),
    Column("played", Text, nullable=False),
    Column("incident", Integer, nullable=False),
    Index(None, "match_row"),
)

orders = Table(
    "orders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", ForeignKey(runs.c.id), nullable=False),
    Column("kind", Text, nullable=False),
    Column("subject", Words, nullable=False),
    Column("reason", Words, nullable=False),
    Column("by", Words, nullable=False),
    Column("entrant", Text, comment="who enters, as in the document of a tournament"),
    Column("pass_number", Integer, comment="absent until a pass has begun since"),
    Column("given_at", UtcTime, nullable=False),
    Index(None, "run_id"),
)

begun = Table(
    "begun",
    metadata,
    Column("run_id", ForeignKey(runs.c.id), primary_key=True),
    Column("pairing", Text, primary_key=True),
    Column("pass_number", Integer, primary_key=True),
    Column("attempt", Integer, primary_key=True),
    sqlite_with_rowid=False,
    comment="Matches that began, of those whose deals a remote bot may have seen; they stay when the match is stored",
)
