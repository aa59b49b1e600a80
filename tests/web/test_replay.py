"""Looking back in the page: by clicks and by keys, by its address, and the digest of what one missed."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import Table, wait_at

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]


def computers(table: Table, plies: int = 120) -> tuple[str, int]:
    """A game of two computers that has come some way, and how far."""
    http = table.page.request
    made = http.post(
        f"{table.address}/api/games", data={"axis": "computer", "soviet": "computer", "level": "random"}
    ).json()["id"]
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        ply = http.get(f"{table.address}/api/games/{made}").json()["ply"]
        if ply >= plies:
            return made, ply
        time.sleep(0.1)
    raise AssertionError("the computers do not play")


def own_game(table: Table, actions: int = 60) -> tuple[str, int]:
    """A game of this browser against nobody, some actions old; it stands still while one looks back."""
    http = table.page.request
    made = http.post(f"{table.address}/api/games", data={"axis": "human", "soviet": "human"}).json()["id"]
    game = f"{table.address}/api/games/{made}"
    package = http.get(game).json()
    for count in range(actions):
        list_ = package["actions"]
        move = list_[(count * 7) % len(list_)]
        package = http.post(f"{game}/actions", data={"ply": package["ply"], "action": move}).json()
    table.open(made)
    return made, int(package["ply"])


def at(table: Table) -> int:
    """The step that the page shows."""
    return int(table.at("replay").get_attribute("data-ply") or -1)


def test_by_click_and_by_key(table: Callable[..., Table]) -> None:
    """Steps, phases, turns, ends; the address follows, and opens the same step again."""
    mine = table()
    made, last = own_game(mine)
    units = mine.page.locator(".counter").count()
    mine.page.keyboard.press("r")
    wait_at(mine, last)
    mine.at("replay-step-back").click()
    wait_at(mine, last - 1)
    mine.page.keyboard.press("ArrowLeft")
    wait_at(mine, last - 2)
    mine.page.keyboard.press("Shift+ArrowLeft")
    mine.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=replay]').dataset.ply) < ply", arg=last - 2
    )
    phase = at(mine)
    mine.shot("replay")
    mine.page.keyboard.press("Home")
    wait_at(mine, 0)
    mine.at("replay-phase-on").click()
    mine.page.wait_for_function("() => Number(document.querySelector('[data-testid=replay]').dataset.ply) > 0")
    assert 0 < at(mine) <= phase
    mine.page.keyboard.press("End")
    wait_at(mine, last)
    mine.at("replay-slider").fill("5")
    wait_at(mine, 5)
    mine.page.wait_for_url(f"**/g/{made}?s=5")
    mine.page.reload()
    wait_at(mine, 5)
    assert mine.page.get_by_test_id("tray").count() == 0
    mine.page.keyboard.press("8")
    mine.page.keyboard.press("Space")
    mine.page.wait_for_function("() => Number(document.querySelector('[data-testid=replay]').dataset.ply) > 8")
    mine.page.keyboard.press("Space")
    mine.page.keyboard.press("Backspace")
    mine.at("tray").wait_for()
    assert mine.see().ply == last
    assert mine.page.locator(".counter").count() == units
    mine.page.go_back()
    mine.at("replay").wait_for()


def test_bookmarks_link_and_calendar(table: Callable[..., Table]) -> None:
    """A note stays with its step; the link names it; the calendar and the log open past turns."""
    mine = table(permissions=["clipboard-read", "clipboard-write"])
    made, last = own_game(mine)
    mine.page.keyboard.press("r")
    wait_at(mine, last)
    mine.page.keyboard.press("Home")
    wait_at(mine, 0)
    mine.page.keyboard.press("ArrowRight")
    wait_at(mine, 1)
    mine.page.keyboard.press("b")
    mine.at("bookmark-note").fill("a good moment")
    mine.page.keyboard.press("Enter")
    mine.page.keyboard.press("y")
    mine.page.get_by_text("link is on the clipboard").first.wait_for()
    assert mine.page.evaluate("navigator.clipboard.readText()").endswith(f"/g/{made}?s=1")
    mine.page.keyboard.press("End")
    wait_at(mine, last)
    mine.page.wait_for_url(f"**/g/{made}?s={last}")
    mine.page.reload()
    wait_at(mine, last)
    mine.at("bookmark").click()
    mine.shot("replay-bookmarks")
    mine.at("bookmarks").get_by_text("a good moment").click()
    wait_at(mine, 1)
    mine.at("replay-leave").click()
    mine.at("tab-calendar").click()
    mine.at("calendar-1").click()
    mine.at("replay").wait_for()
    assert 0 < at(mine) < last
    assert "Turn 1" in mine.at("replay").inner_text()


def test_graphs_of_a_finished_game(table: Callable[..., Table]) -> None:
    """After the end the curves are two clicks away, with tables, and all cards are open to whoever asks."""
    mine = table()
    made, _ = own_game(mine)
    game = f"{mine.address}/api/games/{made}"
    ply = mine.page.request.get(game).json()["ply"]
    mine.page.request.post(f"{game}/actions", data={"ply": ply, "action": {"type": "Resign", "side": "soviet"}})
    mine.page.reload()
    mine.at("how-it-went").click()
    graphs = mine.at("graphs")
    graphs.locator("figure").first.wait_for()
    expect(graphs.locator("figure")).to_have_count(5)
    assert graphs.locator("path.line").count() >= 6
    assert "CA 0, NE 1" in graphs.inner_text()
    mine.shot("replay-graphs")
    mine.at("graphs-table").locator("summary").click()
    expect(mine.at("graphs-table").locator("tbody tr").nth(4)).to_be_visible()
    mine.at("replay-eyes").select_option("both")
    mine.at("open-hands").wait_for()
    expect(mine.at("open-hands")).to_contain_text("Soviet hand")
    mine.shot("replay-open-hands")


def test_the_digest_shows_what_one_missed(table: Callable[..., Table]) -> None:
    """Coming back after the other side moved: watch it, and the game comes back by itself."""
    mine = table()
    page = mine.page
    made = page.request.post(f"{mine.address}/api/games", data={"axis": "open", "soviet": "human"}).json()
    game = f"{mine.address}/api/games/{made['id']}"
    other = table()
    other.join(f"{mine.address}{made['links']['axis']}")
    page.goto(f"{mine.address}/g/{made['id']}")
    mine.at("tray").wait_for()
    page.goto(f"{mine.address}/")
    http = other.page.request
    package = http.get(game).json()
    soviet = page.request
    for _ in range(400):
        mover = http if package["actions"] else soviet
        package = mover.get(game).json()
        if not package["actions"]:
            mover = soviet if mover is http else http
            package = mover.get(game).json()
        phase = package["view"]
        if phase["phasing"] == "soviet" and mover is soviet:
            break
        moves = [one for one in package["actions"] if one["type"] == "MoveUnit"]
        done = [one for one in package["actions"] if one["type"] in ("Done", "Pass")]
        few = phase["phase"] == "movement" and len(moves) > 0 and package["ply"] < 40
        action = (moves if few else done or package["actions"])[0]
        package = mover.post(f"{game}/actions", data={"ply": package["ply"], "action": action}).json()
    page.goto(f"{mine.address}/g/{made['id']}")
    mine.at("digest").wait_for()
    expect(mine.at("digest")).to_contain_text("move")
    mine.shot("digest")
    mine.at("digest-step").click()
    mine.at("replay").wait_for()
    start = at(mine)
    page.keyboard.press("8")
    page.keyboard.press("Space")
    mine.at("tray").wait_for(timeout=60_000)
    assert mine.see().ply > start
    assert page.locator(".trails path.line").count() > 0
    assert page.get_by_test_id("digest").count() == 0


def test_how_it_looks_on_a_phone(table: Callable[..., Table]) -> None:
    """Nothing sticks out of a narrow window; the buttons can be hit."""
    mine = table(viewport={"width": 390, "height": 844})
    made, _ = computers(mine)
    mine.page.goto(f"{mine.address}/g/{made}?s=60")
    wait_at(mine, 60)
    mine.page.wait_for_selector(".ticks .turn", state="attached")
    mine.shot("replay-phone")
    assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mine.at("replay-graphs").click()
    mine.at("graphs").locator("figure").first.wait_for()
    mine.shot("replay-graphs-phone")
    mine.at("replay-step-on").click()
    wait_at(mine, 61)
    # The computers would play on to the end, and the page would follow them, while the other tests are at it.
    assert mine.page.request.delete(f"{mine.address}/api/games/{made}").ok


def test_the_log_is_saved_as_a_text(table: Callable[..., Table]) -> None:
    """Turn by turn, with the name of the game first."""
    mine = table()
    own_game(mine, 20)
    mine.at("menu").click()
    with mine.page.expect_download() as file:
        mine.at("save-record").click()
    text = file.value.path().read_text(encoding="utf-8")
    assert text.splitlines()[0].startswith("Barbarossa")
    assert "\n\nTurn 1: " in text
    assert "\n- " in text
