"""Everybody can play: no serious finding on any screen, large text, high contrast, stillness, colour vision, touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web.axe import findings
from web.table import Seen, Table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHASES = {"cards", "movement", "combat"}
"""What a first turn of both sides comes to at least."""
TABS = ("log", "battle", "boxes", "calendar")
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}


def new_game(table: Table, rules: str = "deluxe") -> str:
    """Both seats of a new game, by the server; the page is not opened."""
    body = {"scenario": "barbarossa", "rules": rules, "axis": "human", "soviet": "human"}
    made = table.page.request.post(f"{table.address}/api/games", data=body)
    assert made.status == 201, made.text()
    name: str = made.json()["id"]
    return name


def check(table: Table, where: str, wrong: dict[str, Any]) -> None:
    """Notes what axe finds on the page as it stands."""
    found = findings(table.page)
    if found:
        wrong[where] = found
        table.shot(f"axe-{where}")


def open_panels(table: Table, where: str, wrong: dict[str, Any]) -> None:
    """Every panel and every sheet of the game screen."""
    page = table.page
    for tab in TABS:
        table.at(f"tab-{tab}").click()
        check(table, f"{where}-{tab}", wrong)
    for opener in ("menu", "help"):
        page.get_by_test_id(opener).click()
        page.locator("dialog[open]").wait_for()
        check(table, f"{where}-{opener}", wrong)
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_no_serious_finding_on_any_screen(table: Callable[..., Table], scheme: str, device: dict[str, Any]) -> None:
    """Home and new game, then each phase of a turn with its tray, every panel and every sheet."""
    player = table(color_scheme=scheme, **device)
    wrong: dict[str, Any] = {}
    player.page.goto(player.address)
    player.page.get_by_test_id("begin").wait_for()
    check(player, "home", wrong)
    game = new_game(player)
    player.page.goto(f"{player.address}/g/{game}")
    seen = player.settled()
    met: set[tuple[str, str]] = set()
    for _ in range(200):
        if seen.turn > 1 or seen.over:
            break
        kind = ("handover" if seen.handover else seen.phase, seen.code)
        if kind not in met:
            met.add(kind)
            check(player, "-".join(kind), wrong)
            if seen.code in ("move", "support") and not seen.handover:
                open_panels(player, "-".join(kind), wrong)
        seen = forward(player, seen)
    assert {phase for phase, _ in met} >= PHASES
    assert wrong == {}, "\n".join(f"{where}: {found}" for where, found in wrong.items())


def forward(player: Table, seen: Seen) -> Seen:
    """One decision on, by the shortest way: what is on the screen is looked at, not played well."""
    page = player.page
    if seen.handover:
        page.locator("[data-testid=handover] button").click()
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
