"""What single turns of the calendar change (13.5): prices, free upgrades, draws, markers, advances."""

from __future__ import annotations

import pytest
from rules.helpers import play

from noretreat.core.actions import Action, Done, EntrainUnit, ImproveUnit, ReplaceUnit, UpgradeUnit
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.data.facts import Side
from noretreat.data.notes import notes_of_facts
from noretreat.explain.knowledge.view import view
from noretreat.explain.questions.queries import information
from noretreat.explain.sentences.turn_notes import void_notes
from noretreat.game import State, legal_actions
from noretreat.positions import position
from noretreat.rules import calendar, deck


def organizing(side: str, turn: int, *lines: str) -> State:
    """The Organization Phase of a turn, with three cards in hand."""
    return position("\n".join([f"turn {turn}", f"phase organization {side}", f"hand {side} 1 2 4", *lines]))


def offered(state: State, verb: type[Action]) -> list[Action]:
    return [action for action in legal_actions(state) if isinstance(action, verb)]


def replacements(state: State) -> list[Action]:
    """What can be replaced once the flips are over."""
    if offered(state, ImproveUnit) or offered(state, UpgradeUnit):
        state = play(state, Done())
    return offered(state, ReplaceUnit)


# --- the notes of the calendar -------------------------------------------------------------------------------------
VOID = {
    "deluxe": {"1.3", "2.2", "11.2", "23.4", "24.2"},
    "living": {"1.3", "2.2", "11.2", "23.4", "24.2"},
    "digital": {"1.3", "2.2", "23.4"},
    "digital_0_1": {"1.3", "2.2", "23.4"},
    "classic": {"1.1", "2.1", "4.1", "11.2", "18.1", "20.1", "23.3", "24.2", "26.1"},
}


@pytest.mark.parametrize("rules", VOID)
def test_the_calendar_says_what_holds_under_the_rule_set(rules: str) -> None:
    state = position(f"rules {rules}\nturn 7")
    assert set(view(state, None).void_notes) == {f"calendar.{note}" for note in VOID[rules]}
    assert {note for note in void_notes(state) if note not in notes_of_facts()} == set()


@pytest.mark.parametrize("rules", VOID)
def test_9_1_what_the_calendar_says_of_trains_on_the_first_turns_is_so(rules: str) -> None:
    """Under the classic rules the Axis has its free train then, too; the others have none."""
    state = position(
        f"rules {rules}\nturn 2\nphase movement axis\nunit G4 0910\nunit G6 0909\nhand axis 1 2\nunit S_W 1912"
    )
    rides = bool(offered(state, EntrainUnit))
    said = {line.text for line in information(state, "header", "turn").lines}
    assert ("Each side has only one rail move, the free one" in said) is rides is (rules == "classic")
    assert ("No Axis rail moves; the Soviets have only one" in said) is not rides
    if rides:
        assert not offered(play(state, EntrainUnit("G4")), EntrainUnit), "a second one would have to be paid for"


@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True), (23, True), (24, False)])
def test_evt_2_evt_5_and_evt_24_the_axis_improves_from_turn_5_to_23(turn: int, may: bool) -> None:
    state = organizing("axis", turn, "unit G4 0910 back", "unit S_W 1912")
    assert bool(offered(state, ImproveUnit)) is may


@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True), (24, True)])
def test_evt_2_and_evt_5_the_axis_replaces_from_turn_5(turn: int, may: bool) -> None:
    state = organizing("axis", turn, "unit G4 box:destroyed", "unit G6 0910", "unit S_W 1912")
    assert bool(replacements(state)) is may


def test_spu_ssp_and_spu_ssg_the_ss_improve_for_one_card() -> None:
    for unit, cards in (("GSSPz", 1), ("GSSGr", 1), ("G4", 2)):
        rich = position(f"turn 15\nphase organization axis\nhand axis 1 2\nunit {unit} 0910 back\nunit S_W 1912")
        poor = position(f"turn 15\nphase organization axis\nhand axis 1\nunit {unit} 0910 back\nunit S_W 1912")
        assert ImproveUnit(unit) in legal_actions(rich)
        assert (ImproveUnit(unit) in legal_actions(poor)) is (cards == 1)


@pytest.mark.parametrize(("turn", "may"), [(2, False), (3, True)])
def test_evt_3_regional_units_become_forts_from_turn_3(turn: int, may: bool) -> None:
    state = organizing("soviet", turn, "unit S_MOS 1708", "unit G4 1210")
    assert bool(offered(state, ImproveUnit)) is may


@pytest.mark.parametrize(("turn", "count"), [(5, 0), (6, 1), (12, 1), (13, 2), (17, 2), (18, 0)])
def test_evt_6_free_soviet_upgrades(turn: int, count: int) -> None:
    state = organizing("soviet", turn, "unit S_W 1708", "unit S_NW 1909", "unit S_S 1912", "unit G4 1011")
    taken = 0
    while upgrades := offered(state, UpgradeUnit):
        state = play(state, upgrades[0])
        taken += 1
    assert taken == count


@pytest.mark.parametrize(
    ("side", "turn", "more"),
    [(AXIS, 7, 0), (AXIS, 8, 1), (AXIS, 9, 1), (AXIS, 10, 0), (SOVIET, 20, 0), (SOVIET, 21, 1), (SOVIET, 28, 1)],
)
def test_evt_8_and_evt_21_one_card_more(side: int, turn: int, more: int) -> None:
    state = position(f"turn {turn}\nunit G4 1011\nunit S_W 1912")
    assert deck.draw_count(state, side) == state.rules.draw_base + more


@pytest.mark.parametrize(("turn", "may"), [(10, False), (11, True)])
def test_evt_11_soviet_armor_goes_a_third_hex_from_turn_11(turn: int, may: bool) -> None:
    """SPU-ARM: German armor does so from the start."""
    state = position(f"turn {turn}\nunit G1Pz 1011\nunit S_BRY 1912 back")
    assert calendar.armor_advances(state, BOARD.unit_index["S_BRY"]) is may
    assert calendar.armor_advances(state, BOARD.unit_index["G1Pz"]), "spu_arm: German armor from the start"


@pytest.mark.parametrize(("turn", "axis", "soviet"), [(7, 5, 5), (19, 5, 5), (20, 3, 5), (25, 3, 5), (26, 1, 5)])
def test_evt_20_and_evt_26_the_axis_has_fewer_markers(turn: int, axis: int, soviet: int) -> None:
    for side, limit in (("axis", axis), ("soviet", soviet)):
        state = position(f"turn {turn}\nphase combat {side}\nunit G4 1211\nunit S_W 1311")
        assert view(state, Side(side)).targets_limit == limit


@pytest.mark.parametrize(("turn", "initiative"), [(11, Side.AXIS), (12, Side.SOVIET)])
def test_evt_12_the_initiative_passes_as_the_soviet_player_turn_12_begins(turn: int, initiative: Side) -> None:
    state = position(f"turn {turn}\nrules digital\nphase removal axis\ninitiative axis\nunit G4 1011\nunit S_W 1912")
    for _ in range(20):
        if view(state, None).phasing is Side.SOVIET:
            break
        assert view(state, None).initiative is Side.AXIS
        state = play(state, legal_actions(state)[-1])
    assert (view(state, None).turn, view(state, None).phasing) == (turn, Side.SOVIET)
    assert view(state, None).initiative is initiative
