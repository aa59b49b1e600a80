"""The door to the game: the interface for shells and computer players.

`new_game`, `actor`, `legal_actions`, `apply` and `outcome` are pure: no clock and no random numbers. The data files are
read once and kept. Chance is an actor like the two sides, and answers with `Rolled` and `Dealt`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

import noretreat.cards  # noqa: F401  (the events register themselves with the rules)
from noretreat.core.actions import Action, Conclude, Resign, SettleSides
from noretreat.core.board import ENEMY, SIDE_INDEX, SIDES, SOVIET
from noretreat.core.events import Event
from noretreat.core.kernel import advance, answer
from noretreat.core.picture import SHOWN_AS
from noretreat.core.reasons import because
from noretreat.core.records import Outcome
from noretreat.core.setup import Options, options_from
from noretreat.core.state import State, require_state
from noretreat.core.types import SideIndex
from noretreat.data.facts import Scenario, Side
from noretreat.data.load import load_scenario
from noretreat.explain.knowledge.drawing import svg_of
from noretreat.explain.refusals.illegal import IllegalAction
from noretreat.explain.refusals.why_not import require_action, require_legal, why_not
from noretreat.rules import balancing, victory
from noretreat.rules.deployment import deploy, empty_state, setup_of
from noretreat.rules.sequence import Opening

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

RULES_VERSION: Final = 11
"""Raised whenever a corrected rule could change how a stored game goes on (docs/save-format.md)."""


SHOWN_AS["image/svg+xml"] = svg_of


class Chance(StrEnum):
    """The actor behind dice and deals."""

    CHANCE = "chance"


_ACTORS: Final[tuple[Side | Chance, ...]] = (*SIDES, Chance.CHANCE)


def new_game(
    scenario: str | Path | Scenario = "barbarossa",
    options: Options | Mapping[str, object] | None = None,
    *,
    by_bids: bool = False,
) -> State:
    """The first decision of a scenario (an id, a file, or a loaded scenario) under the given options.

    Options may be a mapping of their names, `{"rules": "deluxe"}`; raises `ValueError` for one that does not exist, and
    `DataError` for a scenario or a rule set that does not. The first action of a game `by_bids` is `SettleSides`.
    """
    options = options_from(options)
    facts = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    state = empty_state(setup_of(facts, options))
    deploy(state, facts)
    state.stack = [
        Opening(facts.axis_hand.draw, facts.axis_hand.discard, facts.soviet_hand.draw, facts.soviet_hand.discard)
    ]
    advance(state)
    state.happened = []
    state.unsettled = by_bids
    return state


def actor(state: State) -> Side | Chance | None:
    """The actor that has to decide now; None when the game is over."""
    try:
        question = state.question
    except AttributeError:
        require_state(state)
        raise
    if question is None:
        return None
    return _ACTORS[question.actor(state)]


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything the actor may do now, in a fixed order; empty only when the game is over.

    For chance these are all outcomes, equally likely.
    """
    try:
        return state.options
    except AttributeError:
        require_state(state)
        raise


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after a legal action, and what happened; never touches `state`.

    Raises `IllegalAction` with the reason, and `TypeError` for what is no action or has an argument of another type.
    """
    require_state(state)
    if isinstance(action, Resign | Conclude | SettleSides):
        require_action(action)
    if isinstance(action, Resign):
        return _ended(state, ENEMY[SIDE_INDEX[action.side]], "resigned")
    if isinstance(action, Conclude):
        if action.loser is None:
            return _ended(state, None, "stopped" if action.stopped else "agreed")
        return _ended(state, ENEMY[SIDE_INDEX[action.loser]], "clock")
    if isinstance(action, SettleSides):
        why = balancing.why_not(state, action)
        if why is not None:
            raise IllegalAction(why)
        new = state.copy()
        balancing.settle(new, action)
        return new, tuple(new.happened)
    require_legal(state, action)
    return apply_trusted(state, action)


def apply_trusted(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """As `apply`, for an action known to be legal (taken from `legal_actions`)."""
    new = state.copy()
    new.unsettled = False
    answer(new, action)
    return new, tuple(new.happened)


def _ended(state: State, winner: SideIndex | None, why: str) -> tuple[State, tuple[Event, ...]]:
    """The game is over at once (WIN-8): someone resigned, or the players ended it among themselves."""
    if state.ended is not None:
        raise IllegalAction(because("game-over"))
    new = state.copy()
    victory.end_game(new, winner, why)
    new.options = ()
    return new, tuple(new.happened)


def svg(state: State) -> str:
    """The map with its counters as the browser draws them: a file for a paper; a notebook shows it by itself."""
    require_state(state)
    return svg_of(state.picture())


def outcome(state: State) -> Outcome | None:
    """The winner (None for a draw) and the reason once the game is over, else None."""
    try:
        return state.ended
    except AttributeError:
        require_state(state)
        raise


__all__ = [
    "RULES_VERSION", "SOVIET", "Chance", "IllegalAction", "Options", "Outcome", "State", "actor",
    "apply", "apply_trusted", "legal_actions", "new_game", "outcome", "svg", "why_not",
]  # fmt: skip
