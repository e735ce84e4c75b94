"""Every page over a real socket: what it says, what it never says, and how it is sent."""

import dataclasses
import json
import re

import pytest

from arena.dealer import RunStatus
from arena.matches import Fault, LegResult, MatchResult, Status, commitment, play_match
from arena.tournaments import standings
from tests.web.watching import HOSTILE, MASTER, Chooser, browser, plan_of, play, play_plan, tournament


@pytest.fixture
def finished(database):
    """A finished tournament of three; its run, and its first match."""
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    plans = [play(database, run_id, spec, pairing) for pairing in ((0, 1), (0, 2), (1, 2))]
    database.close_run(run_id, RunStatus.COMPLETED)
    return run_id, plans[0]


async def test_an_empty_arena_says_how_to_begin(database):
    async with browser(database) as client:
        page = await client.get("/")
    assert page.status_code == 200
    assert "arena run tournaments/demo.toml" in page.text


async def test_running_tournaments_come_first_with_their_progress(database, finished):
    spec = tournament(name="Night draw", max_hands=24)
    running = database.open_run(spec, b"n" * 32, seeded=False)
    play(database, running, spec, (0, 1), master=b"n" * 32)
    async with browser(database) as client:
        text = (await client.get("/")).text
    assert text.index("Night draw") < text.index("Evening draw")
    assert "1 match of at most 6" in text, "three pairings, each of 12 deals twice, 6 deals a match"
    assert '<progress max="6" value="1"' in text


async def test_the_page_of_a_run_shows_everyone_and_every_match(database, finished):
    run_id, plan = finished
    async with browser(database) as client:
        text = (await client.get(f"/runs/{run_id}")).text
    board = standings(plan.spec and tournament(), database.outcomes(run_id))
    for row in board.rows:
        assert row.entrant in text
        assert f"{abs(row.score):,.1f}" in text
    for match in board.matches:
        assert f"/matches/{match.match_id}?run={run_id}" in text
        assert match.commitment[:12] in text
    assert "too early" in text, "6 blocks are too few for an interval"
    assert "data-events" not in text, "it is over"


async def test_intervals_are_drawn_when_it_is_no_longer_too_early(database):
    """A bot that always gives up, over 210 blocks of one match."""

    class Folder(Chooser):
        def act(self, view):
            return view.legal[0]

    spec = tournament(("ada", "bob", "eve"), deals=210)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = plan_of(spec, (0, 1))
    database.add_match(run_id, plan, play_match(plan.spec, [Chooser, Folder]))
    async with browser(database) as client:
        text = (await client.get(f"/runs/{run_id}")).text
    (pair, *_) = standings(spec, database.outcomes(run_id)).pairs
    assert pair.low > 0
    assert text.count('class="whisker"') == 2
    assert f'<td class="num won" title="+{pair.low:,.1f} … +{pair.high:,.1f}">+{pair.mean:,.1f}</td>' in text
    assert '<td class="num lost"' in text


async def test_json_is_the_document_of_arena_run(database, finished):
    run_id, _ = finished
    expected = standings(tournament(), database.outcomes(run_id)).document()
    async with browser(database) as client:
        answer = await client.get(f"/runs/{run_id}.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == json.loads(json.dumps(expected))


async def test_the_page_of_a_match_links_its_hands_and_reveals_the_seed_afterwards(database, finished):
    run_id, plan = finished
    async with browser(database) as client:
        text = (await client.get(f"/matches/{plan.spec.match_id}")).text
        hand = await client.get(f"/matches/{plan.spec.match_id}/hands/1/5")
    links = re.findall(rf"/matches/{plan.spec.match_id}/hands/\d/\d\?run={run_id}", text)
    assert len(links) == 12, "6 deals, each played twice"
    assert plan.spec.seed.hex() in text
    assert MASTER.hex() not in text
    assert hand.status_code == 200
    assert "ada" in hand.text
    assert "pot" in hand.text


async def test_every_page_of_a_running_tournament_keeps_the_seeds(database):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=True)
    plan = play(database, run_id, spec, (0, 1))
    address = f"/matches/{plan.spec.match_id}"
    async with browser(database) as client:
        pages = [await client.get(page) for page in ("/", f"/runs/{run_id}", f"/runs/{run_id}.json", address, f"{address}/hands/0/0")]
    assert [page.status_code for page in pages] == [200] * 5, "a match that is over has open hands"
    for page in pages:
        assert plan.spec.seed.hex() not in page.text
        assert MASTER.hex() not in page.text
    assert commitment(MASTER) in pages[1].text


@pytest.mark.parametrize("publish", ["shown_only", "owners"])
async def test_hands_that_are_not_for_everybody_are_not_shown(database, publish):
    spec = tournament(publish=publish)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0, 1))
    database.close_run(run_id, RunStatus.COMPLETED)
    async with browser(database) as client:
        text = (await client.get(f"/matches/{plan.spec.match_id}")).text
        hand = await client.get(f"/matches/{plan.spec.match_id}/hands/0/0")
    assert "/hands/" not in text
    assert "polyline" not in text
    assert plan.spec.seed.hex() not in text
    assert hand.status_code == 404
    assert "keeps its hands" in hand.text


async def test_void_matches_and_faults_are_told(database):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    void, ended = plan_of(spec, (0, 1)), plan_of(spec, (0, 2))
    database.add_match(run_id, void, MatchResult(void.spec, (LegResult(Status.VOID, (), (0, 0), reason="a worker died"),)))
    whole = play_plan(ended)
    fault = Fault(1, 3, "illegal", f"sent {HOSTILE}", "fold", 1)
    leg = dataclasses.replace(
        whole.legs[1], status=Status.FORFEITED, hands=whole.legs[1].hands[:2], forfeiter=1, reason="eve: too many", faults=(fault,)
    )
    database.add_match(run_id, ended, MatchResult(ended.spec, (whole.legs[0], leg)))
    async with browser(database) as client:
        run, empty, forfeited = [
            (await client.get(page)).text
            for page in (f"/runs/{run_id}", f"/matches/{void.spec.match_id}", f"/matches/{ended.spec.match_id}")
        ]
        hand = await client.get(f"/matches/{void.spec.match_id}/hands/0/0")
    assert re.search(r'<span class="status void">void</span> 1 match: <span class="reason">a worker died</span>', run)
    assert "counts for nobody" in empty
    assert hand.status_code == 404
    assert "not played" in forfeited
    assert "illegal" in forfeited
    assert "<script>alert" not in forfeited


async def test_hostile_names_are_text(database):
    spec = tournament((HOSTILE, '"><img src=x>', "eve"), name=HOSTILE)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0, 1))
    address = f"/matches/{plan.spec.match_id}"
    async with browser(database) as client:
        for page in ("/", f"/runs/{run_id}", f"/runs/{run_id}/matches", address, f"{address}/hands/0/0"):
            text = (await client.get(page)).text
            assert "<script>alert" not in text
            assert "<img" not in text
            assert "&lt;script&gt;" in text


async def test_every_answer_has_strict_headers_and_no_cookie_unasked(database, finished):
    run_id, _ = finished
    async with browser(database) as client:
        for page in ("/", f"/runs/{run_id}", "/nowhere", "/static/arena.css"):
            answer = await client.get(page)
            assert answer.headers["content-security-policy"].startswith("default-src 'self'")
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "set-cookie" not in answer.headers


async def test_pages_hold_no_inline_script_and_no_inline_style(database, finished):
    """The policy would block them."""
    run_id, plan = finished
    async with browser(database) as client:
        for page in ("/", f"/runs/{run_id}", f"/matches/{plan.spec.match_id}", f"/matches/{plan.spec.match_id}/hands/0/0", "/nowhere"):
            text = (await client.get(page)).text
            assert not re.search(r"<script(?! src=\"/static/)|<style|\son\w+=|\sstyle=|https?://", text)
            assert text.count("<h1") == 1
            assert '<html lang="en">' in text


async def test_static_files_may_be_kept_as_long_as_they_are_the_same(database):
    async with browser(database) as client:
        text = (await client.get("/")).text
        (address,) = re.findall(r'href="(/static/arena\.css\?v=\w+)"', text)
        answer = await client.get(address)
        again = await client.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert "immutable" in answer.headers["cache-control"]
    assert again.status_code == 304


@pytest.mark.parametrize(
    "page",
    [
        "/nowhere",
        "/runs/7",
        "/runs/99999999999999999999",
        "/runs/7/events",
        "/runs/7.json",
        "/runs/x",
        "/matches/abc",
        "/matches/%00",
        "/matches/abc/hands/0/0",
        "/static/no.css",
        "/static/../app.py",
    ],
)
async def test_what_is_not_there_is_a_page_too(database, page):
    async with browser(database) as client:
        answer = await client.get(page)
    assert answer.status_code == 404
    assert "Nothing here" in answer.text


async def test_hands_that_were_not_played_are_not_there(database, finished):
    _, plan = finished
    async with browser(database) as client:
        answers = [await client.get(f"/matches/{plan.spec.match_id}/hands/{hand}") for hand in ("0/6", "2/0", "0/99999999999999999999")]
        other_run = await client.get(f"/matches/{plan.spec.match_id}?run=9")
    assert [answer.status_code for answer in answers] == [404] * 3
    assert other_run.status_code == 404


async def test_writing_is_refused(database):
    async with browser(database) as client:
        answer = await client.post("/")
    assert answer.status_code == 405
    assert "can only be read" in answer.text


async def test_a_broken_record_is_a_page_of_the_same_design(database, finished, path, caplog):
    """The record of a hand was changed behind our back."""
    import sqlite3
    from contextlib import closing

    _, plan = finished
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("update hands set record = x'ff'")
        connection.commit()
    async with browser(database) as client:
        answer = await client.get(f"/matches/{plan.spec.match_id}")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "VerificationFailed" not in answer.text
    assert "VerificationFailed" in caplog.text


async def test_long_lists_have_pages(database):
    spec = tournament(deals=120)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0, 1))
    async with browser(database) as client:
        first, last, beyond = [(await client.get(f"/matches/{plan.spec.match_id}?page={page}")).text for page in ("x", "2", "77")]
    assert "/hands/0/99?" in first
    assert "/hands/0/100?" not in first
    assert "/hands/0/119?" in last
    assert beyond.replace("page=77", "page=2") == last


async def test_healthz(database):
    async with browser(database) as client:
        answer = await client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
