"""Which language a page is in: the one its address asks for, else the one a person has chosen before, else what the browser prefers.

``?lang=sv`` is an address's wish, and what the links at a page's foot do. A page that is asked so keeps the wish in a cookie, so that
other pages follow it; the cookie holds the code of a language and nothing else, comes back to us alone, and is set when a person chose and
at no other time. What cannot be had is passed over.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from arena.languages import choose, languages, open_language

PARAMETER = COOKIE = "lang"
_YEAR_S = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Choice:
    """A language that a page can be had in."""

    code: str
    name: str
    """In that language."""
    address: str
    """Relative to the page."""
    current: bool


def code_of(request: Request) -> str:
    """The language of the answer to a request."""
    offered = languages()
    wishes = (request.query_params.get(PARAMETER), request.cookies.get(COOKIE))
    return next((wish for wish in wishes if wish in offered), None) or choose(request.headers.get("accept-language", ""), offered)


def choices(request: Request) -> tuple[Choice, ...]:
    """The links to the same page in every language."""
    others = [(name, value) for name, value in request.query_params.multi_items() if name != PARAMETER]
    current = code_of(request)
    return tuple(
        Choice(code, open_language(code).name, f"?{urlencode([*others, (PARAMETER, code)])}", code == current) for code in languages()
    )


def keep_choice(request: Request, response: Response) -> None:
    """Keep what the address asks for, so that the next page is in that language too."""
    asked = request.query_params.get(PARAMETER)
    if asked in languages():
        response.set_cookie(COOKIE, asked, max_age=_YEAR_S, httponly=True, samesite="lax")
