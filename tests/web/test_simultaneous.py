"""Battles fought together (15.12): the questions of the option, and the end of a drawn game, at the screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.table import BUTTONS, COUNTERS, HEXES, Table

from noretreat.data.load import load_facts

pytestmark = pytest.mark.browser

TWO_BATTLES = """
turn 7
phase combat axis
rules digital
unit G4 1511
unit S_W 1611
unit G6 1704
unit S_KAL 1804
supports 2 0
"""
AT_A_CITY = """
turn 7
phase combat axis
rules digital
unit G4 1511
unit G1Pz 1607
unit G4Pz 1607
unit G2Pz 1608
unit S_S 1611
unit S_W 1708
hand axis 1
hand soviet 3 5 12 20
supports 2 0
weather clear
"""
"""A city is attacked at 4:1, an army in the open at 1:1."""
DRAW = """
turn 22
phase detraining soviet
rules classic
unit S_W 2008
unit S_S 2007
high_tide 22
"""


def begin(mine: Table, **body: object) -> str:
    """A game for both seats in this browser; its id."""
    made = mine.page.request.post(f"{mine.address}/api/games", data={"axis": "human", "soviet": "human", **body})
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def progress(mine: Table) -> str:
    """The sentence under the question."""
    return mine.page.get_by_test_id("progress").inner_text()


def test_two_battles_are_committed_diced_and_applied_together(table: Callable[..., Table]) -> None:
    mine = table()
    mine.open(begin(mine, position=TWO_BATTLES, options={"simultaneous_battles": True}))
    asked: dict[str, str] = {}
    path: list[str] = []
    for _ in range(40):
        seen = mine.settled()
        path.append(seen.code)
        if seen.code in ("commit_next", "apply_next") and seen.code not in asked:
            asked[seen.code] = progress(mine)
            mine.shot(f"simultaneous-{seen.code}")
        if seen.phase != "combat" or "apply_next" in asked:
            break
        if seen.code in ("declare", "commit_next") and mine.lit(HEXES):
            mine.do(mine.lit(HEXES)[0])
        elif seen.code == "compose" and mine.lit(COUNTERS):
            mine.do(mine.lit(COUNTERS)[0])
        else:
            mine.step()
    assert asked.get("commit_next", "").startswith("2 battles still need"), (path, asked)
    assert mine.errors == []


def play_on(mine: Table) -> None:
    """One click of the attacker: every attack is made, nothing else is done that is not asked for."""
    seen = mine.settled()
    if seen.code in ("declare", "commit_next") and mine.lit(HEXES):
        name = mine.lit(HEXES)[0]
    elif seen.code == "compose" and mine.lit(COUNTERS):
        name = mine.lit(COUNTERS)[0]
    else:
        name = "primary" if seen.primary else [*mine.lit(HEXES), *mine.lit(BUTTONS)][0]
    mine.click(name)
    mine.page.wait_for_function(
        """(before) => {
          const { ply, busy } = document.querySelector('[data-testid=tray]').dataset;
          return Number(ply) > before && busy === 'false';
        }""",
        arg=seen.ply,
    )


def test_one_press_answers_the_rest_of_the_others_turn(table: Callable[..., Table]) -> None:
    """Anna attacks in one browser; Boris, in another, answers once, also what is asked now."""
    anna, boris = table(), table()
    wanted = {"position": AT_A_CITY, "axis": "human", "soviet": "open", "options": {"simultaneous_battles": True}}
    made = anna.page.request.post(f"{anna.address}/api/games", data=wanted).json()
    boris.join(f"{anna.address}{made['links']['soviet']}", "Boris", orders="ask")
    anna.page.goto(f"{anna.address}/g/{made['id']}")

    def told(to: Table) -> Any:
        return to.page.request.get(f"{to.address}/api/games/{made['id']}").json()

    def attack_until_boris_is_asked() -> Any:
        for _ in range(60):
            now = told(boris)
            if now["view"]["actor"] != "axis" or now["view"]["phasing"] != "axis":
                return now
            play_on(anna)
        raise AssertionError(anna.see())

    first = attack_until_boris_is_asked()
    assert (first["view"]["prompt"]["code"], first["view"]["actor"]) == ("window", "soviet")
    boris.settled(first["ply"] - 1)

    # One sheet has all the battles of the phase; or one press answers for the whole turn.
    assert first["order"] == "cards"
    expect(boris.at("standing-here")).to_contain_text("Answer all battles")
    for name in ("standing-here", "answer-turn", "pass-turn"):  # none is beyond the edge of a row that scrolls
        expect(boris.at(name)).to_be_in_viewport(ratio=1)
    boris.at("standing-here").click()
    expect(boris.at("battles-together")).to_be_visible()
    for hex_ in ("1611", "1708"):
        expect(boris.at(f"battle-strike-{hex_}")).to_have_value("")
    expect(boris.at("standing-cards")).to_have_value("play")
    expect(boris.at("standing-blows")).to_have_value("ask")
    boris.shot("simultaneous-all-battles")
    boris.page.keyboard.press("Escape")
    boris.at("answer-turn").click()
    expect(boris.at("answer-turn")).to_have_count(0)

    last = attack_until_boris_is_asked()
    assert last["view"]["phasing"] == "soviet", "and nothing more is asked in the turn of the Axis"
    assert any(line["ordered"] for line in last["events"])
    for tab in (anna, boris):
        tab.page.get_by_role("tab", name="Log").click()
    expect(boris.at("by-order")).to_be_visible()
    seen = anna.at("log")
    expect(seen).to_contain_text("Smolensk")
    expect(anna.page.get_by_test_id("by-order")).to_have_count(0)
    hand = [card for card in load_facts().cards if card.number in last["view"]["hand"]]
    assert hand, "some cards are still hidden"
    lines, sent = seen.inner_text(), json.dumps(told(anna)["events"])
    for card in hand:
        assert not [half.title for half in (card.axis, card.soviet) if half.title in lines + sent], card.number


def test_a_drawn_game_says_so_at_the_table_and_on_the_first_page(table: Callable[..., Table]) -> None:
    mine = table()
    game = begin(mine, position=DRAW)
    mine.page.goto(f"{mine.address}/g/{game}")
    told = mine.page.get_by_test_id("outcome").inner_text()
    assert "draw" in told.lower()
    assert "No victory" in told
    mine.shot("drawn-table")
    mine.page.goto(mine.address)
    card = mine.page.get_by_test_id(f"game-{game}")
    card.wait_for(state="attached")
    mine.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert "No victory" in card.inner_text()
    card.scroll_into_view_if_needed()
    mine.shot("drawn-home")
