"""The betting, the order of drawing and the pots of five-card draw once more: slow, obvious, and from the rules alone.

Written from the text of the rules, not from ``arena/rules``, and sharing no code with it, so that a misreading would have
to happen twice. A betting round is the list of what has been done in it, and every question is answered by reading that list
from its beginning; nothing is kept up to date. Pots are formed and paid out one chip at a time.

Words used below: B is the fixed amount of the round, H the highest commitment of the round, F the last full level: 0 at first,
then what the last full wager reached. Players are positions, 0 the first left of the button.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

Action = tuple[int, str, int]
"""Who, what (``fold``, ``check``, ``call``, ``bet``, ``raise``), and the chips it puts in."""


@dataclass(frozen=True)
class Betting:
    """One betting round."""

    bet: int
    """B."""
    max_raises: int
    stacks: tuple[int, ...]
    """Chips behind when it began."""
    folded: frozenset[int] = frozenset()
    """Who had folded before it."""
    done: tuple[Action, ...] = ()

    @cached_property
    def inside(self) -> list[int]:
        """Who has not folded."""
        out = self.folded.union([who for who, what, _ in self.done if what == "fold"])
        return [player for player in range(len(self.stacks)) if player not in out]

    @cached_property
    def put_in(self) -> list[int]:
        """Everybody's commitment of this round."""
        return [sum([chips for who, _, chips in self.done if who == player]) for player in range(len(self.stacks))]

    @cached_property
    def behind(self) -> list[int]:
        """Everybody's stack now."""
        return [stack - chips for stack, chips in zip(self.stacks, self.put_in, strict=True)]

    @cached_property
    def highest(self) -> int:
        """H."""
        return max(self.put_in)

    def is_full(self, high: int, level: int, full: int) -> bool:
        """Whether what lifts H from ``high`` to ``level`` is a full wager: half of B is enough, counted from F."""
        return level > high and 2 * (level - full) >= self.bet

    @cached_property
    def full_wagers(self) -> list[tuple[int, int]]:
        """Place in ``done`` and level of every full wager so far."""
        found: list[tuple[int, int]] = []
        put_in = [0] * len(self.stacks)
        for place, (who, _, chips) in enumerate(self.done):
            high = max(put_in)
            put_in[who] += chips
            if self.is_full(high, put_in[who], found[-1][1] if found else 0):
                found.append((place, put_in[who]))
        return found

    def full_level(self) -> int:
        """F."""
        wagers = self.full_wagers
        return wagers[-1][1] if wagers else 0

    def acted_since_full(self, player: int) -> bool:
        """Whether the player has acted since F last changed. Who changed it has; a check counts as having acted."""
        wagers = self.full_wagers
        since = wagers[-1][0] if wagers else 0
        return player in [who for who, _, _ in self.done[since:]]

    def places_taken(self) -> int:
        """Places under the cap used up: the bet and the raises."""
        return len(self.full_wagers)

    def answerers(self, player: int) -> list[int]:
        """Who else could still answer a wager: those who still have chips."""
        return [other for other in self.inside if other != player and self.behind[other] > 0]

    @cached_property
    def asked(self) -> int | None:
        """The player to act, None when the round is over.

        From the left of the button, then clockwise after the last one: the first who can act, and has not acted or not matched H.
        """
        able = [player for player in self.inside if self.behind[player] > 0]
        owing = [player for player in able if self.put_in[player] < self.highest]
        if len(self.inside) == 1 or (len(able) <= 1 and not owing):
            return None
        count = len(self.stacks)
        first = self.done[-1][0] + 1 if self.done else 0
        acted = [who for who, _, _ in self.done]
        for player in [(first + step) % count for step in range(count)]:
            if player in able and (player in owing or player not in acted):
                return player
        return None

    def level_on_offer(self, player: int) -> int:
        """What a wager would lift H to: the fixed amount above F, or as far as the stack reaches."""
        return min(self.full_level() + self.bet, self.stacks[player])

    def wager(self, player: int) -> int:
        """The chips that a bet, raise, completion or all-in above a call puts in; 0 when none is legal."""
        closed = self.acted_since_full(player)
        capped = self.places_taken() > self.max_raises
        level = self.level_on_offer(player)
        if closed or capped or level <= self.highest or not self.answerers(player):
            return 0
        return level - self.put_in[player]

    def options(self, player: int) -> dict[str, int]:
        """What the player may do, with the chips it puts in."""
        to_call = self.highest - self.put_in[player]
        found = {"fold": 0, "call": min(to_call, self.behind[player])} if to_call else {"check": 0}
        wager = self.wager(player)
        if wager:
            found["raise" if to_call else "bet"] = wager
        return found

    def after(self, what: str) -> "Betting":
        """The round when the player to act has done this."""
        player = self.asked
        assert player is not None
        return replace(self, done=(*self.done, (player, what, self.options(player)[what])))


@dataclass(frozen=True)
class ReferenceHand:
    """A whole hand but for its cards: antes, first betting round, draw, second betting round."""

    antes: tuple[int, ...]
    """What each player has posted."""
    first: Betting
    big_bet: int
    drawn: int = 0
    """How many have drawn."""
    second: Betting | None = None

    def betting(self) -> Betting:
        """The round that is running, or the last one."""
        return self.second or self.first

    def asked(self) -> int | None:
        """The player to act, None when the hand is over."""
        return self.first.inside[self.drawn] if self.drawing() else self.betting().asked

    def drawing(self) -> bool:
        """Whether the first round is over, two or more are in, and somebody has still to draw."""
        first = self.first
        return first.asked is None and len(first.inside) > 1 and self.drawn < len(first.inside)

    def options(self) -> dict[str, int]:
        """What the player to act may do, with the chips it puts in; empty when the hand is over."""
        player = self.asked()
        if player is None:
            return {}
        return {"draw": 0} if self.drawing() else self.betting().options(player)

    def after(self, what: str) -> "ReferenceHand":
        """The hand when the player to act has done this."""
        if self.drawing():
            drawn = replace(self, drawn=self.drawn + 1)
            return drawn if drawn.drawing() else replace(drawn, second=self.second_round())
        if self.second:
            return replace(self, second=self.second.after(what))
        return replace(self, first=self.first.after(what))

    def second_round(self) -> Betting:
        """The second round at its beginning: the big bet, what is left of the stacks, and the folded stay folded."""
        first = self.first
        out = frozenset(range(len(self.antes))).difference(first.inside)
        return replace(first, bet=self.big_bet, stacks=tuple(first.behind), folded=out, done=())

    def inside(self) -> list[int]:
        """Who has not folded."""
        return self.betting().inside

    def put_in(self) -> list[int]:
        """What each player has put in over the whole hand, a bet nobody matched included."""
        rounds = [self.first, self.second] if self.second else [self.first]
        return [ante + sum([betting.put_in[player] for betting in rounds]) for player, ante in enumerate(self.antes)]

    def payoffs(self, strength: Callable[[int], int]) -> list[int]:
        """Chips won less chips put in; ``strength`` of a position's cards is asked only where two or more are in."""
        put_in = self.put_in()
        return [chips - put for chips, put in zip(pay(put_in, self.inside(), strength), put_in, strict=True)]


def open_hand(stacks: Sequence[int], ante: int, bets: tuple[int, int], max_raises: int, betting: type[Betting] = Betting) -> ReferenceHand:
    """The hand when everyone has posted the ante, or what is left of a stack that is short of it.

    Args:
        stacks: chips before the ante, by position.
        ante: the ante.
        bets: B before and after the draw.
        max_raises: the cap on raises in one round.
        betting: how rounds are read.
    """
    antes = tuple([min(ante, stack) for stack in stacks])
    behind = tuple([stack - posted for stack, posted in zip(stacks, antes, strict=True)])
    return ReferenceHand(antes, betting(bets[0], max_raises, behind), bets[1])


def pots_of(put_in: Sequence[int], inside: Sequence[int]) -> list[tuple[list[int], int]]:
    """Every pot as who may win it and its chips, main pot first, by taking off a layer of a single chip at a time.

    A layer that nobody who is still in has paid into goes with the pot below; layers with the same players are one pot. What one player
    alone has put in, the bet nobody matched, is a pot of his own here, which comes to the same as giving it back.
    """
    pots: list[tuple[list[int], int]] = []
    for layer in range(1, max(put_in) + 1):
        paying = [player for player, chips in enumerate(put_in) if chips >= layer]
        eligible = [player for player in paying if player in inside]
        if pots and (not eligible or eligible == pots[-1][0]):
            pots[-1] = (pots[-1][0], pots[-1][1] + len(paying))
        else:
            pots.append((eligible, len(paying)))
    return pots


def pay(put_in: Sequence[int], inside: Sequence[int], strength: Callable[[int], int]) -> list[int]:
    """What each player gets: pot by pot to the best hand, chip by chip in turn to those who tie, the first left of the button first."""
    won = [0] * len(put_in)
    for eligible, chips in pots_of(put_in, inside):
        levels = [strength(player) for player in eligible] if len(eligible) > 1 else [0]
        winners = [player for player, level in zip(eligible, levels, strict=True) if level == max(levels)]
        for chip in range(chips):
            won[winners[chip % len(winners)]] += 1
    return won
