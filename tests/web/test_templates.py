"""Every word of every page goes through a language: shown by one in which each message stands in brackets, so that what is bare is none."""

import gettext
import re
from html.parser import HTMLParser

import pytest

from arena.dealer import RunStatus, access_to
from arena.languages import Language
from arena.languages.updating import FOLDER, collect, faults
from arena.matches import Fault, LegResult, MatchResult, Status
from arena.tournaments import standings
from arena.web.boards import board_page
from arena.web.choice import Choice
from arena.web.feed import RunBoard
from arena.web.hands import find_hand, hand_page
from arena.web.matches import match_page
from arena.web.pages import Pages
from arena.web.wording import Wording
from tests.web.watching import MASTER, house, plan_of, play, play_plan, tournament

NAMES = ("ÆTA", "ÆLA", "ÆVA")
BARE = {"bot arena", "arena run tournaments/demo.toml", "English", "svenska", "JSON", *NAMES, "ÆVENT", "draw/random", "bonus/random"}
"""What is in no language: names, and a command."""
SPOKEN = (
    "aria-label",
    "title",
    "alt",
    "data-connecting",
    "data-live",
    "data-lost",
    "data-paused",
    "data-over",
    "data-pause",
    "data-resume",
)
CHOICES = (Choice("en", "English", "?lang=en", True), Choice("sv", "svenska", "?lang=sv", False))


class Brackets(gettext.NullTranslations):
    """Every message as it is, in brackets."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, msgid1, msgid2, n):
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


class Texts(HTMLParser):
    """The texts of a page and of the attributes that are read out, but for what is code or marked as English."""

    def __init__(self):
        super().__init__()
        self.found, self._open = [], []

    def handle_starttag(self, tag, attributes):
        self.handle_startendtag(tag, attributes)
        if tag not in ("meta", "link"):
            values = dict(attributes)
            self._open.append(tag == "code" or "mono" in values.get("class", "") or (values.get("lang") == "en" and tag == "span"))

    def handle_startendtag(self, tag, attributes):
        self.found += [value for name, value in attributes if name in SPOKEN]

    def handle_endtag(self, tag):
        self._open.pop()

    def handle_data(self, data):
        if not any(self._open):
            self.found.append(data)
        else:
            self.found.append("")


def bare_words(html):
    """What has letters, stands in no brackets and is no name; a card's letter is a sign, its words are read out."""
    reader = Texts()
    reader.feed(html)
    whole = "\n".join(reader.found)
    while re.search(r"⟦[^⟦⟧]*⟧", whole):
        whole = re.sub(r"⟦[^⟦⟧]*⟧", "", whole)
    assert not set("⟦⟧") & set(whole)
    for name in sorted(BARE, key=len, reverse=True):
        whole = whole.replace(name, "")
    lines = [line.strip() for line in whole.splitlines()]
    return [line for line in lines if re.search(r"[^\W\d_]", line) and not re.fullmatch(r"bot-arena [\d.]+|[AKQJ]", line)]


@pytest.fixture
def pages():
    return Pages(lambda code: Wording(Language(code, Brackets())))


def render(pages, template, **values):
    return bare_words(pages.render(template, {"choices": CHOICES, **values}, "sv"))


def store(database, spec, pairing, status=RunStatus.COMPLETED):
    run_id = database.open_run(spec, MASTER, seeded=True)
    plan = play(database, run_id, spec, pairing)
    if status != RunStatus.RUNNING:
        database.close_run(run_id, status, "ÆVENT")
    return run_id, plan


def board_of(database, run_id):
    info = database.run(run_id)
    return RunBoard(info, standings(info.spec, database.outcomes(run_id)), 1)


SPECS = [
    (tournament(NAMES, name="ÆVENT"), (0, 1)),
    (tournament(NAMES, name="ÆVENT", publish="owners", stop="width", width_mbb=50.0), (0, 1)),
    (tournament(NAMES, name="ÆVENT", all_in=True, publish="shown_only", stop="max_hands"), (1, 2)),
    (house(NAMES, name="ÆVENT"), (0,)),
    (house(NAMES, name="ÆVENT", ante_max=5, bonus_max=5, bankroll=100), (2,)),
]


@pytest.mark.parametrize(("spec", "pairing"), SPECS)
@pytest.mark.parametrize("status", [RunStatus.COMPLETED, RunStatus.RUNNING, RunStatus.STOPPED])
def test_pages_of_a_run_have_no_bare_word(database, pages, spec, pairing, status):
    run_id, _ = store(database, spec, pairing, status)
    board = board_page(board_of(database, run_id))
    fragment = pages.render("_run.html", {"page": board}, "sv")
    assert render(pages, "run.html", page=board, fragment=fragment) == []
    info = database.run(run_id)
    assert render(pages, "matches.html", info=info, matches=board.recent, page=2, page_count=3) == []
    listed = {"running": [(info, 5), (info, None)], "finished": [info] * 3, "leaders": {info.run_id: NAMES}}
    assert render(pages, "index.html", **listed, page=1, page_count=2) == []
    assert render(pages, "index.html", running=[], finished=[], leaders={}, page=1, page_count=1) == []


@pytest.mark.parametrize(("spec", "pairing"), SPECS)
def test_pages_of_matches_and_hands_have_no_bare_word(database, pages, spec, pairing):
    _, plan = store(database, spec, pairing)
    (match,) = database.matches(plan.spec.match_id)
    access = access_to(match, [match], database.runs())
    assert render(pages, "match.html", page=match_page(match, access, 1), others=[7, 8]) == []
    for leg in range(len(match.legs)):
        for number in range(plan.spec.deal_count):
            page = hand_page(match, leg, number, find_hand(match, leg, number))
            assert render(pages, "hand.html", page=page) == []


def test_pages_of_matches_that_went_wrong_have_no_bare_word(database, pages):
    spec = tournament(NAMES, name="ÆVENT")
    run_id = database.open_run(spec, MASTER, seeded=False)
    void, ended = plan_of(spec, (0, 1)), plan_of(spec, (0, 2))
    database.add_match(run_id, void, MatchResult(void.spec, (LegResult(Status.VOID, (), (0, 0), reason="a worker died"),)))
    faults = tuple(Fault(1, 0, kind, "odd", "stand pat", 1) for kind in ("late", "illegal", "unreadable", "stale", "gone"))
    leg = LegResult(Status.FORFEITED, (), (0, 5), 1, "too many", faults)
    database.add_match(run_id, ended, MatchResult(ended.spec, (play_plan(ended).legs[0], leg)))
    board = board_page(board_of(database, run_id))
    assert bare_words(pages.render("_run.html", {"page": board}, "sv")) == []
    for plan in (void, ended):
        (match,) = database.matches(plan.spec.match_id)
        page = match_page(match, access_to(match, [match], database.runs()), 1)
        assert render(pages, "match.html", page=page, others=[]) == []


def test_a_bare_word_would_be_found():
    assert bare_words('<p title="Cards">⟦{count} of ⟦five⟧⟧ hands</p><code>x</code>') == ["Cards", "hands"]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.po")), ids=lambda file: file.stem)
def test_every_message_of_the_pages_is_translated(file):
    """Half of what is asked; the other half is that every word is a message."""
    template = collect()
    ours = {message.id if isinstance(message.id, str) else message.id[0] for message in template if message.id and of_web(message)}
    assert len(ours) > 250
    assert [line for line in faults(file, template) if any(line.endswith(f": {message!r}") for message in ours)] == []


def of_web(message):
    return any(place.startswith("web/") for place, _ in message.locations)
