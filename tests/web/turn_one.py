"""The Axis half of turn 1, played by clicks that are counted: thing by thing, or with what the page takes over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import TimeoutError
from web.phases import tick
from web.table import CARDS, COUNTERS, HEXES, PATIENCE, WAYS, Seen, Table

MOVES, BATTLES = 10, 3
ARMIES = ("unit-G4Pz", "unit-G3Pz", "unit-G2Pz", "unit-G1Pz", "unit-G18", "unit-G16", "unit-G9", "unit-G4")
"""Who moves first; the rest of the ten are taken as they lie."""
_COUNT = """() => {
  window.clicks_made = 0;
  addEventListener("pointerdown", (e) => { if (e.button === 0) window.clicks_made += 1; }, true);
}"""


@dataclass
class Count:
    """Clicks of the whole half turn, and of each battle from its choice to its last advance."""

    whole: int = 0
    battles: list[int] = field(default_factory=list)
    moves: int = 0


def made(table: Table) -> int:
    """Clicks with the left button since the page was told to count."""
    clicks: int = table.page.evaluate("() => window.clicks_made")
    return clicks


def play(table: Table, *, one_by_one: bool) -> Count:
    """Plays the half turn; `one_by_one`: attackers and the hexes of an advance are clicked singly, as without help."""
    table.play_the_axis()
    table.settled()
    begin_to_count(table)
    count = Count()
    half_turn(table, count, one_by_one=one_by_one)
    count.whole = made(table)
    return count


def begin_to_count(table: Table) -> None:
    """From now on the page counts its clicks."""
    table.page.evaluate(_COUNT)


def half_turn(table: Table, count: Count, *, one_by_one: bool) -> None:
    """The Axis half of the turn that is being played, added to the count."""
    seen = table.settled()
    while seen.phase != "movement" and not seen.over:
        seen = table.do(table.lit(CARDS)[0]) if seen.code == "discard" else table.step()
    count.moves += _move(table)
    seen = table.settled()
    while seen.code != "declare" and seen.phasing == "axis" and not seen.over:
        seen = table.step()
    for _ in range(BATTLES):
        if seen.code == "declare" and table.lit(HEXES):
            seen = table.do(table.lit(HEXES)[0])
    if seen.code == "declare":
        seen = table.do("primary")
    _fight(table, count, one_by_one)


def _move(table: Table) -> int:
    """Ten units go as far east as they get, two clicks each."""
    moved: set[str] = set()
    taken: set[str] = set()
    while len(moved) < MOVES and (able := [unit for unit in _marching(table) if unit not in moved]):
        unit = next((unit for unit in ARMIES if unit in able), able[0])
        moved.add(unit)
        where = next((name for name in _ways_of(table, unit) if name not in taken), "")
        if where:
            table.do(where)
            taken.add(where)
        table.page.keyboard.press("Escape")
    return len(moved)


def _ways_of(table: Table, unit: str) -> list[str]:
    """Takes a counter in hand; the hexes it can go to, none if it lies where a click does not take it."""
    table.click(unit)
    try:
        table.page.wait_for_selector(WAYS, state="attached", timeout=PATIENCE)
    except TimeoutError:
        table.shot(f"not-in-hand-{unit}")
        return []
    return _from_the_east(table)


def _from_the_east(table: Table) -> list[str]:
    """The hexes that are lit for the unit in hand and hold no counter, the easternmost first."""
    free: list[str] = table.page.evaluate(
        """(what) => {
          const lit = [...document.querySelectorAll(what)].map((e) => [e.dataset.testid, e.getBoundingClientRect()]);
          const units = [...document.querySelectorAll("[data-unit]")].map((e) => e.getBoundingClientRect());
          const middle = (b) => [b.left + b.width / 2, b.top + b.height / 2];
          const inside = (box, u) => {
            const [x, y] = middle(box), [a, b] = middle(u);
            return Math.hypot(x - a, y - b) < box.width * 0.45;
          };
          return lit.filter(([, box]) => !units.some((u) => inside(box, u)))
            .sort((a, b) => b[1].left - a[1].left).map(([name]) => name);
        }""",
        WAYS,
    )
    return free


def package(table: Table) -> dict[str, Any]:
    """What the server tells the page."""
    game = table.page.url.rsplit("/", 1)[-1]
    told: dict[str, Any] = table.page.request.get(f"{table.address}/api/games/{game}").json()
    return told


def _marching(table: Table) -> list[str]:
    """The counters that can move, those that could only board a train left out."""
    actions = package(table)["actions"]
    return list(dict.fromkeys(f"unit-{a['unit']}" for a in actions if a["type"] == "MoveUnit"))


def _fight(table: Table, count: Count, one_by_one: bool) -> None:
    """The battles up to the end of the Axis half turn; after each, one unit advances as far as it can."""
    seen = table.settled()
    began, advanced, last = made(table), False, None
    while seen.phase in ("combat", "counterblows") and seen.phasing == "axis" and not seen.over:
        fought = (package(table)["view"]["battle"] or {}).get("targets")
        if seen.code == "fight_planned" or (fought and last and fought != last):
            _note(table, count, began)
            began, advanced, last = made(table), False, None
        last = fought or last
        if seen.code == "compose" and one_by_one and table.lit(COUNTERS):
            seen = table.do(table.lit(COUNTERS)[0])
        elif seen.code in ("next_battle", "compose") and not one_by_one:
            _attackers(table)
            seen = table.do("primary")
            began = made(table)
        elif seen.code == "advance" and not advanced:
            advanced = not one_by_one
            seen = _advance(table, one_by_one)
        else:
            seen = table.step()
    _note(table, count, began)


def _attackers(table: Table) -> None:
    """Waits until the page has ticked the attackers with one target; if that is not enough, ticks the others."""
    ready = "() => !document.querySelector('[data-testid=primary]').disabled"
    try:
        table.page.wait_for_function(ready, timeout=PATIENCE)
    except TimeoutError:
        tick(table)
        table.page.wait_for_function(ready)


def _note(table: Table, count: Count, began: int) -> None:
    """Notes the clicks of a battle that is over."""
    if made(table) > began:
        count.battles.append(made(table) - began)


def _advance(table: Table, one_by_one: bool) -> Seen:
    """The first unit that can advances: to the next hex, or by one click as far as the page lights."""
    if not table.lit(WAYS):
        table.click(table.lit(COUNTERS)[0])
        table.page.wait_for_selector(WAYS, state="attached")
    ways = table.lit(WAYS)
    return table.do(ways[0] if one_by_one else ways[-1])
