"""Sandboxes and the position editor in the page: out of the game and back, placing counters, texts and files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.table import COUNTERS, WAYS, Table, wait_at
from web.test_replay import own_game

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

FRONT = "turn 14\nphase movement soviet\nunit G1Pz 1107\nunit S_SW 1308\nunit G4 1106\nhand soviet 3 7\nhand axis 1 16"


def frame_is_amber(table: Table) -> None:
    """Every edge says that this is not the real game."""
    for edge in ("top", "right", "bottom", "left"):
        one = table.at(f"sandbox-{edge}")
        assert "not the real game" in one.inner_text()
        assert one.evaluate("(e) => getComputedStyle(e).backgroundColor") == "rgb(232, 163, 23)"


def in_sandbox(table: Table, game: str) -> str:
    """Waits for the sandbox; its id."""
    table.page.wait_for_url(lambda url: "/g/" in url and game not in url)
    table.at("sandbox-frame").wait_for()
    table.settled()
    return table.page.url.rpartition("/")[2]


def test_into_a_sandbox_and_back(table: Callable[..., Table]) -> None:
    """X begins one at the step that is shown; both sides are played; one key leads back to that step."""
    mine = table()
    made, last = own_game(mine)
    mine.page.keyboard.press("r")
    wait_at(mine, last)
    mine.page.keyboard.press("Shift+ArrowLeft")
    mine.page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=replay]').dataset.ply) < ply", arg=last
    )
    step = int(mine.at("replay").get_attribute("data-ply") or -1) + 1
    mine.page.keyboard.press("ArrowRight")
    wait_at(mine, step)
    mine.page.keyboard.press("x")
    sand = in_sandbox(mine, made)
    frame_is_amber(mine)
    assert "redealt at random" in mine.at("sandbox-note").inner_text()
    mine.shot("sandbox")
    seen = mine.step()
    assert seen.ply > 0
    assert mine.page.get_by_test_id("handover").count() == 0
    mine.page.keyboard.press("Backspace")
    wait_at(mine, step)
    assert mine.page.get_by_test_id("sandbox-frame").count() == 0
    mine.page.keyboard.press("Backspace")
    mine.at("tray").wait_for()
    assert mine.see().ply == last

    mine.page.goto(mine.address)
    mine.at("show-sandboxes").wait_for()
    expect(mine.page.locator(f"a[href='/g/{made}']")).to_have_count(1)
    assert mine.page.locator(f"a[href='/g/{sand}']").count() == 0
    mine.at("show-sandboxes").click()
    expect(mine.page.locator(f"a[href='/g/{sand}']")).to_have_count(1)
    mine.shot("sandbox-home")


def test_from_a_running_game_against_the_computer(table: Callable[..., Table]) -> None:
    """From the menu of the table: the computer plays neither side, and its cards are not the true ones."""
    mine = table()
    mine.play_the_axis()
    mine.settled()
    game = mine.page.url.rpartition("/")[2]
    mine.page.get_by_role("button", name="Game menu").or_(mine.page.locator("[data-testid=menu]")).first.click()
    mine.at("try-sandbox").click()
    in_sandbox(mine, game)
    package = mine.page.request.get(f"{mine.address}/api/games/{mine.page.url.rpartition('/')[2]}").json()
    assert {seat["kind"] for seat in package["game"]["seats"].values()} == {"human"}
    assert package["game"]["sandbox"]["hidden"] == ["soviet"]
    mine.at("sandbox-back").click()
    mine.page.wait_for_url(f"**/g/{game}")


def test_the_editor(table: Callable[..., Table]) -> None:
    """Counters are placed, flipped, moved and removed by clicks, and the rules say what is wrong."""
    mine = table()
    mine.page.goto(f"{mine.address}/edit")
    mine.at("editor").wait_for()
    assert mine.page.locator(".counter").count() == 0
    mine.at("pick-G1Pz").click()
    mine.click("hex-1107")
    mine.at("unit-G1Pz").wait_for()
    mine.at("edit-flip").click()
    mine.at("mark-disorganized").check()
    mine.page.wait_for_selector("[data-testid=unit-G1Pz] .badge.dis", state="attached")
    mine.page.keyboard.press("Escape")
    mine.at("edit-units-side").select_option("soviet")
    mine.at("edit-find").fill("southwest")
    mine.at("pick-S_SW").click()
    mine.click("hex-1308")
    mine.at("unit-S_SW").wait_for()
    mine.page.keyboard.press("Escape")
    mine.at("tool-control").check()
    before = mine.page.evaluate("localStorage.getItem('noretreat.draft')")
    mine.click("hex-1104")
    mine.page.wait_for_function("(before) => localStorage.getItem('noretreat.draft') !== before", arg=before)
    mine.at("edit-hand-soviet").click()
    mine.at("card-soviet-7").click()
    mine.at("edit-turn").select_option("14")
    mine.at("edit-side").select_option("soviet")
    mine.page.wait_for_function(
        "(before) => localStorage.getItem('noretreat.draft') !== before && "
        "localStorage.getItem('noretreat.draft').includes('turn 14')",
        arg=before,
    )
    text = mine.page.evaluate("localStorage.getItem('noretreat.draft')")
    for line in (
        "unit G1Pz 1107 back disorganized",
        "unit S_SW 1308",
        "hand soviet 7",
        "control soviet 1104",
        "phase movement soviet",
    ):
        assert line in text, text
    mine.shot("editor")

    mine.at("edit-text").click()
    expect(mine.at("edit-area")).not_to_have_value("")  # the text comes once the fold has opened
    mine.at("edit-area").fill(f"{text}\nunit NOBODY 1107")
    mine.at("edit-apply").click()
    mine.page.wait_for_function("() => document.querySelector('[data-testid=edit-said]').innerText.includes('NOBODY')")
    assert mine.at("edit-play").is_disabled()
    mine.shot("editor-error")
    mine.at("edit-undo").click()
    mine.page.get_by_text("This position can be played").wait_for()
    mine.at("edit-play").click()
    mine.at("sandbox-frame").wait_for()
    seen = mine.settled()
    assert (seen.turn, seen.phase, seen.phasing) == (14, "movement", "soviet")
    assert mine.at("unit-S_SW").count() == 1
    assert "unit-S_SW" in mine.lit(COUNTERS)
    mine.click("unit-S_SW")
    mine.page.wait_for_selector(WAYS, state="attached")
    mine.page.keyboard.press("Escape")
    mine.page.keyboard.press("Backspace")
    mine.at("editor").wait_for()
    mine.at("unit-G1Pz").wait_for()


def test_e_opens_the_step_in_the_editor(table: Callable[..., Table]) -> None:
    """With the own hand; the other hand is left out, and that is said."""
    mine = table()
    made, last = own_game(mine)
    mine.page.keyboard.press("r")
    wait_at(mine, last)
    mine.drawn()
    counters = mine.page.locator(".counter").count()
    mine.page.keyboard.press("e")
    mine.page.wait_for_url("**/edit?game=*")
    mine.at("editor").wait_for()
    expect(mine.page.locator(".counter")).to_have_count(counters)
    expect(mine.at("edit-said")).to_contain_text("left out")
    mine.page.go_back()
    mine.at("replay").wait_for()
    assert made in mine.page.url


def test_files_and_texts(table: Callable[..., Table], tmp_path: Path) -> None:
    """A position is saved and opened again; a file dropped on the home page is opened, a game or a position."""
    mine = table(permissions=["clipboard-read", "clipboard-write"])
    page = mine.page
    page.goto(f"{mine.address}/edit")
    mine.at("editor").wait_for()
    mine.at("edit-from").select_option("barbarossa")
    page.wait_for_selector(".counter", state="attached")
    with page.expect_download() as download:
        mine.at("edit-download").click()
    file = tmp_path / "position.txt"
    download.value.save_as(file)
    assert file.read_text().startswith("turn 1\n")
    mine.at("edit-copy").click()
    page.get_by_text("on the clipboard").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").strip() == file.read_text().strip()
    counters = page.locator(".counter").count()
    mine.at("edit-empty").click()
    page.wait_for_function("() => document.querySelectorAll('.counter').length === 0")
    mine.at("edit-open").set_input_files(file)
    page.wait_for_function("(n) => document.querySelectorAll('.counter').length === n", arg=counters)

    both = {"position": FRONT, "axis": "human", "soviet": "human"}
    made = page.request.post(f"{mine.address}/api/games", data=both).json()["id"]
    game = page.request.get(f"{mine.address}/api/games/{made}/save").text()
    for content, name in ((FRONT, "front.txt"), (game, "game.jsonl")):
        page.goto(mine.address)
        page.get_by_test_id("import").wait_for(state="attached")
        page.evaluate(
            """([content, name]) => {
              const data = new DataTransfer();
              data.items.add(new File([content], name));
              for (const kind of ['dragover', 'drop']) {
                window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
              }
            }""",
            [content, name],
        )
        if name == "front.txt":
            page.wait_for_url("**/edit")
            mine.at("unit-S_SW").wait_for()
        else:
            page.wait_for_url("**/g/*")
            assert mine.settled().turn == 14


def test_how_it_looks_on_a_phone(table: Callable[..., Table]) -> None:
    """Nothing sticks out of a narrow window, neither in the editor nor in a sandbox."""
    mine = table(viewport={"width": 390, "height": 844})
    mine.page.goto(f"{mine.address}/edit")
    mine.at("editor").wait_for()
    mine.at("edit-from").select_option("barbarossa")
    mine.page.wait_for_selector(".counter", state="attached")
    mine.shot("editor-phone")
    assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mine.at("edit-play").click()
    mine.at("sandbox-frame").wait_for()
    mine.settled()
    mine.shot("sandbox-phone")
    assert mine.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_edited_position_becomes_a_game_with_a_goal(table: Callable[..., Table]) -> None:
    """The goal is said in words as it is set; the game against the computer has it, and one by link has its link."""
    mine = table()
    mine.keep("noretreat.draft", FRONT)
    mine.page.goto(f"{mine.address}/edit")
    mine.at("goal-side").select_option("soviet")
    mine.at("goal-turn").fill("15")
    mine.at("goal-turn").blur()
    mine.at("goal-hexes").fill("1403")
    mine.at("goal-hexes").blur()
    expect(mine.at("goal-words")).to_contain_text(
        "Soviet by the end of turn 15: 20 victory points, and also Riga (1403) held"
    )
    mine.shot("edit-goal")
    edit = mine.page.url
    mine.at("edit-begin").click()
    mine.shot("edit-begin")
    mine.at("on-computer-axis").click()
    mine.page.wait_for_url("**/g/*")
    assert mine.settled().mine
    told = mine.page.request.get(mine.page.url.replace("/g/", "/api/games/")).json()
    assert told["game"]["seats"]["axis"]["kind"] == "computer"
    assert told["game"]["sandbox"] is None
    assert "by the end of turn 15" in told["view"]["aim"]["text"]
    mine.page.goto(edit)
    mine.at("edit-begin").click()
    mine.at("on-friend-axis").click()
    mine.page.wait_for_url("**/g/*")
    expect(mine.at("invite").first).to_be_visible()
