"""The first page: the list of games with all that can be done to one, the form of a new game, files dropped on it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from web.table import Table
from web.tongues import speak, speaking

from noretreat.data.languages import CODES

pytestmark = pytest.mark.browser

DROP = """async ([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const kind of ['dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def make(table: Table, **wishes: str) -> str:
    """A game of this browser, made without the form."""
    made = table.page.request.post(f"{table.address}/api/games", data=wishes)
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def test_names_copies_and_deleting(table: Callable[..., Table]) -> None:
    """SAV-2."""
    mine = table()
    game = make(mine, name="First", axis="human", soviet="human")
    make(mine, name="Second", axis="computer", soviet="open")
    page = mine.page
    page.goto(mine.address)
    rows = page.get_by_test_id("games").locator("article")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("First")  # one's own turn comes first, the other one is newer
    expect(page.get_by_test_id("turns")).to_contain_text("1 game")
    expect(page.get_by_test_id("to-archive")).to_be_visible()
    assert page.get_by_test_id("to-ladder").count() == 0, "without accounts nobody is on a ladder"
    card = page.get_by_test_id(f"game-{game}")
    assert card.locator("svg rect").count() > 5, "the small map shows the counters"
    card.get_by_test_id("rename").click()
    card.get_by_test_id("name").fill("The long war")
    page.keyboard.press("Enter")
    expect(card).to_contain_text("The long war")
    card.get_by_test_id("copy").click()
    expect(rows).to_have_count(3)
    expect(page.get_by_text("The long war (copy)")).to_be_visible()
    mine.shot("home-light")
    card.get_by_test_id("delete").click()
    expect(card).to_contain_text("for good")
    card.get_by_test_id("delete-yes").click()
    expect(rows).to_have_count(2)
    assert page.request.get(f"{mine.address}/api/games/{game}").status == 404


def test_a_finished_game_of_two_is_put_away_and_stays_with_the_friend(table: Callable[..., Table]) -> None:
    """NET-8."""
    anna, boris = table(), table()
    game = make(anna, axis="human", soviet="open")
    (row,) = anna.page.request.get(f"{anna.address}/api/games").json()
    boris.join(anna.address + row["links"]["soviet"], "Boris")
    boris.at("tray").wait_for()
    body = {"ply": row["ply"], "action": {"type": "Resign", "side": "axis"}}
    given = anna.page.request.post(f"{anna.address}/api/games/{game}/actions", data=body)
    assert given.status == 200, given.text()

    for one in (anna, boris):
        one.page.goto(one.address)
        expect(one.page.get_by_text("No game is running.")).to_be_visible()
        one.at("finished").click()
    expect(boris.at(f"game-{game}")).to_contain_text("You won. Soviet victory: the Axis side resigned")
    card = anna.page.get_by_test_id(f"game-{game}")
    expect(card).to_contain_text("You lost. Soviet victory")
    expect(card.get_by_test_id("delete")).to_have_count(0)
    anna.shot("home-finished")
    card.get_by_test_id("put-away").click()
    expect(anna.page.get_by_test_id("finished")).to_have_count(0)
    expect(anna.page.get_by_test_id("away").get_by_test_id(f"game-{game}")).to_be_attached()

    boris.page.reload()
    boris.at("finished").click()
    his = boris.page.get_by_test_id(f"game-{game}")
    his.get_by_test_id("delete").click()
    his.get_by_test_id("delete-yes").click()
    expect(his).to_have_count(0)


def test_a_file_goes_out_and_comes_back(table: Callable[..., Table], tmp_path: Path) -> None:
    """What was saved is opened by dropping it and by the field for files: the same war at the same step."""
    mine = table()
    game = make(mine, name="Kept", axis="human", soviet="human", rules="deluxe")
    page = mine.page
    mine.open(game)
    mine.step()
    ply = mine.step().ply
    page.goto(mine.address)
    with page.expect_download() as going:
        page.get_by_test_id(f"game-{game}").get_by_test_id("export").click()
    file = tmp_path / "kept.jsonl"
    going.value.save_as(file)
    before = package(mine, game)
    assert before["ply"] == ply > 0
    for bring in (
        lambda: page.evaluate(DROP, ["kept.jsonl", file.read_text()]),
        lambda: page.get_by_test_id("import").set_input_files(file),
    ):
        bring()
        page.wait_for_url("**/g/*")
        assert game not in page.url
        mine.settled()
        after = package(mine, page.url.rpartition("/")[2])
        assert (after["ply"], after["view"], after["actions"]) == (ply, before["view"], before["actions"])
        page.goto(mine.address)
        page.get_by_test_id("games").wait_for()
    page.evaluate(DROP, ["bad.jsonl", "no save file"])
    expect(page.locator("[role=status], [role=alert], .toast").first).to_be_visible()


def package(table: Table, game: str) -> dict[str, Any]:
    """What the server tells this browser about a game."""
    told: dict[str, Any] = table.page.request.get(f"{table.address}/api/games/{game}").json()
    return told


@pytest.mark.parametrize("where", ["", "/edit"])
def test_a_file_that_is_none_is_refused(table: Callable[..., Table], tmp_path: Path, where: str) -> None:
    """Neither an empty file nor a picture opens anything or takes what is being edited away."""
    mine = table()
    page = mine.page
    page.goto(f"{mine.address}{where}")
    for name, inside, said in (
        ("empty.jsonl", b"", "The file is empty."),
        ("picture.txt", b"\x89PNG\r\n\x1a\n\x00", "Neither a saved game nor a position."),
        ("other.json", b'{"a": 1}\n', "not a saved game"),
    ):
        (tmp_path / name).write_bytes(inside)
        page.locator("input[type=file]").first.set_input_files(tmp_path / name)
        page.get_by_test_id("toasts").filter(has_text=said).wait_for()
        assert page.url.removeprefix(mine.address).strip("/") == where.strip("/")


def test_a_game_by_link_stands_in_the_list_at_once(table: Callable[..., Table]) -> None:
    mine = table()
    mine.new_game(soviet="open")
    mine.page.get_by_test_id("board").wait_for()
    mine.page.goto(mine.address)
    expect(mine.page.get_by_test_id("games").locator("article")).to_have_count(1)


def test_a_new_game_says_what_it_will_be(table: Callable[..., Table]) -> None:
    """What is chosen stands in the summary; the game differs from the usual one in what its card then says."""
    mine = table()
    page = mine.page
    page.goto(mine.address)
    summary = page.get_by_test_id("summary")
    expect(summary).to_contain_text("Standard rules and options.")
    expect(page.get_by_test_id("why-won")).to_contain_text(re.compile(r"the Axis won \d+, the Soviets \d+"))
    page.get_by_test_id("scenario-bagration").check()
    page.get_by_test_id("who-both").check()
    page.get_by_test_id("rules-deluxe").check()
    page.get_by_test_id("option-no_surrender").check()
    page.get_by_test_id("new-name").fill("Summer 1944")
    expect(summary).to_contain_text("You both play at this device.")
    expect(summary).to_contain_text("No surrender")
    assert page.get_by_test_id("seat-axis").count() == 0
    mine.shot("new-game")
    page.get_by_test_id("begin").click()
    page.wait_for_url("**/g/*")
    mine.settled()
    info = page.request.get(f"{mine.address}/api/games").json()[0]
    assert (info["name"], info["scenario"], info["rules"]) == ("Summer 1944", "bagration", "deluxe")
    page.goto(mine.address)
    expect(page.get_by_test_id(f"game-{info['id']}")).to_contain_text("No surrender")


def test_settings_take_effect_and_stay(table: Callable[..., Table]) -> None:
    mine = table()
    page = mine.page
    page.goto(mine.address)
    page.get_by_test_id("home-settings").click()
    root = page.locator("html")
    page.get_by_test_id("set-theme-dark").check()
    expect(root).to_have_attribute("data-theme", "dark")
    for counters in ("silhouettes", "large", "mono"):
        page.get_by_test_id(f"set-counters-{counters}").check()
        expect(root).to_have_attribute("data-counters", counters)
        mine.shot(f"settings-{counters}")
    page.get_by_test_id("set-text-130").check()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
    page.get_by_test_id("set-motion-off").check()
    page.get_by_test_id("set-hatch-strong").check()
    page.get_by_test_id("set-pace-slow").check()
    page.get_by_test_id("set-letters").uncheck()
    page.reload()
    kept = json.loads(page.evaluate("localStorage.getItem('noretreat.settings')"))
    assert (kept["counters"], kept["text"], kept["motion"], kept["pace"]) == ("mono", 130, "off", "slow")
    expect(root).to_have_attribute("data-counters", "mono")
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_test_id("home-settings").click()
    page.get_by_test_id("set-reset").click()
    expect(root).to_have_attribute("data-counters", "symbols")


def test_a_report_shows_what_it_holds_and_sends_nothing(table: Callable[..., Table]) -> None:
    mine = table()
    game = make(mine, axis="human", soviet="human", rules="deluxe")
    mine.open(game)
    page = mine.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    page.keyboard.press("F10")
    page.get_by_test_id("report-words").fill("The river is dry.")
    text = page.get_by_test_id("report-text").input_value()
    assert text.startswith("The river is dry.")
    assert f"/g/{game}?s=" in text
    assert "Browser: " in text
    assert "draws" not in text, "what the log says about cards stays out unless it is wanted"
    mine.shot("report")
    with page.expect_download() as saved:
        page.get_by_test_id("report-save").click()
    assert Path(saved.value.path()).read_text() == text
    assert not any("river" in request or "Browser: " in request for request in sent)


def test_how_strong_a_level_is_has_the_commas_of_its_language(table: Callable[..., Table]) -> None:
    """Broken numbers in the levels of a new game, in every language."""
    one = table()
    one.page.goto(one.address)
    one.at("begin").wait_for()
    for language in CODES:
        speak(one.page, language)
        expect(one.page.locator("html")).to_have_attribute("lang", language)
        broken = []
        for level in one.lit("[data-testid^='level-']"):
            one.at(level).check()
            broken += re.findall(r"\d[.,]\d", one.at("strength").inner_text() if one.at("strength").count() else "")
        assert broken
        assert all(("." in number) == (language == "en") for number in broken), (language, broken)


def test_the_words_of_a_pill_stand_in_its_middle(table: Callable[..., Table]) -> None:
    """On a phone, where a pill is as tall as a finger."""
    one = table(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=1)
    one.page.goto(one.address)
    one.at("begin").wait_for()
    off = one.page.evaluate(
        """() => [...document.querySelectorAll("form label.chip")].map((pill) => {
          const words = document.createRange();
          words.selectNodeContents(pill.querySelector("span"));
          const middle = (r) => r.top + r.height / 2;
          return Math.abs(middle(words.getBoundingClientRect()) - middle(pill.getBoundingClientRect()));
        })"""
    )
    assert off
    assert max(off) < 2


PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def two_at_a_table(table: Callable[..., Table], name: str, **screen: object) -> tuple[Table, Table, str]:
    """Anna, Boris who has taken the seat opposite hers, and their game; both have been at the table."""
    anna, boris = table(**screen), table()
    clock = {"kind": "move", "each": 3 * 86400}
    game = make(anna, name=name, axis="human", soviet="open", clock=clock)  # type: ignore[arg-type]
    (row,) = [one for one in anna.page.request.get(f"{anna.address}/api/games").json() if one["id"] == game]
    boris.join(anna.address + row["links"]["soviet"], "Boris")
    boris.at("tray").wait_for()
    return anna, boris, game


def ask(player: Table, game: str, path: str, **body: str) -> None:
    """A call about a game that is made without the page."""
    answer = player.page.request.post(f"{player.address}/api/games/{game}/{path}", data=body)
    assert answer.ok, answer.text()


def wait_until_seen(player: Table, game: str) -> None:
    """Until the server has kept when the opponent was last here: it does so now and then, and a list shows what was."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        rows = player.page.request.get(f"{player.address}/api/games").json()
        if any(row["id"] == game and row["seen"] for row in rows):
            return
        time.sleep(0.1)
    raise AssertionError("the opponent has not been seen")


def test_the_list_looks_for_news_and_holds_still_under_the_pointer(table: Callable[..., Table]) -> None:
    anna, boris, game = two_at_a_table(table, "Theirs")
    own = make(anna, name="Mine", axis="human", soviet="human")
    page = anna.page
    page.clock.install()
    page.goto(anna.address)
    rows = page.get_by_test_id("games").locator("article")
    expect(rows).to_have_count(2)
    first, second = [str(rows.nth(n).get_attribute("data-testid")) for n in (0, 1)]
    assert {first, second} == {f"game-{game}", f"game-{own}"}
    ask(boris, game, "proposals/draw")
    ask(boris, game, "talk", text="What do you think?")
    page.get_by_test_id(f"game-{own}").hover()
    page.clock.fast_forward(21_000)
    theirs = page.get_by_test_id(f"game-{game}")
    expect(theirs.get_by_test_id("offered")).to_have_text("Draw offered")
    expect(theirs.get_by_test_id("unread")).to_contain_text("New message")
    expect(rows.nth(0)).to_have_attribute("data-testid", first)
    expect(page).to_have_title("(2) No Retreat! The Russian Front")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg.*%3E2%3C"))
    anna.shot("home-news")
    page.mouse.move(0, 0)
    expect(rows.nth(0)).to_have_attribute("data-testid", f"game-{game}")
    page.goto(f"{anna.address}/learn")
    expect(page.locator("link[rel=icon]")).not_to_have_attribute("href", re.compile("^data:"))


def test_time_visit_and_offer_stand_on_one_line_of_a_phone(table: Callable[..., Table]) -> None:
    anna, boris, game = two_at_a_table(table, "Theirs", **PHONE)
    speaking(anna, "de")
    boris.page.goto(boris.address)  # he has left the table
    ask(boris, game, "proposals/draw")
    ask(boris, game, "talk", text="Na?")
    wait_until_seen(anna, game)
    anna.page.goto(anna.address)
    facts = anna.at("facts")
    for name, said in (
        ("time-left", "noch 2 Tage"),
        ("offered", "Unentschieden?"),
        ("unread", "Neue Nachricht"),
    ):
        expect(facts.get_by_test_id(name)).to_contain_text(said)
    expect(facts.get_by_test_id("seen")).to_contain_text("Der Gegner war zuletzt")
    tops = facts.locator("li").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    anna.shot("home-facts-360")
    assert len(tops) == 4
    assert len(set(tops)) == 1, tops


def test_a_finished_game_is_found_and_watched_again(table: Callable[..., Table]) -> None:
    mine = table()
    for name in ("Łódź", "Kursk"):
        game = make(mine, name=name, axis="human", soviet="computer")
        ply = package(mine, game)["ply"]
        ask_to_resign = {"ply": ply, "action": {"type": "Resign", "side": "axis"}}
        given = mine.page.request.post(f"{mine.address}/api/games/{game}/actions", data=ask_to_resign)
        assert given.ok, given.text()
    page = mine.page
    page.goto(mine.address)
    mine.at("finished").locator("summary").click()
    cards = mine.at("finished").locator("article")
    expect(cards).to_have_count(2)
    mine.at("find-finished").fill("lodz lost")
    expect(cards).to_have_count(1)
    expect(mine.at("found-finished")).to_have_text("1 game found")
    mine.shot("home-find")
    mine.at("find-finished").fill("lodz won")
    expect(mine.at("found-finished")).to_have_text("No finished game fits.")
    mine.at("find-finished").fill("")
    cards.filter(has_text="Łódź").get_by_test_id("to-replay").click()
    page.wait_for_url("**/g/*?s=0")
    page.goto(mine.address)
    mine.at("finished").locator("summary").click()
    cards.filter(has_text="Kursk").get_by_role("link", name="Kursk").click()
    expect(mine.at("verdict")).to_be_visible()


def test_a_previous_opponent_is_invited_with_one_click(table: Callable[..., Table]) -> None:
    anna, boris, _ = two_at_a_table(table, "Before")
    anna.page.goto(anna.address)
    anna.at("who-friend").check(force=True)
    anna.at("met").get_by_label("Boris").check()
    anna.shot("home-met")
    anna.at("begin").click()
    anna.page.wait_for_url("**/g/*")
    boris.page.goto(boris.address)
    boris.at("invited-games").wait_for()
