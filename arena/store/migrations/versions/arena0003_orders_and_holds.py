"""Orders and matches that began; who plays a run; why matches were not completed; luck and prizes; organisers."""

import sqlalchemy as sa
from alembic import op

revision = "arena0003"
down_revision = "arena0002"
branch_labels = None
depends_on = None

_NUMBERS = "by player, eight bytes each, IEEE 754, little-endian; absent "


def upgrade() -> None:
    """Make room for them."""
    op.add_column("runs", sa.Column("holder", sa.Text, comment="the process that plays it, as JSON; absent while none has taken it"))
    op.add_column("runs", sa.Column("held_until", sa.DateTime))
    op.add_column("runs", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("cause", sa.Text, nullable=False, server_default=sa.text("''")))
    op.add_column("matches", sa.Column("measured", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("legs", sa.Column("cause", sa.Text, nullable=False, server_default=sa.text("''")))
    op.add_column("blocks", sa.Column("luck", sa.LargeBinary, comment=_NUMBERS + "where nothing is drawn"))
    op.add_column("blocks", sa.Column("prizes", sa.LargeBinary, comment=_NUMBERS + "unless places are paid"))
    op.add_column("accounts", sa.Column("organiser", sa.Boolean, nullable=False, server_default=sa.false()))
    _make_orders()
    _make_begun()


def downgrade() -> None:
    """Forget them; late entrants too, so that their matches can no longer be read."""
    op.drop_table("begun")
    op.drop_table("orders")
    op.drop_column("accounts", "organiser")
    op.drop_column("blocks", "prizes")
    op.drop_column("blocks", "luck")
    op.drop_column("legs", "cause")
    op.drop_column("matches", "measured")
    op.drop_column("matches", "cause")
    op.drop_column("runs", "paused")
    op.drop_column("runs", "held_until")
    op.drop_column("runs", "holder")


def _make_orders() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("run_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("entrant", sa.Text, comment="who enters, as in the document of a tournament"),
        sa.Column("pass_number", sa.Integer, comment="absent until a pass has begun since"),
        sa.Column("given_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"]),
    )
    op.create_index("ix_orders_run_id", "orders", ["run_id"])


def _make_begun() -> None:
    op.create_table(
        "begun",
        sa.Column("run_id", sa.Integer, nullable=False),
        sa.Column("pairing", sa.Text, nullable=False),
        sa.Column("pass_number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "pairing", "pass_number", "attempt"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"]),
        sqlite_with_rowid=False,
        comment="Matches that began, of those whose deals a remote bot may have seen; they stay when the match is stored",
    )
