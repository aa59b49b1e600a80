"""Victory (chapter 12; VIC-1 to VIC-7, WIN-1 to WIN-8): counting points and ending the game."""

from __future__ import annotations

from typing import Final

from noretreat.core import events
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, bits
from noretreat.core.kernel import Procedure, call
from noretreat.core.records import Outcome
from noretreat.core.state import State
from noretreat.core.types import Node, NodeMask, Segment, SideIndex
from noretreat.data.facts import Nation, Phase
from noretreat.rules import extension, losses, windows
from noretreat.rules.deck import RandomDiscard
from noretreat.rules.supply import supplied_hexes
from noretreat.rules.windows import Window

REASONS: Final = (
    "objectives", "sudden_death", "total", "operational", "garrison", "time", "scenario", "denied", "resigned", "clock",
)  # fmt: skip
"""Ways to win a game; their words are in `data/labels.toml` (`end-`)."""
DRAWS: Final = ("operational_tie", "agreed", "stopped")
"""Ways a game can end without a winner."""

SHIFT_TURN: Final = 12
BOTH: Final = SideIndex(-1)
"""The Victory Phase of a whole game turn, not of one side."""
_KOENIGSBERG: Final = BOARD.mask("1104")
LAST_YEAR: Final = 23
"""From this turn on, only Greater Germany counts (12.4)."""


def holds_finland(state: State, side: SideIndex) -> bool:
    """True if a line unit of `side`, but no enemy, is in Finland (MAP-5). The Finns themselves never count."""
    inside = state.units_at(BOARD.finland, side)
    if not inside or state.units_at(BOARD.finland, ENEMY[side]):
        return False
    minors = (Nation.FINNISH, Nation.RUMANIAN, Nation.HUNGARIAN, Nation.ITALIAN)
    return any(not state.info(unit).cadre and state.info(unit).nation not in minors for unit in inside)


def counted_hexes(state: State) -> NodeMask:
    """City and oil hexes that are worth a point this year (VIC-2, VIC-4)."""
    hexes = BOARD.vp_hexes & ~state.scorched
    return hexes & BOARD.germany if state.turn >= LAST_YEAR else hexes


def victory_points(state: State, side: SideIndex) -> int:
    """The score of `side` if it has the initiative: hexes, Finland, event points (VIC-2)."""
    points = (state.control(side) & counted_hexes(state)).bit_count() + state.event_vp
    if state.turn < LAST_YEAR and holds_finland(state, side):
        points += 1
    return points


def threshold(turn: int, side: SideIndex) -> int | None:
    """The Sudden Death mark of a side on a turn (DAT-4); None on other turns."""
    tables = BOARD.facts.tables
    return (tables.soviet_sudden_death if side else tables.axis_sudden_death).get(turn)


def objectives_held(state: State, side: SideIndex) -> list[Node]:
    """Objective hexes that `side` controls and can supply (WIN-1, WIN-2)."""
    held = BOARD.objectives[side] & state.control(side) & ~state.scorched
    if side == SOVIET and not extension.is_laid(state) and "base_map" in state.rules.soviet_objectives_needed:
        held &= _KOENIGSBERG  # the only Soviet Objective of the base map (C-40)
    if held and state.rules.objectives_need_supply:
        held &= supplied_hexes(state, side)
    return list(bits(held))


def objectives_needed(state: State, side: SideIndex) -> int:
    """Return the number of Objectives needed to win (WIN-1)."""
    if side == AXIS:
        return state.rules.axis_objectives_needed[state.initiative != AXIS]
    needed = state.rules.soviet_objectives_needed
    if "all" in needed:
        return int(needed["all"])
    return int(needed["extension"]) if extension.is_laid(state) else 1


def can_end_early(state: State) -> bool:
    """True if Objectives and Sudden Death apply, as they do not in scenarios of limited length (WIN-8)."""
    conditions = state.setup.victory
    return conditions is None or conditions.early


def end_game(state: State, winner: SideIndex | None, reason: str) -> None:
    """Ends the game; without a winner it is a draw."""
    state.ended = Outcome(None if winner is None else SIDES[winner], reason)
    state.emit(events.GameEnded(*state.ended))


class VictoryPhase(Procedure, frozen=True, gc=False):
    """The Victory Phase: second front, recount, cards, then the tests in their order (VIC-6).

    Once per game turn, or under the digital rules at the start of each player turn (C-5): the second front then counts
    in the Axis phase, and the Sudden Death of each side is checked in its own.
    """

    STAGES = (
        "second_front", "shift", "recount", "offer_events", "total_victory", "objectives", "sudden_death", "hand_over",
        "second_test",
    )  # fmt: skip
    side: SideIndex = BOTH

    def second_front(self, state: State) -> None:
        """Gives the Soviets a point for a red event of the calendar (VIC-1)."""
        state.phase, state.segment = Phase.VICTORY, Segment.NONE
        if BOARD.calendar[state.turn].second_front and self.side != SOVIET:
            losses.change_event_vp(state, SOVIET, 1, f"calendar.{state.turn}.west")

    def shift(self, state: State) -> None:
        """Under the digital rules the initiative passes as the Soviet turn 12 begins (C-5)."""
        if self.side == SOVIET and shift_is_due(state, "start_soviet_t12"):
            shift_initiative(state)

    def recount(self, state: State) -> None:
        """Counts all points (VIC-2)."""
        count_points(state)

    def offer_events(self, state: State) -> None:
        """Offers the cards that cancel a Sudden Death check."""
        state.sudden_death_cancelled = 0
        windows.open_window(state, Window.VICTORY, AXIS, SOVIET)

    def total_victory(self, state: State) -> None:
        """34 points for the Soviets, once they have the initiative (WIN-4)."""
        needed = state.rules.soviet_total_victory
        if needed is not None and state.initiative == SOVIET and victory_points(state, SOVIET) >= needed:
            end_game(state, SOVIET, "total")

    def objectives(self, state: State) -> None:
        """Test whether a side has enough supplied Objectives (WIN-1)."""
        test_objectives(state)

    def sudden_death(self, state: State) -> None:
        """Checks the points against the mark of a skull turn."""
        if self.side in (BOTH, state.initiative):
            test_sudden_death(state)

    def hand_over(self, state: State) -> None:
        """On turn 12 the initiative passes, and cards may cancel the check of the other side (VIC-7)."""
        if self.side != SOVIET and shift_is_due(state, "housekeeping_t12"):
            shift_initiative(state)
            count_points(state)
            windows.open_window(state, Window.VICTORY, AXIS, SOVIET)

    def second_test(self, state: State) -> None:
        """The check of the new side on turn 12."""
        if self.side != SOVIET and state.turn == SHIFT_TURN and state.initiative == SOVIET:
            test_sudden_death(state)


def count_points(state: State) -> None:
    """Records the score of the side with the initiative (VIC-5)."""
    side = state.initiative
    state.vp_shown = victory_points(state, side)
    state.emit(events.VictoryPointsCounted(SIDES[side], state.vp_shown, state.event_vp))


def test_objectives(state: State) -> None:
    """Ends the game if a side has enough supplied Objectives; if both have, the initiative decides (WIN-1). In
    scenarios of limited length they do not apply (WIN-8).
    """
    if not can_end_early(state):
        return
    for side in (state.initiative, ENEMY[state.initiative]):
        if len(objectives_held(state, side)) >= objectives_needed(state, side):
            end_game(state, side, "objectives")
            return


def mark_tested(state: State) -> int | None:
    """The mark that the side with the initiative is checked against in this Victory Phase (WIN-3); None: no check.

    Under the digital rules it is checked only in its own player turn (C-5).
    """
    own_phase = state.rules.victory_phases_per_turn == 1 or state.phasing == state.initiative
    return threshold(state.turn, state.initiative) if own_phase and can_end_early(state) else None


def test_sudden_death(state: State) -> None:
    """Ends the game if the side with the initiative has reached its mark (WIN-3); with No Surrender this costs cards
    instead.
    """
    side = state.initiative
    mark = mark_tested(state)
    if mark is None or state.sudden_death_cancelled >> side & 1:
        return
    above = victory_points(state, side) - mark
    if state.setup.options.no_surrender and state.rules.no_surrender != "off":
        _press_on(state, ENEMY[side], above)
    elif above > 0:  # RULING (C-147): as many points as the mark are not enough.
        end_game(state, side, "sudden_death")


def _press_on(state: State, loser: SideIndex, above: int) -> None:
    """No Surrender: at the mark the loser discards a card at random, above it also loses one or two of its next draw
    (NSR-1).
    """
    if above > 0 or (above == 0 and state.rules.no_surrender_trigger == "at_threshold"):
        # RULING (C-143): "next turn" is the next player turn of that side, the discard comes at once.
        state.lost_draws[loser] = min(2, state.lost_draws[loser] + min(2, above))
        call(state, RandomDiscard(loser))


def shift_is_due(state: State, moment: str) -> bool:
    """True if the initiative passes now, at this moment of turn 12 (C-5, EVT-12)."""
    return state.turn == SHIFT_TURN and state.initiative == AXIS and state.rules.initiative_shift == moment


def shift_initiative(state: State) -> None:
    """Records the Axis high tide, resets the event marker, gives the Soviets the initiative (VIC-7, WIN-5)."""
    state.high_tide = victory_points(state, AXIS)
    state.event_vp = 0
    state.initiative = SOVIET
    state.emit(events.InitiativeShifted(SIDES[SOVIET], state.high_tide))


def operational_check(state: State) -> None:
    """After turn 22: was the Axis high tide above the Soviet score (WIN-6)? If not, 1945 begins from zero.

    Under the classic rules equal scores end the game in a draw (C-42).
    """
    soviet = victory_points(state, SOVIET)
    if state.rules.op_check_minus_german_units:
        soviet -= sum(state.info(unit).german for unit in state.units_in(BOARD.ussr, AXIS))  # C-42
    if state.high_tide > soviet:
        end_game(state, AXIS, "operational")
        return
    if state.high_tide == soviet and state.rules.op_check_tie == "draw":
        end_game(state, None, "operational_tie")  # C-42: nobody wins
        return
    state.event_vp = 0
