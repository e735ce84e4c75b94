"""Runs one program and leaves nothing of it behind. Started by ``programs.py`` as a process of its own; standard library only.

    python -I -S keeper.py COMMAND…

The program gets limits on what it may leave on disk, no standard input, and a session of its own, so that what it does to its
process group does not reach the keeper. The keeper's own standard input is a pipe from the
arena: when it closes, because the arena says so or because it died, however suddenly, everything the program started is
killed, processes that moved to another session or were orphaned included (the keeper is their reaper on Linux). The keeper
exits with the program's status, 128 plus the number for a signal.
"""

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import sys
import threading
import time

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_FILE_BYTES = 256 << 20
_OPEN_FILES = 4096


def main() -> int:
    """Run the command line's program to its end."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    for limit, value in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, _FILE_BYTES), (resource.RLIMIT_NOFILE, _OPEN_FILES)):
        hard = resource.getrlimit(limit)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (value, value))
    try:
        program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=_die_with_the_keeper)
    except OSError as error:
        print(f"cannot start {sys.argv[1]}: {error.strerror}", flush=True)
        return 127
    threading.Thread(target=_end_with_the_arena, args=(program,), daemon=True).start()
    status = program.wait()
    _kill_descendants()
    return status if status >= 0 else 128 - status


def _prctl(option: int, value: int) -> None:
    """Linux only; elsewhere nothing happens."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _die_with_the_keeper() -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _end_with_the_arena(program: "subprocess.Popen[bytes]") -> None:
    """Kill the program when the pipe from the arena closes; the main thread then clears up."""
    while os.read(0, 1024):
        pass
    program.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    program.kill()


def _kill_descendants() -> None:
    """Kill every child of ours, orphans that became ours included, until there is none."""
    with contextlib.suppress(ChildProcessError):
        while True:
            for child in _children():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def _children() -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{task}/children") as names:
                found += [int(name) for name in names.read().split()]
    return found


if __name__ == "__main__":
    sys.exit(main())
