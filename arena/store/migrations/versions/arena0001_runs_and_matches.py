"""Runs, and their matches with legs, hands, blocks and faults; accounts."""

import sqlalchemy as sa
from alembic import op

revision = "arena0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _make_runs()
    _make_matches()
    _make_hands()
    _make_faults()
    _make_accounts()


def downgrade() -> None:
    """Drop them with everything in them."""
    for table in ("accounts", "faults", "blocks", "hands", "legs", "matches", "runs", "revision"):
        op.drop_table(table)


def _make_runs() -> None:
    revisions = op.create_table(
        "revision",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.CheckConstraint("id = 1", name="one_row"),
        sa.PrimaryKeyConstraint("id"),
        comment="One row: grows by one in every transaction that writes, and keeps writers apart where BEGIN IMMEDIATE does not exist",
    )
    op.bulk_insert(revisions, [{"id": 1, "number": 0}])
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("master", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("seeded", sa.Boolean, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("started_at", sa.DateTime, nullable=False),
        sa.Column("ended_at", sa.DateTime),
        sa.PrimaryKeyConstraint("id"),
    )


def _make_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("run_id", sa.Integer, nullable=False),
        sa.Column("pairing", sa.Text, nullable=False),
        sa.Column("pass_number", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("deal_count", sa.Integer, nullable=False),
        sa.Column("mirrored", sa.Boolean, nullable=False),
        sa.Column("hand_count", sa.Integer, nullable=False),
        sa.Column("hands_digest", sa.Text, nullable=False),
        sa.Column("ended_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"]),
        sa.UniqueConstraint("run_id", "pairing", "pass_number", "attempt"),
    )
    op.create_index("ix_matches_match_id", "matches", ["match_id"])
    op.create_table(
        "legs",
        sa.Column("match_row", sa.Integer, nullable=False),
        sa.Column("leg", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("forfeiter", sa.SmallInteger),
        sa.Column("incidents", sa.Text, nullable=False),
        sa.Column("spent_s", sa.Text, nullable=False),
        sa.Column("lag_s", sa.Float, nullable=False),
        sa.Column("outputs", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_row", "leg"),
        sa.ForeignKeyConstraint(["match_row"], ["matches.id"]),
    )


def _make_hands() -> None:
    op.create_table(
        "hands",
        sa.Column("match_row", sa.Integer, nullable=False),
        sa.Column("leg", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("deal_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_row", "leg", "deal_number"),
        sa.ForeignKeyConstraint(["match_row"], ["matches.id"]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "blocks",
        sa.Column("match_row", sa.Integer, nullable=False),
        sa.Column("deal_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("net_chips", sa.LargeBinary, nullable=False, comment="by player, eight bytes each, signed, little-endian"),
        sa.Column("charged", sa.LargeBinary, nullable=False, comment="by player, one byte each"),
        sa.Column("hand_count", sa.SmallInteger, nullable=False),
        sa.Column("leg_count", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("match_row", "deal_number"),
        sa.ForeignKeyConstraint(["match_row"], ["matches.id"]),
        sqlite_with_rowid=False,
    )


def _make_faults() -> None:
    op.create_table(
        "faults",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("match_row", sa.Integer, nullable=False),
        sa.Column("leg", sa.SmallInteger, nullable=False),
        sa.Column("player", sa.SmallInteger, nullable=False),
        sa.Column("hand_number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("played", sa.Text, nullable=False),
        sa.Column("incident", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["match_row"], ["matches.id"]),
    )
    op.create_index("ix_faults_match_row", "faults", ["match_row"])


def _make_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("revoked_at", sa.DateTime),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
        sa.UniqueConstraint("token_hash"),
    )
