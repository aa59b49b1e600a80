"""Undo (UND-1 to UND-3): what is behind a barrier, how far back a side may go, and what would be a barrier.

A barrier is what cannot be unseen or undone for others: a die or a drawn card, a hand that was shown, a decision of the
other side, the end of a phase. In Organization nothing else is one (UND-2): improvements, placements and payments are
settled only when the phase ends. That the other side did not cancel one of them is no barrier, whether it was asked or
not: otherwise the undo button would reveal whether it holds such a card. In other phases a spent card and a pass of the
other side are barriers too. So is the last word on a step ("no advance", "no more targets") between two people where
events could be played after it, whether or not somebody holds one; but not that on a battle that is only planned, where
all are put together before the first is fought (CPR-5).

Where the players roll their own dice at a real table, what they said of a die or a card can be taken back: it may have
been mistyped.

At one table and against the computer a pass that nobody was asked for is none (C-72): no person of the other side has
decided anything. Between two people it is: a window is answered there, or passed by a rule set before (`auto_pass.py`),
and what may be taken back never depends on a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from noretreat import game
from noretreat.core import events as ev
from noretreat.core.actions import (
    Action,
    ChooseOption,
    CommitSupport,
    Counterattack,
    DeclareTarget,
    Defer,
    DetrainUnit,
    Discard,
    Done,
    MoveUnit,
    Pass,
    PayCard,
    PlaceUnit,
    PlayEvent,
    ReplaceUnit,
)
from noretreat.core.board import ENEMY, SIDE_INDEX
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS
from noretreat.data.facts import Phase, Side
from noretreat.data.ids import MapId
from noretreat.explain.sentences.telling import Told, tell
from noretreat.orders.passing import blind
from noretreat.rules.allocation import ComposeBattle
from noretreat.rules.card_phase import DiscardDown
from noretreat.rules.movement import MoveUnits
from noretreat.rules.payment import PayCards
from noretreat.rules.waiting import allocates_first
from noretreat.rules.windows import EventWindow
from noretreat.server.game.auto_pass import alone, passes_unasked
from noretreat.server.game.log import ACTOR, LogEntry
from noretreat.server.game.match import Match, decoded
from noretreat.storage.games import SeatRow
from noretreat.storage.savegame import who

_PHASES: Final = (ev.PhaseBegan, ev.TurnBegan)
_SEEN: Final = (ev.CardDrawn, ev.CardTaken, ev.DeckReshuffled, ev.DieRolled, ev.HandSeen)


class Barrier(StrEnum):
    """The kinds of barrier. `refusals.toml` says of each what lies behind it, and what would lie ahead of it."""

    DICE = "dice"
    OTHER = "other"
    """A decision of the other side."""
    PHASE = "phase"
    SEEN = "seen"
    """A card drawn or a hand shown."""
    CLOSED = "closed"
    """The last word on a step, after which the other person may be asked."""
    PAID = "paid"
    EVENT = "event"
    ANSWER = "answer"
    """An action that the other side may answer."""
    OVER = "over"
    """The end of the game, which is only ever ahead."""


_ANSWERABLE: Final = (PlayEvent, Discard)
"""Actions that the other side may cancel, whether or not it has the card for it."""


def barrier_of(
    entry: LogEntry, side: Side, state: State, *, alone: bool = False, closes: bool = False
) -> Barrier | None:
    """The kind of barrier that a log entry of the current phase is for `side`; None if it can be undone (UND-3).

    `alone`: no second person plays, so that a pass without a choice is none (C-72). `closes`: the entry ends a step
    after which the other person may be asked (`closes_a_step`).
    """
    organizing = state.phase == Phase.ORGANIZATION
    if entry.actor == "chance":
        return Barrier.DICE
    binds_nobody = isinstance(entry.action, Pass) and (organizing or (alone and bool(entry.forced)))
    if entry.actor != side.value and not binds_nobody:
        return Barrier.OTHER
    if any(isinstance(event, _PHASES) for event in entry.events):
        return Barrier.PHASE
    if any(isinstance(event, _SEEN) for event in entry.events):
        return Barrier.SEEN
    if organizing:
        return None
    if isinstance(entry.action, Done):
        return Barrier.CLOSED if closes else None
    if isinstance(entry.action, PayCard):
        return Barrier.PAID
    if isinstance(entry.action, PlayEvent) and state.rules.event_undo == "organization_only":
        return Barrier.EVENT  # C-72: under the digital-0.1 rules every event outside Organization is a barrier
    if not alone and not state.setup.options.guarded and isinstance(entry.action, _ANSWERABLE):
        return Barrier.ANSWER  # whether a window follows betrays the other hand: the undo button must not
    return None


def _barrier(match: Match, entry: LogEntry, side: Side) -> Barrier | None:
    """The kind of barrier that an entry of the log is in this game."""
    if match.manner.own_dice and entry.actor == ACTOR:
        return None
    by_myself = alone(match.seats)
    was_forced(match, entry)  # asked for below: an old entry knows it only now
    if entry.closes is None and isinstance(entry.action, Done) and not by_myself:
        entry.closes = _closed(match, entry)
    return barrier_of(entry, side, match.state, alone=by_myself, closes=bool(entry.closes) and not by_myself)


def closes_a_step(state: State, action: Action) -> bool:
    """True if this last word ends a step after which events could be played, whether or not anybody holds one (5.3.1)?

    Not the last word on a battle that is fought later: the windows after it belong to the battle.
    """
    if not isinstance(action, Done) or (isinstance(state.question, ComposeBattle) and allocates_first(state)):
        return False
    after, _ = game.apply_trusted(blind(state), action)
    return isinstance(after.question, EventWindow)


def _closed(match: Match, entry: LogEntry) -> bool:
    """True if an entry of the log has closed a step; the store does not say so."""
    try:
        return closes_a_step(rebuilt(match, entry.ply - 1), entry.action)
    except Exception:  # the rules were corrected since: nothing before it can be taken back anyway
        return True


def was_forced(match: Match, entry: LogEntry) -> bool:
    """True if an action of the log was played without asking. A pass that was stored before the store said so counts as
    asked for where there was a choice.
    """
    if entry.forced is None:
        try:
            entry.forced = rebuilt(match, entry.ply - 1).options == (Pass(),)
        except Exception:  # the rules were corrected since: nothing before it can be taken back anyway
            entry.forced = True
    return entry.forced


def back_to(match: Match, side: Side, *, whole: bool) -> int:
    """The ply that undo leads to: before the last action `side` chose (UND-1), or, with `whole`, the barrier (UND-2).

    The current ply if nothing can be undone. What was played without asking is undone with it.
    """
    target = ply = match.ply
    while ply > min(match.snapshots, default=ply) and not _barrier(match, match.log[ply - 1], side):
        ply -= 1
        if _chose(match, match.log[ply], side):
            target = ply
            if not whole:
                break
    return target


def why_no_undo(match: Match, side: Side | None) -> Reason | None:
    """Why `side` cannot undo its last action; None if it can."""
    if not match.log:
        return because("behind-nothing")
    if game.actor(match.state) is None:
        return because("game-over")
    if side is None or match.to_act() is not side:
        return because("behind-turn")
    if back_to(match, side, whole=False) < match.ply:
        return None
    barriers = (_barrier(match, entry, side) for entry in reversed(match.log))
    behind = next((kind for kind in barriers if kind), None)
    return because(f"behind-{behind}" if behind else "behind-start")


def _undone_to(match: Match, side: Side | None) -> int | None:
    """The ply to which a side can undo; None if it cannot (`why_no_undo` says why)."""
    if side is None or not match.log or match.to_act() is not side or game.actor(match.state) is None:
        return None
    whole = back_to(match, side, whole=True)
    return whole if whole < match.ply else None


class Declared(msgspec.Struct, frozen=True):
    """A target that can be taken back alone, and the step that declared it."""

    hex: MapId
    ply: int


def declared(match: Match, side: Side) -> list[Declared]:
    """The targets that `side` can take back singly (10.1): those behind which nothing stands but other targets of its
    own, and no barrier.
    """
    if match.to_act() is not side:
        return []
    found: list[Declared] = []
    for index in reversed(range(min(match.snapshots, default=match.ply), len(match.log))):  # few look far back
        entry = match.log[index]
        action = entry.action
        if not isinstance(action, DeclareTarget) or not _chose(match, entry, side) or _barrier(match, entry, side):
            break
        found.append(Declared(action.hex, entry.ply))
    return found[::-1]


def without(match: Match, target: Declared) -> State:
    """The state with one target less; raises `game.IllegalAction` if one declared after it cannot stand without it."""
    state = rebuilt(match, target.ply - 1)
    for entry in match.log[target.ply :]:
        state, _ = game.apply(state, entry.action)
    return state


class Undo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The undo and redo available to a page."""

    can: bool
    why: str
    """Why not, in English; empty where it can, and for one who does not watch from a seat."""
    steps: int
    """Number of actions that can be taken back, ..."""
    redo: int
    """... and how many can be played again."""
    reason: Told | None = None
    """Why not, as a code."""
    targets: tuple[Declared, ...] = ()
    """Targets that can be taken back singly."""


def told(match: Match, side: Side | None) -> Undo:
    """A side's undo and redo: whether it can take anything back, why not, and the number of actions either way."""
    whole = _undone_to(match, side)
    if whole is None or side is None:
        why = why_no_undo(match, side)
        mine = side is not None and match.to_act() is side
        reason = tell(why) if why else None
        return Undo(False, reason.text if reason else "", 0, len(match.undone) if mine else 0, reason)
    steps = len(chosen(match, whole, side))
    return Undo(True, "", steps, len(match.undone), targets=tuple(declared(match, side)))


def chosen(match: Match, ply: int, side: Side) -> list[Action]:
    """A side's actions after a ply, without automatic ones."""
    return [entry.action for entry in match.log[ply:] if _chose(match, entry, side)]


def _chose(match: Match, entry: LogEntry, side: Side) -> bool:
    """True if a side chose an action of the log, or said what was rolled or drawn at a real table."""
    by = (side.value, ACTOR) if match.manner.own_dice else (side.value,)
    return entry.actor in by and not was_forced(match, entry)


def rebuilt(match: Match, ply: int) -> State:
    """The state after `ply` steps, from the nearest snapshot before it; raises if the rules have changed since."""
    start = max(number for number in match.snapshots if number <= ply)
    state = decoded(match.snapshots[start])
    for entry in match.log[start:ply]:
        state, _ = game.apply(state, entry.action)
    return state


# --- before the click ---------------------------------------------------------------------------------------------
def barriers_ahead(
    state: State, *, alone: bool = False, seat: SeatRow | None = None, only: int | None = None
) -> dict[int, Reason]:
    """For each legal action that cannot be undone: its index, and why. Moves can be undone (UND-1), unless nothing is
    left to decide after the last of them, so that the phase ends automatically.

    Reveals nothing of the other hand: if the windows of a game depend on it, it is assumed to be empty, and an event is
    assumed to be open to an answer. `alone`, the lock says that the other side may answer, for it may not be asked.
    `seat`: that of the side, whose rule passes windows. `only`: the one action that is asked about.
    """
    side = game.actor(state)
    if not isinstance(side, Side):
        return {}
    probe = state
    if not state.setup.options.guarded:
        probe = state.copy()
        probe.hands[ENEMY[SIDE_INDEX[side]]] = NO_CARDS
    # A unit that could move on cannot once another has moved: with three there is always something left to decide.
    free_moves = isinstance(state.question, MoveUnits) and _move_at_least(state.options, 3)
    first = _after_the_moves(state.options) if free_moves else 0
    asked = range(first, len(state.options)) if only is None else [only] if only >= first else []
    found: dict[int, Reason] = {}
    alike: dict[str, Barrier | None] = {}
    for index in asked:
        action = state.options[index]
        # Where a unit is placed makes no difference to what follows: the first hex stands for the others.
        key = ""
        if isinstance(action, DetrainUnit | PlaceUnit | ReplaceUnit):
            key = f"{type(action).__name__} {action.unit}"
        if key and key in alike:
            barrier = alike[key]
        else:
            closes = not alone and closes_a_step(state, action)
            barrier = alike[key] = _ahead(probe, side, action, alone, seat, closes=closes)
        if barrier:
            found[index] = because(_code_ahead(barrier))
    return found


def _after_the_moves(options: Sequence[Action]) -> int:
    """The index of the first action after the moves, which come first and are many."""
    index = len(options)
    while index and not isinstance(options[index - 1], MoveUnit):
        index -= 1
    return index


def _move_at_least(options: Sequence[Action], many: int) -> bool:
    """True if so many units may move."""
    movers: set[str] = set()
    for action in options:  # the moves come first, those of a unit together
        if isinstance(action, MoveUnit) and action.unit not in movers:
            movers.add(action.unit)
            if len(movers) == many:
                return True
    return False


def _code_ahead(barrier: Barrier) -> str:
    """The code of the reason that names a barrier before the click."""
    return f"ahead-{barrier}"


_BUTTONS: Final = (Done, Pass, Defer, PlayEvent, CommitSupport, Counterattack, ChooseOption)
"""Answers with a button of their own, which shows the lock."""
_ONE_BY_ONE: Final = (
    "discard", "flip", "place", "reorganize", "move", "detrain", "declare", "counterblow", "free_counterblow",
)  # fmt: skip
"""Questions that are asked again after each answer: the last answer ends the step without a word."""


def asks_first(state: State, action: Action, why: Reason) -> bool:
    """True if an action that is a barrier, for this reason, is confirmed before it is played: it is a click on the
    table like others that can be taken back, but ends the phase or the step.
    """
    question = state.question
    if isinstance(action, _BUTTONS) or question is None:
        return False
    if why.code in map(_code_ahead, (Barrier.PHASE, Barrier.OVER)):
        return True
    if question.CODE not in _ONE_BY_ONE:
        return False
    after, _ = game.apply_trusted(state, action)
    return not any(isinstance(frame, type(question)) for frame in after.stack)


def last_card_asks(state: State, *, alone: bool = False, seat: SeatRow | None = None) -> bool:
    """True if the last of the cards that are discarded or paid one by one is confirmed before it is played.

    The arguments are those of `barriers_ahead`; as there, nothing of the other hand shows.
    """
    side = game.actor(state)
    if not isinstance(side, Side) or not isinstance(state.question, _CARD_BY_CARD):
        return False
    last, after = state, state.copy()
    if not state.setup.options.guarded:
        after.hands[ENEMY[SIDE_INDEX[side]]] = NO_CARDS
    while isinstance(after.question, _CARD_BY_CARD) and game.actor(after) is side:
        last = after
        after, _ = game.apply_trusted(last, last.options[0])
        while game.actor(after) in tuple(Side) and Pass() in after.options and not isinstance(after.question, PayCards):
            after, _ = game.apply_trusted(after, Pass())
    why = barriers_ahead(last, alone=alone, seat=seat, only=0).get(0)
    return why is not None and asks_first(last, last.options[0], why)


_CARD_BY_CARD: Final = (DiscardDown, PayCards)
"""Questions for cards of the hand that are asked once more after each card, until enough have been given."""


def _ahead(
    state: State, side: Side, action: Action, alone: bool, seat: SeatRow | None, *, closes: bool
) -> Barrier | None:
    """The kind of barrier that an action would be, or lead to before its side decides again."""
    organizing = state.phase == Phase.ORGANIZATION
    after, happened = game.apply_trusted(state, action)
    kind = barrier_of(LogEntry(0, side.value, action, happened), side, state, alone=alone, closes=closes)
    open_to_answer = isinstance(action, _ANSWERABLE) and not state.setup.options.guarded
    while not kind and _passes(after, side, organizing, alone, seat):
        by = who(after)
        open_to_answer |= by != side.value
        after, happened = game.apply_trusted(after, Pass())
        kind = barrier_of(LogEntry(0, by, Pass(), happened, forced=True), side, state, alone=alone)
    following = game.actor(after)
    if following is None:
        return Barrier.OVER
    if kind:
        return kind
    if following is not side:
        return Barrier.OTHER if isinstance(following, Side) else Barrier.DICE
    return Barrier.ANSWER if open_to_answer and not organizing else None


def _passes(state: State, side: Side, organizing: bool, alone: bool, seat: SeatRow | None) -> bool:
    """True if what comes next is passed automatically; where that would be no barrier, so is the other side's pass."""
    if game.actor(state) is not side:
        return (organizing or alone) and isinstance(game.actor(state), Side) and Pass() in state.options
    if seat is not None and Pass() in state.options and passes_unasked(seat, state):
        return True
    return alone and state.options == (Pass(),)
