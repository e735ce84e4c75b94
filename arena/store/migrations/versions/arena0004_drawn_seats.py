"""Whether it was drawn who sits next to whom; in matches of former versions it was not."""

import sqlalchemy as sa
from alembic import op

revision = "arena0004"
down_revision = "arena0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it."""
    op.add_column("matches", sa.Column("drawn_seats", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Forget it; matches of more than two players can no longer be verified."""
    op.drop_column("matches", "drawn_seats")
