"""The all-time board: everyone who ever played, by the same measure, whatever tournament it was in.

Between players the measure is a fixed field, the reference bots, frozen and by version: a score is the unweighted mean over them of the
mean against each, as in a tournament against that field. Against the house it is the house, and regret. So two bots can be
compared that have never met, and a bot's score does not move because others come and go.

- What is pooled: matches of two at a table, one of them a reference bot, or of one against the house; of equal rules only, since
  chips of different games cannot be added up. With carried stacks the length of the match belongs to the rules, where places are paid
  the prizes do; so do neither clocks nor formats. Mirrored and independent deals alike: a block of either is one number with
  the same mean. Tables of three and more count for nobody: there a score is made of more than the two.
- Who is who: an in-process bot is its name with its version; a program or a remote bot its name, its owner and the version that its entry
  says. Other versions are others. Who says no version has only one.
- What counts: everything stored, of runs that go on or were left too; not what is void, by itself or by hand, nor any match with one who
  was disqualified in that run. Who withdrew keeps its results: leaving is no way to lose them.
- Deals that the same two have played before count once, the first time: a run repeated with the same seed says nothing new.
- Matches are in the order of runs and passes; the luck correction of a pairing goes on through them, see ``results``.
- Who has not met every reference bot has no place: its mean would be over an easier or harder field. The reference bots have none either,
  being the measure; what everyone did against each of them is the crosstable.
- Who was never scored in any tournament is shown without a place.

Ranks, intervals and bands are those of ``board``. Times are not known here: whoever wants a season gives the runs of it.
"""

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeAlias

from arena.errors import ConfigError
from arena.matches import Block, Status
from arena.rules import AnyRuleset
from arena.tournaments.orders import Order, OrderKind
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.spec import Entrant, PlaySettings, TournamentSpec
from arena.tournaments.standings import PairRow, Standings, standings

REFERENCE: Mapping[str, tuple[str, ...]] = {
    "five_card_draw": (
        "draw/call@1",
        "draw/raise@1",
        "draw/fold@1",
        "draw/random@1",
        "draw/tight_passive@1",
        "draw/tight_aggressive@1",
        "draw/loose_aggressive@1",
    )
}
"""By the game's name: the reference bots. A game without any is played against the house. Another version or another bot is another
measure: change this and no score can be compared with those before."""

Versioned: TypeAlias = Callable[[str], str]
"""The name of an in-process bot as a file has it, with the version that is meant: ``draw/hard@1`` of ``draw/hard``. As it is if unknown."""

_SEASON = re.compile(r"([12]\d{3})(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?", re.ASCII)
_FORMAT = "all_time"
_NO_LIMIT = 10**9


@dataclass(frozen=True, slots=True)
class Rules:
    """What results have in common that may be pooled."""

    game_name: str
    ruleset: AnyRuleset
    match_deals: int = 0
    """Deals of a match where stacks are carried; 0 where every hand stands alone."""
    payouts: tuple[int, ...] = ()
    """Where places are paid."""

    @property
    def reference(self) -> tuple[str, ...]:
        """The bots that everyone is measured against; empty against the house."""
        return REFERENCE.get(self.game_name, ())

    def document(self) -> dict[str, object]:
        """As a tournament file has them."""
        fields = {key: value for key, value in dataclasses.asdict(self.ruleset).items() if value is not None}
        fields |= {"deals_per_match": self.match_deals} if self.match_deals else {}
        return fields | ({"payouts": list(self.payouts)} if self.payouts else {})


@dataclass(frozen=True, slots=True)
class PlayedRun:
    """One run of a tournament: what was played, and what was decided by hand."""

    run_id: int
    """Those that began later have higher ones."""
    spec: TournamentSpec
    outcomes: Sequence[MatchOutcome]
    orders: Sequence[Order] = ()


@dataclass(frozen=True, slots=True, order=True)
class Identity:
    """Who a bot is in every tournament it plays."""

    name: str
    """Of an in-process bot with its version, where that is known."""
    version: str = ""
    """As its entry says; an in-process bot has it in its name."""
    owner: str = ""
    builtin: bool = False


@dataclass(frozen=True, slots=True)
class OtherRules:
    """A board that is not shown."""

    rules: Rules
    hands: int
    run_ids: tuple[int, ...]
    """The runs it is made of, oldest first."""


@dataclass(frozen=True, slots=True)
class AllTimeBoard:
    """How everyone stands by one set of rules."""

    rules: Rules
    standings: Standings
    """Without rows for the reference bots; ``pairs`` and ``crosstable`` are everyone against each of them. A row's status may also be
    ``met 5 of 7``: the reference bots it has met."""
    identities: tuple[Identity, ...]
    """By row."""
    met: tuple[int, ...]
    """By row: how many of the reference bots it has met."""
    run_ids: tuple[int, ...]
    """The runs it is made of, oldest first."""
    others: tuple[OtherRules, ...]
    """The boards of other rules, the one with most hands first."""

    def rows(self) -> list[dict[str, object]]:
        """For programs: a document for each row, see :meth:`Standings.document`, with who it is."""
        documents: list[dict[str, object]] = self.standings.document()["standings"]  # type: ignore[assignment]
        who = zip(documents, self.identities, self.met, strict=True)
        return [document | {"owner": one.owner, "version": one.version, "met": met} for document, one, met in who]

    def document(self) -> dict[str, object]:
        """For programs."""
        found = self.standings.document()
        return {
            "board": _FORMAT,
            "game": self.rules.game_name,
            "rules": self.rules.document(),
            "reference": list(self.rules.reference),
            "runs": list(self.run_ids),
            "matches": len(self.standings.matches),
            **{key: found[key] for key in ("hands", "blocks", "decided")},
            "standings": self.rows(),
            "pairs": found["pairs"],
            "other_rules": [{"rules": one.rules.document(), "hands": one.hands, "runs": list(one.run_ids)} for one in self.others],
        }


@dataclass(frozen=True, slots=True)
class Season:
    """A stretch of time, in UTC."""

    name: str
    begins_at: datetime
    ends_at: datetime
    """The first moment after it."""

    def __contains__(self, moment: datetime) -> bool:
        return self.begins_at <= moment < self.ends_at


def parse_season(text: str) -> Season:
    """A year, a quarter or a month: ``2026``, ``2026-Q4``, ``2026-11``.

    Raises:
        ConfigError: it is none of these.
    """
    found = _SEASON.fullmatch(text)
    if found is None:
        raise ConfigError(f"season {text!r}: must be a year, a quarter or a month, such as 2026, 2026-Q4 or 2026-11")
    year, quarter, month = found.groups()
    first, months = (3 * int(quarter) - 2, 3) if quarter else (int(month), 1) if month else (1, 12)
    end = first + months - 1  # from 0
    return Season(text, datetime(int(year), first, 1, tzinfo=UTC), datetime(int(year) + end // 12, end % 12 + 1, 1, tzinfo=UTC))


def rules_of(spec: TournamentSpec) -> Rules | None:
    """What the matches of a tournament are pooled by; None where more or fewer sit at a table than the board counts."""
    seats = 2 if spec.game_name in REFERENCE else 1
    if spec.play.seats != seats:
        return None
    match_deals = spec.play.deals_per_match if spec.ruleset.carried_stack else 0
    return Rules(spec.game_name, spec.ruleset, match_deals, spec.payouts)


def identity_of(entrant: Entrant, versioned: Versioned) -> Identity:
    """Who an entrant is, whatever it is called in its tournament."""
    if not entrant.builtin:
        return Identity(entrant.name, entrant.version, entrant.owner)
    name = versioned(entrant.builtin)
    return Identity(name, "" if "@" in name else entrant.version, builtin=True)


def all_time(
    runs: Iterable[PlayedRun], versioned: Versioned, wanted: Rules | None = None, *, name: str = "All time"
) -> AllTimeBoard | None:
    """The all-time board, of the rules by which most hands were played unless others are wanted; None where nothing counts.

    Args:
        runs: in any order.
        versioned: says which version of an in-process bot is meant.
        wanted: the rules of the board.
        name: what the board is called.
    """
    pools = sorted(_pools(runs, versioned), key=lambda pool: (-pool.hands, pool.run_ids))
    pool = next((pool for pool in pools if wanted in (None, pool.rules)), None)
    if pool is None:
        return None
    others = tuple(OtherRules(other.rules, other.hands, tuple(other.run_ids)) for other in pools if other is not pool)
    return _board(pool, others, name)


@dataclass(slots=True)
class _Pool:
    """All that counts by one set of rules."""

    rules: Rules
    meetings: list[tuple[Identity, str, MatchOutcome]] = field(default_factory=list)
    """Who, against which reference bot (empty for the house), and the match with that player first; in order."""
    scored: set[Identity] = field(default_factory=set)
    run_ids: list[int] = field(default_factory=list)
    _known: set[tuple[Identity, str, str]] = field(default_factory=set)

    @property
    def hands(self) -> int:
        """Hands played, all legs counted."""
        return sum(outcome.hand_count for _, _, outcome in self.meetings)

    def add(self, run: PlayedRun, versioned: Versioned) -> None:
        """The next run."""
        identities = [identity_of(entrant, versioned) for entrant in run.spec.entrants]
        before = len(self.meetings)
        for outcome in _counted(run):
            seen = _seen(outcome, identities, self.rules.reference)
            if seen is not None and (key := (*seen[:2], outcome.commitment)) not in self._known:
                self._known.add(key)
                self.meetings.append(seen)
        self.run_ids += [run.run_id] * (len(self.meetings) > before)
        self.scored.update(identity for identity, entrant in zip(identities, run.spec.entrants, strict=True) if not entrant.unscored)

    def met(self) -> Counter[Identity]:
        """By identity: the reference bots against which a block of its counts."""
        pairs = {(who, other) for who, other, outcome in self.meetings if other and any(block.counts_for(0) for block in outcome.blocks)}
        return Counter(who for who, _ in pairs)


def _pools(runs: Iterable[PlayedRun], versioned: Versioned) -> Iterator[_Pool]:
    pools: dict[Rules, _Pool] = {}
    for run in sorted(runs, key=lambda run: run.run_id):
        rules = rules_of(run.spec)
        if rules is not None:
            pools.setdefault(rules, _Pool(rules)).add(run, versioned)
    return (pool for pool in pools.values() if pool.meetings)


def _counted(run: PlayedRun) -> list[MatchOutcome]:
    """The matches of a run that count, in order."""
    void = {order.subject for order in run.orders if order.kind == OrderKind.VOID}
    banned_names = {order.subject for order in run.orders if order.kind == OrderKind.DISQUALIFY}
    banned = {index for index, entrant in enumerate(run.spec.entrants) if entrant.name in banned_names}
    counted = [one for one in run.outcomes if one.status != Status.VOID and one.match_id not in void and banned.isdisjoint(one.pairing)]
    return sorted(counted, key=lambda outcome: (outcome.pass_number, outcome.pairing, outcome.attempt))


def _seen(outcome: MatchOutcome, identities: Sequence[Identity], reference: Sequence[str]) -> tuple[Identity, str, MatchOutcome] | None:
    """Who played which reference bot, and the match as that player saw it; None where it is not one of each."""
    players = [identities[index] for index in outcome.pairing]
    if not reference:
        return players[0], "", outcome
    measures = [player.builtin and player.name in reference for player in players]
    if sum(measures) != 1:
        return None
    who, other = measures.index(False), measures.index(True)
    return players[who], players[other].name, _turned(outcome) if who else outcome


def _turned(outcome: MatchOutcome) -> MatchOutcome:
    """A match of two with the second player first."""
    blocks = tuple(map(_turned_block, outcome.blocks))
    return dataclasses.replace(outcome, blocks=blocks, incidents=outcome.incidents[::-1], forfeits=outcome.forfeits[::-1])


def _turned_block(block: Block) -> Block:
    return Block(
        block.deal_number,
        block.net_chips[::-1],
        block.charged[::-1],
        block.played_count,
        block.leg_count,
        block.regrets[::-1],
        block.luck[::-1],
        block.prizes[::-1],
    )


def _board(pool: _Pool, others: tuple[OtherRules, ...], name: str) -> AllTimeBoard:
    """The standings of a tournament of everyone against the reference bots, without those."""
    reference, met = pool.rules.reference, pool.met()
    everyone = sorted({who for who, _, _ in pool.meetings})
    status = {who: _status(met[who], len(reference), scored=who in pool.scored) for who in everyone}
    labels = dict(zip(everyone, _labels(everyone, reference), strict=True))
    entrants = [Entrant(label, unscored=bool(status[who])) for who, label in labels.items()]
    entrants += [Entrant(bot, unscored=True) for bot in reference]
    known = {label: who for who, label in labels.items()}
    found = standings(_spec(pool.rules, entrants, name), _outcomes(pool, everyone))
    rows = tuple(dataclasses.replace(row, status=status[known[row.entrant]]) for row in found.rows if row.entrant in known)
    return AllTimeBoard(
        rules=pool.rules,
        standings=dataclasses.replace(
            found, rows=rows, pairs=_against(found.pairs, known), crosstable=_against(found.crosstable, known), format=_FORMAT
        ),
        identities=tuple(known[row.entrant] for row in rows),
        met=tuple(met[known[row.entrant]] for row in rows),
        run_ids=tuple(pool.run_ids),
        others=others,
    )


def _status(met: int, of: int, *, scored: bool) -> str:
    """Why one has no place."""
    if met < of:
        return f"met {met} of {of}"
    return "" if scored else "unscored"


def _against(pairs: Iterable[PairRow], known: Mapping[str, Identity]) -> tuple[PairRow, ...]:
    """Everyone against each reference bot."""
    return tuple(pair for pair in pairs if pair.a in known and pair.b not in known)


def _spec(rules: Rules, entrants: Iterable[Entrant], name: str) -> TournamentSpec:
    """A tournament with these scores."""
    play = PlaySettings(seats=2 if rules.reference else 1, max_hands=_NO_LIMIT, stop="max_hands")
    if rules.match_deals:
        play = dataclasses.replace(play, deals_per_match=rules.match_deals)
    return TournamentSpec(name, rules.game_name, rules.ruleset, tuple(entrants), play=play, payouts=rules.payouts)


def _outcomes(pool: _Pool, everyone: Sequence[Identity]) -> Iterator[MatchOutcome]:
    """The matches of that tournament: each pairing's one after the other, in as many passes."""
    place = {who: index for index, who in enumerate(everyone)}
    opponent = {bot: len(everyone) + index for index, bot in enumerate(pool.rules.reference)}
    passes = Counter[tuple[int, ...]]()
    for who, other, outcome in pool.meetings:
        pairing = (place[who], opponent[other]) if other else (place[who],)
        yield dataclasses.replace(outcome, pairing=pairing, pass_number=passes[pairing], attempt=0)
        passes[pairing] += 1


def _labels(identities: Sequence[Identity], taken: Iterable[str]) -> Iterator[str]:
    """What each is called: its name and version, and as much more as tells it from the others and from names that are taken."""
    plain = Counter([*map(_label, identities), *taken])
    used = set(taken)
    for one in identities:
        label = _label(one)
        if plain[label] > 1 and not one.builtin:
            label += f" ({one.owner or 'no owner'})"
        number = 2
        while label in used:
            label, number = f"{_label(one)} #{number}", number + 1
        used.add(label)
        yield label


def _label(one: Identity) -> str:
    return f"{one.name}@{one.version}" if one.version else one.name
