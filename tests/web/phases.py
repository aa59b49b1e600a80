"""Steps that the tests of the phases share, for rule sets of both families."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from web.positions import BILLS
from web.table import CARDS, HEXES, LOUDEST, WAYS, Seen, Table

FIGHT = ("DeclareTarget", "AssignAttacker", "BeginBattle", "Done", "Pass")
"""Answers that lead straight into a battle."""
GUARD = 400
"""Answers after which a turn is taken to go round in circles."""


def sit(table: Callable[..., Table], position: str, rules: str, code: str, **more: Any) -> tuple[Table, Seen]:
    """A table at a question of a position by one of the rule sets."""
    mine = table()
    return mine, mine.set_up(f"rules {rules}\n{position}", code, **more)


def a_turn_of_both_sides(table: Callable[..., Table], rules: str) -> set[str]:
    """Plays by clicking until both sides have had their turn; returns the phases that were seen."""
    mine = table()
    made = mine.page.request.post(
        f"{mine.address}/api/games",
        data={"scenario": "barbarossa", "rules": rules, "axis": "human", "soviet": "human"},
    )
    seen = mine.open(made.json()["id"])
    phases, places = set(), set()
    for _ in range(GUARD):
        if seen.turn > 1:
            break
        phases.add(f"{seen.phasing} {seen.phase}")
        box = mine.page.locator(LOUDEST).bounding_box()
        assert box is not None
        places.add((round(box["x"] + box["width"]), round(box["y"] + box["height"])))
        seen = answer(mine, seen)
    assert seen.turn == 2, f"the turn did not end: {seen}"
    assert len(places) == 1, f"the primary button moved about: {places}"
    return phases


def answer(mine: Table, seen: Seen) -> Seen:
    """One answer: a target is declared when there is none yet, attackers are ticked; else whatever leads on."""
    if seen.code == "declare" and mine.page.locator(".tokens text").count() and "placed" in progress(mine):
        if progress(mine).startswith("0 of"):
            return mine.do(mine.lit(HEXES)[0])
        return mine.do("primary")
    if seen.code in ("next_battle", "compose"):
        return allocate(mine)
    if seen.code == "retreat" and mine.lit("[data-testid^='way-']"):
        return mine.take_way()
    return mine.step()


def restarted_and_done_again(table: Callable[..., Table], rules: str) -> None:
    """Buys a replacement in Organization, restarts the phase and does all of it again, by the buttons of the tray."""
    mine, start = sit(table, BILLS, rules, "flip")
    page = mine.page
    expect(page.get_by_test_id("restart")).to_be_disabled()
    seen = mine.do("primary")
    page.get_by_test_id("shop-ReplaceUnit-S_KAL").click()
    page.locator(WAYS).first.wait_for()
    seen = mine.do(mine.lit(WAYS)[0])
    while seen.code == "pay":
        seen = mine.do(mine.lit(CARDS)[0])
    held = page.locator(".hand .card").count()
    on_map = page.locator("[data-testid='unit-S_KAL']").count()
    assert on_map == 1
    page.get_by_test_id("restart").click()
    expect(page.get_by_test_id("tray")).to_have_attribute("data-ply", str(start.ply))
    assert mine.see().code == "flip"
    assert page.locator("[data-testid='unit-S_KAL']").count() == 0
    expect(page.get_by_test_id("restart")).to_be_disabled()
    for _ in range(9):
        before = mine.see().ply
        if before >= seen.ply:
            break
        expect(page.get_by_test_id("redo")).to_be_enabled()
        page.get_by_test_id("redo").click()
        mine.settled(before)
    again = mine.see()
    assert (again.ply, again.code) == (seen.ply, seen.code)
    expect(page.get_by_test_id("redo")).to_be_disabled()
    assert page.locator("[data-testid='unit-S_KAL']").count() == 1
    assert page.locator(".hand .card").count() == held
    mine.shot(f"redone-{rules}")


def progress(mine: Table) -> str:
    line = mine.page.get_by_test_id("progress")
    return line.inner_text() if line.count() else ""


def allocate(mine: Table) -> Seen:
    """Ticks every unit against the first target it can attack, and gives the orders."""
    before = mine.see().ply
    tick(mine)
    panel = mine.page.get_by_test_id("allocation")
    orders = panel.locator("[data-testid=orders], [data-testid^=fight-]").first
    expect(orders).to_be_enabled()
    orders.click()
    return mine.settled(before)


def tick(mine: Table) -> None:
    """Ticks every unit that has no target yet against the first that it can attack."""
    panel = mine.page.get_by_test_id("allocation")
    if not panel.count():
        mine.at("tab-phase").click()
    panel.wait_for()
    for row in panel.locator("tbody tr").all():
        if row.locator("input").count() and not row.locator("input:checked").count():
            row.locator("input:not(:checked)").first.check()


def onward(player: Table, seen: Seen) -> Seen:
    """One decision on, by the shortest way: what is on the screen is looked at, not played well."""
    page = player.page
    if seen.handover:
        page.locator("[data-testid=handover] button.primary").click()
        return player.settled()
    package = page.request.get(f"{player.address}/api/games/{page.url.rsplit('/', 1)[1]}").json()
    verbs = {action["type"] for action in package["actions"]}
    eager = {"declare": "DeclareTarget", "compose": "AssignAttacker", "next_battle": "BeginBattle"}
    wished = eager.get(seen.code, "")
    if wished == "DeclareTarget" and package["view"]["targets"]:
        wished = ""
    if wished not in verbs:
        wished = next((verb for verb in ("Done", "Pass") if verb in verbs), package["actions"][0]["type"])
    action = next(action for action in package["actions"] if action["type"] == wished)
    body = {"ply": package["ply"], "action": action}
    answer = page.request.post(f"{player.address}/api/games/{package['game']['id']}/actions", data=body)
    assert answer.status == 200, answer.text()
    return player.settled(package["ply"])
