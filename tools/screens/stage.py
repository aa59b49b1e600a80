"""The stage of a picture: a browser of its own at a table, and one recorded game that can be opened at any moment.

`game.jsonl` is a whole game of two computer players (`noretreat simulate --games 1 --axis easy --soviet normal
--seed 5 --save DIR`, without its snapshots). Dice and cards are written in it, so that the pictures
change only where the program does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from web.table import Table

from noretreat import game
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.storage import savegame

if TYPE_CHECKING:
    from playwright.sync_api import Page

RECORDED = Path(__file__).with_name("game.jsonl")


@dataclass(frozen=True, slots=True)
class Moment:
    """A question that somebody was asked in the recorded game, `ply` steps after its beginning."""

    code: str
    side: str
    turn: int
    phase: str
    ply: int


@cache
def moments() -> tuple[Moment, ...]:
    """All questions of the recorded game that leave a choice, in their order: the server answers the others itself."""
    saved = savegame.load(RECORDED)
    state = savegame.replay(saved, 0).state
    found = []
    for ply, entry in enumerate(saved.entries):
        side = game.actor(state)
        if isinstance(side, Side) and len(game.legal_actions(state)) > 1:
            seen = view(state, side)
            found.append(Moment(seen.prompt.code, side.value, seen.turn, seen.phase, ply))
        state, _ = game.apply(state, entry.action)
    return tuple(found)


class Stage:
    """One page for one picture."""

    def __init__(self, table: Table, *, phone: bool) -> None:
        """A stage at a table; `phone`: in a phone's window."""
        self.table, self.phone = table, phone

    @property
    def page(self) -> Page:
        """The page of this browser."""
        return self.table.page

    def post(self, path: str, **body: Any) -> Any:
        """Return the server's answer to a request of this browser."""
        answer = self.page.request.post(f"{self.table.address}/api/{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json() if answer.text() else None

    def get(self, path: str) -> Any:
        """Return what the server shows this browser."""
        answer = self.page.request.get(f"{self.table.address}/api/{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def load(self, upto: int | None = None, name: str = "") -> str:
        """The recorded game up to a step, as a game of this browser; its id."""
        lines = RECORDED.read_text(encoding="utf-8").splitlines()
        kept = lines if upto is None else lines[: upto + 1]
        made = str(self.post("games/import", save="\n".join(kept) + "\n")["id"])
        self.post(f"games/{made}/name", name=name or "The long war")
        return made

    def moment(self, code: str, side: str = "axis", *, turn: int = 1, nth: int = 0, phase: str = "") -> str:
        """Opens the recorded game where a question is asked for the `nth` time from a turn on."""
        asked = [
            one
            for one in moments()
            if (one.code, one.side) == (code, side) and one.turn >= turn and phase in ("", one.phase)
        ]
        made = self.load(asked[nth].ply)
        seen = self.table.open(made)
        assert seen.code == code, seen
        return made

    def position(self, text: str) -> str:
        """Opens a position in which both sides are played here."""
        made = str(self.post("games", position=text, axis="human", soviet="human")["id"])
        self.table.open(made)
        return made

    def home(self, path: str = "") -> None:
        """The first page, or another beside the games."""
        self.page.goto(f"{self.table.address}/{path}")
        self.page.locator("main").first.wait_for()

    def tab(self, name: str) -> None:
        """A tab of the panel; on a phone the sheet over the map."""
        tab = self.table.at(f"tab-{name}")
        if tab.get_attribute("aria-selected") != "true":
            tab.click()

    def fold(self) -> None:
        """On a phone: closes the sheet, so that the map is seen."""
        if self.phone and self.page.locator(".tabs.phone button[aria-selected=true]").count():
            self.page.locator(".tabs.phone button[aria-selected=true]").first.click()

    def key(self, *names: str) -> None:
        """Presses keys one after another."""
        for name in names:
            self.page.keyboard.press(name)
            self.page.wait_for_timeout(80)

    def hover(self, name: str) -> None:
        """The pointer rests on something on the map."""
        x, y = self.table.point(name)
        self.page.mouse.move(x, y)
        self.page.mouse.move(x + 1, y + 1)
