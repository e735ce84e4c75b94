"""How much somebody who knew a bot's way would win from it, by ``arena probe``: the best response to it, worked out and played.

A claim is about the figure of the model, exact for the plan made of what the bot answered, or showed: it holds when that is below the
bound, and what was won in play is not surely as much. All bots are asked as if they had just sat down; so a claim about one that remembers
is about its first hand of a match, and what comes later is told beside it: by ``SETTLED``, its memory held fast (``settled``).
"""

from functools import cache, partial

from arena.cli.probe_play import EFFORTS, Probe, Trial, open_game, probe
from arena.solving import DrawGame
from bots.draw.evidence.claims import Finding, Verdict, meets
from bots.draw.evidence.players import PATHS, RULES
from bots.draw.evidence.settled import HANDS, OTHER
from bots.draw.evidence.work import Course

MODEL, PLAYED = "model", "played"
BELOW = {"hard": 700.0, "expert": 60.0}
"""mbb/h."""
SETTLED = f"hard after {HANDS} hands against {OTHER}"

_SETTLED_PATH = "bots.draw.evidence.settled:Settled"
_REMEMBERS = ("hard",)
"""Of those of whom something is claimed."""


def ask(bot: str, effort: str, hands: int, master: bytes) -> Course:
    """Probe a bot: a finding of the model, and one of what was played."""
    (found,) = yield [partial(_probed, bot, effort, hands, master)]
    return list(found)


def _probed(bot: str, effort: str, hands: int, master: bytes) -> tuple[Finding, Finding]:
    return findings(bot, probe(path_of(bot), _game(), Trial(master, EFFORTS[effort], hands)))


def path_of(bot: str) -> str:
    """What to import for a bot that is probed."""
    return _SETTLED_PATH if bot == SETTLED else PATHS[bot]


@cache
def _game() -> DrawGame:
    return open_game(RULES)


def findings(bot: str, found: Probe) -> tuple[Finding, Finding]:
    """What a probe says of a bot."""
    won, model, bound = found.won, found.exploitability, BELOW.get(bot)
    refuted = bound is not None and won.low is not None and won.low >= bound
    verdict = Verdict.NOTHING if bound is None else meets(met=model < bound and not refuted)
    claimed = "" if bound is None else f"below {bound:g}{' in its first hand' if bot in _REMEMBERS else ''}"
    return (
        Finding("probe", bot, model, "mbb/h", None, None, MODEL, claimed, verdict, f"{found.question_count:,} questions"),
        Finding("probe", bot, won.mean, "mbb/h", won.low, won.high, PLAYED, basis=f"{found.total.hand_count:,} hands"),
    )
