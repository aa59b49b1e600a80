"""Events that answer something: an enemy event, a die just rolled, a result just read."""

from __future__ import annotations

from noretreat.cards.conditions import enemy_card, enemy_event, matters, rolled_by_enemy
from noretreat.core.board import AXIS, ENEMY, SOVIET
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.rules import battle, battle_record, windows
from noretreat.rules.battle_record import battle_of
from noretreat.rules.deck import draw, take_card
from noretreat.rules.odds import BELOW
from noretreat.rules.payment import CardSpent
from noretreat.rules.purchases import step_taken
from noretreat.rules.windows import Window, event


# --- against events ---------------------------------------------------------------------------------------
@event(14, AXIS, Window.REACT, requires=(enemy_card, matters))
def inexperienced_soviet_officers(state: State, side: SideIndex, mode: str) -> None:
    """Cancels the Soviet event just played, or the payment just made."""
    windows.cancel_card(state)


@event(34, SOVIET, Window.REACT, requires=(enemy_card,))
def conflicting_hitler_directives(state: State, side: SideIndex, mode: str) -> None:
    """Cancels the Axis event just played, or the payment just made; the Soviets draw a card."""
    windows.cancel_card(state)
    draw(state, side, 1)


@event(31, AXIS, Window.REACT, requires=(enemy_event,))
def stalins_interference(state: State, side: SideIndex, mode: str) -> None:
    """Cancels the Soviet event just played; the card goes to the Axis."""
    _cancel_and_take(state, side)


@event(36, SOVIET, Window.REACT, requires=(enemy_card,))
def hitlers_interference(state: State, side: SideIndex, mode: str) -> None:
    """Cancels the Axis event just played, or the payment just made; the card goes to the Soviets if it can."""
    _cancel_and_take(state, side)


def _cancel_and_take(state: State, side: SideIndex) -> None:
    """36S cannot touch a card whose Soviet event is red; 31A can, and the red event does not happen (5.3.4, 5.3.5)."""
    found = windows.pending(state)
    assert isinstance(found, windows.PlayCard | CardSpent)
    windows.cancel_card(state)
    if side == AXIS or not windows.half_of(found.card, side).mandatory:
        take_card(state, side, found.card, "enemy")


# --- against replacements and improvements ----------------------------------------------------------------
def _enemy_step(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The enemy has just replaced, improved or upgraded a unit."""
    return None if step_taken(state, ENEMY[side]) else because("after-enemy-step")


@event(7, AXIS, Window.REACT, requires=(_enemy_step,))
def production_problems(state: State, side: SideIndex, mode: str) -> None:
    """Undoes the step; what was paid for it stays paid."""
    windows.cancel_card(state)


@event(31, SOVIET, Window.REACT, requires=(_enemy_step,))
def allied_strategic_bombing(state: State, side: SideIndex, mode: str) -> None:
    """Undoes the step; what was paid for it stays paid."""
    windows.cancel_card(state)


# --- against dice -----------------------------------------------------------------------------------------
@event(16, AXIS, Window.ROLL)
def knights_cross_wearers(state: State, side: SideIndex, mode: str) -> None:
    """Rerolls the die just rolled."""
    battle.reroll(state)


@event(43, SOVIET, Window.ROLL)
def heroes_of_the_soviet_union(state: State, side: SideIndex, mode: str) -> None:
    """Rerolls the die just rolled."""
    battle.reroll(state)


def _indecisive(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The current result is NE or CB."""
    found = state.battle
    return None if found and found.result in ("NE", "CB") else because("indecisive-only")


@event(44, AXIS, Window.RESULT, requires=(_indecisive,))
def paul_von_kleist(state: State, side: SideIndex, mode: str) -> None:
    """Rerolls an indecisive result."""
    battle.reroll(state)


def _read_further_left(state: State) -> None:
    """Reads the die one column further left; off the table that is a CA."""
    battle_record.update(state, column=max(BELOW, battle_of(state).column - 1))


@event(28, AXIS, Window.ROLLED, requires=(rolled_by_enemy,))
def soviet_snafu(state: State, side: SideIndex, mode: str) -> None:
    """Reads a Soviet attack one column further left."""
    _read_further_left(state)


@event(30, SOVIET, Window.ROLLED, requires=(rolled_by_enemy,))
def andrei_yeremenko(state: State, side: SideIndex, mode: str) -> None:
    """Reads an Axis attack one column further left."""
    _read_further_left(state)
