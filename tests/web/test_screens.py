"""Everybody can use every screen: nothing serious found by axe, light and dark; fingers find every button; nothing
is left in English where another language is spoken.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from web.axe import ON_A_PHONE, findings, too_small
from web.phases import onward
from web.screens import SCREENS, STARTS, Screen, close
from web.table import Table
from web.tongues import Findings, speaking

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
_SHEET = re.compile(r"<Overlay\b|<dialog\b|<aside\b|role=\"(dialog|alert|tabpanel)\"")
"""What makes a component something that a person sees as a screen, a sheet or a panel of its own."""
FRAMES = {
    "shared/Overlay": "the frame of every sheet",
    "table/SideContent": "the frame of every tab",
    "table/PhoneSheet": "the frame of the hand and the panels on a phone",
    "admin/AdminPage": "for named hosts alone (`test_admin.py`)",
    "shared/HostSays": "stands above a page when a host has something to tell (`test_admin.py`)",
    "tournament/TournamentsPage": "of a site with accounts, like the next two (`test_ladder.py`)",
    "tournament/NewTournament": "`test_ladder.py`",
    "tournament/TournamentPage": "`test_ladder.py`",
    "shared/Missing": "in the place of a part that is gone (`test_offline.py`)",
}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
AT_TABLE = next(number for number, screen in enumerate(SCREENS) if screen.start == "middle")
"""Where the walk over the screens comes to a game: it is made in two parts."""
FRAMED = {"home", "learn", "editor", "together", "table", "replay", "graphs"}
"""Pages that are another thing on a phone than on a desk: one of each kind."""
PHASES = {"cards", "organization", "movement", "combat"}
"""The phases of a turn of both sides that ask something at least."""


def test_the_table_of_screens_holds_every_screen_and_sheet() -> None:
    """Who adds one says in `screens.SCREENS` how it is reached; then it is looked at."""
    there = {path.relative_to(SOURCES).with_suffix("").as_posix(): path for path in SOURCES.rglob("*.svelte")}
    listed = {part for screen in SCREENS for part in screen.parts}
    routed = set(re.findall(r'"\./([\w/]+)\.svelte"', (SOURCES / "App.svelte").read_text(encoding="utf-8")))
    wanted = {
        name
        for name, path in there.items()
        if name in routed
        or name.startswith("home/")
        or name.endswith(("Sheet", "Panel"))
        or _SHEET.search(path.read_text(encoding="utf-8"))
    } - FRAMES.keys()
    assert wanted - listed == set(), "not in the table of screens"
    assert listed - there.keys() == set(), "in the table of screens, but no component"
    assert len(wanted) > 25
    assert {screen.start for screen in SCREENS} == STARTS.keys()
    assert {screen.name for screen in SCREENS if not screen.within} >= FRAMED


def look(player: Table, where: str, within: str, wrong: dict[str, Any], *, touch: bool, framed: bool) -> None:
    """Notes what is wrong with what is seen: a desk by light, a phone in the dark.

    Pages, sheets and panels are the same on both but for their colors and sizes, which are all that is looked at on the
    phone. What frames them is not: `FRAMED` pages are seen in whole on both, and on a desk in the dark as well.
    """
    only = ON_A_PHONE if touch and not framed else ()
    found = findings(player.page, within, both_themes=not touch and framed, only=only)
    if touch:
        found += too_small(player.page, within)
    if player.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
        found.append("the page scrolls sideways")
    if found:
        wrong[where] = found
        player.shot(f"wrong-{where}")


def nothing_wrong(wrong: dict[str, Any]) -> None:
    assert wrong == {}, "\n".join(f"{where}: {one}" for where, found in wrong.items() for one in found)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("screens", [SCREENS[:AT_TABLE], SCREENS[AT_TABLE:]], ids=["site", "table"])
def test_nothing_serious_and_nothing_english_on_any_screen(
    table: Callable[..., Table], device: dict[str, Any], screens: tuple[Screen, ...]
) -> None:
    """The desk speaks another language: a walk over all screens takes a minute, so it tells of both at once."""
    player = table(tips=True, checklist=True, **device)
    if device is DESK:
        speaking(player)
    wrong: dict[str, Any] = {}
    left_english = Findings()
    start = ""
    for screen in screens:
        if screen.start != start:
            start = screen.start
            STARTS[start](player)
            # From now on a desk is turned from game to game; a phone would keep the sheet that is open.
            player.shared = device is DESK
        screen.go(player)
        player.page.locator(screen.shows).first.wait_for()
        where, framed = f"{screen.name}-{device['viewport']['width']}", screen.name in FRAMED
        look(player, where, screen.within, wrong, touch=device is PHONE, framed=framed)
        if device is DESK:
            left_english.look(player, screen.name, screen.within)
        close(player)
    nothing_wrong(wrong)
    left_english.none()


@pytest.mark.browser
@pytest.mark.slow
def test_nothing_serious_in_any_phase(table: Callable[..., Table]) -> None:
    """A turn of both sides on a phone, dark and light: the tray, the panel and the hand at each kind of question."""
    player = table(**PHONE)
    STARTS["middle"](player)
    wrong: dict[str, Any] = {}
    met: set[tuple[str, str]] = set()
    seen = player.settled()
    for _ in range(200):
        if seen.turn > 9 or seen.over:
            break
        kind = (seen.phase, seen.code)
        if kind not in met:
            met.add(kind)
            parts = "footer, aside.side, .hand, main > .sheet"
            found = findings(player.page, parts, both_themes=True) + too_small(player.page, parts)
            if found:
                wrong["-".join(kind)] = found
        seen = onward(player, seen)
    assert {phase for phase, _ in met} >= PHASES
    assert len(met) > 6
    nothing_wrong(wrong)
