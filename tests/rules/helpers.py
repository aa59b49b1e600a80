"""What the rule tests share: play actions, skip to a phase, and read a position in a few words.

Positions are set up with `position(...)`; from there on only real actions are played. What is looked at comes
from `legal_actions`, `view` and the queries, as far as they tell it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from noretreat.core.actions import (
    Action,
    Dealt,
    DetrainUnit,
    Discard,
    Done,
    EntrainUnit,
    ImproveUnit,
    MarkReserve,
    MoveUnit,
    Pass,
    PayCard,
    PlaceUnit,
    ReorganizeUnit,
    ReplaceUnit,
    Rolled,
    ShatterUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.events import Event
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import UnitView, View, view
from noretreat.explain.questions.queries import reach
from noretreat.explain.sentences.telling import tell
from noretreat.game import Chance, State, actor, apply, legal_actions
from noretreat.rules.windows import Window, refused

Verb = TypeVar("Verb", bound=Any)


def at(r: int, c: int) -> str:
    """The map id of the hex in row `r` and column `c` of the axial grid with Kiev at (0, 0)."""
    return f"{(2 * c + r + 25) // 2:02d}{r + 11:02d}"


def play(state: State, *actions: Action) -> State:
    """Plays the actions one after the other; an illegal one fails the test."""
    for action in actions:
        state, _ = apply(state, action)
    return state


def events_of(state: State, *actions: Action) -> list[Event]:
    """What the actions made happen."""
    happened: list[Event] = []
    for action in actions:
        state, new = apply(state, action)
        happened += new
    return happened


def roll(state: State, value: int) -> State:
    """The die that chance has to roll shows `value`."""
    return play(state, Rolled(value))


def deal(state: State, *cards: int) -> State:
    """Chance deals these cards."""
    return play(state, *(Dealt(card) for card in cards))


def idle(state: State) -> Action:
    """The answer of a player who does as little as the rules let him: end, pass, or else the first option."""
    options = legal_actions(state)
    for lazy in (Done(), Pass()):
        if lazy in options:
            return lazy
    return options[0]


def skip_to(state: State, phase: str, side: str, turn: int | None = None, chance: bool = False) -> State:
    """Plays idly on to the first decision in a phase of `side`; `chance`: a deal or a roll counts as well."""
    for _ in range(2000):
        now = view(state, None)
        here = now.phase == phase and now.phasing == side and now.turn == (turn or now.turn)
        if here and (chance or actor(state) is not Chance.CHANCE):
            return state
        assert now.outcome is None, "the game ended on the way"
        state = play(state, idle(state))
    raise AssertionError(f"never came to the {phase} phase of the {side} side")


def end_phase(state: State) -> State:
    """Plays idly until the phase (or the game) is over."""
    before = view(state, None)
    while True:
        now = view(state, None)
        if (now.phase, now.phasing, now.turn) != (before.phase, before.phasing, before.turn) or now.outcome:
            return state
        state = play(state, idle(state))


def to_placement(state: State, side: str, turn: int | None = None) -> State:
    """Plays idly on to the Placement step of a side."""
    state = skip_to(state, "organization", side, turn)
    while view(state, None).step != "placement":
        state = play(state, idle(state))
    return state


def cards_drawn(state: State) -> int:
    """Deals until the card phase is over: how many cards does the phasing side draw?"""
    count = 0
    phase = view(state, None).phase, view(state, None).phasing
    while (view(state, None).phase, view(state, None).phasing) == phase:
        count += actor(state) is Chance.CHANCE
        state = play(state, idle(state))
    return count


def options_of(state: State, verb: type[Verb]) -> list[Verb]:
    """The legal actions of one kind."""
    return [action for action in legal_actions(state) if isinstance(action, verb)]


def hexes_for(state: State, verb: type[Verb], unit: str) -> set[str]:
    """Hexes to which a unit may be moved, placed, replaced or detrained."""
    return {action.to for action in options_of(state, verb) if action.unit == unit}


def units_for(state: State, verb: type[Verb]) -> set[str]:
    """Units that some legal action of this kind names."""
    return {action.unit for action in options_of(state, verb)}


def moves_of(state: State, unit: str) -> set[str]:
    """Hexes a unit may move to now."""
    return hexes_for(state, MoveUnit, unit)


def cost(state: State, unit: str, to: str) -> int:
    """Movement points to a hex within reach."""
    return int(reach(state, unit).hexes[to].cost)


def seen(state: State, side: str | None = None) -> View:
    """The view of a side, or the public one."""
    return view(state, None if side is None else Side(side))


def counter(state: State, unit: str) -> UnitView:
    """A counter as everybody sees it."""
    return next(shown for shown in view(state, None).units if shown.id == unit)


def where(state: State, unit: str) -> str:
    """The hex, area or box of a counter."""
    return counter(state, unit).at


def marked(state: State) -> set[str]:
    """Counters that bear an Unsupplied marker."""
    return {shown.id for shown in view(state, None).units if shown.unsupplied}


def hand(state: State, side: str) -> set[int]:
    """The cards a side holds."""
    cards = view(state, Side(side)).hand
    assert cards is not None
    return set(cards)


__all__ = [
    "Chance", "Dealt", "DetrainUnit", "Discard", "Done", "EntrainUnit", "ImproveUnit", "MarkReserve", "MoveUnit",
    "Pass", "PayCard", "PlaceUnit", "ReorganizeUnit", "ReplaceUnit", "ShatterUnit", "UnfortifyUnit", "UpgradeUnit",
    "at", "cards_drawn", "cost", "counter", "deal", "end_phase", "events_of", "hand", "hexes_for", "idle",
    "legal_actions", "marked", "moves_of", "options_of", "play", "roll", "seen", "skip_to", "to_placement", "units_for",
    "where",
]  # fmt: skip


def why_not_now(state: State, side: int, card: int, window: Window) -> str | None:
    """Why an event cannot be played in this window, in English; None: it can."""
    why = refused(state, side, card, window)
    return tell(why).text if why else None
