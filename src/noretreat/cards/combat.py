"""Events of the Combat Phase: played on counterblows, or in the commitment step of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from noretreat.rules import combat
from noretreat.rules.actions import Action, Done, PlaceCounterblow
from noretreat.rules.board import AXIS, BOARD, SOVIET, bits
from noretreat.rules.effects import (
    FROM_1944,
    answer,
    attacks,
    choose_hex,
    defends,
    force_result,
    lasting,
    no_city,
    shift,
)
from noretreat.rules.kernel import Decision, call
from noretreat.rules.state import State
from noretreat.rules.windows import Window, event

_TWO_TO_ONE: Final = BOARD.columns.index("2:1")


# --- results without a roll -------------------------------------------------------------------------------
@event(4, AXIS, Window.COMMIT, turn=SOVIET, requires=(defends,))
def elastic_defense(state: State, side: int, mode: str) -> None:
    """The attacked Axis units retreat (DR)."""
    force_result(state, 4, side, "DR")


@event(37, AXIS, Window.COMMIT, turn=AXIS, requires=(attacks, no_city))
def heinz_guderian(state: State, side: int, mode: str) -> None:
    """An attack that stands at 2:1 or better in the end is a DR (C-78)."""
    force_result(state, 37, side, "DR", _TWO_TO_ONE)


@event(32, AXIS, Window.COMMIT, turn=SOVIET, requires=(defends,))
def counteroffensive(state: State, side: int, mode: str) -> None:
    """The Axis defenders must counterattack."""
    force_result(state, 32, side, "CA")


@event(42, SOVIET, Window.COMMIT, turn=AXIS, requires=(defends,))
def seymon_timoshenko(state: State, side: int, mode: str) -> None:
    """The Soviet defenders must counterattack."""
    force_result(state, 42, side, "CA")


@event(10, SOVIET, Window.COMMIT, turn=AXIS)
def not_a_step_back(state: State, side: int, mode: str) -> None:
    """For the rest of the phase every retreat (DR) is an exchange."""
    lasting(state, 10, side, "map_dr_to_ex", 0, "phase")


# --- columns ----------------------------------------------------------------------------------------------
def _axis_attacks_or_removal(state: State, side: int, mode: str) -> str | None:
    """Each alternative of Luftwaffe Support has its own moment."""
    if mode == "shift":
        return attacks(state, side, mode)
    if state.phase != "removal" or state.battle is not None:
        return "units are saved in a Removal Phase"
    return None if _unsupplied_hexes(state, side) else "none of your units is unsupplied"


def _unsupplied_hexes(state: State, side: int) -> int:
    """Hexes with units of `side` that bear an Unsupplied marker."""
    return sum({1 << state.where[unit] for unit in state.on_map(side) if state.unsupplied >> unit & 1})


@event(6, AXIS, Window.COMMIT, Window.REMOVAL, modes=("shift", "save"), requires=(_axis_attacks_or_removal,))
def luftwaffe_support(state: State, side: int, mode: str) -> None:
    """One column for an Axis attack, or the unsupplied units of one hex outlive this Removal Phase."""
    if mode == "shift":
        shift(state, 6, side, 1)
    else:
        choose_hex(state, 6, side, bits(_unsupplied_hexes(state, side)))


@answer(6, AXIS)
def supply_from_the_air(state: State, side: int, node: int) -> None:
    """These units are not lost; their markers come off like all others."""
    units = sum(1 << unit for unit in state.units_at(node, side))
    lasting(state, 6, side, "saved", 0, "player_turn", units)


@event(28, SOVIET, Window.COMMIT, turn=SOVIET, requires=(attacks,))
def katyushas(state: State, side: int, mode: str) -> None:
    """One column for a Soviet attack, two from 1944."""
    shift(state, 28, side, 2 if state.turn >= FROM_1944 else 1)


@event(34, AXIS, Window.COMMIT)
def soviet_logistics_problems(state: State, side: int, mode: str) -> None:
    """For the rest of the phase all Soviet attacks lose a column."""
    lasting(state, 34, side, "shift_attacks_on", -1, "phase")


# --- advance after combat ---------------------------------------------------------------------------------
@event(4, SOVIET, Window.COMMIT, turn=AXIS)
def rasputitsa(state: State, side: int, mode: str) -> None:
    """Nobody advances more than one hex after this battle."""
    lasting(state, 4, side, "advance_limit", 1, "battle")


# --- counterblows -----------------------------------------------------------------------------------------
def _room_for_counterblow(state: State, side: int, mode: str) -> str | None:
    """A marker is left, and a hex that may bear it."""
    if combat.markers_left(state, side) <= 0:
        return "no marker is left (10.1)"
    return None if combat.counterblow_hexes(state) else "no hex may bear a Counterblow marker (10.1.2)"


@event(26, AXIS, Window.COUNTERBLOW, turn=SOVIET, requires=(_room_for_counterblow,))
def mobile_defense(state: State, side: int, mode: str) -> None:
    """Two counterblows on Axis hexes for nothing."""
    call(state, FreeCounterblows(side, 2))


@event(37, SOVIET, Window.COUNTERBLOW, turn=AXIS, requires=(_room_for_counterblow,))
def russian_courage(state: State, side: int, mode: str) -> None:
    """Two counterblows on Soviet hexes for nothing."""
    call(state, FreeCounterblows(side, 2))


class FreeCounterblows(Decision, frozen=True, gc=False):
    """Counterblow markers that an event gives: the hexes of 10.1.2, no card to pay."""

    CODE = "free_counterblow"
    side: int
    left: int

    def actor(self, state: State) -> int:
        """Who played the event."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any hex that may bear a marker, or no more."""
        if not self.left or combat.markers_left(state, self.side) <= 0:
            return ()
        return [*(PlaceCounterblow(BOARD.id_of[node]) for node in bits(combat.counterblow_hexes(state))), Done()]

    def choose(self, state: State, action: Action) -> None:
        """Puts the marker down; asks for the next."""
        if isinstance(action, PlaceCounterblow):
            combat.place_counterblow(state, BOARD.node_of[action.hex], "event")
            call(state, FreeCounterblows(self.side, self.left - 1))
