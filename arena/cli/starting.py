"""How a command line begins and ends, `arena` and the commands of packages beside it: every error is one line and an exit code."""

import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from arena.cli.text import close_output, is_of_output, prepare_streams, visible
from arena.errors import ArenaError, ConfigError, NoRecord, RunHeld, SchemaMismatch


def start(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code: 0 done, 1 the work failed, 2 the user's mistake, told in one line on standard error.

    Args:
        command: what to run.
        name: what people type for it.
        arguments: what they typed after it; that of this process without.
    """
    prepare_streams()
    try:
        code = _run(command, name, arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        close_output()
        return 1
    except OSError as error:
        if not is_of_output(error):
            raise
        close_output()
        return _fail(name, f"standard output cannot be written: {(error.strerror or str(error)).lower()}", 1)
    return code


def _run(command: click.Command, name: str, arguments: Sequence[str] | None) -> int:
    try:
        return int(command.main(arguments, prog_name=name, standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        return 2
    except click.ClickException as error:
        return _fail(name, f"{error.format_message().rstrip('.')}{_hint(error)}", 2)
    except (ConfigError, NoRecord, RunHeld, SchemaMismatch) as error:
        return _fail(name, str(error), 2)
    except ArenaError as error:
        return _fail(name, str(error), 1)
    except (KeyboardInterrupt, click.Abort):
        return _fail(name, "stopped", 1)


def _hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"; see {context.command_path} --help" if context is not None else ""


def _fail(name: str, message: str, code: int) -> int:
    with suppress(OSError):
        print(f"{name}: " + visible(" ".join(message.split())), file=sys.stderr)
    return code
