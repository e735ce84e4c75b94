"""The web application: which page answers which address, with which headers; errors as pages of the same design.

No page has a side effect, sets a cookie or loads anything from elsewhere. Legs and deals are counted from 0, as everywhere.
"""

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

import trio
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.dealer import Access, Library, RunStatus, StoredMatch, access_to
from arena.errors import NoRecord
from arena.matches import tell_hand
from arena.web.boards import board_page, most_matches
from arena.web.feed import Feed, RunBoard, RunList
from arena.web.matches import find_hand, match_page
from arena.web.pages import STATIC, Pages
from arena.web.stream import EventStream, Look, Snapshot

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
RUNS_SHOWN, MATCHES_SHOWN = 50, 200
"""On one page."""

_FRAGMENTS_KEPT = 64
_MATCH_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
_MOST = 2**31 - 1
"""No number of a run, leg or deal is higher."""
_Key = TypeVar("_Key", RunBoard, RunList)


def create_app(library: Library, feed: Feed) -> Starlette:
    """The application.

    Args:
        library: called in threads.
        feed: of the same library; it stays reachable as ``app.state.feed``.
    """
    site = _Site(library, feed)
    routes = [
        Route("/", site.index),
        Route("/events", site.index_events),
        Route("/runs/{run_id:int}", site.run),
        Route("/runs/{run_id:int}/events", site.run_events),
        Route("/runs/{run_id:int}.json", site.run_json),
        Route("/runs/{run_id:int}/matches", site.run_matches),
        Route("/matches/{match_id}", site.match),
        Route("/matches/{match_id}/hands/{leg:int}/{number:int}", site.hand),
        Route("/healthz", site.healthz),
        Mount("/static", _Static(directory=STATIC), name="static"),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(_Headers)],
        exception_handlers={HTTPException: site.refused, NoRecord: site.not_found, Exception: site.failed},
    )
    app.state.feed = feed
    return app


class _Site:
    """The pages of one library."""

    def __init__(self, library: Library, feed: Feed) -> None:
        self._library, self._feed, self._pages = library, feed, Pages()
        self._board_page = lru_cache(_FRAGMENTS_KEPT)(board_page)
        self._fragments: OrderedDict[RunBoard | RunList, str] = OrderedDict()
        self._rendering = trio.Lock()

    async def index(self, request: Request) -> Response:
        await self._feed.refresh()
        return await self._page("index.html", _index_values(await self._feed.runs(), _page_number(request)))

    async def index_events(self, request: Request) -> Response:
        async def look() -> Snapshot:
            runs = await self._feed.runs(patient=True)
            return Snapshot(runs.revision, await self._fragment(runs, self._render_runs))

        await self._feed.refresh()
        return self._events(request, look)

    async def run(self, request: Request) -> Response:
        board = await self._board(request)
        fragment = await self._fragment(board, self._render_board)
        return await self._page("run.html", {"page": self._board_page(board), "fragment": fragment})

    async def run_events(self, request: Request) -> Response:
        run_id = (await self._board(request)).info.run_id

        async def look() -> Snapshot:
            board = await self._feed.board(run_id, patient=True)
            html = await self._fragment(board, self._render_board)
            return Snapshot(board.revision, html, over=board.info.status != RunStatus.RUNNING)

        return self._events(request, look)

    async def run_json(self, request: Request) -> Response:
        return JSONResponse((await self._board(request)).standings.document())

    async def run_matches(self, request: Request) -> Response:
        board = await self._board(request)
        matches = board.standings.matches
        page, page_count, first = _window(_page_number(request), len(matches), MATCHES_SHOWN)
        values = {"info": board.info, "matches": matches[first : first + MATCHES_SHOWN], "page": page, "page_count": page_count}
        return await self._page("matches.html", values)

    async def match(self, request: Request) -> Response:
        match, access, others = await self._match(request)
        page = await trio.to_thread.run_sync(match_page, match, access, _page_number(request))
        return await self._page("match.html", {"page": page, "others": others})

    async def hand(self, request: Request) -> Response:
        match, access, _ = await self._match(request)
        leg, number = request.path_params["leg"], request.path_params["number"]
        record = find_hand(match, leg, number)
        if not access.hands:
            raise HTTPException(404, access.why_no_hands)
        if record is None:
            raise HTTPException(404, f"There is no hand of leg {leg}, deal {number} in match {match.spec.match_id}.")
        story = tell_hand(match.spec, leg, record)
        values = {"match": match, "leg": leg, "number": number, "story": story, "legs": [find_hand(match, n, number) for n in _legs(match)]}
        return await self._page("hand.html", values)

    async def healthz(self, _: Request) -> Response:
        await self._feed.refresh()
        return PlainTextResponse("ok\n") if self._feed.healthy else PlainTextResponse("the database cannot be read\n", 503)

    async def refused(self, _: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException), "registered for it"
        detail = error.detail if error.status_code == 404 and error.detail != "Not Found" else ""
        return self._error(error.status_code, detail or _EXPLAINED.get(error.status_code, error.detail), error.headers)

    async def not_found(self, _: Request, error: Exception) -> Response:
        message = str(error)
        return self._error(404, message[:1].upper() + message[1:] + ".")

    async def failed(self, _: Request, error: Exception) -> Response:
        """Beyond every middleware, so it sets the headers itself; the error is raised again for the log."""
        response = self._error(500, _EXPLAINED[500])
        response.headers.update(SECURITY_HEADERS | {"cache-control": "no-store"})
        return response

    async def _page(self, template: str, values: dict[str, object]) -> Response:
        """Rendered in a thread: tables may be played on this one."""
        return HTMLResponse(await trio.to_thread.run_sync(self._pages.render, template, values))

    async def _fragment(self, key: _Key, render: Callable[[_Key], str]) -> str:
        """Rendered once for everyone who watches."""
        async with self._rendering:
            if key not in self._fragments:
                self._fragments[key] = await trio.to_thread.run_sync(render, key)
            while len(self._fragments) > _FRAGMENTS_KEPT:
                self._fragments.popitem(last=False)
            return self._fragments[key]

    def _error(self, status: int, detail: str, headers: object = None) -> Response:
        html = self._pages.render("error.html", {"status": status, "title": _TITLES.get(status, "Not possible"), "detail": detail})
        return HTMLResponse(html, status, headers=headers if isinstance(headers, dict) else None)

    def _events(self, request: Request, look: Look) -> Response:
        return EventStream(self._feed, look, request.headers.get("last-event-id", ""))

    def _render_board(self, board: RunBoard) -> str:
        return self._pages.render("_run.html", {"page": self._board_page(board)})

    def _render_runs(self, runs: RunList) -> str:
        return self._pages.render("_runs.html", _index_values(runs, 1))

    async def _board(self, request: Request) -> RunBoard:
        run_id = request.path_params["run_id"]
        if run_id > _MOST:
            raise HTTPException(404)
        await self._feed.refresh()
        return await self._feed.board(run_id)

    async def _match(self, request: Request) -> tuple[StoredMatch, Access, list[int]]:
        """The match asked for (``?run=`` says of which run, else the newest), what may be shown, and other runs that played it."""
        match_id = request.path_params["match_id"]
        if not _MATCH_ID.fullmatch(match_id):
            raise HTTPException(404)
        found = await trio.to_thread.run_sync(self._library.matches, match_id)
        asked = request.query_params.get("run")
        match = next((match for match in found if asked is None or str(match.run.run_id) == asked), None)
        if match is None:
            raise HTTPException(404, f"Match {match_id} was not played in that run.")
        runs = await trio.to_thread.run_sync(self._library.runs) if match.run.seeded else [match.run]
        others = [other.run.run_id for other in found if other.run.run_id != match.run.run_id]
        return match, access_to(match, found, runs), others


class _Headers:
    """Adds headers to every answer; what a page set itself stays."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (SECURITY_HEADERS | {"cache-control": "no-cache"}).items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class _Static(StaticFiles):
    """Files that may be kept for ever when they were asked for by their contents."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if b"v=" in scope["query_string"] and response.status_code in (200, 304):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def _index_values(runs: RunList, page_number: int) -> dict[str, object]:
    page, page_count, first = _window(page_number, len(runs.finished), RUNS_SHOWN)
    running = [(info, most_matches(info.spec)) for info in runs.running]
    finished = runs.finished[first : first + RUNS_SHOWN]
    return {"running": running, "finished": finished, "leaders": runs.leaders, "page": page, "page_count": page_count}


def _legs(match: StoredMatch) -> range:
    return range(len(match.legs))


def _page_number(request: Request) -> int:
    text = request.query_params.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _window(page: int, count: int, size: int) -> tuple[int, int, int]:
    """The page brought into range, how many there are, and the index of its first line."""
    page_count = max(1, -(-count // size))
    page = min(max(page, 1), page_count)
    return page, page_count, size * (page - 1)


_TITLES = {404: "Nothing here", 405: "Not possible", 500: "Something went wrong"}
_EXPLAINED = {
    404: "There is no page at this address. Perhaps it was mistyped, or belongs to another arena.",
    405: "This address can only be read.",
    500: "The fault is ours and has been logged. Going back and trying again may help.",
}
