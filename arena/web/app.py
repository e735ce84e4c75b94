"""The web application: which page answers which address, with which headers; errors as pages of the same design.

No page has a side effect or loads anything from elsewhere; the only cookie keeps a language that a person chose (``choice``). Legs and
deals are counted from 0, as everywhere.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
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
from arena.errors import ArenaError, NoRecord
from arena.languages import N_
from arena.tournaments import budget_of
from arena.web.boards import board_page
from arena.web.choice import choices, code_of, keep_choice
from arena.web.feed import Feed, RunBoard, RunList
from arena.web.hands import find_hand, hand_page
from arena.web.matches import match_page
from arena.web.pages import STATIC, Pages
from arena.web.stream import EventStream, Look, Snapshot
from arena.web.wording import wording_of

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
RUNS_SHOWN, MATCHES_SHOWN = 50, 200
"""On one page."""

_TITLES = {404: N_("Nothing here"), 405: N_("Not possible"), 500: N_("Something went wrong")}
_EXPLAINED = {
    404: N_("There is no page at this address. Perhaps it was mistyped, or belongs to another arena."),
    405: N_("This address can only be read."),
    500: N_("The fault is ours and has been logged. Going back and trying again may help."),
}
_NO_ANSWER = N_("This cannot be answered.")
_NO_RUN = N_("There is no run {run_id}.")
_NO_MATCH = N_("There is no match {match_id}.")
_NOT_IN_RUN = N_("Match {match} was not played in that run.")
_NO_HAND = N_("There is no hand of leg {leg}, deal {number} in match {match}.")
_NO_VALUES: Mapping[str, object] = MappingProxyType({})
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
        exception_handlers={HTTPException: site.refused, _Missing: site.missing, NoRecord: site.not_found, Exception: site.failed},
    )
    app.state.feed = feed
    return app


class _Site:
    """The pages of one library."""

    def __init__(self, library: Library, feed: Feed) -> None:
        self._library, self._feed, self._pages = library, feed, Pages()
        self._board_page = lru_cache(_FRAGMENTS_KEPT)(board_page)
        self._fragments: OrderedDict[tuple[RunBoard | RunList, str], str] = OrderedDict()
        self._rendering = trio.Lock()

    async def index(self, request: Request) -> Response:
        await self._feed.refresh()
        return await self._page(request, "index.html", _index_values(await self._feed.runs(), _page_number(request)))

    async def index_events(self, request: Request) -> Response:
        code = code_of(request)

        async def look() -> Snapshot:
            runs = await self._feed.runs(patient=True)
            return Snapshot(runs.revision, await self._fragment(runs, code, self._render_runs))

        await self._feed.refresh()
        return self._events(request, look)

    async def run(self, request: Request) -> Response:
        board = await self._board(request)
        fragment = await self._fragment(board, code_of(request), self._render_board)
        return await self._page(request, "run.html", {"page": self._board_page(board), "fragment": fragment})

    async def run_events(self, request: Request) -> Response:
        code = code_of(request)
        run_id = (await self._board(request)).info.run_id

        async def look() -> Snapshot:
            board = await self._feed.board(run_id, patient=True)
            html = await self._fragment(board, code, self._render_board)
            return Snapshot(board.revision, html, over=board.info.status != RunStatus.RUNNING)

        return self._events(request, look)

    async def run_json(self, request: Request) -> Response:
        return JSONResponse((await self._board(request)).standings.document())

    async def run_matches(self, request: Request) -> Response:
        board = await self._board(request)
        matches = board.standings.matches
        page, page_count, first = _window(_page_number(request), len(matches), MATCHES_SHOWN)
        values = {"info": board.info, "matches": matches[first : first + MATCHES_SHOWN], "page": page, "page_count": page_count}
        return await self._page(request, "matches.html", values)

    async def match(self, request: Request) -> Response:
        match, access, others = await self._match(request)
        page = await trio.to_thread.run_sync(match_page, match, access, _page_number(request))
        return await self._page(request, "match.html", {"page": page, "others": others})

    async def hand(self, request: Request) -> Response:
        match, access, _ = await self._match(request)
        leg, number = request.path_params["leg"], request.path_params["number"]
        record = find_hand(match, leg, number)
        if not access.hands:
            raise _Missing(access.why_no_hands)
        if record is None:
            raise _Missing(_NO_HAND, leg=leg, number=number, match=match.spec.match_id)
        page = await trio.to_thread.run_sync(hand_page, match, leg, number, record)
        return await self._page(request, "hand.html", {"page": page})

    async def healthz(self, _: Request) -> Response:
        await self._feed.refresh()
        return PlainTextResponse("ok\n") if self._feed.healthy else PlainTextResponse("the database cannot be read\n", 503)

    async def refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException), "registered for it"
        return self._error(request, error.status_code, _EXPLAINED.get(error.status_code, _NO_ANSWER), headers=error.headers)

    async def missing(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, _Missing), "registered for it"
        return self._error(request, 404, error.message, error.values)

    async def not_found(self, request: Request, _: Exception) -> Response:
        """Of a run or a match there is no record."""
        asked = request.path_params
        return self._error(request, 404, _NO_MATCH if "match_id" in asked else _NO_RUN, asked)

    async def failed(self, request: Request, _: Exception) -> Response:
        """Beyond every middleware, so it sets the headers itself; the error is raised again for the log."""
        return self._error(request, 500, _EXPLAINED[500], headers=SECURITY_HEADERS | {"cache-control": "no-store"})

    async def _page(self, request: Request, template: str, values: dict[str, object]) -> Response:
        """Rendered in a thread: tables may be played on this one."""
        code = code_of(request)
        html = await trio.to_thread.run_sync(self._pages.render, template, values | {"choices": choices(request)}, code)
        response = HTMLResponse(html, headers=_spoken(code))
        keep_choice(request, response)
        return response

    async def _fragment(self, key: _Key, code: str, render: Callable[[_Key, str], str]) -> str:
        """Rendered once for everyone who watches in a language."""
        async with self._rendering:
            if (key, code) not in self._fragments:
                self._fragments[key, code] = await trio.to_thread.run_sync(render, key, code)
            while len(self._fragments) > _FRAGMENTS_KEPT:
                self._fragments.popitem(last=False)
            return self._fragments[key, code]

    def _error(
        self,
        request: Request,
        status: int,
        detail: str,
        values: Mapping[str, object] = _NO_VALUES,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """A page with a message: why not, and what instead."""
        code = code_of(request)
        wording = wording_of(code)
        title = wording.gettext(_TITLES.get(status, _TITLES[405]))
        shown = {"status": status, "title": title, "detail": wording.gettext(detail, **values), "choices": choices(request)}
        return HTMLResponse(self._pages.render("error.html", shown, code), status, headers=_spoken(code) | dict(headers or {}))

    def _events(self, request: Request, look: Look) -> Response:
        return EventStream(self._feed, look, request.headers.get("last-event-id", ""))

    def _render_board(self, board: RunBoard, code: str) -> str:
        return self._pages.render("_run.html", {"page": self._board_page(board)}, code)

    def _render_runs(self, runs: RunList, code: str) -> str:
        return self._pages.render("_runs.html", _index_values(runs, 1), code)

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
            raise _Missing(_NOT_IN_RUN, match=match_id)
        runs = await trio.to_thread.run_sync(self._library.runs) if match.run.seeded else [match.run]
        others = [other.run.run_id for other in found if other.run.run_id != match.run.run_id]
        return match, access_to(match, found, runs), others


class _Missing(ArenaError):
    """There is nothing to show at an address; why is a message and what fills its places."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message, self.values = message, values


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
    running = [(info, budget_of(info.spec)[1]) for info in runs.running]
    finished = runs.finished[first : first + RUNS_SHOWN]
    return {"running": running, "finished": finished, "leaders": runs.leaders, "page": page, "page_count": page_count}


def _spoken(code: str) -> dict[str, str]:
    """Headers of a page in a language: the same address may be answered in another one."""
    return {"content-language": code, "vary": "accept-language, cookie"}


def _page_number(request: Request) -> int:
    text = request.query_params.get("page", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _window(page: int, count: int, size: int) -> tuple[int, int, int]:
    """The page brought into range, how many there are, and the index of its first line."""
    page_count = max(1, -(-count // size))
    page = min(max(page, 1), page_count)
    return page, page_count, size * (page - 1)
