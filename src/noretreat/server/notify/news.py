"""What a notice says, in the reader's language: which game it is, what has happened there, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from noretreat.core.reasons import Reason
from noretreat.data.facts import Side
from noretreat.orders.standing import NONE, SETS, StandingOrders
from noretreat.server.clocks import clock
from noretreat.server.clocks.days_off import NEVER, DaysOff
from noretreat.server.clocks.zones import zone_of
from noretreat.server.game import game_names
from noretreat.server.game.events_told import TOURNAMENT, EventTold, TournamentTold
from noretreat.server.game.manner import manner_of
from noretreat.server.game.proposals import ABANDONED
from noretreat.server.game.summary import Summary
from noretreat.server.game.turn_notice import Happened, TurnQuestion, asked_now
from noretreat.server.notify.texts import MessageTexts
from noretreat.storage.notices import OF_TIME, NoticeRow, TableRow, after

NAMED: Final = 6
"""Units, places or cards that a line names at most."""
_TURN: Final = ("turn", "nudge")
_ASKS: Final = frozenset({"short", "time", "claim", "void", "message", "offer", "answer", "joined", "reminder"})
"""Other kinds of notices that end with the question, where it is for their reader to decide."""


class Table(NamedTuple):
    """A game as one of its players is told of it; `off`: that player's days off, where they count, and `foe_off` those
    of the other one.
    """

    row: TableRow
    position: Summary
    side: Side | None
    """The player's side, also while the computer has the seat; None for one who is invited."""
    foe: str
    """The name of the other player; empty for one without."""
    off: DaysOff
    foe_off: DaysOff = NEVER


def table_of(row: TableRow, player: str, off: Mapping[str, DaysOff]) -> Table:
    """A game from the seat of a player; `off`: days off, by player."""
    position = msgspec.json.decode(row.summary, type=Summary)
    mine = next((Side(one.side) for one in row.seats if player in (one.token, one.former)), None)
    foe = next((one.name for one in row.seats if player not in (one.token, one.former) and one.name), "")
    other = next((one.token for one in row.seats if one.token and one.token != player), "")
    two = len({one.token for one in row.seats if one.token}) == 2
    counted = clock.pace_of(row.pace).terms.heeds_days_off(two=two)
    both = (off.get(player, NEVER), off.get(other, NEVER)) if counted else (NEVER, NEVER)
    return Table(row, position, mine, foe, *both)


def left(table: Table, at: str) -> tuple[float, float] | None:
    """The seconds that a player has left for a turn, and what there was at its beginning; None where nothing runs out.

    Without a clock it is the time until the computer may be asked to play.
    """
    side = table.side
    if side is None or table.position.actor != side.value or _gone(table):
        return None
    return _waited(table, side, table.off, at)


def time_up(table: Table, at: str) -> str:
    """When the time of the side that has to decide is up: now, later, or never (empty), as far as one can know now."""
    side = next((one for one in Side if table.position.actor == one.value), None)
    if side is None or table.side is None or _gone(table):
        return ""
    off = table.off if side is table.side else table.foe_off
    found = _waited(table, side, off, at)
    if found is None:
        return ""
    if found[0] < 0:
        return at
    # A pause ends who knows when.
    return after(at, hours=1) if clock.pace_of(table.row.pace).paused else off.later(at, max(1.0, found[0]))


def _waited(table: Table, side: Side, off_days: DaysOff, at: str) -> tuple[float, float] | None:
    """The seconds that a side which has to decide has left, and what there was at the beginning of its turn."""
    pace = clock.pace_of(table.row.pace)
    off = {side: off_days}
    remains = clock.left(pace, side, side, at, off)
    if remains is None:
        if len({one.token for one in table.row.seats if one.kind == "human" and one.token}) < 2:
            return None
        return ABANDONED - off_days.spent(pace.since or table.row.updated, at), float(ABANDONED)
    return remains, remains + clock.used(pace, side, pace.paused or at, off)


def _gone(table: Table) -> bool:
    """True if the computer plays for the player."""
    return any(one.side == table.side and one.kind != "human" for one in table.row.seats)


class Told(NamedTuple):
    """A notice in words."""

    headline: str
    """What it is, without the game."""
    game: str
    """The game and the other player."""
    lines: Sequence[str]
    """What there is to know, without the headline."""
    path: str
    """Where its link leads."""
    turn: str = ""
    """The turn that is to be played."""
    colon: str = ": "
    """As the reader's language sets it."""

    @property
    def subject(self) -> str:
        """Headline and game: what tells this notice from others before it is opened."""
        where = ", ".join(filter(None, (self.game, self.turn)))
        return f"{self.headline}{self.colon}{where}" if where else self.headline


def told(notice: NoticeRow, table: Table | None, words: MessageTexts, zone: str, at: str, *, asks: bool = True) -> Told:
    """A notice in words; `zone`: where its reader lives. `asks`: with the question that the reader has to answer."""
    if notice.kind == TOURNAMENT:
        return _of_tournament(msgspec.json.decode(notice.text, type=TournamentTold), words)
    if table is None:  # nothing but an invitation to a game that has just gone
        return Told(words("invite", name=notice.text), "", [], "/")
    row, position = table.row, table.position
    name = named(row, words)
    strangers = not table.foe or notice.kind in ("invite", "declined")
    game = name if strangers else words("against", game=name, name=table.foe)
    turn = words("home.turn", n=position.turn)
    if position.months:
        turn += f" ({words.known(f'words.months-{position.months}') or position.months} {position.year})"
    phase = words.known(f"words.phase-{position.phase.value}")
    where = [game, turn, f"{phase} ({words.side(position.phasing)})" if position.phasing else phase]
    time = left(table, at)
    if time is not None and clock.pace_of(row.pace).terms.kind != "none":
        where.append(_left_in_words(table, time[0], words, zone, at))
    headline, lines = _said(notice, table, words, zone, at)
    headline = _capital(headline)
    if asks and notice.kind in _ASKS:
        lines = [*lines, *_asked_now(table, words)]
    path = "/" if notice.kind in ("invite", "declined") else f"/g/{row.game}"
    played = words("home.turn", n=position.turn) if notice.kind in _TURN else ""
    return Told(headline, game, [" · ".join(filter(None, where)), *lines], path, played, words.colon)


def _of_tournament(event: TournamentTold, words: MessageTexts) -> Told:
    """What has happened in a tournament."""
    names: dict[str, object] = {"round": event.round, "rounds": event.rounds}
    rank = [words("tournament_rank", rank=event.rank, players=event.players)] if event.rank else []
    headline, body = words(f"tournament_{event.what}", **names), words(f"tournament_{event.what}_body", **names)
    return Told(headline, event.name, [event.name, body, *rank], f"/t/{event.id}", colon=words.colon)


def _left_in_words(table: Table, seconds: float, words: MessageTexts, zone: str, at: str) -> str:
    """How long a player has, and until when."""
    if seconds < 0:
        return _capital(words("people.time-out"))
    said = words("people.clock", time=face(seconds, words))
    until = deadline(table, seconds, at)
    return words("until", left=said, when=moment(until, zone)) if until else said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def deadline(table: Table, seconds: float, at: str) -> str:
    """When the seconds that a player has left are over, without the days off that do not count; empty while the clock
    stands still.
    """
    pace = clock.pace_of(table.row.pace)
    if pace.paused:
        return ""
    return table.off.later(at, seconds)


def _said(notice: NoticeRow, table: Table, words: MessageTexts, zone: str, at: str) -> tuple[str, list[str]]:
    """The headline of a notice, and its lines."""
    kind, foe, position = notice.kind, table.foe or words("other_player"), table.position
    if kind in _TURN:
        only = [words("only_pass")] if _passes(notice.text) else []
        return words(kind), [*_happened(notice.text, words), words.asked(notice.text), *only]
    if kind in OF_TIME:
        headline, lines = (
            (words(kind), [_warning(table, words, zone, at)]) if kind == "short" else _time_is_up(table, words)
        )
        return headline, [*lines, *([] if _has_seen(table, notice.text) else _happened(notice.text, words))]
    if kind in {"bid", "dice"}:
        return words(kind), [words(f"{kind}_body")]
    if kind == "invite":
        return words("invite", name=notice.text), [words("invite_body", name=notice.text)]
    event = msgspec.json.decode(notice.text or "{}", type=EventTold)
    if kind in ("offer", "answer"):
        what = words(f"people.what-{event.what}")
        verb = "accept" if event.accepted else "decline"
        more = [words(f"people.{verb}", name=foe, what=what)] if kind == "answer" else []
        return words(kind, name=foe, what=what), more
    if kind == "claim":
        when = moment(event.due, zone)
        return words(f"claim_{event.what}", name=foe), [words(f"claim_{event.what}_body", name=foe, when=when)]
    if kind == "message":
        more = [words("more_lines", n=event.more)] if event.more else []
        return words("message", name=foe), [*(f"> {one}" for one in event.said), *more]
    if kind == "declined":
        return words("declined", name=foe), []
    if kind == "ended":
        return _ended(position, table.side, words)
    if kind in ("joined", "begun"):
        mine = kind == "joined" and position.actor == (table.side and table.side.value)
        first = f"{words('turn')}." if mine else "" if kind == "joined" else _first(table, words)
        return words(kind, name=foe), [*([first] if first else []), *terms_in_words(table, words)]
    return words(kind, name=foe), [words(f"{kind}_body", name=foe)]


def _first(table: Table, words: MessageTexts) -> str:
    """Who begins, where that is the other player."""
    waits = table.side is not None and table.position.actor not in (None, table.side.value)
    return words("begun_first", name=table.foe) if waits and table.foe else ""


def _warning(table: Table, words: MessageTexts, zone: str, at: str) -> str:
    """How long there is left, what may happen then, and what would still help."""
    seconds, _ = left(table, at) or (0.0, 0.0)
    terms = clock.pace_of(table.row.pace).terms
    if terms.kind == "none":
        return words("short_none", time=face(seconds, words))
    if seconds < 0:
        return f"{_capital(words('people.time-out'))}."
    when = moment(deadline(table, seconds, at) or at, zone)
    name = table.foe or words("other_player")
    said = words("short_body", time=face(seconds, words), when=when, name=name)
    return f"{said} {words('short_grace', time=face(terms.grace_given, words))}" if terms.grace_given else said


def _time_is_up(table: Table, words: MessageTexts) -> tuple[str, list[str]]:
    """That the time of one of the two is up, and what may come of it."""
    terms, name = clock.pace_of(table.row.pace).terms, table.foe or words("other_player")
    mine = table.side is not None and table.position.actor == table.side.value
    key = ("time_up" if mine else "time_foe") + ("_none" if terms.kind == "none" else "")
    given = face(terms.grace_given, words)
    grace = [words("short_grace" if mine else "time_grace", time=given, name=name)] if terms.grace_given else []
    return words("time" if mine else "time_foe", name=name), [words(f"{key}_body", name=name), *grace]


def terms_in_words(table: Table, words: MessageTexts) -> list[str]:
    """On which terms two people play, with the reader's own standing orders."""
    terms, manner = clock.pace_of(table.row.pace).terms, manner_of(table.row.manner)
    said = [
        _clock_in_words(terms, words),
        words("terms_grace", time=face(terms.grace_given, words)) if terms.grace_given else "",
        words(f"common.help-{manner.help}"),
        words(f"common.seen-{manner.seen}"),
        words("terms_rated" if table.row.rated else "terms_unrated"),
        words("terms_pair", n=table.row.leg) if table.row.leg else "",
    ]
    lines = [words("terms", terms=" · ".join(filter(None, said)))]
    mine = next((one for one in table.row.seats if table.side is not None and one.side == table.side.value), None)
    if mine is None or table.side is None:
        return lines
    given = _set_of(mine.orders)
    orders = words(f"common.set-{given}") if given else words("terms_own")
    return [words("terms_side", side=table.side.value), *lines, words("terms_orders", name=orders)]


def _clock_in_words(terms: clock.Terms, words: MessageTexts) -> str:
    """A clock, as the lists of the page show it."""
    if terms.kind == "none":
        return words("terms_clock_none")
    if terms.kind == "move":
        said = words("common.clock-move", n=round(terms.each / clock.DAY))
    else:
        said = words("common.clock-bank", start=f"{terms.start / 3600:g}", each=f"{terms.each / 3600:.2g}")
    return words("common.clock-rest", clock=said) if terms.rest else said


def _set_of(orders: str) -> str:
    """The name of the set that stored standing orders are; empty for those that are none."""
    found = msgspec.json.decode(orders, type=StandingOrders) if orders else NONE
    plain = msgspec.structs.replace(found, version=0, once=None)
    return next((name for name, kept in SETS.items() if plain == kept), "")


def _asked_now(table: Table, words: MessageTexts) -> list[str]:
    """The question that a player has to answer as the game stands."""
    if table.side is None or table.position.actor != table.side.value or _gone(table):
        return []
    question = asked_now(table.row.state)
    if question is None:
        return []
    text = msgspec.json.encode(question).decode()
    return [words.asked(text), *([words("only_pass")] if question.passes else [])]


def _has_seen(table: Table, text: str) -> bool:
    """True if the player has been at the table since what a notice tells of."""
    ply = msgspec.json.decode(text, type=TurnQuestion).ply if text.startswith("{") else 0
    return any(one.side == table.side and one.looked >= ply for one in table.row.seats)


def _passes(text: str) -> bool:
    """True if all that a question leaves is to pass."""
    return text.startswith("{") and msgspec.json.decode(text, type=TurnQuestion).passes


def _ended(position: Summary, side: Side | None, words: MessageTexts) -> tuple[str, list[str]]:
    outcome = position.outcome
    if outcome is None:
        return words("home.over"), []
    won = outcome.winner
    undecided = "ended_stopped" if outcome.reason == "stopped" else "ended_drawn"
    headline = words(undecided) if won is None else words("home.won" if won is side else "home.lost")
    return headline, [words.ended(outcome)]


def _happened(text: str, words: MessageTexts) -> list[str]:
    """Two lines at most about what has happened since the reader last decided."""
    found = msgspec.json.decode(text, type=TurnQuestion).happened if text.startswith("{") else None
    if found is None:
        return []
    deeds = _fought(found, words)
    if found.moved:
        deeds.append(words("happened_moved", side=found.by, n=found.moved))
    if found.built:
        deeds.append(words("happened_built", side=found.by, n=found.built))
    if found.marked:
        deeds.append(words("happened_marked", names=found.marked[:NAMED]))
    deeds += [words("happened_played", cards=found.played[:NAMED])] if found.played else []
    changed = words.semicolon.join([*_each(found.taken, "taken", words), *_each(found.lost, "lost", words)])
    # A battle that began earlier may have ended since: units lost, and no new battle.
    first = words.semicolon.join(deeds) or changed or words("happened_none")
    return [words("happened", what=first), *([changed] if deeds and changed else [])]


def _fought(found: Happened, words: MessageTexts) -> list[str]:
    """The battles, with what came of them; one that began earlier may have ended since."""
    fights = []
    for place, results in found.fights[:NAMED]:
        told = [words("happened_result", place=place, result=result) for result in results[:1]]
        told += [words("happened_then", result=result) for result in results[1:]]
        fights.append(", ".join(told) or words("happened_at", place=place))
    said = words.semicolon.join(fights) + (f" +{len(found.fights) - NAMED}" if len(found.fights) > NAMED else "")
    if not found.battles:
        return [said] if said else []
    count = words("happened_battles", n=found.battles)
    return [f"{count} ({said})" if said else count]


def _each(found: Mapping[Side, Sequence[str]], what: str, words: MessageTexts) -> list[str]:
    lines = []
    for side, names in found.items():
        if names:
            more = f" +{len(names) - NAMED}" if len(names) > NAMED else ""
            lines.append(words(f"happened_{what}", side=side.value, names=tuple(names[:NAMED])) + more)
    return lines


def named(row: TableRow, words: MessageTexts) -> str:
    """The name of a game: what a player called it, or its scenario's."""
    name = game_names.named(row.name)
    if isinstance(name, str):
        return name
    first = name
    while isinstance(base := first.args.get("base"), Reason):
        first = base
    return words.known(f"scenario.{first.args.get('scenario', '')}.title") or game_names.words(name)


def face(seconds: float, words: MessageTexts) -> str:
    """Time on a clock, as the table shows it."""
    if seconds < 0:
        return words("people.time-out")
    minutes = int(seconds // 60)
    hours = minutes // 60
    if hours < 1:
        return words("people.minutes", n=minutes)
    if hours < 48:
        return words("people.hours", n=hours)
    days, rest = words("people.days", n=hours // 24), hours % 24
    return words("people.days-hours", days=days, hours=words("people.hours", n=rest)) if rest else days


def moment(at: str, zone: str) -> str:
    """A time where the reader lives."""
    local = datetime.fromisoformat(at).astimezone(zone_of(zone))
    return f"{local:%Y-%m-%d %H:%M} ({zone})"
