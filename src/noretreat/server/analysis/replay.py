"""Looking back: the position at any ply, for one viewer, and an overview of the whole game.

During a game a seat sees what it knew at that ply, and a spectator what was public. After it, everyone may see it as
either side did, or with both hands open, and so does one who plays with open hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from noretreat import game
from noretreat.core import events as ev
from noretreat.core.actions import Rolled
from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET
from noretreat.core.events import Event, redacted
from noretreat.core.state import State
from noretreat.core.types import CardNumber
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import View, view
from noretreat.rules.dice import CombatDie, ThrowDie
from noretreat.rules.losses import steps_of
from noretreat.rules.odds import column_name, odds_of, results_row
from noretreat.rules.victory import victory_points
from noretreat.server.analysis.sandbox import hidden_from
from noretreat.server.analysis.turning_points import Losses, TurningPoint, TurningPoints, city_counts
from noretreat.server.game.log import LogEntry
from noretreat.server.game.match import Match, decoded
from noretreat.server.game.package import (
    GameInfo,
    LogLine,
    eyes,
    game_info,
    hands_of,
    line_of,
    log_lines,
    open_lines,
    open_to,
    owned_sides,
)
from noretreat.server.game.past import PastPositions
from noretreat.server.http.errors import Problem

Eyes = Literal["axis", "soviet", "both", "nobody"]
"""The viewer of a position; `both`: all cards open; `nobody`: a spectator."""

RANKS: Final = {"CA": 0, "NE": 1, "CB": 2, "EX": 3, "DR": 4, "DS": 5, "DD": 6}
"""The results in the order of the combat tables, worst for the attacker first: the measure of luck."""


class Shown(msgspec.Struct, frozen=True):
    """A past position, and the events of the action that led to it."""

    game: GameInfo
    seat: Side | None
    owned: list[Side]
    eyes: Eyes
    choices: list[Eyes]
    """The viewpoints that this browser may choose from."""
    ply: int
    first: int
    """The earliest ply that can be shown: 0, or later in a game begun under older rules."""
    last: int
    view: View
    hands: dict[Side, list[CardNumber]] | None
    """Both hands, if they are open."""
    goes_on: bool
    """This browser may see both hands, so that a new game can begin here."""
    events: list[LogLine]


class Tick(msgspec.Struct, frozen=True):
    """A mark on the slider: the first ply of a turn, a phase, a battle or an event."""

    ply: int
    kind: Literal["turn", "phase", "battle", "card"]
    text: str
    side: Side | None
    turn: int
    line: LogLine | None
    """The line of the log with which a turn or phase begins, to be told in any language; None for the others."""


class History(msgspec.Struct, frozen=True):
    """The marks of a whole game, and its log as the chosen viewer may see it."""

    first: int
    last: int
    ticks: list[Tick]
    events: list[LogLine]


# --- whose eyes ----------------------------------------------------------------------------------------------------
def allowed(match: Match, token: str) -> list[Eyes]:
    """The viewpoints a browser may choose from, its own first."""
    owned = owned_sides(match, token)
    own = eyes(match, owned, None)
    if game.outcome(match.state) is not None or open_to(match, owned):
        first: list[Eyes] = [_of(own)] if own else []
        every: tuple[Eyes, ...] = ("axis", "soviet", "both", "nobody")
        return first + [one for one in every if one not in first]
    if len(owned) < 2:
        return [_of(own)]
    # Both sides at one table: the side to act does not see the other's cards unless it asks to.
    return ["axis", "soviet"] if own is Side.AXIS else ["soviet", "axis"]


def _of(side: Side | None) -> Eyes:
    return "nobody" if side is None else side.value


def chosen(match: Match, token: str, wanted: Eyes | None) -> Eyes:
    """The viewpoint asked for, or the browser's own; raises `Problem` for one it may not have."""
    may = allowed(match, token)
    if wanted is None:
        return may[0]
    if wanted not in may and wanted != "nobody":
        raise Problem(403, "not_yours", "cards-closed")
    return wanted


def viewer_of(look: Eyes) -> Side | None:
    """The side whose view is shown; none for a spectator and for open hands."""
    return Side(look) if look in ("axis", "soviet") else None


# --- one position --------------------------------------------------------------------------------------------------
def shown(match: Match, past: PastPositions, token: str, ply: int, wanted: Eyes | None) -> Shown:
    """The position after ply `ply` as this browser may see it."""
    look = chosen(match, token, wanted)
    owned = owned_sides(match, token)
    ply = min(ply, match.ply)
    state = past.at(match, ply)
    entries = match.log[ply - 1 : ply] if ply else []
    return Shown(
        game=game_info(match, owned),
        seat=viewer_of(look),
        owned=owned,
        eyes=look,
        choices=allowed(match, token),
        ply=ply,
        first=min(match.snapshots, default=0),
        last=match.ply,
        view=view(state, viewer_of(look)),
        hands=hands_of(state) if look == "both" else None,
        goes_on=state.ended is None and not hidden_from(match, viewer_of(look), owned),
        events=_lines(match, look, entries, owned),
    )


def _lines(match: Match, look: Eyes, entries: Sequence[LogEntry], owned: list[Side]) -> list[LogLine]:
    """The log lines of some entries; with both hands open, the secrets of both sides are included."""
    if look != "both":
        return log_lines(entries, viewer_of(look), match.state.face, owned)
    return open_lines(entries, match, owned)


# --- the marks of the slider -----------------------------------------------------------------------------------------
def history(match: Match, token: str, wanted: Eyes | None) -> History:
    """The marks of the slider, and the log as the chosen viewer may see it (the page already has its own)."""
    look = chosen(match, token, wanted)
    ticks: list[Tick] = []
    turn = 0
    for entry in match.log:
        for event in entry.events:
            if isinstance(event, ev.TurnBegan):
                turn = event.turn
            kind = _kind(event)
            if kind is not None:
                told = redacted(event, viewer_of(look))
                side = getattr(told, "attacker", None) or getattr(told, "side", None)
                line = line_of(entry, event, viewer_of(look), match.state.face)
                begins = line if kind in ("turn", "phase") else None
                ticks.append(Tick(entry.ply, kind, line.text, side, turn, begins))
    lines = _lines(match, look, match.log, owned_sides(match, token)) if wanted else []
    return History(min(match.snapshots, default=0), match.ply, ticks, lines)


def _kind(event: Event) -> Literal["turn", "phase", "battle", "card"] | None:
    """The kind of mark of an event, if any; a counterattack belongs to its battle."""
    if isinstance(event, ev.TurnBegan):
        return "turn"
    if isinstance(event, ev.PhaseBegan):
        return "phase"
    if isinstance(event, ev.BattleBegan) and not event.counterattack:
        return "battle"
    return "card" if isinstance(event, ev.EventPlayed) else None


# --- the graphs of a game ---------------------------------------------------------------------------------
class Point(msgspec.Struct, frozen=True):
    """Public figures at the start of a phase."""

    ply: int
    turn: int
    vp: int
    """Victory points of the side with the initiative."""
    initiative: Side
    steps: tuple[int, int]
    """Steps on the map, Axis and Soviet."""
    cards: tuple[int, int]
    cities: tuple[int, int]
    """Hexes that count for points in the hands of each side."""


class BattleLuck(msgspec.Struct, frozen=True):
    """A combat die: its result and the expected result, as ranks of the combat table."""

    ply: int
    turn: int
    attacker: Side
    column: str
    die: int
    result: str
    rank: int
    expected: float


class Worth(msgspec.Struct, frozen=True):
    """The computer's valuation of a position that it decided in."""

    ply: int
    side: Side
    points: float
    """In points of its evaluation, more is better for the side: about a city hex each."""


class Graphs(msgspec.Struct, frozen=True):
    """Graphs and dice of a game so far; nothing in them is secret."""

    points: list[Point]
    battles: list[BattleLuck]
    dice: dict[Side, list[int]]
    """Rolls of each face by each side as the attacker of a battle round."""
    worths: list[Worth]
    """The computer's valuations; only after the end of the game, because they hint at hidden hands."""
    losses: dict[Side, Losses]
    turning: list[TurningPoint]
    """What decided most, in the order in which it happened."""


def graphs(match: Match) -> Graphs:
    """The graphs of a game, made by replaying it from the first snapshot.

    Actions that the current rules cannot replay are skipped, up to the next snapshot.
    """
    ply = min(match.snapshots, default=0)
    state = decoded(match.snapshots[ply])
    watched = TurningPoints()
    found = Graphs(
        [_point(ply, state)], [], {side: [0] * 6 for side in SIDES}, worths(match), watched.losses, turning=[]
    )
    while ply < match.ply:
        entry = match.log[ply]
        _note_die(found, watched, state, entry)
        try:
            before = state
            state, happened = game.apply(before, entry.action)
            ply += 1
            watched.saw(before, ply, state, happened)
        except Exception:  # an action of another version may make the current rules fail in any way
            ply = min((number for number in match.snapshots if number > ply), default=match.ply)
            state, happened = decoded(match.snapshots[ply]) if ply in match.snapshots else match.state, ()
        if ply == match.ply or any(isinstance(event, ev.PhaseBegan) for event in happened):
            found.points.append(_point(ply, state))
    found.turning.extend(watched.chosen())
    return found


def worths(match: Match) -> list[Worth]:
    """The computer's valuations of the positions it decided in; empty until the game is over."""
    if game.outcome(match.state) is None:
        return []
    return [Worth(entry.ply - 1, Side(entry.actor), entry.worth) for entry in match.log if entry.worth is not None]


def _point(ply: int, state: State) -> Point:
    steps = [0, 0]
    for info in BOARD.units:
        if state.where[info.index] >= 0:
            steps[info.side] += steps_of(state, info.index)[0]
    return Point(
        ply=ply,
        turn=state.turn,
        vp=victory_points(state, state.initiative),
        initiative=SIDES[state.initiative],
        steps=(steps[AXIS], steps[SOVIET]),
        cards=(state.hands[AXIS].bit_count(), state.hands[SOVIET].bit_count()),
        cities=city_counts(state),
    )


def _note_die(found: Graphs, watched: TurningPoints, state: State, entry: LogEntry) -> None:
    """Counts a combat die; a reroll counts again, because it is one more roll.

    If an event lets a player pick one of two dice, both count as rolls, but not as luck.
    """
    frame = state.question
    battle = state.battle
    plain = isinstance(frame, CombatDie)
    combat = plain or (isinstance(frame, ThrowDie) and frame.purpose == "combat")
    if not combat or not isinstance(entry.action, Rolled) or battle is None:
        return
    side = SIDES[battle.attacker]
    found.dice[side][entry.action.value - 1] += 1
    if not plain:
        return
    odds = odds_of(state, battle)
    row = results_row(state, battle.attacker, odds)
    ranks = [RANKS[result] for result in row]
    result = row[entry.action.value - 1]
    expected = round(sum(ranks) / 6, 3)
    watched.rolled(state, entry.ply, entry.action.value, result, ranks[entry.action.value - 1] - expected)
    found.battles.append(
        BattleLuck(
            ply=entry.ply,
            turn=state.turn,
            attacker=side,
            column=column_name(odds.column),
            die=entry.action.value,
            result=result,
            rank=ranks[entry.action.value - 1],
            expected=expected,
        )
    )
