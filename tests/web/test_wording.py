"""Numbers, moments and cards in two languages, and messages that cannot become HTML."""

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import pytest
from markupsafe import Markup

from arena.languages import languages
from arena.rules import BonusKind, BonusStage, Kind
from arena.tournaments import StandingsRow
from arena.web.pages import rank
from arena.web.wording import FAULT_NAMES, KIND_NAMES, wording_of

EN, SV = wording_of("en"), wording_of("sv")
GAP = "\u00a0"


def test_numbers_have_a_real_minus_and_no_sign_where_nothing_is_left():
    assert [EN.signed(value) for value in (41.24, -3.0, 0.04, -0.04, -1234.5)] == ["+41.2", "−3.0", "0.0", "0.0", "−1,234.5"]
    assert [EN.number(value) for value in (-0.04, -3.0, Fraction(1, 3))] == ["0.0", "−3.0", "0.3"]
    assert [EN.chips(value) for value in (12, -1200, 0)] == ["+12", "−1,200", "0"]
    assert EN.thousands(12_000) == "12,000"
    assert [EN.plain(value) for value in (2.0, 0.5, 1000.0)] == ["2", "0.5", "1,000"]


def test_numbers_are_written_as_in_the_language():
    assert [SV.signed(value) for value in (41.24, -1234.5)] == ["+41,2", f"−1{GAP}234,5"]
    assert (SV.thousands(12_000), SV.chips(-1200)) == (f"12{GAP}000", f"−1{GAP}200")
    assert (SV.percent(0.95), EN.percent(0.95), EN.percent(0.999), SV.percent(0.995)) == (f"95{GAP}%", "95%", "99.9%", f"99,5{GAP}%")


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("value", [0, 7, -7, 1234, -98765, 10**9])
def test_numbers_are_those_of_the_languages_room(code, value):
    """The quick way here and the general one there write the same, but for the minus."""
    wording = wording_of(code)
    assert wording.thousands(value) == wording.language.number(value).replace("-", "−")
    assert wording.chips(value) == wording.language.signed(value).replace("-", "−")
    assert wording.number(value / 8, 2) == wording.language.number(Fraction(value, 8), 2).replace("-", "−")


def test_share_is_rounded_down():
    """999 of 1,001 are 99.80 %; only the whole is 100 %."""
    assert [EN.share(share) for share in (Fraction(1), Fraction(999, 1001), Fraction(99999, 100000), Fraction(0))] == [
        "100.0%",
        "99.8%",
        "99.9%",
        "0.0%",
    ]


def test_moments_and_spans_are_told_in_words():
    assert EN.when(datetime(2026, 11, 30, 13, 5, tzinfo=timezone(timedelta(hours=1)))) == "30 Nov 2026, 12:05 UTC"
    assert SV.when(datetime(2026, 5, 3, 12, 5, tzinfo=UTC)) == "3 maj 2026 kl. 12:05 UTC"
    assert [EN.duration(timedelta(seconds=s)) for s in (-1, 8, 720, 11_100)] == ["0 s", "8 s", "12 min", "3 h 05 min"]
    assert SV.duration(timedelta(seconds=11_100)) == "3 tim 05 min"


def test_cards_are_named_for_the_ear():
    assert SV.card(51) == {"rank": "A", "sign": "♠", "suit": "s", "words": "spader ess"}
    assert (EN.card(33)["words"], SV.card(33)["words"], SV.card(0)["words"]) == ("ten of diamonds", "ruter tio", "klöver 2")


def test_every_action_and_fault_has_a_name():
    """Faults as in ``arena.matches.Fault``."""
    assert {kind.name.lower() for kind in (*Kind, *BonusKind)} <= set(KIND_NAMES)
    assert set(FAULT_NAMES) == {"late", "illegal", "unreadable", "stale", "gone"}
    assert [SV.action(BonusKind.BET), SV.action("stand pat"), SV.stage(BonusStage.FLOP)] == ["satsa", "behålla alla kort", "Flopp"]


def test_what_fills_a_message_cannot_become_html():
    said = EN.gettext("Run {run}", run="<b>7</b>")
    assert said == "Run &lt;b&gt;7&lt;/b&gt;"
    assert isinstance(said, Markup)
    assert EN.gettext("Run {run}", run=Markup("<b>7</b>")) == "Run <b>7</b>"
    assert EN.gettext("{one} & <i>{two}</i>", one="{two}", two="2") == "{two} &amp; &lt;i&gt;2&lt;/i&gt;"
    assert EN.ngettext("{count} of {name}", "{count} of {name}", 1200, name="<a>") == "1,200 of &lt;a&gt;"


def test_unknown_names_are_shown_as_they_are():
    assert EN.fault("<odd> {kind}") == "&lt;odd&gt; {kind}"
    assert EN.status("halted") == "halted"


def test_rank_is_a_range_while_it_is_not_decided():
    def row(best, worst):
        return StandingsRow("x", best, worst, 0.0, None, None, None, 0, 300, 0, 0, 0, 0.0)

    assert [rank(row(2, 2)), rank(row(2, 4))] == ["2", "2–4"]
