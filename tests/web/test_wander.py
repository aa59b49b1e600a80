"""Somebody who clicks at random on whatever is lit: the game goes on, and the page never breaks."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest
from web.table import BUTTONS, CARDS, COUNTERS, HEXES, WAITING, WAYS, Seen, Table

pytestmark = pytest.mark.browser

CLICKS = int(os.environ.get("NORETREAT_CLICKS", "50"))
"""Clicks in a game; more of them look for what no test has met yet."""
PATIENCE = 25
"""Clicks without effect on the game after which it is taken to be stuck."""
OFTEN = 0.25
"""How often the way on is taken although something else could be clicked."""
DIALOG = "[role=dialog] button:visible, dialog[open] button:visible"
_AT_REST = """() => {
  const tray = document.querySelector('[data-testid=tray]');
  return tray.dataset.busy === 'false' && (tray.dataset.mine === 'true'
    || document.querySelector('[data-testid=outcome], [data-testid=handover]') !== null);
}"""


def wander(mine: Table, seen: Seen, whim: Random) -> str:
    """Clicks on something that can be clicked; returns what it was."""
    dialog = mine.page.locator(DIALOG)
    if dialog.count():
        button = dialog.nth(whim.randrange(dialog.count()))
        said = button.inner_text()
        button.click()
        return f"{said} in a dialog"
    lit = [name for what in (WAYS, HEXES, BUTTONS, COUNTERS, WAITING, CARDS) for name in mine.lit(what)]
    assert lit or seen.primary, f"nothing can be clicked: {seen}"
    name = "primary" if not lit or (seen.primary and whim.random() < OFTEN) else whim.choice(lit)
    mine.click(name)
    return name


@pytest.mark.parametrize(("scenario", "rules"), [("barbarossa", "deluxe"), ("fall_blau", "digital")])
def test_clicks_at_random_lead_on(table: Callable[..., Table], scenario: str, rules: str) -> None:
    mine, whim = table(), Random(f"{os.environ.get('NORETREAT_DICE', '')} {scenario}")
    both = {"scenario": scenario, "rules": rules, "axis": "human", "soviet": "human"}
    seen = mine.open(mine.page.request.post(f"{mine.address}/api/games", data=both).json()["id"])
    start, since = seen.ply, 0
    done: list[str] = []
    for _ in range(CLICKS):
        if seen.over:
            break
        done.append(f"{seen.ply} {seen.code}: {wander(mine, seen, whim)}")
        mine.drawn()
        mine.page.wait_for_function(_AT_REST)
        since = 0 if mine.see().ply != seen.ply else since + 1
        assert since < PATIENCE, "\n".join(done[-PATIENCE:])
        assert mine.errors == []
        seen = mine.see()
    assert seen.ply > start
