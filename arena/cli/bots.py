"""``arena bots``: accounts of remote bots, and the built-in bots."""

import secrets

import click

from arena.cli.common import console, db_option, examples, json_option, open_database, print_json, say, table
from arena.cli.text import brief
from arena.dealer import Account, hash_token
from arena.engines import builtin_names, builtin_versions, find_builtin
from arena.errors import ConfigError

_MAX_NAME = 60


@click.group()
def command() -> None:
    """Accounts of remote bots, and the built-in bots. Accounts may be changed while `arena serve` runs."""


examples("arena bots list", "arena bots add ada/raiser --owner ada", "arena bots revoke ada/raiser")(command)


@examples("arena bots add ada/raiser --owner ada", "arena bots add ada/office --owner ada --organiser")
@command.command(short_help="Make an account for a remote bot, and print its token.")
@click.argument("name")
@click.option("--owner", required=True, metavar="WHO", help="Whose bot it is; one owner has one scored entry in a tournament.")
@click.option("--organiser", is_flag=True, help="Let it decide about tournaments too: who enters late or leaves, what is void, pauses.")
@db_option
def add(name: str, owner: str, organiser: bool, db: str) -> int:
    """Make an account for the remote bot NAME, and print its token: once, only its hash is kept."""
    for text, what in ((name, "NAME"), (owner, "--owner")):
        if not 0 < len(text) <= _MAX_NAME or not text.isprintable() or text != text.strip():
            raise ConfigError(
                f"{what} {brief(text, _MAX_NAME)!r}: must be 1 to {_MAX_NAME} printable characters, without spaces around them"
            )
    if name.partition("@")[0].casefold() in {builtin.casefold() for builtin in builtin_names()}:
        raise ConfigError(f"NAME {name!r}: is the name of a built-in bot; choose one of your own, such as ada/raiser")
    token = secrets.token_urlsafe(24)
    with open_database(db, make=True) as database:
        database.add_account(name, owner, hash_token(token), organiser=organiser)
    say(console(), f"Token of {name}, shown only now: {token}")
    return 0


@examples("arena bots list", "arena bots list --json")
@command.command("list", short_help="List the accounts, and the built-in bots with their versions.")
@db_option
@json_option
def list_bots(db: str, as_json: bool) -> int:
    """List the accounts of remote bots, and the built-in bots for `builtin = "…"` in a tournament file, a row a version."""
    builtins = [_about(name, version) for name in builtin_names() for version in builtin_versions(name)]
    with open_database(db, make=True) as database:
        accounts = list(map(_account, database.accounts()))
    if as_json:
        print_json({"accounts": accounts, "builtins": builtins})
        return 0
    out = console()
    columns = [("name", "left"), ("version", "right"), ("about", "left")]
    out.print(table("Built-in bots", columns, [tuple(bot.values()) for bot in builtins]))
    if accounts:
        heads = [("name", "left"), ("owner", "left"), ("state", "left"), ("role", "left")]
        out.print(table("Accounts", heads, [tuple(account.values()) for account in accounts]))
    else:
        say(out, "No accounts of remote bots yet; `arena bots add NAME --owner WHO` makes one.")
    return 0


@examples("arena bots revoke ada/raiser")
@command.command(short_help="Make the token of a remote bot open nothing any more.")
@click.argument("name")
@db_option
def revoke(name: str, db: str) -> int:
    """Make the token of the remote bot NAME open nothing any more; a running dealer sends it away within seconds."""
    with open_database(db) as database:
        database.revoke_account(name)
    say(console(), f"{name} is revoked.")
    return 0


def _account(account: Account) -> dict[str, object]:
    state, role = "active" if account.revoked_at is None else "revoked", "organiser" if account.organiser else "bot"
    return {"name": account.name, "owner": account.owner, "state": state, "role": role}


def _about(name: str, version: str) -> dict[str, object]:
    factory = find_builtin(f"{name}@{version}")
    return {"name": name, "version": getattr(factory, "version", 1), "about": (factory.__doc__ or "").strip().split("\n")[0]}
