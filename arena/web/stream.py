"""Server-sent events: what a page shows, again and again, until it is over, the watcher leaves or the arena ends.

A response of our own rather than Starlette's over an async generator: one that is dropped in the middle is closed by the
garbage collector, which trio warns about. The stream ends itself when the feed is closed, since a server that is
shutting down would otherwise wait for it.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import trio
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from arena.errors import ArenaError
from arena.web.feed import Feed

PING_S = 15.0
"""Silence after which a comment is sent, so that nobody between takes the stream for dead."""
RETRY_MS = 2000
"""After which a browser that lost the stream comes back."""

_log = logging.getLogger("arena.web")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a page shows at one moment."""

    revision: int
    """The same number for the same contents; the event's id."""
    html: str
    over: bool = False
    """Whether nothing will change any more."""


Look: TypeAlias = Callable[[], Awaitable[Snapshot]]
"""Gives the newest snapshot."""


class EventStream(Response):
    """Events ``update`` with the HTML of a fragment; at last ``over``."""

    media_type = "text/event-stream"

    def __init__(self, feed: Feed, look: Look, last_event_id: str = "", *, ping_s: float = PING_S) -> None:
        """A snapshot whose revision the watcher says it has seen is not sent again."""
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._feed, self._look, self._ping_s = feed, look, ping_s
        self._seen = last_event_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        if scope["method"] != "HEAD":
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_leave_with_watcher, receive, nursery.cancel_scope)
                await self._send_events(send)
                nursery.cancel_scope.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_events(self, send: Send) -> None:
        await _send_text(send, f"retry: {RETRY_MS}\n\n")
        try:
            while not self._feed.closed:
                revision = self._feed.revision
                snapshot = await self._look()
                if str(snapshot.revision) != self._seen:
                    await _send_text(send, event_text("update", snapshot.html, snapshot.revision))
                    self._seen = str(snapshot.revision)
                if snapshot.over:
                    await _send_text(send, event_text("over", "", snapshot.revision))
                    return
                await self._wait_change(send, revision)
        except ArenaError as error:
            _log.warning("a stream of events ended early: %s", error)

    async def _wait_change(self, send: Send, revision: int) -> None:
        while self._feed.revision == revision and not self._feed.closed:
            with trio.move_on_after(self._ping_s) as silence:
                await self._feed.wait_change(revision)
            if silence.cancelled_caught:
                await _send_text(send, ": ping\n\n")


def event_text(name: str, data: str, number: int) -> str:
    """An event as it travels; every line of its data gets a field of its own."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"id: {number}\nevent: {name}\n{lines}\n"


async def _send_text(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _leave_with_watcher(receive: Receive, scope: trio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()
