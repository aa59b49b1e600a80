"""One whole turn as the Axis against the computer, played by clicking on what the page shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.table import BUTTONS, CARDS, COUNTERS, HEXES, WAYS, Table

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def discard_to_start(table: Table) -> None:
    """The opening hand: click cards away until the war begins."""
    seen = table.settled()
    assert seen.code == "discard"
    held = table.page.locator(".card").count()
    while seen.code == "discard":
        seen = table.do(table.lit(CARDS)[0])
    assert table.page.locator(".card").count() < held


def move(table: Table, count: int) -> None:
    """Moves some units as far east as they get, by clicking counter and hex, and takes one back."""
    table.shot("1-movement")
    first = ["unit-G4Pz", "unit-G2Pz", "unit-G3Pz", "unit-G1Pz"]
    armies = [unit for unit in first if unit in table.lit(COUNTERS)]
    armies += [unit for unit in table.lit(COUNTERS) if unit not in armies]
    moved = 0
    for unit in armies:
        if unit not in table.lit(COUNTERS):
            continue
        table.click(unit)
        table.page.wait_for_selector(WAYS, state="attached")
        if moved == 0:
            table.shot("2-reach")
        east = table.eastmost(WAYS)
        start = table.see().ply
        table.do(east)
        if moved == 0:
            table.at("undo").click()
            table.page.wait_for_function(
                "(ply) => Number(document.querySelector('[data-testid=tray]').dataset.ply) === ply", arg=start
            )
            table.page.keyboard.press("Escape")
            table.click(unit)
            table.do(east)
        table.page.keyboard.press("Escape")
        moved += 1
        if moved == count:
            break
    assert moved == count


def declare(table: Table, count: int) -> None:
    """Declares targets on lit hexes, each with the best odds written on it."""
    seen = table.settled()
    declared = 0
    while seen.code == "declare" and declared < count and table.lit(HEXES):
        assert table.page.locator(".tokens text").count() > 0
        seen = table.do(table.lit(HEXES)[0])
        declared += 1
        if declared == 1:
            table.shot("3-declaring")
    assert declared > 0


def reckoning(table: Table) -> None:
    """The page shows how the odds come about, and what each face of the die would do."""
    table.at("tab-battle").click()
    odds = table.at("fight")
    odds.wait_for()
    assert odds.locator(".faces li").count() in (0, 6)
    for shift in table.page.get_by_test_id("shift").all():
        assert any(sign in (shift.text_content() or "") for sign in ("◀", "▶", "no shift"))


def fight(table: Table) -> int:
    """The battles, one by one: attackers by clicking counters, support, odds before the roll, what comes after."""
    seen = table.settled()
    fought = 0
    while seen.phase in ("combat", "counterblows") and seen.phasing == "axis" and not seen.over:
        if seen.code == "compose" and table.lit(COUNTERS):
            # Everybody who can takes part: after the last one there is nothing left to choose.
            seen = table.do(table.lit(COUNTERS)[0])
        elif seen.code == "support" and "act-CommitSupport" in table.lit(BUTTONS):
            reckoning(table)
            fought += 1
            table.shot(f"4-battle-{fought}")
            if fought == 1:
                table.at("act-CommitSupport").hover()
                table.page.wait_for_selector("[data-testid=fight].asked")
                table.shot("5-support")
                seen = table.do("act-CommitSupport")
            else:
                seen = table.do("primary")
        elif seen.code == "advance" and table.lit(COUNTERS):
            seen = table.lift(table.lit(COUNTERS)[0])
            if table.lit(WAYS):
                seen = table.do(table.lit(WAYS)[0])
        else:
            seen = table.step()
    return fought


def test_a_whole_turn(table: Callable[..., Table]) -> None:
    """From the first page to turn 2, or to the first decision that the Soviet turn asks of the Axis."""
    mine = table()
    mine.new_game()
    discard_to_start(mine)
    seen = mine.settled()
    while seen.phase != "movement":
        seen = mine.step()

    move(mine, 5)
    seen = mine.do("primary")
    while seen.code != "declare":
        seen = mine.step()

    declare(mine, 3)
    mine.do("primary")
    assert fight(mine) > 0
    log = mine.at("log") if mine.page.get_by_test_id("log").count() else None
    if log is None:
        mine.at("tab-log").click()
    assert "Die:" in mine.at("log").inner_text()

    # Detraining and whatever else comes until the Soviet turn is over, or asks something of the Axis.
    seen = mine.settled()
    while seen.turn == 1 and seen.phasing == "axis" and not seen.over:
        seen = mine.step()
    mine.shot("6-after-the-soviet-turn")
    assert seen.turn == 2 or seen.phasing == "soviet"
    for _ in range(60):
        if seen.turn == 2 or seen.over:
            break
        seen = mine.step()
    assert seen.turn == 2
    mine.shot("7-turn-2")
    assert mine.lit(CARDS) or mine.lit(COUNTERS) or mine.lit(HEXES) or mine.lit(BUTTONS) or seen.primary
