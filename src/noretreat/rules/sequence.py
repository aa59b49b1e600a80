"""The sequence of play (chapter 4; SEQ-1 to SEQ-4, HK-1 to HK-3): each list below *is* the rule."""

from __future__ import annotations

from noretreat.core import events
from noretreat.core.board import AXIS, SIDES, SOVIET
from noretreat.core.kernel import Procedure, call
from noretreat.core.lasting import Scope
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS, NO_NODES, NO_UNIT, NO_UNITS, Segment, SideIndex
from noretreat.data.facts import Phase
from noretreat.rules import calendar, deck, effects, extension, goals, optional, rail, removal, supply, victory, windows
from noretreat.rules.card_phase import CardPhase, DiscardDown
from noretreat.rules.combat_phase import CombatPhase
from noretreat.rules.movement import MoveUnits
from noretreat.rules.organization import OrganizationPhase
from noretreat.rules.retreat import StepBack
from noretreat.rules.stacking import Overstack, check_stacking, extra_room
from noretreat.rules.windows import Window


class Opening(Procedure, frozen=True, gc=False):
    """The opening hands of a scenario (SET-2, SET-4), then the first player turn without housekeeping (SET-6)."""

    STAGES = ("deal_axis", "cut_axis", "deal_soviet", "cut_soviet", "begin")
    axis_draw: int
    axis_discard: int
    soviet_draw: int
    soviet_discard: int

    def deal_axis(self, state: State) -> None:
        """The Axis draws its hand."""
        state.phase = Phase.CARDS
        deck.draw(state, AXIS, self.axis_draw)

    def cut_axis(self, state: State) -> None:
        """The Axis discards."""
        call(state, DiscardDown(AXIS, state.hands[AXIS].bit_count() - self.axis_discard, "opening"))

    def deal_soviet(self, state: State) -> None:
        """The Soviets draw their hand."""
        deck.draw(state, SOVIET, self.soviet_draw)

    def cut_soviet(self, state: State) -> None:
        """The Soviets discard."""
        call(state, DiscardDown(SOVIET, state.hands[SOVIET].bit_count() - self.soviet_discard, "opening"))

    def begin(self, state: State) -> None:
        """Starts the first player turn."""
        calendar.set_supports(state)
        state.emit(events.TurnBegan(state.turn, calendar.weather(state)))
        first = "axis_turn" if state.setup.first_side == AXIS else "soviet_turn"
        call(state, GameTurn(at=first))


def turn_is_over(state: State) -> None:
    """Ends the game where the turn that is over decides it (HK-1): after the last one (WIN-8), or after 1944 (WIN-6).

    The Objectives come first, as no Victory Phase follows in which those taken in that turn would count (C-130).
    """
    last = state.turn >= state.setup.last_turn
    if not last and state.turn != victory.LAST_YEAR - 1:
        return
    victory.test_objectives(state)
    if state.ended is not None:
        return
    if not last:
        victory.operational_check(state)
    elif state.setup.victory is None:
        victory.end_game(state, AXIS, "time")
    else:
        goals.decide(state, state.setup.victory)


class GameTurn(Procedure, frozen=True, gc=False):
    """One game turn (SEQ-1)."""

    STAGES = ("advance_marker", "new_turn_events", "victory", "axis_turn", "soviet_turn", "next_turn")

    def advance_marker(self, state: State) -> None:
        """Moves the turn marker; checks victory at the end of 1944 and of the game (HK-1)."""
        turn_is_over(state)
        if state.ended is None:
            state.turn += 1
            effects.expire(state, Scope.GAME_TURN)
            state.emit(events.TurnBegan(state.turn, calendar.weather(state)))

    def new_turn_events(self, state: State) -> None:
        """Carries out what the calendar brings (HK-2)."""
        extension.lay_when_due(state)
        calendar.remove_by_calendar(state)
        calendar.carry_out_triggers(state)
        calendar.set_supports(state)
        if state.turn == victory.LAST_YEAR:
            deck.change_deck_1945(state)
        optional.receive(state)
        calendar.receive_units(state)

    def victory(self, state: State) -> None:
        """One Victory Phase per game turn, unless each player turn has its own (SEQ-2)."""
        if state.rules.victory_phases_per_turn == 1:
            call(state, victory.VictoryPhase())

    def axis_turn(self, state: State) -> None:
        """The Axis player turn."""
        call(state, PlayerTurn(AXIS))

    def soviet_turn(self, state: State) -> None:
        """The Soviet player turn."""
        call(state, PlayerTurn(SOVIET))

    def next_turn(self, state: State) -> None:
        """Starts the next game turn."""
        call(state, GameTurn())


class PlayerTurn(Procedure, frozen=True, gc=False):
    """One player turn (SEQ-1, SEQ-2): its phases in order; a scenario may skip some in the first one (SET-7)."""

    STAGES = (
        "begin",
        "own_victory",
        "early_supply_check",
        "cards",
        "supply_check",
        "organization",
        "movement",
        "end_of_movement",
        "combat",
        "removal",
        "detraining",
        "hand_over",
    )
    side: SideIndex

    def begin(self, state: State) -> None:
        """Resets what counts per player turn."""
        state.phasing = self.side
        state.captured = NO_NODES
        state.engaged = state.moved = NO_UNITS
        state.entrained = 0
        state.mover = NO_UNIT
        state.played = [NO_CARDS, NO_CARDS]

    def own_victory(self, state: State) -> None:
        """Under the digital rules each player turn but the very first starts with a Victory Phase (C-5)."""
        if state.rules.victory_phases_per_turn == 2 and not self._is_first(state):
            windows.settle_red_events(state)
            call(state, victory.VictoryPhase(self.side))
        elif self.side == SOVIET and victory.shift_is_due(state, "start_soviet_t12"):
            victory.shift_initiative(state)

    def early_supply_check(self, state: State) -> None:
        """Under the digital-0.1 rules supply is checked before the cards (C-44)."""
        if state.rules.supply_check_when == "turn_start" and self._open(state, Phase.SUPPLY):
            self._check_supply(state)

    def cards(self, state: State) -> None:
        """1. Cards."""
        if self._open(state, Phase.CARDS):
            call(state, CardPhase(self.side))

    def supply_check(self, state: State) -> None:
        """2. Supply check, and the events at its end."""
        if state.rules.supply_check_when == "after_draw" and self._open(state, Phase.SUPPLY):
            self._check_supply(state)

    def _check_supply(self, state: State) -> None:
        supply.check_supply(state, self.side)
        windows.open_window(state, Window.SUPPLY_END, AXIS, SOVIET)

    def organization(self, state: State) -> None:
        """3. Organization."""
        if self._open(state, Phase.ORGANIZATION):
            call(state, OrganizationPhase(self.side))

    def movement(self, state: State) -> None:
        """4. Movement, entraining included."""
        if self._open(state, Phase.MOVEMENT):
            state.moved, state.entrained = NO_UNITS, 0
            state.local_support[self.side] = NO_UNIT
            call(state, MoveUnits())

    def end_of_movement(self, state: State) -> None:
        """Cards of the end of movement; then stacking must be in order (STK-3, SEQ-3)."""
        windows.settle_red_events(state)
        optional.lose_lone_rezervy(state)
        for side in (SOVIET, AXIS):
            call(state, Overstack(side))
        if state.setup.options.local_support:
            call(state, optional.PlaceLocalSupport(self.side))
        windows.open_window(state, Window.MOVE_END, AXIS, SOVIET)

    def combat(self, state: State) -> None:
        """5. Combat."""
        if self._open(state, Phase.COMBAT):
            call(state, CombatPhase(self.side))

    def removal(self, state: State) -> None:
        """6. Removal of units and markers; under the digital rules detraining comes first (C-20)."""
        self._clean_up(state, state.rules.cleanup_order[0])

    def detraining(self, state: State) -> None:
        """7. Detraining."""
        self._clean_up(state, state.rules.cleanup_order[1])

    def _clean_up(self, state: State, what: str) -> None:
        """One half of the end of a player turn: "remove" or "detrain"."""
        if what == "detrain":
            if self._open(state, Phase.DETRAINING):
                rail.begin_detraining(state)
        elif self._open(state, Phase.REMOVAL):
            call(state, Removal())
            windows.open_window(state, Window.REMOVAL, AXIS, SOVIET)

    def hand_over(self, state: State) -> None:
        """Passes the turn: markers of CB results now oblige the enemy, stacking is checked (SEQ-3), effects end."""
        state.standing_counterblows = state.result_counterblows & state.occupied(self.side)
        state.result_counterblows = NO_NODES
        crowded = extra_room(state)
        effects.expire(state, Scope.PLAYER_TURN)
        check_stacking(state)
        if crowded:
            call(state, StepBack(self.side, crowded))

    def _is_first(self, state: State) -> bool:
        """True in the very first player turn of the game."""
        return state.turn == state.setup.first_turn and self.side == state.setup.first_side

    def _open(self, state: State, phase: Phase) -> bool:
        """Opens a phase, unless the scenario skips it in the very first player turn.

        Ends effects that lasted for the last phase, and prepares the end of this one.
        """
        if self._is_first(state) and phase in state.setup.skips:
            return False
        effects.expire(state, Scope.PHASE)
        call(state, windows.EndPhase())
        state.phase, state.segment = phase, Segment.NONE
        state.emit(events.PhaseBegan(SIDES[self.side], phase))
        return True


class Removal(Procedure, frozen=True, gc=False):
    """The Removal Phase proper, after its card window (11.1, 11.2)."""

    STAGES = ("units", "markers", "rebuild")

    def units(self, state: State) -> None:
        """Units still cut off are lost."""
        removal.remove_units(state)

    def markers(self, state: State) -> None:
        """Then removes the markers."""
        removal.remove_markers(state)

    def rebuild(self, state: State) -> None:
        """Lets the side that holds a scorched city rebuild it (REM-3)."""
        call(state, removal.RebuildCity(state.phasing))
