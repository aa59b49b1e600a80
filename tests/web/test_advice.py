"""Hints of three strengths, and the rest of the moves left to the computer: seen, played and taken back in the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from web.axe import findings, too_small
from web.positions import TWO_TARGETS
from web.screens import MIDDLE
from web.table import HEXES, Table

if TYPE_CHECKING:
    from playwright.sync_api import Route, ViewportSize, WebSocketRoute
    from web.table import Seen

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

MOVING = "turn 7\nphase movement axis\nunit G1Pz 1511\nunit G4 1609\nunit S_W 1611\nunit S_SW 1813\nhand axis 1"
ATTACK = ("DeclareTarget", "AssignAttacker", "BeginBattle", "Done", "Pass")
FINGERS = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1}
WINDOWS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, **FINGERS},
    "across": {"viewport": {"width": 844, "height": 390}, **FINGERS},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "desktop": {},
}
_HIDDEN = """(box) => {
  const seen = (e, x, y) => e.contains(document.elementFromPoint(x, y));
  const edges = box.getBoundingClientRect();
  const middle = edges.left + edges.width / 2;
  const hidden = [...box.querySelectorAll("button")].filter((e) => {
    const r = e.getBoundingClientRect();
    return ![r.top + 3, r.top + r.height / 2, r.bottom - 3].every((y) => seen(e, r.left + r.width / 2, y));
  });
  const whole = seen(box, middle, edges.top + 4) && seen(box, middle, edges.bottom - 2);
  return [...hidden.map((e) => e.dataset.testid), ...(whole ? [] : ["box"])];
}"""
"""What of a box and its buttons something else lies on, or the window cuts off."""
_OVER_THE_TRAY = """(box) => {
  const on = box.getBoundingClientRect();
  const things = document.querySelectorAll("[data-testid=prompt], [data-testid=tray] .ways button");
  return [...things].filter((e) => {
    const r = e.getBoundingClientRect();
    return r.width && Math.min(r.right, on.right) > Math.max(r.left, on.left)
      && Math.min(r.bottom, on.bottom) > Math.max(r.top, on.top);
  }).map((e) => e.dataset.testid);
}"""
REASONS = [{"code": "ahead-dice", "text": "A die is rolled or a card drawn.", "args": {}}] * 12
"""More reasons than a phone has room for."""


def advised(
    one: Table, action: dict[str, object], places: tuple[str, ...] = (), why: dict[str, object] | None = None
) -> None:
    """From now on the computer would always do the same."""
    why = why or {"wanted": REASONS, "odds": [], "feared": []}

    def answer(route: Route) -> None:
        asked = route.request.post_data_json
        assert asked is not None
        route.fulfill(json={"ply": asked["ply"], "places": places, "action": action, "why": why})

    one.page.route("**/api/games/*/hint?*", answer)


def at_ply(one: Table, ply: int) -> None:
    """Waits until the page shows the game after so many steps."""
    expect(one.at("tray")).to_have_attribute("data-ply", str(ply))


def handed_over(one: Table) -> Seen:
    """Leaves the rest to the computer, and waits until it has done what it can."""
    one.at("ask-hint").click()
    one.at("hand-over").click()
    one.at("handed-over").wait_for(state="detached")
    return one.settled()


# --- hints --------------------------------------------------------------------------------------------------------
def test_a_hint_says_where_then_which_then_why(table: Callable[..., Table]) -> None:
    one = table()
    before = one.set_up(MOVING, "move")
    one.at("ask-hint").click()
    first = one.at("hint-says").inner_text()
    one.at("hint-more").click()
    expect(one.at("hint-says")).not_to_have_text(first)
    assert one.at("hint-why").count() == 0
    one.at("hint-more").click()
    expect(one.at("hint-why").locator("li")).not_to_have_count(0)
    one.shot("hint")
    one.at("hint-play").click()
    assert one.settled(before.ply).ply > before.ply
    one.at("hint").wait_for(state="detached")


@pytest.mark.parametrize("window", WINDOWS)
def test_a_hint_is_whole_in_every_window(table: Callable[..., Table], window: str) -> None:
    """A long one, too: on nothing of the tray, under nothing, and its cross beside its first line."""
    one = table(**WINDOWS[window])
    one.set_up(MOVING, "move")
    advised(one, {"type": "Done"}, ("G1Pz", "1708"))
    one.at("ask-hint").click()
    for strength in (1, 2, 3):
        one.at("hint").wait_for()
        one.drawn()
        box = one.at("hint")
        assert box.evaluate(_HIDDEN) == [], strength
        assert box.evaluate(_OVER_THE_TRAY) == [], strength
        cross, says = one.at("hint-close").bounding_box(), one.at("hint-says").bounding_box()
        assert cross is not None
        assert says is not None
        assert cross["y"] < says["y"] + says["height"]
        assert cross["y"] + cross["height"] > says["y"]
        if strength < 3:
            one.at("hint-more").click()
    assert one.at("hint-why").locator("li").count() == len(REASONS)
    one.shot(f"hint-{window}")
    one.at("hint-close").click()
    one.at("hint").wait_for(state="detached")


def test_a_hint_stays_whole_when_the_phone_is_turned(table: Callable[..., Table]) -> None:
    """From upright to across and back."""
    one = table(**WINDOWS["phone"])
    one.set_up(MOVING, "move")
    advised(one, {"type": "Done"})
    one.at("ask-hint").click()
    turned: tuple[ViewportSize, ...] = ({"width": 844, "height": 390}, {"width": 390, "height": 844})
    for size in turned:
        one.page.set_viewport_size(size)
        one.at_rest()
        assert one.at("hint").evaluate(_HIDDEN) == []
        assert one.at("hint").evaluate(_OVER_THE_TRAY) == []


def test_a_hint_leaves_a_hand_in_its_sheet_free(table: Callable[..., Table]) -> None:
    """On a phone the sheet of the cards ends where the hint begins."""
    one = table(**WINDOWS["phone"])
    one.set_up(MOVING, "move")
    one.at("tab-hand").click()
    advised(one, {"type": "Done"})
    one.at("ask-hint").click()
    one.at("hint-play").wait_for()
    one.drawn()
    sheet, hint = one.page.locator(".sheet.over").bounding_box(), one.at("hint").bounding_box()
    assert sheet is not None
    assert hint is not None
    assert sheet["y"] + sheet["height"] <= hint["y"] + 1


def test_a_hint_says_what_its_button_says_and_that_it_cannot_be_undone(table: Callable[..., Table]) -> None:
    """The names and the sign of the tray's own way on; at once, since there is no place to look at."""
    one = table()
    seen = one.set_up(MOVING, "move")
    advised(one, {"type": "Done"})
    one.at("ask-hint").click()
    expect(one.at("hint-says")).to_have_text("The computer would play: End movement")
    expect(one.at("hint-play")).to_contain_text("Cannot be undone")
    expect(one.at("hint-play")).to_have_attribute("title", "The phase ends.")
    one.at("hint-play").click()
    assert one.settled(seen.ply).phase != "movement"


def test_a_hint_that_can_be_undone_bears_no_lock(table: Callable[..., Table]) -> None:
    one = table(own=True)
    one.set_up(MOVING, "move")
    one.at("ask-hint").click()
    one.at("hint-more").click()
    expect(one.at("hint-says")).to_contain_text("The computer would play: Move")
    expect(one.at("hint-play")).to_have_text("Play it")


# --- the rest left to the computer --------------------------------------------------------------------------------
def test_the_moves_left_to_the_computer_are_taken_back_without_the_own(table: Callable[..., Table]) -> None:
    """The player's own move before them stays."""
    one = table(own=True, **WINDOWS["phone"])
    start = one.set_up(MOVING, "move")
    one.at("ask-hint").click()
    one.at("hint-more").click()
    one.at("hint-play").click()
    own = one.settled(start.ply)
    after = handed_over(one)
    assert after.ply > own.ply, "units were moved"
    assert after.phase == "movement", "and the phase is left to its player"
    n = after.ply - own.ply
    steps = "1 step" if n == 1 else f"{n} steps"
    expect(one.at("hint-did")).to_have_text(f"The computer took {steps} for you.")
    assert one.at("hint").evaluate(_HIDDEN) == []
    assert one.at("hint").evaluate(_OVER_THE_TRAY) == []
    back = one.at("take-back-all")
    expect(back).to_have_text(f"Undo the computer's {'step' if n == 1 else steps}")
    back.click()
    at_ply(one, own.ply)
    one.at("take-back-all").wait_for(state="detached")
    one.at("undo").click()
    at_ply(one, start.ply)


def test_what_was_taken_back_by_itself_is_not_counted(table: Callable[..., Table]) -> None:
    """One step undone by the tray's button: the rest is still offered, until the player goes on himself."""
    one = table(own=True)
    start = one.set_up(MOVING, "move")
    after = handed_over(one)
    assert after.ply - start.ply == 2, "the position has two steps for the computer"
    one.at("undo").click()
    at_ply(one, after.ply - 1)
    expect(one.at("take-back-all")).to_have_text("Undo the computer's step")
    one.at("redo").click()
    at_ply(one, after.ply)
    expect(one.at("take-back-all")).to_have_count(0)


def test_the_end_of_the_phase_is_left_to_its_player(table: Callable[..., Table]) -> None:
    """Before any step, too: the hint stays, and can be played."""
    one = table()
    seen = one.set_up(MOVING, "move")
    advised(one, {"type": "Done"})
    assert handed_over(one).ply == seen.ply
    expect(one.at("hint-says")).to_have_text("The computer would end the phase now: that click is yours.")
    expect(one.at("hint-did")).to_have_count(0)
    expect(one.at("take-back-all")).to_have_count(0)
    one.at("hint-play").click()
    assert one.settled(seen.ply).phase != "movement"


def test_the_last_word_on_targets_is_played_and_can_be_taken_back(table: Callable[..., Table]) -> None:
    """It ends a step of the phase, not the phase: nothing is lost by it before the die falls (UND-3)."""
    one = table()
    one.set_up(TWO_TARGETS, "declare")
    seen = one.do(one.lit(HEXES)[0])
    one.at("primary").click()
    after = one.settled(seen.ply)
    assert after.phase == "combat"
    assert after.code != "declare"
    one.at("undo").click()
    expect(one.at("tray")).to_have_attribute("data-ply", str(seen.ply))
    assert one.see().code == "declare"


def test_only_the_own_turn_can_be_left_to_the_computer(table: Callable[..., Table]) -> None:
    """In the enemy's turn, and after the dice, there are no moves or plans to leave to it."""
    one = table()
    seen = one.set_up(TWO_TARGETS, "retreat", eager=ATTACK)
    assert seen.phasing == "axis"
    one.at("ask-hint").click()
    one.at("hint").wait_for()
    expect(one.at("hand-over")).to_have_count(0)
    one.set_up(TWO_TARGETS, "declare")
    one.at("ask-hint").click()
    expect(one.at("hand-over")).to_have_text("Leave the battle plans to the computer")


def test_the_computer_can_be_stopped_before_its_step(table: Callable[..., Table]) -> None:
    """It shows what it is about to do, and waits a little: a stop comes in time."""
    one = table(reduced_motion="no-preference")
    one.page.clock.install()
    seen = one.set_up(MOVING, "move")
    one.at("ask-hint").click()
    one.at("hint").wait_for()
    one.page.clock.pause_at("2100-01-01")
    with one.page.expect_response("**/hint?*"):
        one.at("hand-over").click()
    one.at("take-back-over").click()
    one.page.clock.run_for(5000)
    one.at("handed-over").wait_for(state="detached")
    assert one.settled().ply == seen.ply
    one.page.clock.resume()


# --- the computer at work -----------------------------------------------------------------------------------------
def test_the_bar_of_the_computer_never_goes_back(table: Callable[..., Table]) -> None:
    """From planning its moves to weighing the answers, which follow; and what its button does."""
    one = table(own=True)
    pages: list[WebSocketRoute] = []

    def tap(page: WebSocketRoute) -> None:
        page.connect_to_server()
        pages.append(page)

    one.page.route_web_socket("**/live", tap)
    seen = one.set_up(MIDDLE, "move")
    one.page.wait_for_load_state("networkidle")  # a package that comes now would say that nobody thinks
    shares = []
    for stage, share in (("moves", 0.4), ("moves", 0.97), ("answer", 0.07), ("answer", 0.9), ("moves", 0.1)):
        pages[-1].send(f'{{"ply": {seen.ply}, "thinking": {{"stage": "{stage}", "share": {share}}}}}')
        bar = one.at("thinking").locator("progress")
        bar.wait_for()
        one.drawn()
        shares.append(float(bar.evaluate("(e) => e.value")))
    assert shares == sorted(shares)
    assert shares[0] < shares[1] < shares[2] < shares[3] < 1
    expect(one.at("hurry")).to_have_text("Answer now")
    expect(one.at("hurry")).to_have_attribute("title", "It plays the best plan it has found so far")


def test_the_log_asks_only_the_computer_for_its_reasons(table: Callable[..., Table]) -> None:
    """Beside a move of one's own it says what such a move does, if there is more to say than that it was made."""
    one = table()
    one.set_up(f"{MOVING}\nunit G6 0704", "move")
    game = f"{one.address}{one.page.url.removeprefix(one.address).replace('/g/', '/api/games/')}"
    ply = one.see().ply
    for unit, to in (("G6", "0602"), ("G1Pz", "1307")):
        action = {"type": "MoveUnit", "unit": unit, "to": to}
        ply = one.page.request.post(f"{game}/actions", data={"ply": ply, "action": action}).json()["ply"]
    one.page.reload()
    one.at("tab-log").click()
    asks = one.page.locator("[data-testid^='why-']")
    expect(asks).to_have_count(1)
    expect(asks).to_have_attribute("title", "What this move does")
    asks.click()
    expect(one.page.locator("[data-testid^='said-']")).to_contain_text("To take Minsk (1307).")
    expect(one.at("log").locator("li.asked")).to_have_count(2)


def test_a_hint_without_a_place_or_a_purpose_begins_with_the_action(table: Callable[..., Table]) -> None:
    """Nobody is told to look at something without being told what for, nor offered reasons that there are not."""
    one = table()
    one.set_up(MOVING, "move")
    for places, purpose in ((("G4",), ()), ((), tuple(REASONS[:1]))):
        advised(one, {"type": "Done"}, places, {"wanted": list(purpose), "odds": [], "feared": []})
        one.at("ask-hint").click()
        expect(one.at("hint-says")).to_have_text("The computer would play: End movement")
        expect(one.at("hint-more")).to_have_count(len(purpose))
        one.at("hint-close").click()
        one.page.unroute_all()
    advised(one, {"type": "Done"}, ("G4",))
    one.at("ask-hint").click()
    expect(one.at("hint-says")).to_have_text("Look at 4th Army.")
    expect(one.at("hint-aim")).to_contain_text(str(REASONS[0]["text"]))
    expect(one.at("hint-more")).to_have_text("Which action?")


def test_the_log_asks_the_computer_why(table: Callable[..., Table]) -> None:
    """The moves of a computer player, in a game against it; a beginner might forget to move at all."""
    one = table()
    made = one.page.request.post(
        f"{one.address}/api/games",
        data={"position": MOVING, "axis": "computer", "soviet": "human", "level": "normal"},
    )
    one.open(made.json()["id"])
    one.at("tab-log").click()
    expect(one.page.locator("[data-testid^='why-']").first).to_have_attribute("title", "Why?")


def test_a_hint_bars_nobody(table: Callable[..., Table]) -> None:
    """At its longest, by day and by night: what axe calls serious, and what a finger needs."""
    one = table(**WINDOWS["phone"])
    one.set_up(MOVING, "move")
    advised(one, {"type": "Done"})
    handed_over(one)
    one.at("hint-more").click()
    one.at("hint-why").wait_for()
    assert findings(one.page, "[data-testid=hint]", both_themes=True) == []
    assert too_small(one.page, "[data-testid=hint]") == []
