"""The rarer questions, one by one: each can be answered by a click on what is lit, and says what it wants."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import BILLS, BREAKTHROUGH, STAFF
from web.table import BUTTONS, CARDS, COUNTERS, HEXES, WAYS, Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

SOVIET_BLOW = """
turn 14
phase combat soviet
unit S_SW 1308
unit S_CEN 1307
unit S_RES 1306
unit G9 1207 back
unit G4 1304
unit KG1 box:cadres
unit KG2 box:cadres
supports 0 0
weather clear
"""
RAIL = """
turn 9
phase detraining soviet
unit S_SW box:rail
unit S_NW box:rail
unit S_KAL box:rail
unit S_BRY 1805
unit G1Pz 1211
"""


_PILE = (9, 11, 20, 13, 31)
"""Of the five cards that the Axis may draw four three are red."""
RED_HANDS = f"""
rules digital
turn 7
phase cards axis
unit G4 1007
unit S_NW 2310
discards {" ".join(str(card) for card in range(1, 45) if card not in _PILE)} 55
"""


def test_steps_and_cadres(table: Callable[..., Table]) -> None:
    """Who loses a step is a click on a counter; a cadre waits in its box and as a button."""
    mine = table()
    combat = ("DeclareTarget", "AssignAttacker", "BeginBattle", "Done", "Pass")
    seen = mine.set_up(SOVIET_BLOW, "step_loss", eager=combat)
    assert "loses a step" in seen.prompt
    mine.shot("choice-step")
    seen = mine.do(mine.lit(COUNTERS)[0])
    assert seen.code != "step_loss"
    seen = mine.set_up(
        SOVIET_BLOW, "cadre", eager=("DeclareTarget", "AssignAttacker", "BeginBattle", "RetreatUnit", "Done", "Pass")
    )
    assert "cadre" in seen.prompt
    mine.shot("choice-cadre")
    mine.do("act-PlaceCadre")


def test_prices_and_paying(table: Callable[..., Table]) -> None:
    """A button says what it costs; then the cards come up and the bill is written over them."""
    mine = table()
    mine.set_up(BILLS, "place", eager=("Done",))
    mine.shot("choice-place")
    mine.lift("lift-S_KAL")
    mine.do(mine.lit(WAYS)[0])
    seen = mine.see()
    assert seen.code == "pay"
    assert "card" in seen.prompt
    mine.shot("choice-pay")
    before = mine.page.locator(".card").count()
    mine.do(mine.lit(CARDS)[0])
    assert mine.page.locator(".card").count() == before - 1


def test_detraining_and_the_reserve(table: Callable[..., Table]) -> None:
    """Units come off the train onto lit hexes; one of them may be marked as the reserve."""
    mine = table()
    mine.set_up(RAIL, "detrain")
    mine.shot("choice-detrain")
    mine.lift(mine.lit("[data-testid^='lift-']")[0])
    assert len(mine.lit(WAYS)) > 1
    mine.shot("choice-detrain-where")
    seen = mine.do(mine.lit(WAYS)[0])
    for _ in range(3):
        if seen.code == "reserve":
            break
        seen = mine.do("primary")
    assert seen.code == "reserve"
    mine.shot("choice-reserve")
    mine.do("act-MarkReserve")


def test_an_event_with_a_choice(table: Callable[..., Table]) -> None:
    """The alternatives of an event are written out; then its hex is chosen on the map."""
    mine = table()
    mine.set_up(STAFF, "move")
    mine.click("card-17")
    mine.page.wait_for_selector(BUTTONS)
    assert "movement points" in mine.at("act-PlayEvent").inner_text()
    mine.shot("choice-event")
    seen = mine.do("act-PlayEvent")
    assert "General Staff" in seen.prompt or seen.code == "move"
    mine.shot("choice-event-hex")
    lit = mine.lit(HEXES)
    if seen.code != "move":
        assert lit
        assert mine.do(lit[0]).code == "move"


def test_red_events_wait_for_their_player(table: Callable[..., Table]) -> None:
    """By the computer rules (5.3.4): they are marked in the hand, named by the question, and happen by a click on them;
    once the phase ends they are all that is left to choose from.
    """
    mine = table()
    seen = mine.set_up(RED_HANDS, "window")
    assert "has to happen before the phase ends" in seen.prompt
    due = mine.page.locator(".card.due")
    assert due.count() >= 2
    assert {"before the phase ends"} == set(due.locator(".must").all_inner_texts())
    mine.shot("choice-red-window")
    first = str(due.first.get_attribute("data-testid"))
    seen = mine.do("primary")
    assert (seen.code, seen.prompt) == ("red_events", "Choose the red event that happens next.")
    mine.shot("choice-red-order")
    mine.click(first)
    mine.do("act-PlayEvent")
    assert mine.page.get_by_test_id(first).count() == 0, "it has happened"


def test_a_marker_and_a_new_die_are_weighed(table: Callable[..., Table]) -> None:
    """Next to the question: the odds with and without the support, and what the die and another one would do."""
    mine = table()
    combat = ("DeclareTarget", "AssignAttacker", "BeginBattle", "CommitSupport", "Done", "Pass")
    armed = BREAKTHROUGH.replace("supports 0 0", "supports 2 0")
    mine.set_up(f"rules digital\n{armed}", "support", eager=combat)
    weigh = mine.at("weigh")
    weigh.wait_for()
    expect(weigh).to_contain_text("Without")
    assert "With Blitz" in weigh.inner_text()
    assert weigh.locator("b").count() == 2
    mine.shot("choice-support")
    seen = mine.set_up(f"rules digital\n{SOVIET_BLOW}hand axis 28\n", "window", eager=combat)
    assert "the die shows" in seen.prompt
    weigh.wait_for()
    expect(weigh).to_contain_text("The die shows")
    assert "in 6" in weigh.inner_text()
    mine.shot("choice-die")
