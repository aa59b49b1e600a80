"""The words in which the table of all halves is written: a position, what is done in it, what that may touch.

A `Case` is one half at work. What it may touch stands in footprints.toml, taken from the printed card (CARDS) and not
from the program: whatever else differs afterwards fails the test. The bystanders of every position
are two units far from everything and a card in each hand that neither asks nor is asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.combat_helpers import Table

from noretreat.core.actions import Action, PlayEvent
from noretreat.core.board import AXIS, SOVIET
from noretreat.rules.windows import Window

BYSTANDERS: Final = {"G18": "0309", "S_VOR": "2314"}
"""Far from every front of the table, in supply, each with room around it."""
IDLE_CARDS: Final = {"axis": (11, 9, 46), "soviet": (13, 12, 45)}
"""Red for the side that holds them: they are never asked for. The first one that the position does not need."""

EVEN: Final = {"G4": "1511", "S_W": "1611"}  # 4 to 4 in the open
ATTACK: Final = {"G4": "1511", "G6": "1610", "S_W": "1611"}  # the Axis, 8 to 4
ASSAULT: Final = {"S_W": "1611", "S_KAL": "1610", "G4": "1511"}  # the Soviets, 8 to 4
KIEV: Final = {"G4": "1111", "G6": "1210", "S_W": "1211"}  # an attack on a city
TWO_FRONTS: Final = {"G4": "1511", "S_W": "1611", "G6": "1704", "S_KAL": "1804"}  # two battles far from each other
LINE: Final = {"G4": "1511", "G6": "1311", "G9": "1711", "S_W": "1512", "S_S": "1312", "S_KAL": "1712"}  # a front
LOST: Final = {"S_SW": "box:surrendered", "S_W": "2008", "G4": "1007"}  # one to come back
FAR: Final = {"G4": "1007", "S_NW": "2310"}  # nobody near anybody
LATE: Final = 19  # Clear weather of 1944, Soviet initiative
IN_1945: Final = 26  # Clear weather of 1945


FOOTPRINTS: Final[dict[str, dict[str, str]]] = tomllib.loads(
    (Path(__file__).parent / "footprints.toml").read_text(encoding="utf-8")
)
"""Per half (and alternative) everything it may change, as `footprint.difference` words it; `=`: not even that."""


class Start(NamedTuple):
    """How a position is set up and brought to the moment that counts; `but` changes some of its words."""

    build: Callable[..., Table]
    words: dict[str, Any]

    def but(self, **words: Any) -> Start:
        """The same with one thing otherwise."""
        return Start(self.build, {**self.words, **words})

    def __call__(self, card: int, hands: dict[str, list[int]]) -> Table:
        """The table at that moment; `hands`: the cards that matter, the idle ones are added."""
        words = dict(self.words)
        given = words.pop("hands", hands)
        needed = {card, *words.get("discards", ()), *(held for cards in given.values() for held in cards)}
        idle = {side: next(held for held in IDLE_CARDS[side] if held not in needed) for side in IDLE_CARDS}
        words["hands"] = {side: [*given.get(side, ()), idle[side]] for side in idle}
        words["units"] = {**BYSTANDERS, **words.get("units", {})}
        return self.build(**words)


def _in_phase(*, then: tuple[Action, ...] = (), **words: Any) -> Table:
    table = Table(cards=True, **words)
    return table.do(*then)


def _in_battle(*, side: str, target: str, by: tuple[str, ...] = (), also: tuple[str, ...] = (), support: bool = False,
               then: tuple[Action, ...] = (), **words: Any) -> Table:  # fmt: skip
    table = Table(cards=True, phase=f"combat {side}", **words)
    own = "G" if side == "axis" else "S"
    near = (name for name, at in words["units"].items() if name[0] == own and name not in BYSTANDERS)
    table.fight(target, *(by or tuple(near)), also=also)
    if table.asked("support"):
        table.support(yes=support)
    return table.do(*then)


def phase(name: str, **words: Any) -> Start:
    """The start of a phase, written `movement axis`; `then`: what is done before the event."""
    return Start(_in_phase, {"phase": name, **words})


def battle(side: str, target: str = "", **words: Any) -> Start:
    """A battle that a side has begun, in its first window; by default the one between 1511 and 1611."""
    words.setdefault("units", ATTACK if side == "axis" else ASSAULT)
    return Start(_in_battle, {"side": side, "target": target or ("1611" if side == "axis" else "1511"), **words})


class Lack(NamedTuple):
    """A start in which one condition is missing, and the reason that is given."""

    start: Start
    reason: str
    window: Window | None = None


class Case(NamedTuple):
    """One half of a card at work."""

    half: str
    start: Start
    acts: tuple[Action, ...] = ()
    """What is chosen, dealt and rolled until the event is over."""
    mode: str = ""
    lasts: str = ""
    """The scope of what it leaves in force; empty: it is over at once."""
    lacks: tuple[Lack, ...] = ()
    window: Window = Window.COMMIT
    played: bool = True
    """False: it happens on drawing or paying, and nobody plays it."""

    @property
    def name(self) -> str:
        """As its footprint is called: the half, and the alternative if it has some."""
        return f"{self.half} {self.mode}".strip()

    @property
    def card(self) -> int:
        """Its number."""
        return int(self.half[:2])

    @property
    def side(self) -> int:
        """Whose half it is."""
        return SOVIET if self.half[2] == "S" else AXIS

    @property
    def owner(self) -> str:
        """The same as a word."""
        return "soviet" if self.side else "axis"

    def begin(self, start: Start | None = None) -> Table:
        """The moment before; with another start, the one where a condition is missing."""
        return (start or self.start)(self.card, {self.owner: [self.card]} if self.played else {})

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything done from that moment on."""
        return (PlayEvent(self.card, self.mode), *self.acts) if self.played else self.acts

    @property
    def expected(self) -> dict[str, str]:
        """The whole footprint: what the row names, and the way of a played card from the hand to the discards."""
        named = FOOTPRINTS[self.name]
        usual = {f"hands.{self.owner}": f"-{self.card}", "discards": f"+{self.card}",
                 f"played.{self.owner}": f"+{self.card}"}  # fmt: skip
        whole = {**usual, **named} if self.played else named
        return {field: change for field, change in whole.items() if change != "="}
