"""Events that answer something: an enemy event, a die just rolled, a result just found."""

from __future__ import annotations

from noretreat.rules import battle, windows
from noretreat.rules.board import AXIS, SOVIET
from noretreat.rules.deck import draw
from noretreat.rules.effects import battle_of, enemy_event, rolled_by_enemy
from noretreat.rules.odds import BELOW
from noretreat.rules.state import State
from noretreat.rules.windows import Window, event


# --- against events ---------------------------------------------------------------------------------------
@event(14, AXIS, Window.REACT, requires=(enemy_event,))
def inexperienced_soviet_officers(state: State, side: int, mode: str) -> None:
    """The Soviet event just played does nothing."""
    windows.cancel_card(state)


@event(34, SOVIET, Window.REACT, requires=(enemy_event,))
def conflicting_hitler_directives(state: State, side: int, mode: str) -> None:
    """The Axis event just played does nothing; the Soviets draw a card."""
    windows.cancel_card(state)
    draw(state, side, 1)


# --- against dice -----------------------------------------------------------------------------------------
@event(16, AXIS, Window.ROLL)
def knights_cross_wearers(state: State, side: int, mode: str) -> None:
    """The die just rolled is rolled again."""
    battle.reroll(state)


@event(43, SOVIET, Window.ROLL)
def heroes_of_the_soviet_union(state: State, side: int, mode: str) -> None:
    """The die just rolled is rolled again."""
    battle.reroll(state)


def _indecisive(state: State, side: int, mode: str) -> str | None:
    """The result on the table is NE or CB."""
    return None if battle_of(state).result in ("NE", "CB") else "only on a result of no effect or CB"


@event(44, AXIS, Window.RESULT, requires=(_indecisive,))
def paul_von_kleist(state: State, side: int, mode: str) -> None:
    """An indecisive result is rolled for again."""
    battle.reroll(state)


def _read_further_left(state: State) -> None:
    """The same die counts one column further left; below the table that is a CA."""
    battle.update(state, column=max(BELOW, battle_of(state).column - 1))


@event(28, AXIS, Window.ROLLED, requires=(rolled_by_enemy,))
def soviet_snafu(state: State, side: int, mode: str) -> None:
    """A Soviet attack is read one column further left."""
    _read_further_left(state)


@event(30, SOVIET, Window.ROLLED, requires=(rolled_by_enemy,))
def andrei_yeremenko(state: State, side: int, mode: str) -> None:
    """An Axis attack is read one column further left."""
    _read_further_left(state)
