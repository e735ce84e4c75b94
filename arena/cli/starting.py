"""How a command line begins and ends, `arena` and the commands of packages beside it: every error is one line and an exit code."""

import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

import click

from arena.cli.text import close_output, is_of_output, prepare_streams, visible
from arena.errors import ArenaError, ConfigError, NoRecord, RunHeld, SchemaMismatch

CLOSED_PIPE = 128 + signal.SIGPIPE
"""The exit code where whoever read standard output went away, as shells have it for those who die of it."""


def start(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code: 0 done, 1 the work failed, 2 the user's mistake, told in one line on standard error.

    It is CLOSED_PIPE where nobody reads standard output any more. SIGTERM interrupts as Ctrl-C does, but for commands that receive it
    themselves.

    Args:
        command: what to run.
        name: what people type for it.
        arguments: what they typed after it; that of this process without.
    """
    prepare_streams()
    try:
        with _terminable():
            code = _run(command, name, arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        close_output()
        return CLOSED_PIPE
    except OSError as error:
        if not is_of_output(error):
            raise
        close_output()
        return _fail(name, f"standard output cannot be written: {(error.strerror or str(error)).lower()}", 1)
    return code


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM is an interrupt, so that what was opened is closed; not where somebody has said already what becomes of it."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _interrupt(_: int, frame: FrameType | None) -> None:
    """By whoever handles interrupts now: trio does it where it does no harm. Who ignores them, as in the background, is ended too."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)


def _run(command: click.Command, name: str, arguments: Sequence[str] | None) -> int:
    output = sys.stdout
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
    except SystemExit as error:  # so rich ends where a pipe is closed, and click, which puts a stand-in in the output's place
        if sys.stdout is output and not isinstance(error.__context__, BrokenPipeError):
            raise
        raise BrokenPipeError from None


def _hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"; see {context.command_path} --help" if context is not None else ""


def _fail(name: str, message: str, code: int) -> int:
    with suppress(OSError):
        print(f"{name}: " + visible(" ".join(message.split())), file=sys.stderr)
    return code
