"""Which language a person gets."""

import pytest

from arena.languages import choose, from_environment

OFFERED = ("en", "sv", "da", "pt-BR")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("sv", "sv"),
        ("sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        ("SV-se", "sv"),
        ("de,sv;q=0.5", "sv"),
        ("en;q=0.5,da;q=0.7", "da"),
        ("da , sv", "da"),
        ("sv;q=0,da", "da"),
        ("sv;q=0", "en"),
        ("de", "en"),
        ("*", "en"),
        ("de,*;q=0.1", "en"),
        ("sv;q=0.1,*", "en"),
        ("pt-br", "pt-BR"),
        ("pt", "en"),
        ("da-Latn-DK-x-private", "da"),
        ("sv;q=2,da;q=0.1", "da"),
        ("sv;q=x", "en"),
        ("sv;level=1", "en"),
        (";;,,=\x00\ud800,sv", "sv"),
        ("sv," * 10_000, "sv"),
    ],
)
def test_browser_gets_the_first_wish_that_can_be_met(header, code):
    """RFC 9110, 12.5.4: higher quality first, in equal quality the order given; 0 is a refusal."""
    assert choose(header, OFFERED) == code


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "sv_SE.UTF-8"}, "sv"),
        ({"LANG": "sv_SE@euro"}, "sv"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "sv_SE.UTF-8", "LC_MESSAGES": "da_DK"}, "da"),
        ({"LC_MESSAGES": "da_DK", "LC_ALL": "de_DE"}, "en"),
        ({"LC_ALL": "C", "LANGUAGE": "sv"}, "sv"),
        ({"LANGUAGE": "de:da:sv"}, "da"),
        ({"LANGUAGE": "en_GB:sv"}, "en"),
        ({"LANGUAGE": "", "LANG": "da"}, "da"),
        ({"LC_NUMERIC": "sv_SE"}, "en"),
    ],
)
def test_environment_is_read_in_the_order_of_gettext(variables, code):
    assert from_environment(variables, OFFERED) == code


def test_all_languages_are_offered_without_a_choice():
    assert choose("sv") == from_environment({"LANG": "sv"}) == "sv"
    assert choose("tlh") == "en"
