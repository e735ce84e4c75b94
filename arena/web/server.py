"""The web server: a listening socket, hypercorn on it, and an end that nobody can hold up for long.

At the end the feed is closed first, so that streams end themselves; then the server stops. A watcher that has stopped
reading cannot be told: hypercorn writes under a shield. The kernel drops such a connection after ``STALLED_MS``.
"""

import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from hypercorn.config import Config
from hypercorn.trio import serve
from starlette.applications import Starlette

from arena.dealer import Library
from arena.errors import ConfigError
from arena.web.app import create_app
from arena.web.feed import Feed

GRACE_S = 0.5
"""For answers under way at the end."""
STALLED_MS = 5000

_log = logging.getLogger("arena.web.server")


@asynccontextmanager
async def open_web(library: Library, bind: str) -> AsyncIterator[str]:
    """Serve the pages while the block runs; what the block raises comes out as it is.

    Args:
        library: what the pages show; it is called in threads.
        bind: ``HOST:PORT``; port 0 takes any free one.

    Yields:
        The URL of the first page, such as ``http://127.0.0.1:8000``.

    Raises:
        ConfigError: it is not possible to listen there.
    """
    listener = await _listen(bind)
    feed = Feed(library)
    failure: Exception | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(feed.run)
        url: str = await nursery.start(_serve, create_app(library, feed), listener)
        try:
            yield url
        except Exception as error:
            failure = error
        finally:
            feed.close()
    if failure is not None:
        raise failure


async def serve_web(app: Starlette, bind: str, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
    """Serve an application made by ``create_app`` until its feed is closed; reports the URL.

    Raises:
        ConfigError: it is not possible to listen there.
    """
    await _serve(app, await _listen(bind), task_status=task_status)


async def _serve(app: Starlette, listener: socket.socket, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
    url = _url(listener)
    config = Config()
    config.bind = [f"fd://{listener.detach()}"]
    config.errorlog = _log
    config.graceful_timeout = GRACE_S
    config.include_server_header = False
    async with trio.open_nursery() as nursery:
        await nursery.start(_serve_until_closed, app, config)
        task_status.started(url)


async def _serve_until_closed(app: Starlette, config: Config, *, task_status: trio.TaskStatus[list[str]]) -> None:
    feed: Feed = app.state.feed
    await serve(app, config, shutdown_trigger=feed.wait_closed, task_status=task_status)  # type: ignore[arg-type]


async def _listen(bind: str) -> socket.socket:
    """A socket that listens at ``HOST:PORT`` or ``[HOST]:PORT``."""
    host, port = _parse(bind)
    listener: socket.socket | None = None
    try:
        family, kind, protocol, _, address = (await trio.socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
        listener.bind(address)
        listener.listen(100)
    except OSError as error:
        if listener is not None:
            listener.close()
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"cannot listen on {bind}: {reason}; choose another with --web") from None
    return listener


def _parse(bind: str) -> tuple[str, int]:
    host, colon, port = bind.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 65536):
        raise ConfigError(f"cannot listen on {bind}: it must be HOST:PORT, such as 127.0.0.1:8000; choose another with --web")
    return host, int(port)


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
