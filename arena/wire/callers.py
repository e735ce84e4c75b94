"""Who calls: the token that came with a call, and what is said to those who may not come in."""

from collections.abc import Mapping

import grpc

from arena.dealer import Account, Accounts, hash_token
from arena.wire.bridge import Ending
from arena.wire.calls import Refused

UNKNOWN = Ending(
    grpc.StatusCode.UNAUTHENTICATED, "metadata `authorization: Bearer TOKEN`: the token is missing or unknown", "TOKEN_UNKNOWN"
)
REVOKED = Ending(grpc.StatusCode.PERMISSION_DENIED, "the token is no longer valid", "TOKEN_REVOKED")


def token_of(metadata: Mapping[str, str]) -> str | None:
    """The bearer token of a call, which may be empty; None when it shows none."""
    scheme, _, token = metadata.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def account_of(metadata: Mapping[str, str], accounts: Accounts) -> Account:
    """The account that calls; asks the database, so it belongs in a thread.

    Raises:
        Refused: it shows no token of an account, or one that opens nothing any more.
    """
    token = token_of(metadata)
    account = None if token is None else accounts.find_account(hash_token(token))
    if account is None:
        raise Refused(UNKNOWN)
    if account.revoked_at is not None:
        raise Refused(REVOKED)
    return account
