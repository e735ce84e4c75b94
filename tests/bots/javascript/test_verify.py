"""The verifier in JavaScript, as people run it: it agrees with the arena about what was played, and finds whatever was changed since.

It was written from the documents alone, so that it holds is evidence for them as well as for the arena.
"""

import hashlib
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.cli import main
from arena.matches import LegResult, MatchSpec, Published, Status, TableInfo, export_lines, play_match
from arena.rules import AnyView, FiveCardDrawRuleset, Kind
from arena.tournaments import TournamentSpec, tournament_from_document
from tests.bots.javascript.conftest import FOLDER
from tests.cli.filling import fill

README = FOLDER.parents[1] / "proto/README.md"
HEX = "5d" * 32


class Chooser:
    """Plays any legal action, but folds half as often."""

    def __init__(self, info: TableInfo) -> None:
        self._random = Random(info.bot_seed + info.player)

    def act(self, view: AnyView) -> int:
        code = self._random.choice(view.legal)
        return self._random.choice(view.legal) if code == Kind.FOLD else code


def tournament(players: int, mode: str, deals: int = 8) -> TournamentSpec:
    all_in = {"ante": 3, "small_bet": 4, "big_bet": 9, "max_raises": 2, "all_in": True, "starting_stack": 25}
    rules = {"plain": {}, "all_in": all_in, "carry": all_in | {"stacks": "carry"}}
    return tournament_from_document(
        {
            "name": "Small",
            "game": "five_card_draw",
            "rules": rules[mode],
            "play": {"seats": players, "deals_per_match": deals, "max_hands": players * deals, "stop": "max_hands"},
            "entrant": [{"name": f"bot-{number}", "builtin": "draw/easy"} for number in range(players)],
        },
        "this test",
    )


def exported(folder: Path, players: int, mode: str) -> Path:
    """The file that the arena's own command writes of a match that was stored."""
    database, file = folder / "a.db", folder / "match.jsonl"
    spec = tournament(players, mode)
    (match_id,) = fill(database, spec, lambda plan: play_match(plan.spec, [Chooser] * players))
    assert main(["export", match_id, "--format", "jsonl", "--out", str(file), "--db", str(database)]) == 0
    return file


@pytest.fixture(scope="module")
def match(tmp_path_factory) -> list[dict]:
    """The lines of a match of three players with 25 chips each: 3 legs of 8 hands."""
    file = exported(tmp_path_factory.mktemp("match"), 3, "all_in")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def verdict(match, node, tmp_path):
    """Runs the verifier on the match after something was done to its lines: (exit code, its one line)."""

    def run(change: Callable[[list[dict]], object], *arguments: str) -> tuple[int, str]:
        lines = deepcopy(match)
        change(lines)
        file = tmp_path / "changed.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        done = node.verify(file, *arguments)
        assert (done.err, done.out.count("\n")) == ("", 1)
        return done.code, done.out.rstrip("\n")

    return run


def hands_of(lines: list[dict]) -> list[dict]:
    return [line for line in lines if "hand_number" in line]


def is_drawing(action: dict) -> bool:
    return action["discarded"] != ""


def line_with(lines: list[dict], wanted: Callable[[dict], bool]) -> tuple[dict, dict]:
    """The first action like that, with its hand."""
    return next((hand, action) for hand in hands_of(lines) for action in hand["actions"] if wanted(action))


def as_it_is(lines: list[dict]) -> None:
    """No change."""


def place_of(hand: dict) -> str:
    return f"does not hold: leg {hand['leg']}, hand {hand['hand_number']}: "


# --- it holds


@pytest.mark.slow
def test_every_module_is_javascript(node):
    programs = [*FOLDER.glob("*.mjs"), *FOLDER.glob("verifier/*.mjs")]
    assert len(programs) > 5
    assert [node.run("--check", program).err for program in programs] == [""] * len(programs)


def test_the_readme_shows_what_is_printed(node):
    """Both of its examples, made again."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    lines = lines_of(spec_of(), list(play_match(spec_of(), [Chooser] * 2).legs))
    assert f"    {node.verify('-', stdin=lines).out}" in text
    hand = json.loads(lines.splitlines()[4])
    hand["net_chips"][1] += 1
    changed_lines = lines.replace(lines.splitlines()[4], json.dumps(hand))
    assert f"    {node.verify('-', stdin=changed_lines).out}" in text


def test_the_vectors_of_the_contract_hold(node):
    done = node.verify("--vectors", README)
    assert (done.code, done.err) == (0, "")
    assert done.out == "holds: the match seed, its commitment and 2 deals are those of the test vectors\n"


WRONG_VECTORS = {
    ("match seed  0e", "match seed  0f"): "match seed is 0eab1d81",
    ("commitment  35", "commitment  36"): "commitment is 355a0601",
    ("key cdf9", "key cdf8"): "deal 0: key is cdf9aae4",
    ("Th4d3s9c", "Th4d9c3s"): "deal 0: deck is Th4d3s9c",
    ("8s6s8dAc", "8s6sAc8d"): "deal 1: deck is 8s6s8dAc",
    ("players 4 5 2 0 1 3", "players 0 1 2 3 4 5"): "circle 1 is 4 5 2 0 1 3",
    ("pass 0:", "pass 1:"): "match seed is ",
    ("`pairing 0-1`, pass", "`pairing 0-2`, pass"): "match seed is ",
}


@pytest.mark.slow
def test_a_wrong_vector_is_named(node, tmp_path):
    """Whichever it is; the command says it in one line."""
    text = README.read_text(encoding="utf-8")
    assert all(text.count(old) == 1 for old, _ in WRONG_VECTORS)
    texts = [text.replace(old, new) for old, new in WRONG_VECTORS]
    for answer, words in zip(node.map(VECTORS_IN_ONE_PROCESS, texts), WRONG_VECTORS.values(), strict=True):
        assert answer.startswith(f"Differs: {words}")
    (tmp_path / "README.md").write_text(texts[0], encoding="utf-8")
    done = node.verify("--vectors", tmp_path / "README.md")
    assert (done.code, done.err, done.out.count("\n")) == (1, "", 1)
    assert done.out.startswith("does not hold: match seed is 0eab1d81")


VECTORS_IN_ONE_PROCESS = """
import { checkVectors } from "./verifier/vectors.mjs";

function answer(text) {
  try {
    return `${checkVectors(text)} hold`;
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`;
  }
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "mode"),
    [(2, "plain"), (6, "plain"), *[(players, "all_in") for players in range(2, 7)], *[(players, "carry") for players in (2, 3, 6)]],
)
def test_an_exported_match_holds(node, tmp_path, players, mode):
    """Every deal, hand and total of a stored match; the totals said are those of the hands."""
    file = exported(tmp_path, players, mode)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    hands, deals = hands_of(lines), {hand["hand_number"] for hand in hands_of(lines)}
    net = [sum(line["net_chips"][player] for line in lines if "status" in line) for player in range(players)]
    totals = ", ".join(f"bot-{player} {chips:+}" if chips else f"bot-{player} 0" for player, chips in enumerate(net))
    assert len(hands) == 8 * players or mode == "carry"
    assert node.verify(file).out == (
        f"holds: the seed is the one the file says was committed to, {len(deals)} deals dealt anew, {len(hands)} hands replayed in "
        f"{players} of {players} legs, net {totals}\n"
    )


def test_the_commitment_a_bot_was_told_is_better_than_the_files_own(match, verdict):
    code, line = verdict(as_it_is, "--commitment", match[0]["commitment"].upper())
    assert (code, line[:40]) == (0, "holds: the seed is the one committed to,")


def test_a_seed_that_comes_apart_from_the_file(match, verdict):
    """Where not everybody may have it the export holds none."""
    assert verdict(lambda lines: lines[0].update(seed=None), "--seed", match[0]["seed"])[0] == 0


def test_one_leg_of_a_match_holds_and_is_called_one(match, verdict):
    def only_the_second(lines):
        lines[0]["legs"] = [1]
        lines[1:] = [line for line in lines[1:] if line["leg"] == 1]

    code, line = verdict(only_the_second)
    assert (code, "8 deals dealt anew, 8 hands replayed in 1 of 3 legs" in line) == (0, True)


def spec_of(names: tuple[str, ...] = ("a", "b")) -> MatchSpec:
    return MatchSpec("m", "t", "five_card_draw", FiveCardDrawRuleset(), names, b"s" * 32, 6)


def lines_of(spec: MatchSpec, legs: list[LegResult]) -> str:
    return "\n".join(export_lines(spec, legs, "jsonl", published=Published(spec.commitment, spec.seed))) + "\n"


def test_a_forfeited_leg_may_lack_hands_and_is_named(node):
    """Hands are played side by side, so any of them may be missing."""
    spec = spec_of()
    whole, other = play_match(spec, [Chooser] * 2).legs
    hands = tuple(hand for hand in other.hands if hand.deal_number not in (1, 4, 5))
    forfeited = replace(other, status=Status.FORFEITED, forfeiter=1, reason="gone", hands=hands)
    done = node.verify("-", stdin=lines_of(spec, [whole, forfeited]))
    assert (done.code, done.err) == (0, "")
    assert "6 deals dealt anew, 9 hands replayed in 2 of 2 legs, leg 1 forfeited by b with 3 of 6 hands, net " in done.out


def test_a_match_without_legs_holds(node):
    """A void match may have none."""
    done = node.verify("-", stdin=lines_of(spec_of(), []))
    assert (done.code, "0 hands replayed in 0 of 2 legs" in done.out) == (0, True)


def test_names_that_look_like_ends_of_lines_are_no_ends(node):
    """Some readers split text at them; and none reaches the terminal as it is."""
    spec = spec_of(("a\u2028b\x85c", "\x1b[31mred"))
    done = node.verify("-", stdin=lines_of(spec, list(play_match(spec, [Chooser] * 2).legs)))
    assert (done.code, done.err, done.out.count("\n")) == (0, "", 1)
    assert r"net a\u{2028}b\u{85}c " in done.out
    assert r"\u{1b}[31mred" in done.out


# --- it does not hold


def test_a_changed_hole_card_is_found(verdict):
    def change(lines):
        hand = hands_of(lines)[4]
        hand["dealt"][1] = hand["dealt"][0][:2] + hand["dealt"][1][2:]

    code, line = verdict(change)
    assert (code, line.startswith("does not hold: leg 0, hand 4: dealt[1] is ")) == (1, True)


def test_a_changed_replacement_is_found(match, verdict):
    hand, action = line_with(match, is_drawing)
    index = hand["actions"].index(action)
    code, line = verdict(lambda lines: line_with(lines, is_drawing)[1].update(drawn="2c"))
    assert (code, line) == (1, f'{place_of(hand)}actions[{index}].drawn is "{action["drawn"]}"; the record says "2c"')


def test_another_discard_is_found(match, verdict):
    """With another card of the hand thrown away, others are left."""
    hand, action = line_with(match, is_drawing)
    cards = hand["dealt"][action["seat"]]
    other = next(cards[place : place + 2] for place in range(0, 10, 2) if cards[place : place + 2] not in action["discarded"])
    code, line = verdict(lambda lines: line_with(lines, is_drawing)[1].update(discarded=other + action["discarded"][2:]))
    assert (code, line.startswith(place_of(hand))) == (1, True)


def test_a_discard_that_was_not_held_is_found(match, verdict):
    hand, action = line_with(match, is_drawing)
    other = hand["dealt"][(action["seat"] + 1) % 3][:2]
    code, line = verdict(lambda lines: line_with(lines, is_drawing)[1].update(discarded=other))
    index = hand["actions"].index(action)
    words = f"actions[{index}]: seat {action['seat']} holds {hand['dealt'][action['seat']]}; the record says that it discards {other}"
    assert (code, line) == (1, place_of(hand) + words)


def test_a_changed_action_is_found(verdict):
    def change(lines):
        hand = hands_of(lines)[0]
        hand["actions"][0]["kind"] = "check" if hand["actions"][0]["kind"] == "bet" else "bet"

    code, line = verdict(change)
    assert (code, line.startswith("does not hold: leg 0, hand 0: actions[")) == (1, True)


KINDS = ("fold", "check", "call", "bet", "raise", "draw")


def test_an_action_of_any_kind_changed_to_any_other_is_found(match, node):
    """Either it is not legal where it stands, or the hand goes another way from there."""
    texts, places = [], []
    for kind in KINDS:
        hand, action = line_with(match, lambda action, kind=kind: action["kind"] == kind)
        for other in {*KINDS, "sleep", None} - {kind}:
            line = changed(hand, ("actions", hand["actions"].index(action), "kind"), other)
            texts.append([json.dumps(line if each is hand else each) for each in match])
            places.append(f"differs: leg {hand['leg']}, hand {hand['hand_number']}: ")
    answers = node.map(IN_ONE_PROCESS, texts)
    assert [answer for answer, place in zip(answers, places, strict=True) if not answer.startswith(place)] == []


def test_a_changed_amount_is_found(match, verdict):
    def raised(action):
        return action["kind"] == "raise"

    hand, action = line_with(match, raised)
    code, line = verdict(lambda lines: line_with(lines, raised)[1].update(chips=action["chips"] + 1))
    index = hand["actions"].index(action)
    assert (code, line) == (1, f"{place_of(hand)}actions[{index}].chips is {action['chips']}; the record says {action['chips'] + 1}")


def test_an_action_of_another_seat_is_found(verdict):
    code, line = verdict(lambda lines: hands_of(lines)[5]["actions"][0].update(seat=1))
    assert (code, line) == (1, "does not hold: leg 0, hand 5: actions[0].seat is 0; the record says 1")


def test_a_hand_that_ends_too_soon_is_found(match, verdict):
    count = len(hands_of(match)[2]["actions"])
    code, line = verdict(lambda lines: hands_of(lines)[2]["actions"].pop())
    assert (code, line.startswith("does not hold: leg 0, hand 2: seat ")) == (1, True)
    assert line.endswith(f"is to act after {count - 1} actions; the record ends with them")


def test_a_hand_that_goes_on_is_found(match, verdict):
    count = len(hands_of(match)[2]["actions"])
    code, line = verdict(lambda lines: hands_of(lines)[2]["actions"].append(hands_of(lines)[2]["actions"][-1]))
    assert (code, line) == (1, f"does not hold: leg 0, hand 2: the hand is over after {count} actions; the record has {count + 1}")


@pytest.mark.parametrize("leg", range(3))
def test_a_changed_net_is_found(match, verdict, leg):
    """In any leg, also when somebody else pays for it."""
    index = 8 * leg + 6
    net = hands_of(match)[index]["net_chips"]
    code, line = verdict(lambda lines: hands_of(lines)[index].update(net_chips=[net[0] + 1, net[1] - 1, net[2]]))
    assert (code, line) == (1, f"does not hold: leg {leg}, hand 6: net_chips[0] is {net[0]}; the record says {net[0] + 1}")


def test_a_changed_total_is_found(match, verdict):
    end = next(line for line in match if line.get("status") and line["leg"] == 1)
    place = match.index(end)
    code, line = verdict(lambda lines: lines[place]["net_chips"].reverse())
    first, _, last = end["net_chips"]
    assert (code, line) == (1, f"does not hold: leg 1: net_chips[0] is {first}; the record says {last}")


def test_another_seed_is_found(match, verdict):
    """It is not the one that was committed to."""
    code, line = verdict(lambda lines: lines[0].update(seed=HEX))
    found, record = hashlib.sha256(bytes.fromhex(HEX)).hexdigest(), match[0]["commitment"]
    assert (code, line) == (1, f"does not hold: the seed's commitment is {found}; the record's is \"{record}\"")


def test_another_seed_with_its_own_commitment_is_found(verdict):
    """By the first card; a commitment in the same file proves nothing."""
    other = hashlib.sha256(bytes.fromhex(HEX)).hexdigest()
    code, line = verdict(lambda lines: lines[0].update(seed=HEX, commitment=other))
    assert (code, line.startswith("does not hold: leg 0, hand 0: dealt[0] is ")) == (1, True)


def test_another_seed_given_is_found(match, verdict):
    code, line = verdict(as_it_is, "--seed", HEX)
    assert (code, line) == (1, f'does not hold: the seed is {HEX}; the record says "{match[0]["seed"]}"')


def test_another_commitment_is_found(match, verdict):
    code, line = verdict(lambda lines: lines[0].update(commitment=HEX))
    assert (code, line) == (1, f"does not hold: the seed's commitment is {match[0]['commitment']}; the record's is \"{HEX}\"")


def test_another_commitment_given_is_found(match, verdict):
    """What a bot was told before the first card is not what the file says."""
    code, line = verdict(as_it_is, "--commitment", HEX)
    assert (code, line) == (1, f'does not hold: the seed\'s commitment is {match[0]["commitment"]}; the one given is "{HEX}"')


@pytest.mark.parametrize(("hand", "next_one"), [(0, "hand 1"), (3, "hand 4"), (7, "the end of the leg")])
def test_a_missing_hand_is_found(verdict, hand, next_one):
    """At the beginning, in the middle, at the end."""
    code, line = verdict(lambda lines: lines.remove(hands_of(lines)[8 + hand]))
    assert (code, line) == (1, f"does not hold: leg 1, hand {hand}: is missing; the record goes on with {next_one}")


def test_a_missing_hand_is_found_where_the_leg_is_called_forfeited(verdict):
    """Then hands may be missing, but they are counted."""

    def change(lines):
        lines.remove(hands_of(lines)[2])
        next(line for line in lines if "status" in line).update(status="forfeited", forfeiter="bot-1")

    assert verdict(change) == (1, "does not hold: leg 0: hand_count is 7; the record says 8")


def test_a_doubled_hand_is_found(verdict):
    code, line = verdict(lambda lines: lines.insert(5, lines[4]))
    assert (code, line) == (1, "does not hold: leg 0, hand 3: is there once; the record has it twice")


def test_hands_out_of_order_are_found(verdict):
    def swap(lines):
        lines[4], lines[5] = lines[5], lines[4]

    assert verdict(swap) == (1, "does not hold: leg 0, hand 3: comes before hand 4; the record has it after")


def test_a_hand_of_another_leg_is_found(verdict):
    """It is not there under a false name."""
    code, line = verdict(lambda lines: lines[2].update(leg=1))
    assert (code, line) == (1, "does not hold: line 3: belongs to leg 0; the record says 1")


def test_a_hand_of_no_deal_is_found(match, node):
    texts = [
        [json.dumps(line) for line in (match[0], match[1] | {"hand_number": number})] for number in (-1, 8, 1.5, "1", None, 1e300, [0])
    ]
    for answer in node.map(IN_ONE_PROCESS, texts):
        assert answer.startswith("differs: leg 0, hand ")
        assert answer.endswith(": there is none; hands are counted from 0 to 7")


def test_a_half_file_is_found(verdict):
    """What a disk that was full leaves."""
    code, line = verdict(lambda lines: lines.__delitem__(slice(5, None)))
    assert (code, line) == (1, "does not hold: leg 0, hand 4: is missing, or the end of the leg; the record ends before it")


def test_a_half_line_is_found(match, node, tmp_path):
    file = tmp_path / "half.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in match[:3])[:-9])
    done = node.verify(file)
    assert (done.code, done.err, done.out.count("\n")) == (1, "", 1)
    assert done.out.startswith('does not hold: line 3 is no JSON object: "{')


def test_bytes_that_are_no_text_are_found(match, node, tmp_path):
    file = tmp_path / "bytes.jsonl"
    file.write_bytes(json.dumps(match[0]).encode() + b"\n\xff\n")
    assert node.verify(file).out == "does not hold: line 2 is no UTF-8\n"


def test_a_missing_leg_is_found(verdict):
    code, line = verdict(lambda lines: lines.__setitem__(slice(None), [line for line in lines if line.get("leg") != 1]))
    assert (code, line) == (1, "does not hold: line 11: belongs to leg 1; the record says 2")


def test_a_line_after_the_last_is_found(verdict):
    code, line = verdict(lambda lines: lines.append({}))
    assert (code, line) == (1, "does not hold: line 29: all legs have ended; the record goes on with {}")


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"small_bet": 3}, "hand "),
        ({"big_bet": 8}, "hand "),
        ({"ante": 2}, "hand "),
        ({"max_raises": 9}, "hand "),
        ({"starting_stack": 26}, "hand 0"),
    ],
)
def test_another_ruleset_is_found(verdict, rules, place):
    """By the first hand that would have gone another way."""
    code, line = verdict(lambda lines: lines[0]["ruleset"].update(rules))
    assert (code, line.startswith(f"does not hold: leg 0, {place}")) == (1, True)


NO_MATCHES = [
    ({"players": ["a"]}, "players must be a list of 2 to 6 names"),
    ({"players": "abc"}, "players must be a list"),
    ({"deal_count": 0}, "deal_count must be a whole number, at least 1"),
    ({"mirrored": 1}, "mirrored must be true or false"),
    ({"drawn_seats": 1}, "drawn_seats must be true or false"),
    ({"legs": [0, 0]}, "legs[1] must be a whole number from 1 to 2"),
    ({"legs": [3]}, "legs[0] must be a whole number from 0 to 2"),
    ({"legs": {}}, "legs must be a list"),
    ({"match_id": None}, "match_id must be text"),
    ({"ruleset": []}, "ruleset must be an object"),
    ({"ruleset": {"ante": 1.5}}, "ruleset.ante must be a whole number, at least 1"),
]


def test_a_first_line_that_describes_no_match_is_found(match, node):
    answers = node.map(IN_ONE_PROCESS, [[json.dumps(match[0] | change)] for change, _ in NO_MATCHES])
    for answer, (_, words) in zip(answers, NO_MATCHES, strict=True):
        assert answer.startswith(f"differs: the first line: {words}")


@pytest.mark.parametrize("seed", ["xyz", 5])
def test_a_seed_that_is_none_is_found(verdict, seed):
    code, line = verdict(lambda lines: lines[0].update(seed=seed))
    assert (code, line) == (1, f"does not hold: the seed is 64 hexadecimal digits; the record says {json.dumps(seed)}")


def leaves(value: object, path: tuple = ()) -> list[tuple]:
    """The paths of all values that are neither lists nor objects."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [leaf for key, inner in items for leaf in leaves(inner, (*path, key))]
    return [path]


def changed(line: dict, path: tuple, value: object) -> dict:
    copy = deepcopy(line)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    if value is KeyError:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return copy


def other_values(value: object) -> list[object]:
    alike = {str: f"{value}2c", int: -1 if value == 0 else 0, type(None): "2c2d2h2s3c"}[type(value)]
    return [alike, {}, [[]], "\u001b", 0.5, KeyError]


@pytest.mark.slow
@pytest.mark.parametrize("index", [3, 9], ids=["hand", "leg_end"])
def test_every_value_of_a_line_is_checked(match, node, index):
    """Changed to another of its kind or to something else, or left out: never a verdict that it holds, never a crash."""
    lines = [json.dumps(line) for line in match]
    variants = []
    for path in leaves(match[index]):
        value = match[index]
        for key in path:
            value = value[key]
        variants += [json.dumps(changed(match[index], path, other)) for other in other_values(value)]
    texts = [[*lines[:index], variant, *lines[index + 1 :]] for variant in variants]
    verdicts = node.map(IN_ONE_PROCESS, texts)
    assert len(verdicts) > 40
    assert [variant for variant, answer in zip(variants, verdicts, strict=True) if not answer.startswith("differs: ")] == []


IN_ONE_PROCESS = """
import { Differs } from "./verifier/errors.mjs";
import { readHead } from "./verifier/head.mjs";
import { MatchCheck } from "./verifier/match.mjs";

function answer([first, ...lines]) {
  try {
    const head = readHead(first);
    const check = new MatchCheck(head, Buffer.from(head.seed, "hex"));
    for (const line of lines) check.takeLine(line);
    check.finish();
    return "holds";
  } catch (error) {
    return `${error instanceof Differs ? "differs" : error.stack}: ${error.message}`;
  }
}
"""


# --- mistakes


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name one exported match; --help has examples"),
        (("a", "b"), "name one exported match; --help has examples"),
        (("nosuch.jsonl",), "nosuch.jsonl: ENOENT"),
        ((".",), ".: EISDIR"),
        (("README.md",), "README.md: its first line does not describe a match; write the file with `arena export MATCH --format jsonl`"),
        (("/dev/null",), "/dev/null: its first line does not describe a match"),
        (("README.md", "--seed", "12"), '--seed "12": must be 64 hexadecimal digits'),
        (("README.md", "--commitment", "\x1b"), r"must be 64 hexadecimal digits"),
        (("README.md", "--sede", HEX), "'--sede'"),
        (("README.md", "--seed"), "--seed"),
        (("--vectors", "nosuch.md"), "nosuch.md: ENOENT"),
        (("--vectors", "README.md"), "README.md: holds no test vectors; name the file proto/README.md"),
        (("--vectors", "README.md", "README.md"), "--vectors checks no match; leave the file out"),
    ],
)
def test_mistakes_are_one_line(node, arguments, words):
    done = node.verify(*arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("verify: ")
    assert words in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize(
    ("change", "words"),
    [({"seed": None}, "it holds no seed, since not everybody may have it"), ({"game": "holdem"}, 'it is of the game "holdem"')],
)
def test_a_file_that_cannot_be_verified_is_a_mistake(match, node, change, words):
    done = node.verify("-", stdin=json.dumps(match[0] | change) + "\n")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


def test_help_has_examples(node):
    done = node.verify("--help")
    assert (done.code, done.err) == (0, "")
    assert "node bots/javascript/verify.mjs match.jsonl" in done.out
    assert "--vectors proto/README.md" in done.out
