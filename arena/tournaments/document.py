"""A tournament as a person writes it (TOML) and as programs keep it (JSON): the same keys, fully checked.

Every problem is a ConfigError of one line that names the file, the key, the value and what would do, before anything is
played. This module is given text, never a path; whether a built-in bot exists, a cron expression is ever due or an account is
known is checked where those things are known. A document made here has every default filled in and leaves out what is
not set; read again, it gives an equal specification.

To add a key: the field in ``spec``, its name in a list below, its check in one of the readers, its line in ``tournament_document``.
"""

import dataclasses
import difflib
import math
import re
import tomllib
import zoneinfo
from collections.abc import Mapping, Sequence

from arena.errors import BadRuleset, ConfigError
from arena.matches import ClockLimits
from arena.rules import GAMES, AnyRuleset
from arena.tournaments.format_keys import FORMAT_KEYS, read_format, read_format_keys, refuse_unfit
from arena.tournaments.sections import Section, shown
from arena.tournaments.spec import Entrant, PlaySettings, TournamentSpec

MAX_PAIRINGS = 20_000

_TOP_KEYS = ("name", "game", "format", *FORMAT_KEYS, "schedule", "timezone", "missed", "overlap", "rules", "play", "clock", "entrant")
_PLAY_KEYS = tuple(field.name for field in dataclasses.fields(PlaySettings))
_CLOCK_KEYS = tuple(field.name for field in dataclasses.fields(ClockLimits))
_ENTRANT_KEYS = tuple(field.name for field in dataclasses.fields(Entrant) if field.name != "late")
_KINDS = ("builtin", "command", "remote")
_BUILTIN = re.compile(r"([\w.-]+/[\w.-]+|[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*)(@[\w.-]+)?", re.ASCII)
_PLAY, _CLOCK = PlaySettings(), ClockLimits()
_MAX_DEALS, _MAX_HANDS, _MAX_SECONDS = 100_000, 10**9, 86_400
_POSITIVE, _SHARE = (0.0, 1e9), (0.5, math.nextafter(1.0, 0.0))


def parse_tournament(text: str, where: str) -> TournamentSpec:
    """Read a tournament file.

    Args:
        text: the file's contents, TOML.
        where: what messages call the file.

    Raises:
        ConfigError: the first thing that is wrong with it; for broken TOML with line and column.
    """
    try:
        document = tomllib.loads(text.removeprefix("\ufeff"))
    except ValueError as error:
        raise ConfigError(f"{where}: not valid TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ConfigError(f"{where}: not valid TOML: nested too deeply") from None
    return tournament_from_document(document, where)


def tournament_from_document(document: Mapping[str, object], where: str) -> TournamentSpec:
    """Check a tournament that has been read from TOML or JSON, and fill in its defaults.

    Raises:
        ConfigError: the first thing that is wrong with it.
    """
    top = Section(where, "", document)
    game_name = top.choice("game", tuple(GAMES), None)
    format_name = read_format(top, game_name)
    top.refuse_unknown(_TOP_KEYS, _homes(game_name))
    name = top.name("name")
    rules, play_section = _section(top, "rules"), _section(top, "play")
    ruleset = _read_rules(rules, game_name)
    entrants = _read_entrants(top, game_name)
    play = _read_play(play_section, game_name, ruleset, entrants)
    refuse_unfit(format_name, rules, play_section, ruleset, play.seats)
    keys = read_format_keys(top, format_name, entrants, play.seats)
    return TournamentSpec(
        name=name,
        game_name=game_name,
        ruleset=ruleset,
        entrants=entrants,
        format=format_name,
        hero=keys.hero,
        passes=keys.passes,
        payouts=keys.payouts,
        play=play,
        clock=_read_clock(_section(top, "clock")),
        schedule=_read_schedule(top),
        timezone=_read_timezone(top),
        missed=top.choice("missed", ("skip", "once"), "skip"),
        overlap=top.choice("overlap", ("queue", "skip"), "queue"),
    )


def entrant_from_document(document: Mapping[str, object], game_name: str, where: str) -> Entrant:
    """Check one entrant that has been read from TOML or JSON.

    Raises:
        ConfigError: the first thing that is wrong with it.
    """
    return _read_entrant(Section(where, "", document), game_name)


def tournament_document(spec: TournamentSpec) -> dict[str, object]:
    """The document of a tournament, as ``json.dumps`` takes it; read again it gives an equal specification."""
    return {
        "name": spec.name,
        "game": spec.game_name,
        "format": spec.format,
        **({"hero": list(spec.hero)} if spec.hero else {}),
        **({"passes": spec.passes} if spec.passes else {}),
        **({"payouts": list(spec.payouts)} if spec.payouts else {}),
        **({"schedule": spec.schedule} if spec.schedule else {}),
        "timezone": spec.timezone,
        "missed": spec.missed,
        "overlap": spec.overlap,
        "rules": _set_fields(spec.ruleset),
        "play": _set_fields(spec.play),
        "clock": _set_fields(spec.clock),
        "entrant": [entrant_document(entrant) for entrant in spec.entrants],
    }


def _homes(game_name: str) -> dict[str, str]:
    """Where the keys belong that people put at the top by mistake."""
    places = {"[rules]": _rules_keys(game_name), "[play]": _PLAY_KEYS, "[clock]": _CLOCK_KEYS, "[[entrant]]": _KINDS}
    return {key: place for place, keys in places.items() for key in keys}


def _section(top: Section, key: str) -> Section:
    values = top.values.get(key, {})
    if not isinstance(values, Mapping):
        raise top.refusal(key, f"a section, begun by a line [{key}]")
    return Section(top.where, f"[{key}]", values)


def _rules_keys(game_name: str) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(GAMES[game_name].ruleset_type))


def _read_rules(rules: Section, game_name: str) -> AnyRuleset:
    rules.refuse_unknown(_rules_keys(game_name))
    try:
        return GAMES[game_name].ruleset_type(**rules.values)  # type: ignore[arg-type]
    except BadRuleset as error:
        raise rules.refusal(error.field, error.allowed) from None


def _read_entrants(top: Section, game_name: str) -> tuple[Entrant, ...]:
    listed = top.values.get("entrant", ())
    if not isinstance(listed, list | tuple) or not all(isinstance(values, Mapping) for values in listed):
        raise top.refusal("entrant", "a list of sections, each begun by a line [[entrant]]")
    entrants = [_read_entrant(Section(top.where, f"entrant {number}", values), game_name) for number, values in enumerate(listed, 1)]
    first: dict[str, int] = {}
    for number, entrant in enumerate(entrants, 1):
        other = first.setdefault(entrant.name, number)
        if other != number:
            raise ConfigError(f"{top.where}: entrant {number}: name = {shown(entrant.name)}: must be unlike that of entrant {other}")
    _refuse_second_entries(top, entrants)
    least = min(2, GAMES[game_name].max_players)
    if len(entrants) < least:
        raise ConfigError(f"{top.where}: entrant: there must be at least {least}, each begun by a line [[entrant]], not {len(entrants)}")
    return tuple(entrants)


def _refuse_second_entries(top: Section, entrants: Sequence[Entrant]) -> None:
    """One owner, one scored entry."""
    first: dict[str, int] = {}
    for number, entrant in enumerate(entrants, 1):
        if entrant.owner and not entrant.unscored and first.setdefault(entrant.owner, number) != number:
            owner = shown(entrant.owner)
            what = f"has one scored entry already, entrant {first[entrant.owner]}; add unscored = true to all of this owner's but one"
            raise ConfigError(f"{top.where}: entrant {number}: owner = {owner}: {what}")


def _read_entrant(section: Section, game_name: str) -> Entrant:
    section.refuse_unknown(_ENTRANT_KEYS)
    name = section.name("name")
    remote, trusted = section.flag("remote"), section.flag("trusted")
    kinds = [kind for kind in _KINDS if kind in section.values and not (kind == "remote" and not remote)]
    if len(kinds) != 1:
        found = f"has {' and '.join(kinds)}" if kinds else "does not say where it runs"
        raise ConfigError(f"{section.where}: {section.place}: {shown(name)} {found}; must have exactly one of {', '.join(_KINDS)}")
    if trusted and not remote:
        raise section.refusal("trusted", "left out unless remote = true")
    return Entrant(
        name=name,
        builtin=_read_builtin(section, game_name),
        command=_read_command(section),
        remote=remote,
        trusted=trusted,
        owner=section.name("owner", ""),
        version=section.name("version", ""),
        unscored=section.flag("unscored"),
    )


def _read_builtin(section: Section, game_name: str) -> str:
    levels = GAMES[game_name].levels
    must = f"game/level or game/level@version, such as {levels}/hard or {levels}/hard@1, or an import path, such as mybots.new:Bot"
    builtin = section.text("builtin", must, "")
    if "builtin" in section.values and not _BUILTIN.fullmatch(builtin):
        raise section.refusal("builtin", must)
    if builtin.partition("/")[0] in {game.levels for game in GAMES.values()} - {levels}:
        raise section.refusal("builtin", f"a bot that plays {game_name}, such as {levels}/hard")
    return builtin


def _read_command(section: Section) -> tuple[str, ...]:
    words = section.values.get("command", ())
    if "command" in section.values and not (isinstance(words, list | tuple) and words and all(map(_word, words))):
        raise section.refusal("command", 'a list of one or more words, none empty, such as ["python", "bot.py"]')
    assert isinstance(words, list | tuple)
    return tuple(words)


def _word(value: object) -> bool:
    return isinstance(value, str) and value != "" and "\0" not in value


def _read_play(play: Section, game_name: str, ruleset: AnyRuleset, entrants: Sequence[Entrant]) -> PlaySettings:
    play.refuse_unknown(_PLAY_KEYS)
    seats = _read_seats(play, game_name, entrants)
    entry = play.choice("entry", ("listed", "open"), _PLAY.entry)
    deals = _read_deals(play, entrants, entry) if seats > 1 else play.choice("deals", ("mirrored", "independent"), "mirrored")
    stop = play.choice("stop", ("decided", "max_hands", "width"), _PLAY.stop)
    deals_per_match = play.whole("deals_per_match", 1, _MAX_DEALS, _PLAY.deals_per_match)
    least_hands = (seats if deals == "mirrored" else 1) * (deals_per_match if ruleset.carried_stack else 1)
    return PlaySettings(
        seats=seats,
        deals_per_match=deals_per_match,
        deals=deals,
        max_hands=_read_max_hands(play, least_hands),
        stop=stop,
        width_mbb=_read_width(play, stop),
        confidence=play.number("confidence", _SHARE, _PLAY.confidence, "a number above 0.5 and below 1"),
        publish=play.choice("publish", ("all", "shown_only", "owners"), _PLAY.publish),
        entry=entry,
    )


def _read_max_hands(play: Section, least: int) -> int:
    """At least one block: a deal in every rotation of the seats, or, where stacks are carried, a whole match of them."""
    if "max_hands" not in play.values and least > _PLAY.max_hands:
        many = f"carried stacks make one match {least} hands, more than the default of max_hands, {_PLAY.max_hands}"
        raise ConfigError(f"{play.label('max_hands')} is left out: {many}; set it, or fewer deals_per_match")
    return play.whole("max_hands", least, _MAX_HANDS, _PLAY.max_hands)


def _read_seats(play: Section, game_name: str, entrants: Sequence[Entrant]) -> int:
    game, entrant_count = GAMES[game_name], len(entrants)
    seats = play.whole("seats", game.min_players, game.max_players, min(_PLAY.seats, game.max_players))
    if seats > entrant_count:
        raise play.refusal("seats", f"at most {entrant_count}, the number of entrants; or enter more")
    if math.comb(entrant_count, seats) > MAX_PAIRINGS:
        many = math.comb(entrant_count, seats)
        raise ConfigError(f"{play.label('seats')} = {seats}: {entrant_count} entrants make {many} pairings, must be at most {MAX_PAIRINGS}")
    owners = len({entrant.owner or number for number, entrant in enumerate(entrants)})
    if 2 < seats > owners:
        must = f"at most {max(2, owners)}, as there are {owners} owners, and bots of one owner never share a table of three or more"
        raise play.refusal("seats", must)
    return seats


def _read_deals(play: Section, entrants: Sequence[Entrant], entry: str) -> str:
    """A bot that meets a deal twice may remember what it saw, so only bots that the arena starts, or trusted ones, do."""
    ours = entry == "listed" and not any(entrant.remote for entrant in entrants)
    deals = play.choice("deals", ("mirrored", "independent"), "mirrored" if ours else "independent")
    if deals == "mirrored" and entry == "open":
        raise play.refusal("deals", '"independent" with entry = "open": whoever enters could remember a deal')
    strangers = [entrant.name for entrant in entrants if entrant.remote and not entrant.trusted]
    if deals == "mirrored" and strangers:
        raise play.refusal("deals", f'"independent" while {shown(strangers[0])} is remote and not trusted: it could remember a deal')
    return deals


def _read_width(play: Section, stop: str) -> float | None:
    if stop == "width":
        return play.number("width_mbb", _POSITIVE, None, 'a number above 0 with stop = "width"')
    if "width_mbb" in play.values:
        raise play.refusal("width_mbb", 'left out unless stop = "width"')
    return None


def _read_clock(clock: Section) -> ClockLimits:
    clock.refuse_unknown(_CLOCK_KEYS)
    bounds = (0.0, float(_MAX_SECONDS))
    must = f"a number of seconds above 0, at most {_MAX_SECONDS}"
    return ClockLimits(
        move_s=clock.number("move_s", bounds, _CLOCK.move_s, must),
        hand_s=clock.number("hand_s", bounds, _CLOCK.hand_s, must),
        incident_limit=clock.whole("incident_limit", 1, _MAX_HANDS, _CLOCK.incident_limit),
        grace_s=clock.number("grace_s", bounds, _CLOCK.grace_s, f"a number of seconds from 0 to {_MAX_SECONDS}", open_low=False),
        start_s=clock.number("start_s", bounds, _CLOCK.start_s, must),
    )


def _read_schedule(top: Section) -> str:
    must = 'five fields of cron (minute, hour, day, month, weekday), such as "0 20 * * *"'
    schedule = top.text("schedule", must, "")
    if "schedule" in top.values and len(schedule.split()) != 5:
        raise top.refusal("schedule", must)
    return schedule


def _read_timezone(top: Section) -> str:
    must = 'the name of a time zone, such as "Europe/Copenhagen"'
    name = top.text("timezone", must, "UTC")
    if name == "UTC":  # there even where no time zones are installed
        return name
    try:
        zoneinfo.ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        near = difflib.get_close_matches(name, sorted(zoneinfo.available_timezones()), 1)
        raise top.refusal("timezone", must + (f"; did you mean {shown(near[0])}?" if near else "")) from None
    return name


def _set_fields(values: AnyRuleset | PlaySettings | ClockLimits) -> dict[str, object]:
    return {key: value for key, value in dataclasses.asdict(values).items() if value is not None}


def entrant_document(entrant: Entrant) -> dict[str, object]:
    """The document of one entrant; whether it came late is not a part of it."""
    fields = dataclasses.asdict(entrant) | {"command": list(entrant.command)}
    return {key: value for key, value in fields.items() if value and key != "late"}
