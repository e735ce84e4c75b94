"""What follows from the hands of a match and costs more than adding up: the regret of choices, and the luck of the draw.

It is computed once, where the match was played, and kept with it; who verifies a match computes it anew.
"""

from dataclasses import replace

from arena.matches.luck import match_luck
from arena.matches.regret import grade_match
from arena.matches.result import MatchResult, Status


def measure_match(result: MatchResult) -> MatchResult:
    """The match with regrets where choices are graded, and with luck where cards are drawn; void ones stay as they are."""
    spec = result.spec
    if result.status == Status.VOID:
        return result
    if spec.ruleset.drawn and not spec.payouts:
        return replace(result, luck=tuple(map(tuple, match_luck(result).tolist())))
    return grade_match(result)
