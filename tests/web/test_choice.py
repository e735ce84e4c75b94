"""A page's language: what the address asks for, what was chosen before, what the browser prefers; and nothing else is kept or let in."""

import re

import pytest

from arena.languages import languages
from tests.web.watching import MASTER, browser, events, play, tournament


async def language_of(client, address="/", **headers):
    answer = await client.get(address, headers=headers)
    (lang,) = re.findall(r'<html lang="([^"]*)">', answer.text)
    assert answer.headers["content-language"] == lang
    assert set(answer.headers["vary"].split(", ")) == {"accept-language", "cookie"}
    return lang


async def test_browser_s_wish_is_followed(database):
    async with browser(database) as client:
        for wish, code in (("sv-SE,sv;q=0.9,en;q=0.8", "sv"), ("fr,en;q=0.5,sv;q=0.1", "en"), ("tlh", "en"), ("\x7f;;q", "en")):
            assert await language_of(client, **{"accept-language": wish}) == code
            assert not client.cookies


async def test_choice_at_the_foot_of_a_page_is_followed_by_the_others(database):
    async with browser(database) as client:
        page = (await client.get("/")).text
        assert re.search(r'<b lang="en" aria-current="true">English</b>', page)
        assert 'href="?lang=sv" lang="sv" hreflang="sv"' in page
        answer = await client.get("/?lang=sv")
        assert answer.headers["set-cookie"].lower() == "lang=sv; httponly; max-age=31536000; path=/; samesite=lax"
        assert await language_of(client, "/nowhere") == "sv"
        assert await language_of(client, "/", **{"accept-language": "en"}) == "sv"
        assert await language_of(client, "/?lang=en") == "en", "the address is stronger"
        assert await language_of(client) == "en", "and is kept instead"


@pytest.mark.parametrize("wish", ["", "xx", "../sv", "sv/../../x", "SV", '"><script>alert(1)</script>', "sv%00", "s" * 5000])
async def test_what_cannot_be_had_is_passed_over_and_not_kept(database, wish):
    async with browser(database) as client:
        answer = await client.get("/", params={"lang": wish})
        assert '<html lang="en">' in answer.text
        assert "set-cookie" not in answer.headers
        assert "<script>alert" not in answer.text
        again = await client.get("/", headers={"cookie": f"lang={wish}"})
        assert '<html lang="en">' in again.text


async def test_links_to_other_languages_keep_the_page(database):
    spec = tournament(deals=120)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0, 1))
    async with browser(database) as client:
        text = (await client.get(f"/matches/{plan.spec.match_id}?run={run_id}&page=2&lang=en")).text
        assert f'href="?run={run_id}&amp;page=2&amp;lang=sv"' in text
        hostile = (await client.get("/", params={'"><script>alert(1)</script>': "<img src=x>"})).text
        assert "<script>alert" not in hostile
        assert "<img" not in hostile


async def test_live_part_of_a_page_stays_in_its_language(database):
    run_id = database.open_run(tournament(), MASTER, seeded=False)
    async with browser(database) as client:
        text = (await client.get(f"/runs/{run_id}?lang=sv")).text
        assert f'data-events="/runs/{run_id}/events?lang=sv"' in text
        assert 'data-pause="Pausa"' in text
        assert "Ställning" in text
        for code, word in (("sv", "Ställning"), ("en", "Standings")):
            async with events(client.base_url, f"/runs/{run_id}/events?lang={code}") as stream:
                assert word in (await stream.read())["data"]


async def test_refusals_are_said_in_the_language_too(database):
    async with browser(database) as client:
        for address, said in (
            ("/nowhere", "Det finns ingen sida"),
            ("/runs/7", "Det finns ingen körning 7."),
            ("/matches/abc", "Det finns ingen match abc."),
        ):
            answer = await client.get(address, params={"lang": "sv"})
            assert answer.status_code == 404
            assert said in answer.text
        assert "kan bara läsas" in (await client.post("/?lang=sv")).text


async def test_documents_for_programs_are_in_no_language(database):
    run_id = database.open_run(tournament(), MASTER, seeded=False)
    async with browser(database) as client:
        answers = [await client.get(f"/runs/{run_id}.json?lang={code}") for code in languages()]
    assert answers[0].text == answers[1].text
    assert not any("set-cookie" in answer.headers for answer in answers)
