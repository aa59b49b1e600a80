"""The pages in other languages: nothing of what a player meets is left in English.

Every catalogue holds every text (`tools/check_catalogues.py`), so that what is English in one other language is a text
that no catalogue has. One language is enough to find it: Russian, whose words cannot be taken for English ones. Every
screen is looked at in it by `test_screens.py`, which comes to all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from web.screens import MIDDLE, make
from web.table import WAYS, Table
from web.tongues import LANGUAGES, TELLING, Findings, speak, speaking

from noretreat.data.load import scenario_ids

if TYPE_CHECKING:
    from web.table import Seen

pytestmark = pytest.mark.browser

CARDS_OF = (
    *(("scenario", name) for name in scenario_ids()),
    *(("unit", name) for name in ("G1Pz", "S_W", "FINN", "KG1", "SPOL")),
    *(("hex", name) for name in ("1211", "1611", "FINLAND", "0816")),
    *(("card", "4"), ("card", "55"), ("box", "rail"), ("box", "track"), ("phase", "removal"), ("marker", "works")),
    *(("header", name) for name in ("turn", "weather", "vp", "initiative", "targets", "supports", "supply")),
)
"""Information cards that are opened."""
WRONG_POSITIONS = ("turn 40", "unit XYZ 1211", "nonsense", "unit G4", "unit ITA8 0906 back", "control axis 1611")
WRONG_SAVES = (
    "{}\n",
    '{"format":"noretreat-save","version":1,"rules_version":1,"scenario":"atlantis","options":{}}\n',
    '{"format":"noretreat-save","version":1,"rules_version":1,"scenario":"barbarossa","options":{}}\n{"n":3,"by":"axis","action":{"type":"Pass"}}\n',
    '{"format":"noretreat-save","version":9,"rules_version":1,"scenario":"barbarossa","options":{}}\n',
    '{"format":"noretreat-save"',
)


def test_every_choice_of_a_new_game(table: Callable[..., Table]) -> None:
    """Scenarios, rule sets, levels and options: what each is called, and what it says of itself once it is chosen."""
    mine = speaking(table())
    page, found = mine.page, Findings()
    page.goto(mine.address)
    page.get_by_test_id("begin").wait_for()
    for kind in ("scenario", "who", "level", "rules", "option"):
        for name in mine.lit(f"form [data-testid^='{kind}-']"):
            box = page.get_by_test_id(name)
            box.set_checked(not box.is_checked() if kind == "option" else True)
            found.look(mine, name, "form")
            if kind == "option":
                box.set_checked(not box.is_checked())
    found.none()


def test_a_few_steps(table: Callable[..., Table]) -> None:
    """A move, a refused one, a battle with its dice: what is asked, done and told."""
    mine = speaking(table())
    page, found = mine.page, Findings()
    mine.open(make(mine, position=MIDDLE))
    mine.pick_up("unit-G1Pz")
    page.wait_for_selector(WAYS, state="attached")
    found.look(mine, "unit")
    for language in LANGUAGES:
        speak(page, language)
        mine.click("hex-1713")
        toast = mine.at("toasts").locator(".toast")
        toast.wait_for()
        found.read("refusal", toast.inner_text(), language)
        toast.click()
        toast.wait_for(state="detached")
    speak(page, TELLING)
    page.keyboard.press("Escape")
    for _ in range(12):
        seen: Seen = mine.step()
        found.look(mine, f"{seen.phase} {seen.code}")
    mine.click("tab-log")
    found.look(mine, "log")
    page.keyboard.press("r")
    expect(mine.at("replay-where")).to_contain_text(":")  # a side and its phase
    found.look(mine, "looking back")
    found.none()


def test_the_cards_of_everything(table: Callable[..., Table]) -> None:
    mine = speaking(table())
    page, found = mine.page, Findings()
    mine.open(make(mine, position=MIDDLE))
    for what, name in CARDS_OF:
        page.evaluate(
            """([what, id]) => {
              const e = document.createElement('b');
              e.dataset.info = `${what}:${id}`;
              document.querySelector('[data-testid=tray]').append(e);
              e.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
              e.remove();
            }""",
            [what, name],
        )
        mine.at("info").wait_for()
        found.look(mine, f"card of {what} {name}", "dialog[open]")
        page.keyboard.press("Escape")
        mine.at("info").wait_for(state="detached")
    found.none()


def test_what_is_wrong_with_a_position_or_a_file(table: Callable[..., Table], tmp_path: Path) -> None:
    mine = speaking(table())
    page, found = mine.page, Findings()
    page.goto(f"{mine.address}/edit")
    mine.at("edit-text").click()
    expect(mine.at("edit-area")).not_to_have_value("")
    for text in WRONG_POSITIONS:
        mine.at("edit-area").fill(text)
        mine.at("edit-apply").click()
        said = mine.at("edit-said").locator(".bad", has_text=text)
        said.wait_for()
        # The line itself is in the words of positions.
        found.read(text, said.inner_text().replace(text, ""), TELLING)
    page.goto(mine.address)
    for number, text in enumerate(WRONG_SAVES):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(text)
        page.get_by_test_id("import").set_input_files(file)
        toast = mine.at("toasts").locator(".toast")
        toast.wait_for()
        found.read(text, toast.inner_text(), TELLING)
        toast.click()
        toast.wait_for(state="detached")
    found.none()
