"""The signs of the map: each is explained where keys and signs are, and tells itself apart from the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from web.positions import BLOW
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

POCKET = """turn 7
phase combat axis
unit G4 1511
unit G6 1510
unit G9 1610
unit G11 1711
unit G16 1710
unit G17 1612
unit S_W 1611 unsupplied
"""
_UNSIGNED = """() => [...document.querySelectorAll("[data-live] :is(path, circle, rect, text)")].filter((one) =>
  !one.closest("[data-sign], defs, .face, .hits, .cursor, .around, .button, .names, .grip") && one.getBBox().width > 0
).map((one) => one.outerHTML.slice(0, 120))"""
"""What is drawn over the map and is no sign: hexes and counters themselves, names, and what only hears the pointer."""
_SIGNS = "() => [...new Set([...document.querySelectorAll('[data-live] [data-sign]')].map((one) => one.dataset.sign))]"
_DRAWN = "() => [...document.querySelectorAll('[data-testid=map-signs] [data-drawn]')].map((one) => one.dataset.drawn)"


def test_every_sign_of_the_map_is_in_the_legend(table: Callable[..., Table]) -> None:
    """Whatever is drawn over the map belongs to a sign; the sheet of keys draws each and says what it means.

    That it has those too that these positions do not show, `web/src/outlook/signs.test.ts` sees to.
    """
    one = table()
    seen: set[str] = set()
    for position, code, keys in ((POCKET, "declare", "zzzsv"), (BLOW, "declare", "t"), (BLOW, "counterblow", "")):
        one.set_up(position, code, eager=("Done", "Pass") if code == "counterblow" else ())
        for key in keys:
            one.page.keyboard.press(key)
        if code == "declare":
            one.do(one.lit("[data-testid^='at-']")[0])
        one.at_rest()
        assert one.page.evaluate(_UNSIGNED) == []
        seen |= set(one.page.evaluate(_SIGNS))
    assert {"front", "odds", "target", "choice", "zone", "worth", "unsupplied"} <= seen
    one.page.keyboard.press("?")
    one.at("map-signs").wait_for()
    drawn = one.page.evaluate(_DRAWN)
    one.shot("map-signs")
    assert len(drawn) == len(set(drawn)) > 50
    assert seen <= set(drawn)
    empty = one.page.locator("[data-testid=map-signs] svg:not(:has(*))")
    assert empty.count() == 0
    texts = one.page.locator("[data-testid=map-signs] li span").all_inner_texts()
    assert all(text and not text.startswith("signs.") for text in texts)


def test_a_counterblow_is_not_dressed_as_an_attack(table: Callable[..., Table]) -> None:
    """Where one is placed, and the hex that bears it, in a color and a rim of their own."""
    one = table()
    one.set_up(BLOW, "counterblow", eager=("Done", "Pass"))
    choice = one.page.locator("[data-testid='at-1611']")
    stroke = "(path) => [getComputedStyle(path).stroke, getComputedStyle(path).strokeDasharray]"
    placed = choice.evaluate(stroke)
    one.do("at-1611")
    mark = one.page.locator(".marks .blow").evaluate(stroke)
    attack = one.page.evaluate(
        "() => { const p = document.createElement('i'); p.style.color = 'var(--attack)'; "
        "document.body.append(p); const c = getComputedStyle(p).color; p.remove(); return c; }"
    )
    assert placed[0] == mark[0] != attack


def test_combat_tables_say_whose_gain_a_result_is(table: Callable[..., Table]) -> None:
    """By a tint and a sign, as the reader's side sees it."""
    one = table()
    one.set_up(BLOW, "declare")
    one.at("tables").click()
    retreat = one.at("crt-axis").locator("td", has_text="DR").first
    nothing = one.at("crt-axis").locator("td", has_text="–").first
    assert "▲" in retreat.inner_text() or "▼" in retreat.inner_text()
    tint = "(cell) => getComputedStyle(cell).backgroundColor"
    assert retreat.evaluate(tint) != nothing.evaluate(tint)


def test_the_way_on_stands_out_in_the_colors_of_the_system(table: Callable[..., Table]) -> None:
    """With forced colors its ground differs from that of all other buttons."""
    one = table(own=True, forced_colors="active")
    one.set_up(BLOW, "declare")
    ground = "(button) => getComputedStyle(button).backgroundColor"
    primary = one.at("primary").evaluate(ground)
    others = one.page.locator(".tray button:not(.primary, [aria-pressed=true])").evaluate_all(
        f"(all) => all.map({ground})"
    )
    assert others
    assert primary not in others
