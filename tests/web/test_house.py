"""Pages of Texas Hold'em Bonus over a real socket: ranked by regret, graded by decision, told with what every choice was worth."""

import re
from fractions import Fraction

import pytest

from arena.dealer import RunStatus
from arena.matches import regret_antes, tell_hand
from arena.matches.accuracy import accuracy_of, judge_record
from arena.rules import BonusKind
from arena.tournaments import standings
from arena.web.pages import card
from arena.web.wording import wording_of
from tests.web.watching import HOSTILE, MASTER, Solving, browser, house, play

WORDING = wording_of()


@pytest.fixture
def finished(database):
    """A finished tournament of one who is always best and one who chooses anyhow; its run, and the match of each."""
    spec = house(("ada", "bob"), deals=8)
    run_id = database.open_run(spec, MASTER, seeded=False)
    best, random = play(database, run_id, spec, (0,), bot=Solving), play(database, run_id, spec, (1,))
    database.close_run(run_id, RunStatus.COMPLETED)
    return run_id, best, random


def hands_of(database, plan):
    (match,) = database.matches(plan.spec.match_id)
    return [(match.spec, 0, record) for record in match.legs[0].result.hands]


def rows(text, section):
    """The cells of the rows of a section's table, without tags."""
    (found,) = re.findall(rf'aria-labelledby="{section}">.*?<tbody>(.*?)</t(?:body|foot)>', text, re.DOTALL)
    lines = re.findall(r"<tr.*?</tr>", found, re.DOTALL)
    return [[re.sub(r"<.*?>|\s+", " ", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL)] for line in lines]


async def test_run_is_ranked_by_regret_with_net_beside_it_and_nobody_meets(database, finished):
    run_id, _, _ = finished
    async with browser(database) as client:
        text = (await client.get(f"/runs/{run_id}")).text
    board = standings(house(("ada", "bob"), deals=8), database.outcomes(run_id))
    first, second = board.rows
    assert (first.entrant, first.score) == ("ada", 0.0)
    assert [row[:3] for row in rows(text, "standings")] == [["1–2", "ada", "no mistake yet"], ["1–2", "bob", f"{second.score:,.1f}"]]
    assert [row[5] for row in rows(text, "standings")] == [WORDING.signed(row.net, 0) for row in board.rows]
    assert "less is better" in text
    assert "skill and luck together" in text
    assert "Head to head" not in text
    assert "one player against the house" in text


@pytest.mark.slow
async def test_no_mistake_yet_has_no_interval_of_no_width(database):
    """200 hands are enough for an interval of those who made some; a rare mistake may not have come up."""
    spec = house(("ada", "bob"), deals=200)
    run_id = database.open_run(spec, MASTER, seeded=False)
    play(database, run_id, spec, (0,), bot=Solving)
    play(database, run_id, spec, (1,))
    async with browser(database) as client:
        ada, bob = rows((await client.get(f"/runs/{run_id}")).text, "standings")
    assert (ada[2], ada[4]) == ("no mistake yet", "too early")
    assert re.fullmatch(r"[\d,.]+ … [\d,.]+", bob[4])


async def test_run_says_how_far_it_is(database):
    spec = house(deals=5)
    run_id = database.open_run(spec, MASTER, seeded=False)
    play(database, run_id, spec, (0,))
    async with browser(database) as client:
        text = (await client.get(f"/runs/{run_id}")).text
    assert "of at most 40,000 in" in text, "two bots, 20,000 hands each"


async def test_match_shows_accuracy_by_decision(database, finished):
    _, best, random = finished
    async with browser(database) as client:
        perfect, mistaken = [(await client.get(f"/matches/{plan.spec.match_id}")).text for plan in (best, random)]
    accuracy = accuracy_of(hands_of(database, random))
    expected = [
        [
            name,
            str(line.decision_count),
            WORDING.share(line.best_share),
            "",
            WORDING.number(accuracy.per_hand(line.regret_antes)) if line.regret_antes else "perfect",
        ]
        for name, line in zip(("Flop", "Turn", "River"), accuracy.decisions, strict=True)
    ]
    assert rows(mistaken, "accuracy")[:3] == expected
    assert [row[2] for row in rows(perfect, "accuracy")][:3] == ["100.0%"] * 3
    assert "The costliest mistakes" not in perfect
    assert "ada against the house" in perfect


async def test_costliest_mistakes_lead_to_their_hands(database, finished):
    run_id, _, random = finished
    async with browser(database) as client:
        text = (await client.get(f"/matches/{random.spec.match_id}")).text
        mistakes = accuracy_of(hands_of(database, random)).mistakes
        (table,) = re.findall(r'aria-labelledby="mistakes">.*?</table>', text, re.DOTALL)
        links = re.findall(r'href="(/matches/[^"]+)"', table)
        assert links == [f"/matches/{random.spec.match_id}/hands/0/{mistake.deal_number}?run={run_id}" for mistake in mistakes]
        for mistake, link in zip(mistakes, links, strict=True):
            assert f"{mistake.chosen.name.lower()} → <strong>{mistake.best.name.lower()}</strong>" in table
            assert WORDING.antes(mistake.regret_antes) in table
            assert WORDING.antes(mistake.regret_antes) in (await client.get(link)).text


async def test_match_lists_hands_with_cards_net_and_regret(database, finished):
    _, _, random = finished
    async with browser(database) as client:
        text = (await client.get(f"/matches/{random.spec.match_id}")).text
    records = [record for _, _, record in hands_of(database, random)]
    lines = rows(text, "hands")
    assert len(lines) == len(records) == 8
    for line, record in zip(lines, records, strict=True):
        assert line[0] == str(record.deal_number)
        assert line[2] == WORDING.chips(record.net_chips[0])
        assert line[3] == WORDING.antes(regret_antes(record))
        assert line[4] == " · ".join(BonusKind(kind).name.lower() for kind in record.actions[1:])


async def test_hand_shows_what_every_choice_was_worth(database, finished):
    _, _, random = finished
    spec, leg, record = next(hand for hand in hands_of(database, random) if len(hand[2].regrets) == 3)
    async with browser(database) as client:
        text = (await client.get(f"/matches/{spec.match_id}/hands/{leg}/{record.deal_number}")).text
    judged = judge_record(spec, record)
    assert [row[:6] for row in rows(text, "worth")] == [
        [
            one.stage.name.capitalize(),
            WORDING.signed(one.worth.bet, 4),
            WORDING.signed(one.worth.declined, 4),
            one.chosen.name.lower(),
            one.best.name.lower(),
            WORDING.antes(one.regret_antes),
        ]
        for one in judged
    ]
    assert text.count('"worth taken"') == 3
    story = tell_hand(spec, leg, record)
    assert story.house is not None
    for shown in (*story.board, *story.house.dealt):
        assert f'aria-label="{card(shown)["words"]}"' in text
    for title in ("Stake", "Flop decision", "Turn decision", "River decision", "Showdown", "Payments"):
        assert f"<h2>{title}</h2>" in text


async def test_hand_given_up_keeps_the_houses_cards_and_the_board(database, finished):
    _, _, random = finished
    spec, leg, record = next(hand for hand in hands_of(database, random) if hand[2].actions[1:] == bytes([BonusKind.FOLD]))
    async with browser(database) as client:
        text = (await client.get(f"/matches/{spec.match_id}/hands/{leg}/{record.deal_number}")).text
    own = {card(number)["words"] for number in tell_hand(spec, leg, record).seats[0].dealt}
    assert set(re.findall(r'role="img" aria-label="([^"]+)"', text)) == own
    assert "are not opened when the player folds" in text


async def test_hands_on_shared_deals_stay_closed_while_the_tournament_runs_but_accuracy_is_shown(database):
    """Every bot meets the same deals, so others may still play these."""
    spec = house(deals=4)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0,))
    async with browser(database) as client:
        text = (await client.get(f"/matches/{plan.spec.match_id}")).text
        hand = await client.get(f"/matches/{plan.spec.match_id}/hands/0/0")
    assert "Others may still play these deals" in text
    assert "/hands/" not in text
    assert 'id="accuracy"' in text
    assert 'id="mistakes"' not in text
    assert hand.status_code == 404
    assert plan.spec.seed.hex() not in text


async def test_bankroll_is_ranked_by_net_and_graded_nowhere(database):
    spec = house(deals=4, ante_min=1, ante_max=5, bonus_max=3, bankroll=60)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0,))
    database.close_run(run_id, RunStatus.COMPLETED)
    async with browser(database) as client:
        run = (await client.get(f"/runs/{run_id}")).text
        match = (await client.get(f"/matches/{plan.spec.match_id}")).text
        hand = (await client.get(f"/matches/{plan.spec.match_id}/hands/0/0")).text
    assert "Net with its 95% interval: thousandths of an ante won per hand." in run
    assert "a bankroll of 60" in run
    for page in (run, match, hand):
        assert "Regret" not in page
    assert "puts up an ante of" in hand


async def test_hostile_names_are_text_against_the_house_too(database):
    spec = house((HOSTILE, '"><img src=x>'), name=HOSTILE, deals=3)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0,))
    database.close_run(run_id, RunStatus.COMPLETED)
    address = f"/matches/{plan.spec.match_id}"
    async with browser(database) as client:
        for page in (f"/runs/{run_id}", address, f"{address}/hands/0/0"):
            for code in ("en", "sv"):
                text = (await client.get(page, params={"lang": code})).text
                assert "<script>alert" not in text
                assert "<img" not in text
                assert "&lt;script&gt;" in text


def test_regret_too_small_to_write_is_not_written_as_none():
    assert [WORDING.antes(value) for value in (Fraction(0), Fraction(1, 10**6), Fraction(1, 24))] == ["0", "<0.0001", "0.0417"]
