"""Events played in the commitment step of a battle that settle its result, its dice or what follows it."""

from __future__ import annotations

from typing import Final

from noretreat.cards.conditions import attacks, city_attacked, defends, no_city
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.lasting import Kind, Scope
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, CardNumber, SideIndex
from noretreat.rules.battle_record import battle_of
from noretreat.rules.deck import draw
from noretreat.rules.dice import DUEL, DUEL_OR_BATTLE
from noretreat.rules.effects import force_result, lasting
from noretreat.rules.results import RETREATING
from noretreat.rules.windows import Window, event

_TWO_TO_ONE: Final = BOARD.columns.index("2:1")


# --- results without a roll -------------------------------------------------------------------------------
@event(4, AXIS, Window.COMMIT, turn=SOVIET, requires=(defends,))
def elastic_defense(state: State, side: SideIndex, mode: str) -> None:
    """The result is DR: the attacked Axis units retreat."""
    force_result(state, CardNumber(4), side, "DR")


@event(37, AXIS, Window.COMMIT, turn=AXIS, requires=(attacks, no_city))
def heinz_guderian(state: State, side: SideIndex, mode: str) -> None:
    """The result is DR if the final odds are 2:1 or better (C-78)."""
    force_result(state, CardNumber(37), side, "DR", _TWO_TO_ONE)


@event(27, SOVIET, Window.COMMIT, turn=SOVIET, requires=(attacks,))
def ivan_konev(state: State, side: SideIndex, mode: str) -> None:
    """The result is DR if the final odds are 2:1 or better (C-78)."""
    force_result(state, CardNumber(27), side, "DR", _TWO_TO_ONE)


@event(14, SOVIET, Window.COMMIT, turn=AXIS, requires=(city_attacked,))
def russian_tenacity(state: State, side: SideIndex, mode: str) -> None:
    """The result of an attack on a city is an exchange."""
    force_result(state, CardNumber(14), side, "EX")


@event(32, AXIS, Window.COMMIT, turn=SOVIET, requires=(defends,))
def counteroffensive(state: State, side: SideIndex, mode: str) -> None:
    """The Axis defenders must counterattack."""
    force_result(state, CardNumber(32), side, "CA")


@event(52, AXIS, Window.COMMIT, turn=SOVIET, requires=(defends,))
def gotthard_heinrici(state: State, side: SideIndex, mode: str) -> None:
    """The Axis defenders must counterattack; the Axis draws a card."""
    force_result(state, CardNumber(52), side, "CA")
    draw(state, side, 1)


@event(42, SOVIET, Window.COMMIT, turn=AXIS, requires=(defends,))
def seymon_timoshenko(state: State, side: SideIndex, mode: str) -> None:
    """The Soviet defenders must counterattack."""
    force_result(state, CardNumber(42), side, "CA")


@event(16, SOVIET, Window.COMMIT, turn=AXIS)
def nkvd(state: State, side: SideIndex, mode: str) -> None:
    """Each side rolls a die instead of fighting: the lower loses a step; on a tie they fight, on the Axis table."""
    force_result(state, CardNumber(16), side, DUEL_OR_BATTLE)


@event(38, AXIS, Window.COMMIT, turn=SOVIET)
def hedgehogs(state: State, side: SideIndex, mode: str) -> None:
    """Each side rolls a die instead of fighting: the lower loses a step; on a tie both do."""
    force_result(state, CardNumber(38), side, DUEL)


# --- results turned into others ---------------------------------------------------------------------------
@event(10, SOVIET, Window.COMMIT, turn=AXIS)
def not_a_step_back(state: State, side: SideIndex, mode: str) -> None:
    """For the rest of the phase every retreat (DR) is an exchange."""
    lasting(state, CardNumber(10), side, Kind.MAP_DR_TO_EX, 0, Scope.PHASE)


@event(24, AXIS, Window.COMMIT, turn=SOVIET)
def hold_at_all_costs(state: State, side: SideIndex, mode: str) -> None:
    """For the rest of the phase every retreat (DR) is an exchange."""
    lasting(state, CardNumber(24), side, Kind.MAP_DR_TO_EX, 0, Scope.PHASE)


@event(21, SOVIET, Window.COMMIT, turn=SOVIET)
def bridgehead(state: State, side: SideIndex, mode: str) -> None:
    """The river does not count, and a rolled NE is an exchange."""
    lasting(state, CardNumber(21), side, Kind.NO_RIVER, 0, Scope.BATTLE)
    lasting(state, CardNumber(21), side, Kind.MAP_NE_TO_EX, 0, Scope.BATTLE)


# --- dice and tables --------------------------------------------------------------------------------------
@event(27, AXIS, Window.COMMIT, turn=AXIS)
def river_crossing(state: State, side: SideIndex, mode: str) -> None:
    """The river does not count, and every NE is rerolled."""
    lasting(state, CardNumber(27), side, Kind.NO_RIVER, 0, Scope.BATTLE)
    lasting(state, CardNumber(27), side, Kind.REROLL_NE, 0, Scope.BATTLE)


@event(21, AXIS, Window.COMMIT)
def expert_leaders(state: State, side: SideIndex, mode: str) -> None:
    """Two dice are rolled, and the Axis chooses which one counts."""
    lasting(state, CardNumber(21), side, Kind.TWO_DICE, 0, Scope.BATTLE)


_ZHUKOV_RADIUS: Final = 2


@event(22, SOVIET, Window.COMMIT)
def georgy_zhukov(state: State, side: SideIndex, mode: str) -> None:
    """For the rest of the phase the Soviets choose the combat table of this battle and of those within two hexes of
    it.
    """
    targets = battle_of(state).targets
    near = NO_NODES
    for node in BOARD.terrain:
        if any(BOARD.distance(node, target) <= _ZHUKOV_RADIUS for target in targets):
            near |= 1 << node
    lasting(state, CardNumber(22), side, Kind.CHOOSE_TABLE, 0, Scope.PHASE, nodes=near)


# --- after the result -------------------------------------------------------------------------------------
def _must_retreat(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The current result makes units of this side retreat."""
    battle = state.battle
    driven_back = battle is not None and battle.attacker != side and battle.result in RETREATING
    return None if driven_back else because("when-retreating")


@event(19, AXIS, Window.RESULT, requires=(_must_retreat,))
def roving_cauldron(state: State, side: SideIndex, mode: str) -> None:
    """The Axis units that retreat now ignore enemy zones of control."""
    lasting(state, CardNumber(19), side, Kind.RETREAT_IGNORES_ZOC, 0, Scope.BATTLE)


@event(4, SOVIET, Window.COMMIT, turn=AXIS)
def rasputitsa(state: State, side: SideIndex, mode: str) -> None:
    """No unit advances more than one hex after this battle."""
    lasting(state, CardNumber(4), side, Kind.ADVANCE_LIMIT, 1, Scope.BATTLE)


@event(11, SOVIET, Window.COMMIT)
def no_mercy(state: State, side: SideIndex, mode: str) -> None:
    """After the battle, counterattacks included, each side loses one more step among its survivors."""
    lasting(state, CardNumber(11), side, Kind.EXTRA_LOSS, 0, Scope.WHOLE_BATTLE)
