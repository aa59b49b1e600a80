"""Every way off the map, with every marker on the unit, and back again: nothing is remembered that has to be forgotten.

A unit that leaves the map leaves its markers behind, but for the Disorganized one that goes by rail (9.2); a
Counterblow marker comes off at once when its units leave (10.1.3). When the unit comes back it bears what its way back
gives it (7.7 to 7.9) and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pytest
from properties.ledger import COUNTERS, Ledger, named

from noretreat.core.actions import (
    Action,
    AssignAttacker,
    BeginBattle,
    ChooseOption,
    ChooseUnit,
    DeclareTarget,
    DetrainUnit,
    Done,
    EntrainUnit,
    ExchangeUnit,
    LoseStep,
    MarkReserve,
    Pass,
    PayCard,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    Rolled,
    ShatterUnit,
)
from noretreat.core.board import BOARD, SIDE_INDEX
from noretreat.core.events import Event, UnitDetrained, UnitPlaced
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids
from noretreat.game import Options, State, apply, legal_actions
from noretreat.positions import PREFIX, begin

AXIS, SOVIET = Side.AXIS, Side.SOVIET
MARKERS: Final = ("nothing", "disorganized", "unsupplied", "local support")
"""What a unit may bear; for Counterblows see `tests/rules/test_11_2_leaving.py`."""
HERE: Final = "1611"
"""Open ground; its neighbors are 1511, 1711, 1610, 1710, 1612 and 1712."""
CITIES: Final = {AXIS: "control axis 1211 1415 1613 1716", SOVIET: ""}
SURROUNDED: Final = {
    AXIS: "unit S_W 1511\nunit S_KAL 1711\nunit S_SW 1610\nunit S_CEN 1712\nunit S_NC 1612\nunit S_STA 1710",
    SOVIET: "unit G4 1511\nunit G6 1711\nunit G9 1610\nunit G11 1712\nunit G17 1612\nunit G8 1710",
}
WAITING: Final = "unit S_NW 2310\nunit ABT_M 0405\nunit S_CRI box:rail\nunit ABT_I2 box:rail"
"""Units with something to do before and after the Removal Phase, so that play stops there."""
REACHES: Final = {
    AXIS: "unit S_SW 1711 back\nunit S_CEN 1710 back\nunit S_RES 1712 back",
    SOVIET: "unit G1Pz 1511\nunit G2Pz 1511\nunit G3Pz 1510\nunit G2 1610",
}


@dataclass(frozen=True)
class Off:
    """A way off the map: the unit, the moment, what else is there, and what leads to it."""

    name: str
    unit: str
    turn: int
    moment: str
    lines: str = ""
    helps: tuple[Action | type, ...] = ()
    options: tuple[str, ...] = ()
    face: str = ""
    at: str = HERE

    @property
    def side(self) -> Side:
        """Whose unit it is."""
        return COUNTERS[self.unit].side

    def can_bear(self, rules: str, marker: str) -> bool:
        """Can the unit bear this marker at this moment at all?"""
        phase = self.moment.split()[0]
        if marker == "unsupplied":  # markers lie from the check to the Removal Phase
            return phase not in ("cards", "detraining") or (phase == "cards" and rules == "digital_0_1")
        return True

    def text(self, rules: str, marker: str) -> str:
        """The position, as far as a position can say it."""
        word = marker if marker in ("disorganized", "unsupplied") else ""
        lines = [f"rules {rules}", f"turn {self.turn}", f"phase {self.moment}", "supports 0 0"]
        lines += [f"unit {self.unit} {self.at} {self.face} {word}".strip(), CITIES[self.side], self.lines]
        return "\n".join(line for line in lines if line)

    def state(self, rules: str, marker: str) -> State:
        """The position at its first decision, with the markers that a position cannot name."""
        options = dict.fromkeys((*self.options, *(("local_support",) if marker == "local support" else ())), True)
        state = begin(PREFIX + self.text(rules, marker), Options(rules=rules, guarded=False, **options))
        state = state.copy()
        if marker == "local support":
            state.local_support[SIDE_INDEX[self.side]] = BOARD.unit_index[self.unit]
        return state


def _lost_in_battle(name: str, unit: str, die: int, face: str = "") -> Off:
    side = COUNTERS[unit].side
    attackers = "soviet" if side is AXIS else "axis"
    return Off(
        name,
        unit,
        14,
        f"combat {attackers}",
        REACHES[side],
        (DeclareTarget(HERE), BeginBattle, AssignAttacker, Rolled(die)),
        face=face,
    )


WAYS: Final = (
    Off("entrains", "G4", 14, "movement axis", helps=(EntrainUnit("G4"),)),
    Off("entrains in Organization", "G4", 14, "organization axis", helps=(EntrainUnit("G4"),)),
    Off("entrains", "S_W", 14, "movement soviet", helps=(EntrainUnit("S_W"),)),
    Off("entrains in Organization", "S_W", 14, "organization soviet", helps=(EntrainUnit("S_W"),)),
    Off("entrains as reserve", "S_W", 14, "movement soviet", helps=(MarkReserve("S_W"),)),
    Off("entrains by 18S", "S_W", 14, "cards soviet", "hand soviet 18", (PlayEvent(18), EntrainUnit("S_W"))),
    Off("entrains by 18S", "S_W", 14, "cards axis", "hand soviet 18", (PlayEvent(18), EntrainUnit("S_W"))),
    Off("is one too many", "S_W", 14, "movement soviet", f"unit S_KAL {HERE}", (ShatterUnit("S_W"),)),
    Off("is one too many", "G4", 14, "movement axis", f"unit G6 {HERE}\nunit G9 {HERE}", (ShatterUnit("G4"),)),
    Off("is one too many", "S_LEN", 14, "movement soviet", f"unit S_KAL {HERE}", (ShatterUnit("S_LEN"),), face="back"),
    Off("is one too many", "KG1", 14, "movement axis", f"unit G6 {HERE}\nunit G9 {HERE}", (ShatterUnit("KG1"),)),
    _lost_in_battle("is shattered in battle", "G4", 4),
    _lost_in_battle("is damaged in battle", "G4", 6, "back"),
    _lost_in_battle("is shattered in battle", "S_W", 4),
    _lost_in_battle("is damaged in battle", "S_W", 6),
    _lost_in_battle("is damaged in battle", "RUM3", 6),
    _lost_in_battle("is shattered in battle", "KG1", 4),
    Off(
        "cannot retreat",
        "G4",
        14,
        "combat soviet",
        SURROUNDED[AXIS],
        (DeclareTarget(HERE), BeginBattle, AssignAttacker, Rolled(6)),
    ),
    Off(
        "cannot retreat",
        "S_W",
        14,
        "combat axis",
        SURROUNDED[SOVIET],
        (DeclareTarget(HERE), BeginBattle, AssignAttacker, Rolled(6)),
    ),
    *(
        Off(
            "starves",
            unit,
            14,
            f"movement {turn}",
            f"{SURROUNDED[COUNTERS[unit].side]}\n{WAITING}",
            face="unsupplied",
        )
        for unit in ("G4", "S_W", "RUM3", "LUFT", "KG1", "OST1", "S_MOS", "ITA8")
        for turn in ("axis", "soviet")
    ),
    Off(
        "is hit by partisans",
        "G4",
        8,
        "organization soviet",
        "hand soviet 6",
        (PlayEvent(6), LoseStep("G4")),
        face="back",
    ),
    Off(
        "is lost to 24S",
        "G4",
        14,
        "organization soviet",
        "hand soviet 24\nhand axis 1 3",
        (PlayEvent(24), ChooseOption("card_and_step"), LoseStep("G4")),
        face="back",
    ),
    Off("is lost to 35A", "S_W", 18, "organization axis", "hand axis 35", (PlayEvent(35), LoseStep("S_W"))),
    Off("wavers", "RUM3", 14, "cards axis", "hand soviet 44\nhand axis 1", (PlayEvent(44), ChooseUnit("RUM3"))),
    Off(
        "surrenders to 18A",
        "S_W",
        8,
        "supply axis",
        "hand axis 18\n" + SURROUNDED[SOVIET],
        (PlayEvent(18), ChooseUnit("S_W")),
    ),
    Off("leaves by the calendar", "ITA8", 14, "detraining soviet"),
    Off("leaves by the calendar", "G2Pz", 15, "detraining soviet"),
    Off("leaves by the calendar", "GSSPz", 17, "detraining soviet"),
    Off("leaves with the oil", "RUM3", 14, "detraining soviet", "trigger greater_germany 2\ntrigger oil 15"),
    Off("is broken up", "G4", 14, "organization axis", helps=(ExchangeUnit("G4"),), options=("detachments",)),
    Off("is broken up", "S_W", 14, "organization soviet", helps=(ExchangeUnit("S_W"),), options=("fortified_fronts",)),
    Off("is alone", "REZ", 14, "movement soviet", "unit S_KAL 2011\nunit G9 2111", options=("rezervy",)),
    Off(
        "is built upon",
        "KG1",
        14,
        "organization axis",
        "unit G6 box:destroyed\nhand axis 22 23",
        (ReplaceUnit("G6", HERE), PayCard),
    ),
    Off(
        "is built upon",
        "OST1",
        14,
        "organization soviet",
        "unit S_KAL box:destroyed\nhand soviet 22 23",
        (ReplaceUnit("S_KAL", HERE), PayCard),
    ),
    Off(
        "is exiled",
        "KG1",
        14,
        "organization axis",
        "unit G6 box:destroyed\nhand axis 22 23",
        (ReplaceUnit("G6", HERE), ReorganizeUnit("G6"), ChooseUnit("KG1")),
    ),
)
PATIENCE: Final = 40
"""How many answers a way off the map may take."""
RETURN: Final = 25
"""How many more the way back may take."""
RETURNING: Final = ("box:rail", "box:shattered", "box:destroyed", "box:surrendered", "box:track")
"""Boxes out of which a unit comes back."""


class Journey:
    """A unit that leaves and comes back, with the ledger that is kept beside it."""

    def __init__(self, way: Off, rules: str, marker: str) -> None:
        self.way, self.rules, self.marker = way, rules, marker
        self.state = way.state(rules, marker)
        self.ledger = Ledger(self.state)
        self.played: list[Action] = []
        self.happened: list[Event] = []
        self.left = self.back = False
        self.patience = PATIENCE
        self.faults: list[str] = []

    def where(self) -> str:
        """Where the unit is."""
        return named(self.state.where[BOARD.unit_index[self.way.unit]])

    def goes(self) -> None:
        """Plays until the unit has left, and until it is back or the way is too long."""
        while len(self.played) < self.patience:
            options = legal_actions(self.state)
            if not options or self.back:
                return
            helps = () if self.left else self.way.helps
            action = next(
                (
                    one
                    for help_ in helps
                    for one in options
                    if one == help_ or (isinstance(help_, type) and isinstance(one, help_))
                ),
                None,
            )
            action = action or (self._way_back(options) if self.left else None)
            self.play(action or next((lazy for lazy in (Done(), Pass()) if lazy in options), options[0]))

    def _way_back(self, options: tuple[Action, ...]) -> Action | None:
        """What brings the unit back."""
        ways = (PlaceUnit, ReplaceUnit, DetrainUnit)
        return next((one for one in options if isinstance(one, ways) and one.unit == self.way.unit), None)

    def play(self, action: Action) -> None:
        """Plays an action, and compares."""
        before = self.state
        self.state, self.happened = apply(before, action)
        self.ledger.watch(before, action, self.state, self.happened)
        self.played.append(action)
        if not self.left:
            self.left = self.where().startswith("box:")
            if self.left:
                self.patience = len(self.played) + (RETURN if self.where() in RETURNING else 3)
        elif not self.where().startswith("box:"):
            self.back = True
            self.faults += [f"{fault} (after {action})" for fault in self._compare_markers()]

    def _compare_markers(self) -> list[str]:
        """What the unit may bear now that it is back."""
        unit = BOARD.unit_index[self.way.unit]
        disorganized = bool(self.state.disorganized >> unit & 1)
        placed = next(
            (event for event in self.happened if isinstance(event, UnitPlaced) and event.unit == self.way.unit), None
        )
        faults = []
        if self.state.unsupplied >> unit & 1:
            faults.append("6.4: it is back with an Unsupplied marker")
        if placed is not None and disorganized is not (placed.why in ("recover", "replace")):
            faults.append(
                f"7.6: it is back ({placed.why}) {'with' if disorganized else 'without'} a Disorganized marker"
            )
        if placed is None and disorganized and not any(isinstance(event, UnitDetrained) for event in self.happened):
            faults.append("9.2: it is back with a Disorganized marker")
        return faults

    def told(self) -> list[str]:
        """All faults in words, with the position."""
        played = "; ".join(map(str, self.played))
        text = f"{self.way.text(self.rules, self.marker)}\n# marker: {self.marker}; played: {played}"
        return [
            f"{self.rules}: {self.way.unit} {self.way.name}, bearing {self.marker}: {fault}\n{text}"
            for fault in (*self.ledger.faults, *self.faults)
        ]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("marker", MARKERS)
def test_every_way_off_the_map(marker: str, rules: str) -> None:
    """6.4, 9.2, 10.1.3, 15.3: markers stay behind, and do not come back."""
    faults: list[str] = []
    for way in WAYS:
        if not way.can_bear(rules, marker):
            continue
        journey = Journey(way, rules, marker)
        journey.goes()
        faults += journey.told()
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)
