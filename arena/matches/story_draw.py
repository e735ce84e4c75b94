"""A hand of five-card draw, told: antes, betting rounds, the draw, and the end with what was shown and who won which pot."""

from collections.abc import Sequence

from arena.matches.story_parts import Scene, SeatLine, Step, Story
from arena.rules import DRAW_CODE, Hand, Kind, Stage, describe, strength


def tell_draw(hand: Hand, names: Sequence[str]) -> Story:
    """The story of a hand that is over; names by position."""
    told = _Telling(Hand(hand.ruleset, hand.deal, hand.players, hand.start), names)
    for code in hand.codes:
        told.act(code)
    return Story(tuple(_seat_line(hand, position, name) for position, name in enumerate(names)), told.scenes())


class _Telling:
    """A hand played again, with a sentence for everything that happens."""

    def __init__(self, hand: Hand, names: Sequence[str]) -> None:
        self._hand, self._names = hand, names
        self._parts: dict[str, list[Step]] = {}
        self._put_in = list(hand.committed)
        self._say_antes()

    def act(self, code: int) -> None:
        """Play the next action and say what it was."""
        hand, title, position, base = self._hand, _TITLES[self._hand.stage], self._hand.actor, self._hand.base
        hand.act(code)
        if title == _TITLES[Stage.DRAW]:
            self._say(title, self._exchange(position, code - DRAW_CODE))
            return
        chips = hand.log[-1][2]
        self._put_in[position] += chips
        words = _WORDS[Kind(code)].format(chips=chips, level=self._put_in[position] - base)
        all_in = ", all in" if chips and self._put_in[position] == hand.start[position] else ""
        self._say(title, Step(self._names[position], words + all_in, pot_chips=sum(self._put_in), kind=Kind(code), chips=chips))

    def scenes(self) -> tuple[Scene, ...]:
        """Everything told, with the end of the hand."""
        title = "Showdown" if self._hand.shown else "The end"
        for step in (*self._shown(), *self._returned(), *self._won()):
            self._say(title, step)
        return tuple(Scene(title, tuple(steps)) for title, steps in self._parts.items())

    def _say_antes(self) -> None:
        if len(set(self._put_in)) == 1:
            self._say("Antes", Step("Everyone", f"posts {self._put_in[0]}", pot_chips=sum(self._put_in)))
            return
        for position, chips in enumerate(self._put_in):
            pot = sum(self._put_in[: position + 1])
            self._say("Antes", Step(self._names[position], f"posts {chips}", pot_chips=pot))

    def _say(self, title: str, step: Step) -> None:
        self._parts.setdefault(title, []).append(step)

    def _exchange(self, position: int, mask: int) -> Step:
        name, dealt, now = self._names[position], self._hand.dealt_cards(position), self._hand.hole[position]
        places = [place for place in range(len(dealt)) if mask >> place & 1]
        if not places:
            return Step(name, "stands pat", kind=Kind.DRAW)
        given, taken = (tuple(cards[place] for place in places) for cards in (dealt, now))
        return Step(name, f"discards {len(places)}:", given, "and gets", taken, kind=Kind.DRAW)

    def _shown(self) -> list[Step]:
        hand = self._hand
        shown = [position for position in range(hand.players) if hand.shown >> position & 1]
        return [Step(self._names[p], "shows", hand.hole[p], describe(strength(hand.hole[p]))) for p in shown]

    def _returned(self) -> list[Step]:
        put_in = zip(self._names, self._put_in, self._hand.committed, strict=True)
        return [Step(name, f"takes back {before - after}, which nobody matched") for name, before, after in put_in if before > after]

    def _won(self) -> list[Step]:
        steps = []
        for number, pot in enumerate(self._hand.pots):
            pot_name = "the pot" if len(self._hand.pots) == 1 else "the main pot" if not number else f"side pot {number}"
            winners = [self._names[position] for position in self._hand.winners(pot)]
            words = f"wins {pot_name} of {pot.chips}" if len(winners) == 1 else f"share {pot_name} of {pot.chips}"
            steps.append(Step(" and ".join(winners), words))
        return steps


def _seat_line(hand: Hand, position: int, name: str) -> SeatLine:
    assert hand.net is not None, "a stored hand is over"
    dealt, last = hand.dealt_cards(position), hand.hole[position]
    return SeatLine(
        player=name,
        button=position == hand.players - 1,
        dealt=dealt,
        discarded=frozenset(dealt) - frozenset(last),
        last=last,
        made=describe(strength(last)),
        stood_pat=hand.drawn[position] == 0,
        folded=not hand.live >> position & 1,
        net_chips=hand.net[position],
    )


_TITLES = {Stage.FIRST_ROUND: "First betting round", Stage.DRAW: "Draw", Stage.SECOND_ROUND: "Second betting round"}
_WORDS = {
    Kind.FOLD: "folds",
    Kind.CHECK: "checks",
    Kind.CALL: "calls {chips}",
    Kind.BET: "bets {chips}",
    Kind.RAISE: "raises to {level}",
}
