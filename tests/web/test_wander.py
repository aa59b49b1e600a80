"""Somebody who clicks at random on whatever is lit: the game goes on, and the page never breaks."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest
from web.table import BUTTONS, CARDS, COUNTERS, HEXES, WAITING, WAYS, Seen, Table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STEPS = int(os.environ.get("NORETREAT_STEPS", "8"))
"""Answers in a game; more of them look for what no test has met yet."""
PATIENCE = 25
"""Clicks without effect on the game, after which it is taken to be stuck."""
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
    lit = [names for what in (WAYS, HEXES, BUTTONS, COUNTERS, WAITING, CARDS) if (names := mine.lit(what))]
    assert lit or seen.primary, f"nothing can be clicked: {seen}"
    name = "primary" if not lit or (seen.primary and whim.random() < OFTEN) else whim.choice(whim.choice(lit))
    mine.click(name)
    return name


def wander_to(mine: Table, seen: Seen, whim: Random, clicks: int) -> Seen:
    """Clicks at random until the game has gone on; so many clicks at the most."""
    done: list[str] = []
    for _ in range(clicks):
        done.append(f"{seen.ply} {seen.code}: {wander(mine, mine.see(), whim)}")
        mine.drawn()
        mine.page.wait_for_function(_AT_REST)
        after = mine.see()
        if after.ply != seen.ply or after.over:
            return after
    raise AssertionError("\n".join([f"{seen.prompt} {clicks} clicks lead nowhere:", *done]))


@pytest.mark.parametrize(("scenario", "rules"), [("barbarossa", "deluxe"), ("fall_blau", "digital")])
def test_clicks_at_random_lead_on(table: Callable[..., Table], scenario: str, rules: str) -> None:
    mine, whim = table(), Random(f"{os.environ.get('NORETREAT_DICE', '')} {scenario}")
    both = {"scenario": scenario, "rules": rules, "axis": "human", "soviet": "human"}
    seen = mine.open(mine.page.request.post(f"{mine.address}/api/games", data=both).json()["id"])
    for _ in range(STEPS):
        if seen.over:
            break
        seen = wander_to(mine, seen, whim, PATIENCE)
        assert mine.errors == []
