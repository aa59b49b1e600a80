"""Every kind of unit against every result and card that changes its kind or its retreat: where is it then?

Forts and garrisons, militia, cadres, allies of one step, regional units and plain armies are attacked until each of EX,
DR, DS and DD has come up: free to retreat and surrounded, in supply and cut off, alone and with an army, behind their
walls and without them (33A, 47S). They starve, they are one too many, and events take steps from them. What becomes of
each is worked out from chapters 8.4.3, 10.7, 11.1, 12.5 and 14 alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final

import pytest
from oracles import AREAS, HEXES, adjacent, distance
from properties.ledger import COUNTERS, named

from noretreat.core.actions import (
    Action,
    AssignAttacker,
    BeginBattle,
    ChooseOption,
    CommitSupport,
    DeclareTarget,
    Done,
    LoseStep,
    Pass,
    PlayEvent,
    Rolled,
    ShatterUnit,
)
from noretreat.core.board import BOARD
from noretreat.core.events import Event, EventPointsChanged, ResultFound, UnitEliminated, UnitShattered
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids
from noretreat.game import State, apply, legal_actions, outcome
from noretreat.positions import position

AXIS, SOVIET = Side.AXIS, Side.SOVIET
EX, DR, DS, DD = RESULTS = ("EX", "DR", "DS", "DD")
DIGITAL: Final = {"digital", "digital_0_1"}
GONE_FOR_GOOD: Final = {"BERLIN_G", "VOLKS1", "VOLKS2", "FEST1"}
MILITIA: Final = {"VOLKS1", "VOLKS2"}
STAYS: Final = {"BERLIN_G", "FINN", *MILITIA}
"""Units that can retreat in no case (10.7.5)."""
CADRES: Final = {"KG1", "OST1"}
REGIONAL: Final = {"S_LEN", "S_MOS", "S_SEV"}
HERE: Final = "1611"


@dataclass(frozen=True)
class Subject:
    """A counter on one of its faces, at a place, on a turn."""

    unit: str
    at: str
    turn: int
    face: int = 0

    @property
    def side(self) -> Side:
        """Whose it is."""
        return COUNTERS[self.unit].side

    @property
    def fort(self) -> bool:
        """Is it a fort behind its walls (14.1, 14.8, 15.2)?"""
        if self.unit in REGIONAL | {"YUG1"}:
            return self.face == 1
        return self.unit in ("BERLIN_G", "FEST1", "FINN", "FF1")

    def two_faces(self, rules: str) -> bool:
        """Has the counter two faces (C-103)?"""
        return COUNTERS[self.unit].back is not None and (not COUNTERS[self.unit].back_by_switch or rules == "classic")

    def steps(self, rules: str) -> int:
        """2.3, 7.2.2, 7.3, 14.1: how many steps it can lose."""
        if not self.two_faces(rules):
            return 1
        if self.unit in REGIONAL | {"YUG1"}:
            return 1 + self.face
        if self.side is AXIS or self.unit == "SRUM":
            return 2 - self.face
        return 2 if self.face == 1 and self.turn >= 17 else 1

    def words(self) -> str:
        """It, as a position writes it."""
        return f"unit {self.unit} {self.at}{' back' * self.face}"


AXIS_UNITS: Final = (
    Subject("BERLIN_G", "0503", 26), Subject("VOLKS1", "0503", 26), Subject("VOLKS2", "0704", 26),
    Subject("FEST1", "0606", 26), Subject("FINN", "FINLAND", 26), Subject("FINN", "FINLAND", 26, 1),
    Subject("KG1", HERE, 26), Subject("LUFT", HERE, 26), Subject("HUN2", HERE, 26), Subject("RUM3", HERE, 14),
    Subject("ITA8", HERE, 14), Subject("HUN1", HERE, 26), Subject("HUN1", HERE, 26, 1), Subject("ABT_I1", HERE, 26),
    Subject("GSSGr", HERE, 26), Subject("GE", HERE, 26, 1), Subject("G4", HERE, 26), Subject("G4", HERE, 26, 1),
)  # fmt: skip
SOVIET_UNITS: Final = (
    *(Subject(unit, at, turn, face) for unit, at in (("S_LEN", "1902"), ("S_MOS", "2008"), ("S_SEV", HERE))
      for turn in (8, 19) for face in (0, 1)),
    *(Subject("S_W", HERE, turn, face) for turn in (8, 19) for face in (0, 1)),
    Subject("S_SW", HERE, 8, 1), Subject("FF1", HERE, 8), Subject("FF1", HERE, 19), Subject("OST1", HERE, 8),
    Subject("SPOL", HERE, 19), Subject("SRUM", HERE, 19, 1), Subject("SRUM", HERE, 19), Subject("YUG1", HERE, 19),
    Subject("YUG1", "SOUTH_BALKANS", 19, 1), Subject("YUG1", "SOUTH_BALKANS", 19),
    Subject("S_SEV", HERE, 23, 1), Subject("FF1", HERE, 23),
)  # fmt: skip
STRENGTH: Final = {  # attackers, the strongest last
    AXIS: ("G16", "G4Pz", "G3Pz", "G2Pz", "G1Pz", "G8", "G2", "G9", "G11", "G17"),
    SOVIET: ("S_SEV", "S_NC back", "S_VOL back", "S_STA back", "S_W back", "S_NW back", "S_S back", "S_VOR back"),
}
RING: Final = {
    AXIS: ("RUM4", "G18", "G6", "GF", "HUN3", "KG2"),
    SOVIET: ("S_BRY", "S_CAU", "S_KUR", "S_DON", "S_STE", "S_RES"),
}
ELSEWHERE: Final = "unit S_CRI 2110\nunit ABT_I2 2210"
"""Another battle, which comes after: play stops there before the phase is over."""
COMPANION: Final = {AXIS: "G6", SOVIET: "S_KAL"}


@dataclass(frozen=True)
class Case:
    """A subject and what surrounds it."""

    rules: str
    subject: Subject
    surrounded: bool = False
    cut_off: bool = False
    card: int = 0
    """33 or 47: the card that takes the walls away."""
    companion: bool = False

    @property
    def enemy(self) -> Side:
        """Who attacks."""
        return SOVIET if self.subject.side is AXIS else AXIS

    def text(self, attackers: int, support: bool = False) -> str:
        """The position; so many attackers, with a support marker or without."""
        at, side = self.subject.at, self.subject.side
        around = sorted(adjacent(at), key=lambda name: (name in AREAS, int(name[:2]) if name in HEXES else 0, name))
        around = around[::-1] if side is AXIS else around
        around = [name for name in around if name in HEXES]
        lines = [f"rules {self.rules}", f"turn {self.subject.turn}", f"phase combat {self.enemy}", ELSEWHERE]
        lines.append("supports 1 1" if support else "supports 0 0")
        lines.append(self.subject.words() + " unsupplied" * self.cut_off)
        if self.companion:
            lines.append(f"unit {COMPANION[side]} {at}{' back' * (side is SOVIET)}")
        pairs = 2 if self.enemy is AXIS or self.subject.turn >= 23 else 1
        places = dict.fromkeys(around[: (attackers + pairs - 1) // pairs], 0)
        for index, words in enumerate(STRENGTH[self.enemy][:attackers]):
            unit, *back = words.split()
            place = around[index // pairs] if index // pairs < len(around) else None
            if place is None:
                break
            lines.append(" ".join(["unit", unit, place, *back]))
            places[place] = 1
        if self.surrounded:
            ring = [place for place in around if not places.get(place)]
            lines += [f"unit {unit} {place}" for unit, place in zip(RING[self.enemy], ring, strict=False)]
            lines += ["unit FINN FINLAND"] if "FINLAND" in adjacent(at) and self.enemy is AXIS else []
        if side is AXIS and at == HERE:
            lines.append("control axis 1211 1415 1613 1307")
        if side is SOVIET and at in AREAS:
            lines += ["trigger oil 2", "trigger greater_germany 2"]
        if self.card:
            lines.append(f"hand {self.enemy} {self.card}")
        return "\n".join(lines)

    # --- what must become of it -------------------------------------------------------------------------
    def walls(self) -> bool:
        """Does a fort in the hex protect those in it (10.7.4)?"""
        return self.subject.fort and not self.card

    def steps(self) -> int:
        """Steps in this battle: the living Siege Artillery has turned the fort over (14.1)."""
        turned = self.card == 33 and self.rules == "living" and self.subject.fort and self.subject.two_faces(self.rules)
        return 1 if turned else self.subject.steps(self.rules)

    def eliminated(self) -> str:
        """10.7.1: the box of an eliminated unit."""
        unit = self.subject.unit
        if unit in GONE_FOR_GOOD:
            return "box:removed"
        if unit in CADRES:
            return "box:track"
        if self.subject.two_faces(self.rules):
            return "box:surrendered" if self.cut_off else "box:destroyed"
        return "box:track" if COUNTERS[unit].returns_after is not None else "box:destroyed"

    def expected(self, result: str) -> set[str]:
        """Where it may be after a result: a place, `away` (two hexes off), a box; `reduced`: a step is lost."""
        unit, stays = self.subject.unit, self.subject.at
        less = f"{stays} reduced" if self.steps() == 2 else self.eliminated()
        if result == EX:
            return {less}
        if self.walls():
            return {stays if result == DR else less}
        if unit in MILITIA or unit in STAYS or self.surrounded:
            return {self.eliminated()}
        if result == DR:
            return {"away"}
        if result == DS:
            return {"box:track" if unit in CADRES else "box:shattered"}
        return {"away reduced" if self.steps() == 2 else self.eliminated()}

    def expected_of_companion(self, result: str) -> set[str]:
        """The same for the army beside it, which loses no step where one is enough."""
        stays = self.subject.at
        if result == EX or (result == DR and not self.card) or (result == DS and self.walls()):
            return {stays}
        if self.walls():
            return {f"{stays} reduced"}
        if self.surrounded:
            return {"box:destroyed"}
        return {{DR: "away", DS: "box:shattered", DD: "away reduced"}[result]}

    def found(self, state: State, unit: str = "") -> str:
        """Where it, or the army beside it, is, in the same words."""
        index = BOARD.unit_index[unit or self.subject.unit]
        at = named(state.where[index])
        if at.startswith("box:"):
            return at
        two = unit or self.steps() == 2
        face = (unit == COMPANION[SOVIET]) if unit else self.subject.face
        reduced = " reduced" if two and state.face[index] != face else ""
        if at != self.subject.at:
            both = at in HEXES and self.subject.at in HEXES
            at = "away" if not both or distance(at, self.subject.at) == 2 else at
        return at + reduced

    def fought(self, state: State) -> bool:
        """Is the battle for its hex still being fought?"""
        return state.battle is not None and BOARD.node_of[self.subject.at] in state.battle.targets

    def told(self, fault: str, attackers: int, played: list[Action]) -> str:
        """A fault in words, with the position."""
        answers = "; ".join(map(str, played))
        return f"{self.rules}: {self.name()}: {fault}\n{self.text(attackers)}\n# {answers}"

    def name(self) -> str:
        """In a few words."""
        words = [self.subject.unit + (" back" if self.subject.face else ""), f"turn {self.subject.turn}"]
        words += [
            word
            for word, so in (("surrounded", self.surrounded), ("cut off", self.cut_off), ("in company", self.companion))
            if so
        ]
        return ", ".join((*words, f"against {self.card}" if self.card else "")).strip(", ")


def cases(rules: str) -> Iterator[Case]:
    """All cases of a rule set."""
    for subject in AXIS_UNITS + SOVIET_UNITS:
        if subject.face and not subject.two_faces(rules):
            continue
        walled = subject.fort or subject.unit in MILITIA
        card = (
            47
            if subject.side is AXIS and subject.turn >= 23
            else 33
            if subject.side is SOVIET and subject.turn < 12
            else 0
        )
        for surrounded, cut_off, takes in product((False, True), (False, True), (0, card) if walled and card else (0,)):
            if cut_off and subject.unit in ("FINN", "YUG1") and subject.at in AREAS:
                continue  # always supplied at home
            if surrounded and subject.at in AREAS:
                continue
            yield Case(rules, subject, surrounded, cut_off, takes)
            if walled and subject.turn >= 23 and subject.at not in AREAS:
                yield Case(rules, subject, surrounded, cut_off, takes, companion=True)


# --- battles ----------------------------------------------------------------------------------------------
def before_the_die(case: Case, attackers: int, support: bool) -> tuple[State, list[Action]] | None:
    """The position before the die of the battle for the subject's hex, all attackers in it, and what was played."""
    state = position(case.text(attackers, support))
    played: list[Action] = []
    able = [words.split()[0] for words in STRENGTH[case.enemy][:attackers]]
    for _ in range(60):
        options = legal_actions(state)
        if not options:
            return None
        if isinstance(options[0], Rolled):
            return state, played
        other = "2110" if case.enemy is AXIS else "2210"
        wanted = (
            PlayEvent(case.card),
            DeclareTarget(case.subject.at),
            DeclareTarget(other),
            BeginBattle(case.subject.at),
        )
        wanted += (CommitSupport(), *map(AssignAttacker, able))
        action = next((one for one in wanted if one in options), None)
        action = action or next((lazy for lazy in (Done(), Pass()) if lazy in options), options[0])
        state, _ = apply(state, action)
        played.append(action)
    return None


def after(state: State, case: Case) -> tuple[State, list[Action]]:
    """The position once the battle is over: the subject takes the losses, and retreats where it likes."""
    played: list[Action] = []
    while state.battle is not None and case.fought(state) and outcome(state) is None:
        options = legal_actions(state)
        mine = LoseStep(case.subject.unit)
        action = mine if mine in options else next((lazy for lazy in (Done(), Pass()) if lazy in options), options[0])
        state, _ = apply(state, action)
        played.append(action)
    return state, played


def results(case: Case) -> Iterator[tuple[str, State, int, list[Action]]]:
    """Each of the four results that can be brought about, with the position after it."""
    left = set(RESULTS)
    for support, attackers in product((False, True), range(1, len(STRENGTH[case.enemy]) + 1)):
        ready = before_the_die(case, attackers, support) if left else None
        if ready is None or not case.fought(ready[0]):
            continue
        state, played = ready
        for value in range(1, 7):
            rolled, happened = apply(state, Rolled(value))
            result = next((event.result for event in happened if isinstance(event, ResultFound)), "")
            if result in left:
                left.remove(result)
                end, more = after(rolled, case)
                yield result, end, attackers, [*played, Rolled(value), *more]


def thinned(rules: str) -> list[Case]:
    """All cases with a card, and every third of the others: another third under each rule set."""
    first = ruleset_ids().index(rules)
    return [case for index, case in enumerate(cases(rules)) if case.card or index % 3 == first % 3]


def faults_of(case: Case) -> tuple[set[str], list[str]]:
    """Which results came up, and what was wrong after them."""
    seen, faults = set(), []
    for result, state, attackers, played in results(case):
        seen.add(result)
        expected, found = case.expected(result), case.found(state)
        if found not in expected:
            faults.append(
                case.told(f"{result}: it is in {found}, and should be in {' or '.join(expected)}", attackers, played)
            )
        if case.companion and outcome(state) is None:
            expected, found = case.expected_of_companion(result), case.found(state, COMPANION[case.subject.side])
            if found not in expected:
                fault = f"{result}: its companion is in {found}, and should be in {' or '.join(expected)}"
                faults.append(case.told(fault, attackers, played))
        faults += [case.told(f"{result}: {fault}", attackers, played) for fault in _others(case, state)]
    return seen, faults


def _others(case: Case, state: State) -> Iterator[str]:
    """12.5 and the markers."""
    unit = BOARD.unit_index[case.subject.unit]
    end = outcome(state)
    lost = case.subject.unit == "BERLIN_G" and state.where[unit] < 0
    if lost is not (end is not None and end.reason == "garrison"):
        yield f"12.5: the Garrison is {'lost' if lost else 'there'}, and the outcome is {end}"
    if state.where[unit] < 0 and (state.unsupplied | state.disorganized) >> unit & 1:
        yield "6.4: it bears a marker off the map"


@pytest.mark.slow
@pytest.mark.parametrize("which", [thinned])
@pytest.mark.parametrize("rules", ruleset_ids())
def test_every_result_on_every_kind_of_unit(rules: str, which: Callable[[str], Iterable[Case]]) -> None:
    """10.7, 12.5, 14.1, 14.9, 14.11: retreats, losses and what protects from them."""
    faults: list[str] = []
    for case in which(rules):
        faults += faults_of(case)[1]
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


# --- out of battle ----------------------------------------------------------------------------------------
def _played(text: str, *helps: Action, until: str = "") -> tuple[State, list[Action], list[Event]]:
    """Plays a position idly on, but for what helps, until the player turn or the phase `until` is over; and the log."""
    state, played, log = position(text), [], []
    turn_of, turn = state.phasing, state.turn
    for _ in range(60):
        options = legal_actions(state)
        if not options or (state.phasing, state.turn) != (turn_of, turn) or (until and state.phase != until):
            break
        action = next((one for one in helps if one in options), None)
        action = action or next((lazy for lazy in (Done(), Pass()) if lazy in options), options[0])
        state, happened = apply(state, action)
        played.append(action)
        log += happened
    return state, played, log


def _fate(case: Case, state: State, log: list[Event]) -> str:
    """Where the subject went, by the log: play may have gone on into the next turn; else where it is."""
    for event in log:
        if isinstance(event, UnitEliminated) and event.unit == case.subject.unit:
            return f"box:{event.box}"
        if isinstance(event, UnitShattered) and event.unit == case.subject.unit:
            return "box:track" if case.subject.unit in CADRES else "box:shattered"
    return case.found(state)


def _points(case: Case, log: list[Event]) -> int:
    """What the loss of the subject has moved the event marker by."""
    return sum(
        after_.change
        for before, after_ in pairwise(log)
        if isinstance(before, UnitEliminated)
        and before.unit == case.subject.unit
        and isinstance(after_, EventPointsChanged)
    )


def _told(rules: str, subject: Subject, fault: str, text: str, played: list[Action]) -> str:
    """A fault in words, with the position."""
    answers = "; ".join(map(str, played))
    return f"{rules}: {subject.unit}{' back' * subject.face}, turn {subject.turn}: {fault}\n{text}\n# {answers}"


WAITS: Final = "\nunit S_CRI box:rail\nunit ABT_I2 box:rail\nunit S_NW 2310\nunit ABT_M 0405"
"""Units with something to do, so that play stops in the Movement and Detraining Phases."""


def _starving(rules: str) -> Iterator[Case]:
    """Surrounded units with an Unsupplied marker that nothing supplies."""
    for subject in AXIS_UNITS + SOVIET_UNITS:
        always = rules == "classic" and subject.unit in GONE_FOR_GOOD | {"S_LEN"}
        if subject.at not in AREAS and not always and (not subject.face or subject.two_faces(rules)):
            yield Case(rules, subject, surrounded=True, cut_off=True)


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("turn_of", [AXIS, SOVIET])
def test_every_kind_of_unit_starves(turn_of: Side, rules: str) -> None:
    """11.1: in either side's Removal Phase; two-step counters surrender for a point, the others go where they say."""
    faults = []
    for case in _starving(rules):
        text = (
            case.text(0)
            .replace(f"phase combat {case.enemy}", f"phase movement {turn_of}")
            .replace(ELSEWHERE + "\n", "")
        )
        state, played, log = _played(text + WAITS)
        found, expected = _fate(case, state, log), case.eliminated()
        if found != expected:
            faults.append(_told(rules, case.subject, f"it is in {found}, and should be in {expected}", text, played))
        leads = SOVIET if case.subject.turn >= 12 else AXIS
        points = (expected == "box:surrendered") * (1 if case.enemy is leads else -1)
        if _points(case, log) != points:
            faults.append(_told(rules, case.subject, f"{_points(case, log)} points, not {points}", text, played))
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("marker", ["", "unsupplied"])
def test_every_kind_of_unit_is_one_too_many(marker: str, rules: str) -> None:
    """8.4.3: shattered, or destroyed without supplies; the Garrison and the militia stay while another can go."""
    faults = []
    for subject in AXIS_UNITS + SOVIET_UNITS:
        limit = 2 if subject.side is AXIS or subject.turn >= 23 else 1
        if (subject.face and not subject.two_faces(rules)) or subject.at in AREAS:
            continue
        others = (("G9", "G11"), ("S_KAL", "S_VOL"))[subject.side is SOVIET][:limit]
        lines = [
            f"rules {rules}",
            f"turn {subject.turn}",
            f"phase movement {subject.side}",
            f"{subject.words()} {marker}".strip(),
        ]
        text = "\n".join((*lines, *(f"unit {other} {subject.at}" for other in others)))
        case = Case(rules, subject, cut_off=bool(marker))
        state, played, log = _played(text, ShatterUnit(subject.unit), until="movement")
        expected = {"box:track" if subject.unit in CADRES else "box:shattered"}
        if marker or (rules in DIGITAL and subject.fort):
            expected = {case.eliminated().replace("surrendered", "destroyed")}
            expected |= set() if rules in DIGITAL or subject.unit in CADRES else {"box:destroyed"}
        if subject.unit in ("BERLIN_G", *MILITIA):
            expected = {subject.at}
        found, points = _fate(case, state, log), _points(case, log)
        if found not in expected or points:
            fault = f"it is in {found}, and should be in {' or '.join(sorted(expected))}; {points} points"
            faults.append(_told(rules, subject, fault, text, played))
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


STEPS: Final = ((6, SOVIET, "organization soviet", 8, ""), (24, SOVIET, "organization soviet", 26, "hand axis 16 17"),
                (35, AXIS, "organization axis", 19, ""))  # fmt: skip
"""Events that take a step: card, side, moment, turn, and the hand that the other side needs."""


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("marker", ["", "unsupplied"])
def test_every_kind_of_unit_loses_a_step_by_an_event(marker: str, rules: str) -> None:
    """10.7.1, 14: 06S, 24S and 35A take a step where the unit stands; no cadre takes its place (14.9.2)."""
    faults = []
    for subject, (card, side, moment, turn, hand) in product(AXIS_UNITS + SOVIET_UNITS, STEPS):
        if subject.side is side or (subject.face and not subject.two_faces(rules)) or subject.turn != turn:
            continue
        if card == 35 and (marker or subject.unit in CADRES):
            continue
        cadre = "unit KG2 box:cadres" if subject.unit == "KG1" else "unit KG1 box:cadres\nunit OST1 box:cadres"
        lines = [f"rules {rules}", f"turn {turn}", f"phase {moment}", f"hand {side} {card}", hand, cadre]
        text = "\n".join(line for line in (*lines, f"{subject.words()} {marker}".strip()) if line)
        case = Case(rules, subject, cut_off=bool(marker))
        helps = (PlayEvent(card), ChooseOption("card_and_step"), LoseStep(subject.unit))
        state, played, log = _played(text, *helps, until="organization")
        found, expected = _fate(case, state, log), f"{subject.at} reduced" if case.steps() == 2 else case.eliminated()
        if found != expected:
            faults.append(_told(rules, subject, f"{card}: it is in {found}, and should be in {expected}", text, played))
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)
