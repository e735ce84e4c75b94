"""How text reaches a terminal, a file or a pipe: nothing in it acts on the terminal, and what cannot be written is no crash.

Quick to import, since every command does it.
"""

import codecs
import errno
import io
import os
import sys
from contextlib import suppress
from pathlib import Path

_STAND_INS = {"–": "-", "−": "-", "…": "~", "±": "~", "×": "x"}
"""What is written for the characters of our own words where they cannot be."""

_OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EAGAIN)


def visible(text: str, keep: str = "") -> str:
    r"""Text from bots, files and databases, fit for a terminal: what would not be seen is written out, as in ``\x1b[31m``.

    Args:
        text: anything.
        keep: characters that stay as they are.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in keep else char.encode("unicode_escape").decode("ascii") for char in text)


def brief(text: str, length: int = 60) -> str:
    """Something a person typed, for a message about it."""
    return text if len(text) <= length else text[:length] + "…"


def prepare_streams() -> None:
    """Whatever is shown can be written: a stream that is closed leads nowhere, one that is not UTF-8 gets stand-ins."""
    codecs.register_error("arena", _stand_in)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 (for as long as the process lasts)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="arena")


def is_of_output(error: OSError) -> bool:
    """Whether it is standard output that could not be written; nothing else is written without a file's name beside the error."""
    return error.filename is None and error.errno in _OUTPUT_ERRORS


def close_output() -> None:
    """Let Python not try again when it ends."""
    with suppress(OSError):
        sys.stdout.close()


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Plain characters, as many as could not be encoded, so that columns stay columns."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_STAND_INS.get(char, "?") for char in error.object[error.start : error.end]), error.end
