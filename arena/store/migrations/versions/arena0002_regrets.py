"""What the choices of a block cost, in games that are graded."""

import sqlalchemy as sa
from alembic import op

revision = "arena0002"
down_revision = "arena0001"
branch_labels = None
depends_on = None

_WORDS = "by player, eight bytes each, IEEE 754, little-endian; absent where nothing is graded"


def upgrade() -> None:
    """Make room for them."""
    op.add_column("blocks", sa.Column("regrets", sa.LargeBinary, comment=_WORDS))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("blocks", "regrets")
