"""How much somebody who knew a bot's way would win from it, by ``arena probe``: the best response to it, worked out and played.

A claim is about the figure of the model, exact for the bot as it answered; it does not hold either when the best response surely won
more than that in play. All bots are asked as if they had just sat down.
"""

from functools import cache, partial

from arena.cli.probe_play import EFFORTS, Probe, Trial, open_game, probe
from arena.solving import DrawGame
from bots.draw.evidence.claims import Finding, Verdict, meets
from bots.draw.evidence.players import PATHS, RULES
from bots.draw.evidence.work import Course

MODEL, PLAYED = "model", "played"
BELOW = {"hard": 700.0, "expert": 60.0}
"""mbb/h."""


def ask(bot: str, effort: str, hands: int, master: bytes) -> Course:
    """Probe a bot: a finding of the model, and one of what was played."""
    (found,) = yield [partial(_probed, bot, effort, hands, master)]
    return list(found)


def _probed(bot: str, effort: str, hands: int, master: bytes) -> tuple[Finding, Finding]:
    return findings(bot, probe(PATHS[bot], _game(), Trial(master, EFFORTS[effort], hands)))


@cache
def _game() -> DrawGame:
    return open_game(RULES)


def findings(bot: str, found: Probe) -> tuple[Finding, Finding]:
    """What a probe says of a bot."""
    won, model, bound = found.won, found.exploitability, BELOW.get(bot)
    refuted = bound is not None and won.low is not None and won.low >= bound
    verdict = Verdict.NOTHING if bound is None else meets(met=model < bound and not refuted)
    claimed = "" if bound is None else f"below {bound:g}"
    return (
        Finding("probe", bot, model, "mbb/h", None, None, MODEL, claimed, verdict, f"{found.question_count:,} questions"),
        Finding("probe", bot, won.mean, "mbb/h", won.low, won.high, PLAYED, basis=f"{found.total.hand_count:,} hands"),
    )
