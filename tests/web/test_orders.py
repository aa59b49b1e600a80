"""Orders in words, at the box above the map: typed, understood, shown, given; by keys alone, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from web.positions import LOSSES, TWO_TARGETS
from web.screens import make
from web.table import Seen, Table
from web.tongues import speak

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

MOVING = """
rules deluxe
turn 9
phase movement axis
unit G4 1511
unit G1Pz 1410
unit G9 1610
unit RUM3 1409
unit HUN3 1408
unit S_W 1611
unit S_S 1713
weather clear
"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def sit(table: Table, position: str = MOVING) -> Seen:
    """A game of both sides from a position."""
    return table.open(make(table, position=position))


def order(table: Table, text: str) -> None:
    """Types an order, and waits until it is read."""
    if not table.page.get_by_test_id("orders-box").count():
        table.page.keyboard.press("/")
    table.at("orders-text").fill(text)
    wait_until_read(table, text)


def wait_until_read(table: Table, text: str) -> None:
    table.page.wait_for_function(
        "(text) => document.querySelector('[data-testid=orders-box]').dataset.read === text", arg=text
    )


def give(table: Table) -> Seen:
    """Enter, and what comes of it."""
    before = table.see().ply
    table.page.keyboard.press("Enter")
    return table.settled(before)


def package(table: Table) -> Any:
    """The game as the server tells it."""
    address = table.page.url.removeprefix(table.address).replace("/g/", "/api/games/")
    return table.page.request.get(f"{table.address}{address}").json()


def marks(table: Table) -> list[tuple[str, str]]:
    """The orders in the text of the box, each as it is marked."""
    found = table.page.get_by_test_id("orders-marks").locator("mark")
    return [(one.get_attribute("class").split()[0], one.inner_text()) for one in found.all()]  # type: ignore[union-attr]


def caret(table: Table) -> int:
    return int(table.page.evaluate("() => document.activeElement.selectionStart"))


def place(table: Table, unit: str) -> str:
    """Where a counter lies."""
    return str(next(one["at"] for one in package(table)["view"]["units"] if one["id"] == unit))


def test_a_whole_move_is_typed_and_seen_before_it_is_made(table: Callable[..., Table]) -> None:
    at = table()
    before = sit(at)
    order(at, "4 A > Kharkov; 1 Pz > 1411 > 1412")
    assert at.page.get_by_test_id("chip-unit").all_inner_texts() == ["■\n4 A\n4th Army", "■\n1 Pz\n1st Panzer Army"]
    assert "Kharkov" in at.at("chip-place").inner_text()
    assert at.page.get_by_test_id("orders-actions").locator("li").count() == 3
    assert at.page.get_by_test_id("order-unit-1511").count() == 1
    assert at.page.get_by_test_id("order-place-1613").count() == 1
    assert at.page.get_by_test_id("order-arrow").count() == 3
    assert at.see().ply == before.ply, "nothing is played before Enter"
    at.shot("orders-move")
    give(at)
    at.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) >= ply", arg=before.ply + 3
    )
    assert (place(at, "G4"), place(at, "G1Pz")) == ("1613", "1412")
    expect(at.at("orders-said")).to_have_text("3 orders given.")
    expect(at.at("orders-text")).to_have_value("")
    expect(at.at("orders-text")).to_be_focused()


def test_what_an_order_would_put_in_danger_is_told_before_it_is_given(table: Callable[..., Table]) -> None:
    at = table()
    sit(
        at,
        "rules deluxe\nturn 9\nphase movement axis\nunit G6 1613\nunit G2Pz 1612\nunit S_SW 1715\ncontrol axis 1613\n",
    )
    order(at, "6 A > 1610")
    expect(at.at("orders-danger")).to_contain_text("Kharkov (1613) stands empty")
    order(at, "6 A > 1610; 2 Pz > Kharkov")
    expect(at.at("orders-danger")).to_have_count(0)


def test_the_phase_that_an_order_ends_is_told_before_it_is_given(table: Callable[..., Table]) -> None:
    """What follows waits unless the phase is named; the way on with a phase that is named has no such note."""
    at = table()
    before = sit(at)
    order(at, "done; attack West")
    notes = at.page.get_by_test_id("orders-note")
    expect(notes.filter(has_text="Ends the phase: Movement.")).to_have_count(1)
    expect(notes.filter(has_text="The rest waits")).to_have_count(1)
    assert at.see().ply == before.ply, "nothing is played before Enter"
    at.shot("orders-end")
    order(at, "end movement; attack West")
    expect(notes.filter(has_text="The rest waits")).to_have_count(0)
    expect(notes.filter(has_text="Ends the phase: Movement.")).to_have_count(1)


def test_several_lines_are_typed_and_what_stops_them_is_marked(table: Callable[..., Table]) -> None:
    """Shift+Enter begins a line, as Enter does in the middle of several; Enter at the end gives them all, or none."""
    at = table()
    before = sit(at)
    order(at, "4 A > 1512")
    keys = at.page.keyboard
    keys.press("Shift+Enter")
    keys.type("9 A > West")
    keys.press("Shift+Enter")
    keys.type("1 Pz > 1411")
    text = "4 A > 1512\n9 A > West\n1 Pz > 1411"
    expect(at.at("orders-text")).to_have_value(text)
    wait_until_read(at, text)  # the same problem is told of what was half typed
    problem = at.at("orders-problem")
    expect(problem).to_contain_text("Line 2, “9 A > West”: There is an enemy in 1611.")
    expect(problem).to_contain_text("The order before it could be given; none is, until this one can.")
    assert marks(at) == [("fine", "4 A > 1512"), ("stop", "9 A > West"), ("waits", "1 Pz > 1411")]
    expect(at.at("orders-actions").locator("li")).to_have_count(1)
    at.shot("orders-lines")
    keys.press("Enter")
    at.page.wait_for_function("() => document.activeElement.selectionStart === 11")
    assert at.see().ply == before.ply, "none is given"
    keys.press("Enter")
    expect(at.at("orders-text")).to_have_value(text.replace("9 A", "\n9 A"))
    expect(at.at("orders-keys")).to_contain_text("Ctrl+Enter: give all")
    order(at, text.replace("9 A > West", "9 A > 1510  # behind them"))
    expect(at.at("orders-actions").locator("li")).to_have_count(3)
    expect(at.at("orders-actions").locator(".typed").nth(1)).to_have_text("9 A > 1510")
    keys.press("ControlOrMeta+Home")
    keys.press("Control+Enter")
    expect(at.at("orders-box"), "all is given, and the box left").to_have_count(0)
    assert (place(at, "G4"), place(at, "G9"), place(at, "G1Pz")) == ("1512", "1510", "1411")


def test_what_was_given_leaves_the_box_and_the_order_that_waits_is_marked(table: Callable[..., Table]) -> None:
    """The phase is not named: what is meant for it does not become an attack in the next one."""
    at = table()
    before = sit(at)
    order(at, "4 A > 1512\ndone\n9 A > 1510\n1 Pz > 1411")
    kinds = [kind for kind, _ in marks(at)]
    assert kinds == ["fine", "fine", "stop", "waits"]
    at.page.keyboard.press("ControlOrMeta+End")
    at.page.keyboard.press("Enter")
    left = "9 A > 1510\n1 Pz > 1411"
    expect(at.at("orders-text")).to_have_value(left)
    expect(at.at("orders-done").locator("li")).to_have_text(["✓ 4 A > 1512", "✓ done"])
    expect(at.at("orders-said")).to_have_text(
        "2 orders given. The rest waits, because the phase was not ended by name (“end movement”). "
        "What is left stays in the box."
    )
    at.page.wait_for_function("() => document.activeElement.selectionStart === 0")
    wait_until_read(at, left)
    assert marks(at) == [("stop", "9 A > 1510"), ("waits", "1 Pz > 1411")]
    assert at.see().ply >= before.ply + 2
    at.shot("orders-left")
    order(at, "")
    expect(at.at("orders-done")).to_have_count(0)


def test_an_order_that_is_carried_out_in_part_stays_with_the_rest_of_it(table: Callable[..., Table]) -> None:
    """The server refuses the third action: what was given is told; what was not stays, the first of it marked."""
    at = table(own=True)
    sit(at)
    order(at, "4 A > 1512\n1 Pz > 1411 > 1412\n9 A > 1510")
    calls: list[int] = []

    def refuse_the_third(route: Route) -> None:
        calls.append(1)
        if len(calls) == 3:
            route.fulfill(status=409, json={"error": {"code": "illegal", "message": "Not now.", "rule": ""}})
        else:
            route.continue_()

    at.page.route("**/actions?*", refuse_the_third)
    at.page.keyboard.press("ControlOrMeta+End")
    at.page.keyboard.press("Enter")
    expect(at.at("orders-text")).to_have_value("1 Pz > 1412\n9 A > 1510")
    expect(at.at("orders-said")).to_contain_text("2 of 4 orders given")
    expect(at.at("orders-done").locator("li")).to_have_text(["✓ 4 A > 1512"])
    wait_until_read(at, "1 Pz > 1412\n9 A > 1510")
    assert marks(at) == [("stop", "1 Pz > 1412"), ("fine", "9 A > 1510")]
    at.page.keyboard.press("9")
    expect(at.at("orders-text"), "what is typed before it is an order of its own").to_have_value(
        "9; 1 Pz > 1412\n9 A > 1510"
    )
    for key in ("Backspace", "Delete", "Delete", "Control+Enter"):
        at.page.keyboard.press(key)
    expect(at.at("orders-box"), "all is given, and the box left").to_have_count(0)
    assert (place(at, "G4"), place(at, "G9"), place(at, "G1Pz")) == ("1512", "1510", "1412")


def test_orders_come_from_a_file_and_go_into_one(table: Callable[..., Table]) -> None:
    """A file is opened, or dropped on the box; the orders that were given come back as one that reads."""
    at = table()
    sit(at)
    at.page.keyboard.press("/")
    text = "# the south\r\n4 A > 1512\r\nend movement\r\nattack West\r\n"
    at.at("orders-load").set_input_files({"name": "south.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(at.at("orders-said")).to_have_text("3 orders from south.txt.")
    expect(at.at("orders-text")).to_have_value("# the south\n4 A > 1512\nend movement\nattack West")
    give(at)
    expect(at.at("orders-said")).to_have_text("3 orders given.")
    with at.page.expect_download() as saved:
        at.click("orders-save")
    assert saved.value.suggested_filename == "orders-turn-9-axis.txt"
    told = saved.value.path().read_text().splitlines()
    assert told[:2] == ["# Turn 9, Axis", "# Movement Phase"]
    assert "German 4 A > 1512" in told
    assert "end movement" in told
    at.page.evaluate(
        """(text) => {
            const files = new DataTransfer();
            files.items.add(new File([text], "dropped.txt", { type: "text/plain" }));
            for (const name of ["dragover", "drop"])
                document.querySelector("[data-testid=orders-box]").dispatchEvent(
                    new DragEvent(name, { dataTransfer: files, bubbles: true, cancelable: true }));
        }""",
        "done",
    )
    expect(at.at("orders-text")).to_have_value("done")
    expect(at.at("orders-said")).to_have_text("1 order from dropped.txt.")


def test_pass_all_says_what_it_passes_and_can_be_stopped(table: Callable[..., Table]) -> None:
    at = table()
    sit(at)
    order(at, "pass all")
    expect(at.at("orders-note").first).to_contain_text("in this Movement Phase (Axis)")
    expect(at.at("orders-note").first).to_contain_text("No phase is ended by it")
    before = at.see().ply
    at.page.keyboard.press("Enter")
    expect(at.at("orders-passing")).to_contain_text("“pass all” is in force")
    assert at.see().ply == before
    at.shot("orders-pass-all")
    assert package(at)["passes"]["phase"] == {"turn": 9, "phasing": "axis", "phase": "movement"}
    at.click("orders-ask")
    expect(at.at("orders-passing")).to_have_count(0)
    assert package(at)["passes"]["phase"] is None


def test_a_refusal_says_fact_rule_and_way_out(table: Callable[..., Table]) -> None:
    at = table()
    before = sit(at)
    order(at, "4 A > West")
    expect(at.at("orders-problem")).to_contain_text("There is an enemy in 1611. Attack it in the Combat Phase. (8.0)")
    assert at.at("orders-give").is_disabled()
    at.page.keyboard.press("Enter")
    at.drawn()
    assert at.see().ply == before.ply
    expect(at.at("said")).to_contain_text("There is an enemy in 1611.")
    at.at("orders-problem").get_by_text("8.0").click()
    at.page.get_by_test_id("rules-body").wait_for()


def test_two_meanings_are_listed_and_one_is_chosen_by_keys(table: Callable[..., Table]) -> None:
    at = table()
    sit(at)
    order(at, "3 A > 1309")
    expect(at.at("orders-problem")).to_contain_text("can mean several things")
    options = at.page.get_by_test_id("orders-list").get_by_role("option")
    assert [text.split("\n")[0].strip() for text in options.all_inner_texts()] == [
        "Rumanian 3 A > 1309 Rumanian 3rd Army, 1409",
        "Hungarian 3 A > 1309 Hungarian 3rd Army, 1408",
    ]
    at.shot("orders-ambiguous")
    at.page.keyboard.press("ArrowDown")
    at.page.keyboard.press("ArrowDown")
    expect(at.at("orders-text")).to_have_attribute("aria-activedescendant", "orders-1")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    at.page.keyboard.press("Enter")
    expect(at.at("orders-text")).to_have_value("Hungarian 3 A > 1309")
    at.page.get_by_test_id("order-arrow").wait_for(state="attached")
    give(at)
    assert place(at, "HUN3") == "1309"


def test_the_box_by_keys_alone(table: Callable[..., Table]) -> None:
    """Tab takes a suggestion, the arrow up brings the last order back, Esc closes, and the words of the screen work."""
    at = table()
    before = sit(at)
    at.page.keyboard.press("/")
    expect(at.at("orders-text")).to_be_focused()
    order(at, "9 a > 1510")
    at.page.get_by_test_id("order-arrow").wait_for(state="attached")
    give(at)
    order(at, "1 P")
    at.page.get_by_test_id("suggestion-0").wait_for()
    at.page.keyboard.press("Tab")
    expect(at.at("orders-text")).to_have_value(re.compile(r"^1 Pz > \d{4}$"))
    at.at("orders-text").fill("")
    at.page.keyboard.press("ArrowUp")
    expect(at.at("orders-text")).to_have_value("9 a > 1510")
    order(at, "undo")
    at.page.keyboard.press("Enter")
    at.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) === ply", arg=before.ply
    )
    order(at, "resign")
    at.page.keyboard.press("Enter")
    expect(at.at("orders-note")).to_contain_text("Press Enter again")
    assert not at.see().over
    at.page.keyboard.press("Escape")
    at.page.get_by_test_id("orders-box").wait_for(state="detached")


def test_battles_are_declared_and_put_together_by_words(table: Callable[..., Table]) -> None:
    """By the rules of the computer game all battles are put together before the first one is fought (10.3)."""
    at = table(own=True)
    sit(at, f"rules digital\n{TWO_TARGETS}")
    order(at, "4 A > West")
    expect(at.at("orders-note").first).to_contain_text("ticked in the plan of attack")
    order(at, "9 A > West; attack South")
    give(at)
    at.settled()
    at.click("tab-phase")
    expect(at.at("tick-G9-1611")).to_be_checked()
    at.click("plan-orders")
    for _ in range(4):
        seen = at.settled()
        if seen.code == "next_battle":
            break
        order(at, "done" if seen.code == "declare" else "pass")
        give(at)
    assert at.see().code == "next_battle"
    at.click("tab-phase")
    at.click("plan-orders")  # the box stands open, and takes the keys again
    expect(at.at("orders-text")).to_be_focused()
    order(at, "6 A + 11 A > South")
    assert at.page.get_by_test_id("order-arrow").count() == 2
    at.shot("orders-battle")
    before = at.see().ply
    at.page.keyboard.press("Enter")
    expect(at.at("orders-said")).to_contain_text("4 orders given.")
    assert at.see().ply >= before + 4
    fought = [line["event"] for line in package(at)["events"] if line["type"] == "TargetDeclared"]
    assert len(fought) == 2


def test_what_stands_behind_a_question_to_the_other_side_stays_in_the_box(table: Callable[..., Table]) -> None:
    at = table()
    sit(at, f"rules deluxe\n{TWO_TARGETS}hand soviet 3 7\n")
    order(at, "attack West; done; 4 A > West")
    notes = at.page.get_by_test_id("orders-note").all_inner_texts()
    assert notes == ["Then the other side is asked.", "Not read yet: 4 A > West"]
    give(at)
    at.page.wait_for_selector("[data-testid=tray][data-code=counterblow]")
    expect(at.at("orders-text")).to_have_value("")  # the Soviet side, at the same device, does not see it
    order(at, "done")
    give(at)
    expect(at.at("orders-text")).to_have_value("4 A > West")
    at.page.get_by_test_id("order-arrow").wait_for(state="attached")
    give(at)
    assert package(at)["view"]["battle"]["attackers"] == ["G4"]


def test_names_are_read_in_the_language_of_the_page(table: Callable[..., Table]) -> None:
    at = table(own=True)
    for language, text, told in (
        ("de", "4. Armee > Charkow", "4. Armee"),
        ("fr", "4e armée > Kharkov", "4e armée"),
        ("pl", "4. armia > Charków", "4. Armia"),
        ("ru", "4-я армия > Харьков", "4-я армия"),
    ):
        sit(at)
        speak(at.page, language)
        order(at, text)
        assert told in at.at("chip-unit").inner_text(), language
        assert "1613" in at.at("chip-place").inner_text(), language
        give(at)
        assert place(at, "G4") == "1613", language


def test_on_a_phone(table: Callable[..., Table]) -> None:
    """The menu opens it; everything fits the width, and a finger takes a suggestion."""
    at = table(**PHONE)
    sit(at)
    at.click("menu")
    at.click("orders-menu")
    expect(at.at("orders-text")).to_be_focused()
    order(at, "3 A > 1309")
    at.at("suggestion-0").click()
    expect(at.at("orders-text")).to_have_value("Rumanian 3 A > 1309")
    at.page.get_by_test_id("order-arrow").wait_for(state="attached")
    at.shot("orders-phone")
    assert at.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    box = at.at("orders-box").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    before = at.see().ply
    at.click("orders-give")
    at.settled(before)
    assert place(at, "RUM3") == "1309"


def test_a_typed_loss_that_costs_more_than_another_is_asked_about(table: Callable[..., Table]) -> None:
    """As its click would be: whoever goes back has lost nothing, and the order still stands in the box (10.7.1)."""
    mine = table(checklist=True)
    eager = ("DeclareTarget", "AssignAttacker", "BeginBattle", "Done", "Pass")
    seen = mine.set_up(LOSSES, "step_loss", eager=eager)
    order(mine, "lose G4")
    mine.page.keyboard.press("Enter")
    expect(mine.page.get_by_test_id("lock-fate").first).to_contain_text("4th Army is destroyed.")
    mine.at("lock-back").click()
    expect(mine.at("orders-box")).to_contain_text("0 of 1 order given")
    expect(mine.at("orders-text")).to_have_value("lose G4")
    assert mine.see().ply == seen.ply
    mine.at("orders-text").focus()
    mine.page.keyboard.press("Enter")
    mine.at("lock-go").click()
    mine.settled(seen.ply)
    expect(mine.at("orders-text")).to_have_value("")
