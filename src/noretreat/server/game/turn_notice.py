"""The notice of a hand-over, with the question that the player has to answer."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from itertools import chain, islice, takewhile
from typing import Any

import msgspec

from noretreat import game
from noretreat.core.actions import Action, Conclude, Pass, Resign
from noretreat.core.board import BOARD
from noretreat.core.events import (
    BattleBegan,
    BattleResumed,
    ControlChanged,
    CounterblowPlaced,
    Event,
    EventPlayed,
    ResultFound,
    TargetDeclared,
    UnitDetrained,
    UnitEliminated,
    UnitEntrained,
    UnitFlipped,
    UnitMoved,
    UnitPlaced,
    UnitShattered,
)
from noretreat.core.kernel import Decision
from noretreat.core.names import half_id
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.sentences.asking import asked, sentence
from noretreat.server.clocks.now import now
from noretreat.server.game import chance
from noretreat.server.game.auto_pass import alone
from noretreat.server.game.events_told import EventTold, encoded
from noretreat.server.game.log import LogEntry
from noretreat.server.game.match import decoded
from noretreat.server.game.summary import other
from noretreat.storage.games import ChanceRow, SeatRow
from noretreat.storage.notices import HandOver, NoticeRow, after

log = logging.getLogger("noretreat.server")


def hand_over(
    game_id: str,
    seats: Mapping[Side, SeatRow],
    before: Side | None,
    state: State,
    minutes: int,
    action: Action | None = None,
    news: Iterable[LogEntry] = (),
) -> HandOver | None:
    """The hand-over to another side, with the notices if that is a person; None while the same side has to decide. At
    the end of the game whoever did not end it is told. `action` has led here; `news` is the log, the newest first.
    """
    side = game.actor(state)
    if side is before:
        return None
    at = now()
    if game.outcome(state) is not None:
        by = action.side if isinstance(action, Resign) else before
        if isinstance(action, Conclude):
            by = other(action.loser) if action.loser else None
        others = [] if alone(seats) else [seat for one, seat in seats.items() if one is not by]
        told = [one.token for one in others if one.kind == "human" and one.token]
        return HandOver([_notice(player, game_id, "ended", encoded(EventTold()), at, 0) for player in told])
    if not isinstance(side, Side) or alone(seats) or seats[side].kind != "human" or state.question is None:
        return HandOver()
    lines = iter(news)
    newest = list(islice(lines, 1))
    question = msgspec.structs.replace(
        question_of(state, state.question),
        happened=happened(side, chain(newest, lines), seats[side].looked),
        ply=newest[0].ply if newest else 0,
    )
    text, player = msgspec.json.encode(question).decode(), seats[side].token
    # When a warning is due depends on the clock and on the player's wishes: the outbox finds out.
    warning = _notice(player, game_id, "short", text, at, minutes)
    times = times_up(game_id, seats, at, minutes, {player: text})
    return HandOver([_notice(player, game_id, "turn", text, at, minutes), warning, *times])


def times_up(
    game_id: str, seats: Mapping[Side, SeatRow], at: str, minutes: int, asked: Mapping[str, str] | None = None
) -> list[NoticeRow]:
    """What tells both players, once, that the time of the one who has to decide is up; none without two people.
    `asked`: the question, by the player who has to answer it.
    """
    people = [seat.token for seat in seats.values() if seat.kind == "human" and seat.token]
    if len({*people}) < len(Side):
        return []
    return [_notice(one, game_id, "time", (asked or {}).get(one, ""), at, minutes) for one in people]


def begun_notices(game_id: str, seats: Mapping[Side, SeatRow], minutes: int) -> list[NoticeRow]:
    """What tells both players of a game that begins on which terms they play; none without two people."""
    people = [seat.token for seat in seats.values() if seat.kind == "human" and seat.token]
    if len({*people}) < len(Side):
        return []
    return [_notice(one, game_id, "begun", encoded(EventTold()), now(), minutes) for one in people]


def dice_wanted(
    game_id: str, seats: Mapping[Side, SeatRow], row: ChanceRow, minutes: int, before: ChanceRow | None = None
) -> HandOver:
    """The notices to those whose browsers are waited for before the first lot, and were not with the dice `before`."""
    known, at = chance.due(before) if before else [], now()
    sides = [side for side in chance.due(row) if side not in known]
    players = [seats[side].token for side in sides if seats[side].kind == "human" and seats[side].token]
    return HandOver([_notice(player, game_id, "dice", "", at, minutes) for player in players])


def _notice(player: str, game_id: str, kind: str, text: str, at: str, minutes: int) -> NoticeRow:
    return NoticeRow(secrets.token_hex(12), player, game_id, kind, text, "", at, after(at, minutes=minutes))


def happened(side: Side, news: Iterable[LogEntry], looked: int = 0) -> Happened:
    """What has happened since a side last decided, or last looked, up to the step `looked`, of what both sides see;
    `news` is the log, the newest first.
    """

    def is_new(entry: LogEntry) -> bool:
        return entry.ply > looked and (entry.actor != side.value or bool(entry.forced) or entry.ordered)

    lines = iter(news)
    since = list(takewhile(is_new, lines))[::-1]
    events = [event for entry in since for event in entry.events]
    moved, built = _marched(side, events)
    taken: dict[str, Side] = {}
    lost: dict[str, None] = {}
    for event in events:
        if isinstance(event, ControlChanged):
            taken[event.hex] = event.side
        elif isinstance(event, UnitEliminated | UnitShattered):
            lost[event.unit] = None
    return Happened(
        battles=sum(isinstance(event, BattleBegan) and not event.counterattack for event in events),
        fights=_fights(events, lines),
        marked=tuple(event.hex for event in events if isinstance(event, TargetDeclared | CounterblowPlaced)),
        by=other(side),
        moved=moved,
        built=built,
        played=tuple(half_id(one.card, one.side) for one in events if isinstance(one, EventPlayed)),
        lost={one: tuple(unit for unit in lost if _of(unit, one)) for one in Side},
        taken={one: tuple(place for place, by in taken.items() if by is one) for one in Side},
    )


def _fights(events: Iterable[Event], before: Iterable[LogEntry]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Where battles were fought, and the results of their rounds; a counterattack belongs to its battle. `before`: the
    log before these events, the newest first, where the battle may have begun.
    """
    found: dict[str, list[str]] = {}
    place = ""
    for event in events:
        if isinstance(event, BattleBegan | BattleResumed) and event.targets:
            again = isinstance(event, BattleBegan) and event.counterattack
            place = place or _last_battle(before) if again else event.targets[0]
            found.setdefault(place, [])
        elif isinstance(event, ResultFound):
            place = place or _last_battle(before)
            found.setdefault(place, []).append(event.result)
    return tuple((at, tuple(results)) for at, results in found.items() if at)


def _last_battle(before: Iterable[LogEntry]) -> str:
    """The place of the battle that was fought last; a battle is over within so many steps."""
    for entry in islice(before, 200):
        for event in reversed(entry.events):
            if isinstance(event, BattleResumed) or (isinstance(event, BattleBegan) and not event.counterattack):
                return event.targets[0] if event.targets else ""
    return ""


def _marched(side: Side, events: Iterable[Event]) -> tuple[int, int]:
    """How many units of the other side have moved, and how many it has placed or improved."""
    moved, built = set(), set()
    for event in events:
        if isinstance(event, UnitMoved | UnitEntrained | UnitDetrained):
            moved.add(event.unit)
        elif isinstance(event, UnitPlaced) or (isinstance(event, UnitFlipped) and event.why in ("improve", "upgrade")):
            built.add(event.unit)
    theirs = other(side)
    return sum(_of(unit, theirs) for unit in moved), sum(_of(unit, theirs) for unit in built)


def _of(unit: str, side: Side) -> bool:
    return BOARD.units[BOARD.unit_index[unit]].unit.side is side


def question_of(state: State, question: Decision) -> TurnQuestion:
    """The question, translatable into any language."""
    passes = all(isinstance(one, Pass) for one in game.legal_actions(state))
    told = asked(state, question)
    named = {one for value in told.args.values() for one in (value if isinstance(value, (list, tuple)) else [value])}
    units = [unit for unit in named if isinstance(unit, str) and unit in BOARD.unit_index]
    backs = tuple(sorted(unit for unit in units if state.face[BOARD.unit_index[unit]]))
    return TurnQuestion(sentence(state, question), told.said, dict(told.args), backs, passes=passes)


def asked_now(stored: str) -> TurnQuestion | None:
    """What is asked in a stored position; None where nothing is, and, with a line in the log, where this version cannot
    read it, as after a change of the rules: then the notice goes out without it.
    """
    if not stored:
        return None
    try:
        state = decoded(stored)
        return question_of(state, state.question) if state.question else None
    except Exception:
        log.warning("a notice goes out without its question: the stored position was not read", exc_info=True)
        return None


class TurnQuestion(msgspec.Struct, frozen=True):
    """The question that a player has to answer, translatable into any language."""

    text: str
    """In English."""
    said: tuple[str, ...]
    args: dict[str, Any]
    backs: tuple[str, ...] = ()
    """The units among the arguments that show their backs."""
    happened: Happened | None = None
    """What has led to it; None in notices of earlier versions."""
    passes: bool = False
    """All that can be answered is to pass."""
    ply: int = 0
    """The step that led to it; 0 in notices of earlier versions."""
    warned: int = 0
    """How many warnings went before."""


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has happened since a player last decided."""

    battles: int = 0
    fights: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The places of battles, each with the results of its rounds so far; none in notices of earlier versions."""
    by: Side | None = None
    """The other side, ..."""
    moved: int = 0
    """... its units that marched or took the rails, ..."""
    built: int = 0
    """... and that it placed or improved."""
    marked: tuple[str, ...] = ()
    """Hexes that were marked for an attack or a counterblow."""
    played: tuple[str, ...] = ()
    """Halves of cards whose events were announced."""
    lost: dict[Side, tuple[str, ...]] = {}
    """The units that each side has lost, and ..."""
    taken: dict[Side, tuple[str, ...]] = {}
    """... the cities, oil fields and areas that each has taken."""
