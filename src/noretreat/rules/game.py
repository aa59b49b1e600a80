"""The door to the rules (ARCHITECTURE 4): the only module that shells and computer players import.

`new_game`, `actor`, `legal_actions`, `apply`, `outcome` and `view` are pure: no clock, no random numbers, no
files. Chance is an actor like the two sides, and answers with `Rolled` and `Dealt`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from noretreat.data.facts import Scenario, Side
from noretreat.data.load import load_scenario
from noretreat.rules import calendar, deck, joker, victory
from noretreat.rules.actions import Action, Resign
from noretreat.rules.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET
from noretreat.rules.deployment import deploy, setup_of
from noretreat.rules.events import Event
from noretreat.rules.kernel import Decision, advance, answer
from noretreat.rules.refusals import Reason, because
from noretreat.rules.rulesets import rules_of
from noretreat.rules.sequence import Opening
from noretreat.rules.state import (
    PENDING,
    Options,
    Outcome,
    Setup,
    State,
)
from noretreat.rules.why_not import why_not

if TYPE_CHECKING:
    from pathlib import Path

RULES_VERSION: Final = 6
"""Grows whenever a mended rule could change how a stored game goes on (docs/save-format.md)."""


class Chance(StrEnum):
    """The actor behind dice and deals."""

    CHANCE = "chance"


_ACTORS: Final[tuple[Side | Chance, ...]] = (*SIDES, Chance.CHANCE)


class IllegalAction(ValueError):
    """An action that the rules do not allow now. `text` says why, `rule` names the rule where one is known."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.words)
        self.reason = reason
        self.text = reason.words
        self.rule = reason.rule


class Result(tuple[Side | None, str]):
    """How a game ended, as shells see it."""

    @property
    def winner(self) -> Side | None:
        """The side that won; None: a draw."""
        return self[0]

    @property
    def reason(self) -> str:
        """A word of `victory.REASONS`, or of `victory.DRAWS`."""
        return self[1]


def new_game(scenario: str | Path | Scenario = "barbarossa", options: Options | None = None) -> State:
    """The first decision of a scenario (an id, a file, or a loaded scenario) under the given options."""
    options = options or Options()
    facts = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    state = empty_state(setup_of(facts, options))
    deploy(state, facts)
    state.stack = [
        Opening(facts.axis_hand.draw, facts.axis_hand.discard, facts.soviet_hand.draw, facts.soviet_hand.discard)
    ]
    advance(state)
    state.happened = []
    return state


def empty_state(setup: Setup) -> State:
    """A state with an empty map, every unit still to come, and nothing on the stack."""
    state: State = object.__new__(State)
    state.setup = setup
    state.rules = rules_of(setup.options.rules, setup.switches)
    state.turn = setup.first_turn
    state.phasing = setup.first_side
    state.phase, state.step = "movement", ""
    state.initiative = AXIS if setup.first_turn < victory.SHIFT_TURN else SOVIET
    state.weather = calendar.printed_weather()
    count = len(BOARD.units)
    state.where, state.face, state.due = [PENDING] * count, [0] * count, [0] * count
    state.unsupplied = state.disorganized = state.moved = state.engaged = 0
    state.mover, state.mover_points = -1, 0
    state.axis_control = state.soviet_control = state.captured = state.scorched = state.works = 0
    state.event_vp = state.vp_shown = state.high_tide = 0
    pile = deck.starting_pile(state.rules)
    state.hands, state.draw_pile, state.discards, state.table = [0, 0], pile, (), ()
    state.soviet_pile, state.soviet_discards = pile if state.has_own_deck(SOVIET) else 0, ()
    state.joker = joker.NOBODY
    state.played, state.effects, state.supports = [0, 0], (), [0, 0]
    state.penalty_draws = state.sudden_death_cancelled = 0
    state.triggers, state.lost_draws, state.local_support = [0, 0, 0], [0, 0], [-1, -1]
    state.targets = state.fought = state.counterblows = state.paid_counterblows = 0
    state.standing = state.results = 0
    state.planned, state.battle = (), None
    state.waiting, state.together, state.extension_laid = (), 0, False
    state.flips = state.replaced = state.upgrades_left = state.bill = state.bill_replacing = state.entrained = 0
    state.reserve = -1
    state.stack, state.options, state.ended, state.happened = [], (), None, []
    state._held, state._zones, state._riders, state.stacks = None, (None, None), (None, None), [None, None]
    return state


def actor(state: State) -> Side | Chance | None:
    """Who has to answer now; None when the game is over."""
    if state.ended is not None or not state.stack:
        return None
    frame = state.stack[-1]
    assert isinstance(frame, Decision)
    return _ACTORS[frame.actor(state)]


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything the actor may do now, in a fixed order; empty only when the game is over.

    For chance these are all outcomes, equally likely.
    """
    return state.options


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after a legal action, and what happened; raises `IllegalAction`, and never touches `state`."""
    if isinstance(action, Resign):
        return _resign(state, action)
    if action not in state.options:
        raise IllegalAction(why_not(state, action) or because("not-allowed"))
    return apply_trusted(state, action)


def apply_trusted(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """As `apply`, for an action known to be legal (taken from `legal_actions`)."""
    new = state.copy()
    answer(new, action)
    return new, tuple(new.happened)


def _resign(state: State, action: Resign) -> tuple[State, tuple[Event, ...]]:
    """The other side wins at once (WIN-8)."""
    if state.ended is not None:
        raise IllegalAction(because("game-over"))
    new = state.copy()
    victory.end_game(new, 1 - SIDE_INDEX[action.side], "resigned")
    new.options = ()
    return new, tuple(new.happened)


def outcome(state: State) -> Result | None:
    """The winner (None for a draw) and the reason once the game is over, else None."""
    if state.ended is None:
        return None
    winner = state.ended.winner
    return Result((None if winner is None else SIDES[winner], state.ended.reason))


__all__ = [
    "RULES_VERSION", "SOVIET", "Chance", "IllegalAction", "Options", "Outcome", "Result", "State", "actor",
    "apply", "apply_trusted", "legal_actions", "new_game", "outcome", "why_not",
]  # fmt: skip
