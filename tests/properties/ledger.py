"""What the rulebook has to say about control, triggers and memories, kept beside a game and compared with it.

A `Ledger` is written from chapters 8.6, 9.2, 10.1.3, 12.7 and 13.5 and from nothing else: it follows the log of each
action, works out who controls what, which triggers are due and what has to be forgotten, and names each thing in which
the game disagrees. It shares no line with the rules of the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from oracles import AREAS, BALTIC_EXTRA, HEXES, Table, adjacent, distance, enemy_of, greater_germany, trace_neighbors

from noretreat.core import events
from noretreat.core.actions import DetrainUnit
from noretreat.core.board import BOARD, SIDES, SOVIET, bits
from noretreat.core.boxes import BOX_NAMES, RAIL, SHATTERED
from noretreat.core.state import State
from noretreat.data.facts import Sea, Side, Terrain
from noretreat.data.load import load_facts
from noretreat.explain.knowledge.view import view

COUNTERS: Final = {unit.id: unit for unit in load_facts().units}
POINTS: Final = {name for name, hex_ in HEXES.items() if hex_.is_vp}
OIL, WARSAW, BUCHAREST = "0816", "0906", "0717"
RUMANIA: Final = {OIL, BUCHAREST, "0716"}
TRIGGERS: Final = ("greater_germany", "oil", "warsaw")
BY_PASSING: Final = {"classic", "deluxe", "living"}
"""Rule sets in which a city is taken by a unit that only passes through it (12.7.1)."""
OIL_FEEDS: Final = {"digital", "digital_0_1"}
"""Rule sets in which oil fields are supply sources, and enemy cities stop a path (6.1, 6.3)."""
EXTENSION: Final = 17
"""The turn on which the classic map grows at the latest (13.5)."""


def named(place: int) -> str:
    """A place in words, as positions write it."""
    return BOARD.id_of[place] if place >= 0 else BOX_NAMES[place]


def places(state: State) -> dict[str, str]:
    """Where each counter is."""
    return {unit: named(place) for unit, place in zip(BOARD.unit_ids, state.where, strict=True)}


def controllers(state: State) -> dict[str, Side]:
    """Who controls each city and oil field."""
    return {name: Side.SOVIET if state.soviet_control >> BOARD.node_of[name] & 1 else Side.AXIS for name in POINTS}


class Ledger:
    """Follows a game from a position on; `faults` are the disagreements, each once, with the action that showed it."""

    def __init__(self, state: State, fresh: dict[Side, set[str]] | None = None) -> None:
        self.rules = state.setup.options.rules
        self.turn, self.phasing, self.phase = state.turn, SIDES[state.phasing], state.phase
        self.control = controllers(state)
        self.taken: dict[Side, set[str]] = fresh or {side: set() for side in SIDES}
        """Cities and oil fields that each side took in this player turn."""
        self.extended = state.extension_laid
        self.due: dict[str, int] = {name: turn for name, turn in zip(TRIGGERS, state.triggers, strict=True) if turn}
        self.due |= dict.fromkeys((name for name in TRIGGERS if self._has_happened(name, places(state))), 0)
        self.unmarked: dict[int, str] = {}
        """Units that lost the local support marker with their life, and have not been given it since."""
        self.bought: dict[str, tuple[dict[str, Side], dict[Side, set[str]], set[str]]] = {}
        """Units placed on the map in this phase, with control as it was before."""
        self.faults: list[str] = []
        self.seen: set[str] = set()
        self.latest, self.where = state, places(state)

    # --- following ----------------------------------------------------------------------------------------
    def watch(self, before: State, action: object, after: State, happened: Iterable[events.Event]) -> None:
        """Reads the log of one action, and compares what follows from it with the state after it."""
        clock = (self.turn, self.phasing, self.phase)
        was = self.where if before is self.latest else places(before)
        for event in happened:
            self._read(event)
        found = set(self._compare(after, was, clock))
        self.faults += [f"{fault} (after {action})" for fault in sorted(found - self.seen)]
        self.seen |= found

    def _read(self, event: events.Event) -> None:
        """Carries one line of the log over."""
        if isinstance(event, events.TurnBegan):
            self.turn = event.turn
        elif isinstance(event, events.PhaseBegan):
            if event.side is not self.phasing:
                self.taken = {side: set() for side in SIDES}
            if event.phase != self.phase:
                self.bought = {}
            self.phasing, self.phase = event.side, event.phase
        elif isinstance(event, events.ExtensionLaid):
            self.extended = True
        elif isinstance(event, events.UnitMoved | events.UnitRetreated):
            self._enter(event.unit, event.path[1:])
        elif isinstance(event, events.UnitAdvanced | events.UnitDetrained):
            self._enter(event.unit, (event.to,))
        elif isinstance(event, events.UnitPlaced):
            taken = {side: set(names) for side, names in self.taken.items()}
            self.bought[event.unit] = dict(self.control), taken, set(self.due)
            self._enter(event.unit, (event.to,))
        elif isinstance(event, events.TakenBack) and event.unit in self.bought:
            self.control, self.taken, due = self.bought.pop(event.unit)
            # Whether a city that was given back has been controlled "for the first time" is nowhere said.
            self.due |= {name: 0 for name in self.due if name not in due}

    def _enter(self, unit: str, path: tuple[str, ...]) -> None:
        """A unit enters hexes: it takes what is worth points (12.7.1), and may cross a border (13.5)."""
        side = COUNTERS[unit].side
        for name in path if self.rules in BY_PASSING else path[-1:]:
            if name in POINTS and self.control[name] is not side:
                self.control[name] = side
                self.taken[side].add(name)
        if side is Side.SOVIET:
            for trigger in TRIGGERS:
                if trigger not in self.due and self._has_happened(trigger, {unit: path[-1]}):
                    self.due[trigger] = self.turn + 1

    def _has_happened(self, trigger: str, where: dict[str, str]) -> bool:
        """Has a Soviet unit crossed the border, or do the Soviets control the oil, or Warsaw (13.5)?"""
        soviets = {name for unit, name in where.items() if COUNTERS[unit].side is Side.SOVIET}
        if trigger == "greater_germany":
            return any(greater_germany(name) for name in soviets)
        if trigger == "oil" and self.rules == "classic" and not self.extended and self.turn < EXTENSION:
            return bool(soviets & RUMANIA)
        return self.control[OIL if trigger == "oil" else WARSAW] is Side.SOVIET

    # --- comparing ----------------------------------------------------------------------------------------
    def _compare(self, state: State, was: dict[str, str], clock: tuple[object, ...]) -> Iterable[str]:
        """All disagreements between the ledger and the game."""
        self.latest, self.where = state, places(state)
        where = self.where
        yield from self._compare_control(state, where)
        if (self.turn, self.phasing, self.phase) != clock or state.ended:
            yield from self._compare_triggers(state)
        yield from self._compare_memories(state, where)
        yield from self._compare_areas(state, was, where)
        if any(isinstance(option, DetrainUnit) for option in state.options):
            yield from self._compare_detraining(state)

    def _compare_control(self, state: State, where: dict[str, str]) -> Iterable[str]:
        """12.7.1: the side whose unit was the last to enter, and nobody else."""
        found = controllers(state)
        for name in sorted(POINTS) if found != self.control else ():
            if found[name] is not self.control[name]:
                yield f"12.7.1: {name} is {found[name]}, and should be {self.control[name]}"
                self.control[name] = found[name]
        for unit, name in where.items():
            if name in POINTS and found[name] is not COUNTERS[unit].side:
                yield f"12.7.1: {unit} stands in {name}, which is {found[name]}"

    def _compare_triggers(self, state: State) -> Iterable[str]:
        """13.5: at the latest when the phase is over, a trigger is due exactly if it has happened, a turn later."""
        for index, name in enumerate(TRIGGERS):
            if self.due.get(name) == 0:
                continue  # it had happened before the position began
            if state.triggers[index] != self.due.get(name, 0):
                expected = self.due.get(name, 0) or "never"
                yield f"13.5: {name} is due on turn {state.triggers[index] or 'never'}, and should be {expected}"
                self.due[name] = state.triggers[index]

    def _compare_memories(self, state: State, where: dict[str, str]) -> Iterable[str]:
        """What a counter off the map must not carry (8.4.3, 10.1.3, 11.2, 14.12, 15.3), and what ends with it."""
        off = sum(1 << unit for unit, place in enumerate(state.where) if place < 0)
        for unit in bits((state.unsupplied | state.disorganized) & off):
            name = BOARD.unit_ids[unit]
            if state.unsupplied >> unit & 1:
                yield f"6.4: {name} in {where[name]} bears an Unsupplied marker"
            if state.disorganized >> unit & 1 and state.where[unit] != RAIL:
                yield f"9.2: {name} in {where[name]} bears a Disorganized marker"
        if state.reserve >= 0 and state.where[state.reserve] != RAIL:
            yield f"14.12: the reserve {BOARD.unit_ids[state.reserve]} is in {where[BOARD.unit_ids[state.reserve]]}"
        if state.battle is None and state.ended is None:
            yield from self._compare_markers(state)
        yield from self._compare_support(state)
        if state.works & state.occupied(SOVIET):
            yield "41A: Defensive Works in a hex with a Soviet unit"

    def _compare_markers(self, state: State) -> Iterable[str]:
        """10.1.3: where Counterblows have to be answered, none lies on a hex that its units have left (C-62)."""
        if state.phase in ("combat", "counterblows"):
            for name in BOARD.ids(state.standing_counterblows & ~state.occupied(1 - state.phasing)):
                yield f"10.1.3: a standing Counterblow marker lies on {name}, where nobody is"

    def _compare_support(self, state: State) -> Iterable[str]:
        """15.3: the local support marker goes with a unit that is eliminated, and does not come back with it."""
        for side, unit in enumerate(state.local_support):
            if unit < 0:
                self.unmarked.pop(side, None)
            elif state.where[unit] < SHATTERED:
                self.unmarked[side] = BOARD.unit_ids[unit]
            elif state.where[unit] >= 0 and self.unmarked.get(side) == BOARD.unit_ids[unit]:
                yield f"15.3: {BOARD.unit_ids[unit]} was eliminated, and has its local support marker again"

    def _compare_areas(self, state: State, was: dict[str, str], where: dict[str, str]) -> Iterable[str]:
        """8.6, 8.7: who may be in the areas."""
        for unit, name in where.items():
            if name not in AREAS or was[unit] == name:
                continue
            nation = COUNTERS[unit].nation.value
            if name == "FINLAND":
                if nation not in ("german", "finnish", "soviet"):
                    yield f"8.6: {unit} is in Finland"
            elif self.rules not in OIL_FEEDS and nation not in ("german", "yugoslav"):
                yield f"8.7: {unit} is in the Balkans"
            elif not 0 < state.triggers[1] <= (99 if self.rules in OIL_FEEDS else state.turn):
                yield f"8.7: {unit} is in the Balkans before they are open"

    # --- detraining (9.2) ---------------------------------------------------------------------------------
    def _compare_detraining(self, state: State) -> Iterable[str]:
        """9.2: the hexes on offer are those where a unit may detrain, and of those without a unit none is missing."""
        offered: dict[Side, set[str]] = {side: set() for side in SIDES}
        for option in state.options:
            # Areas have tests of their own, for it depends on the unit whether it may be there (8.6, 8.7, C-145).
            if isinstance(option, DetrainUnit) and option.to not in AREAS:
                offered[COUNTERS[option.unit].side].add(option.to)
        taken = set().union(*self.taken.values())  # whoever took them (C-135)
        took = f"{', '.join(sorted(taken)) or 'nothing'} was taken this player turn"
        for side, hexes in offered.items():
            if not hexes:
                continue
            allowed = Stations(state, self.rules, side, taken, self.extended).hexes()
            if hexes - allowed:
                yield f"9.2: {side} units are let detrain in {' '.join(sorted(hexes - allowed))}; {took}"
            missing = allowed - hexes - set(places(state).values())
            if missing:
                yield f"9.2: {side} units are not let detrain in {' '.join(sorted(missing))}; {took}"


class Stations(Table):
    """Where a side may detrain, by 9.2 and its box of rule sets."""

    def __init__(self, state: State, rules: str, side: Side, taken: set[str], extended: bool) -> None:
        self.rules, self.side = rules, side
        self.small = rules == "classic" and not extended and state.turn < EXTENSION
        self.burnt = set(BOARD.ids(state.scorched))
        super().__init__(view(state, None))
        self.fresh = set() if rules == "classic" else taken - self.burnt  # a scorched city is none (C-88)
        feeders = {
            name
            for name in super().sources(side) | (self._oil() if rules in OIL_FEEDS else set())
            if name not in self.fresh | self.burnt
        }
        self.steps = self._steps_from(feeders)
        """How many steps an overland path from each place takes, where there is one."""

    def _oil(self) -> set[str]:
        """Oil fields that feed others under the digital rules (6.1)."""
        return {name for name, hex_ in HEXES.items() if hex_.oil and self.city_supplied(name, self.side)}

    def edge(self, name: str, side: Side) -> bool:
        """The small classic map ends with column 07."""
        if self.small and side is Side.AXIS:
            return name in HEXES and int(name[:2]) <= 7
        return super().edge(name, side)

    def by_sea(self, name: str, side: Side) -> bool:
        """The classic rules do not ask for Leningrad (6.2)."""
        baltic = name in BALTIC_EXTRA or (name in HEXES and Sea.BALTIC in HEXES[name].coasts)
        return (self.rules == "classic" and baltic) or super().by_sea(name, side)

    def lay_zones(self) -> None:
        """Under the digital rules a path stops at an enemy city, too (6.3)."""
        super().lay_zones()
        if self.rules in OIL_FEEDS:
            self.blocked[self.side] |= {name for name in HEXES if self.enemy_city(name)}

    def enemy_city(self, name: str) -> bool:
        """A city that the enemy controls, burnt ones not (C-88)."""
        city = name in HEXES and HEXES[name].terrain is Terrain.CITY
        return city and name not in self.burnt and self.view.control.get(name) is enemy_of(self.side)

    def _steps_from(self, feeders: set[str], longest: int = 4) -> dict[str, int]:
        """Walks back from all sources at once: a path may begin in a blocked hex, but not go through one (6.1, 6.3)."""
        steps = dict.fromkeys(feeders, 0)
        ring = list(feeders)
        for spent in range(1, longest + 1):
            reached = {there for here in ring for there in trace_neighbors(here)}
            reached |= {name for name in HEXES if spent == 1 and self.edge(name, self.side)}
            new = [name for name in reached if name not in steps]
            steps |= dict.fromkeys(new, spent)
            ring = [name for name in new if name not in AREAS and name not in self.blocked[self.side]]
        return steps

    def traces(self, name: str, longest: int) -> bool:
        """Is there an overland path of this length to a source that was not taken just now?"""
        return self.steps.get(name, 99) <= longest

    def hexes(self) -> set[str]:
        """All of them."""
        return {name for name in HEXES if self._fits(name)}

    def _fits(self, name: str) -> bool:
        """May a unit of the side leave the train here, stacking apart?"""
        enemy = enemy_of(self.side)
        if name in self.at[enemy] or name in self.fresh:
            return False
        city = HEXES[name].terrain is Terrain.CITY and name not in self.burnt
        own = city and self.view.control[name] is self.side
        if self.rules == "classic":
            return self._fits_classic(name, own)
        if self.rules in ("living", "digital") and any(
            self.enemy_city(there) for there in (name, *adjacent_hexes(name))
        ):
            return False
        held = own and self.city_supplied(name, self.side, as_source=False)
        if self.rules == "digital":
            return held or (name not in self.zone[enemy] and self.traces(name, 3))
        if own and (held or self.traces(name, 4)):
            return True
        return name not in self.zone[enemy] and self.traces(name, 3)

    def _fits_classic(self, name: str, own: bool) -> bool:
        """Classic: an own city with a path, an own port, or any hex outside enemy zones with a path, but enemy ones."""
        held = own and (self.city_supplied(name, self.side, as_source=False) or self.traces(name, 4))
        if held or (own and self.by_sea(name, self.side)):
            return True
        # A scorched city is none (C-88), and a hex without a city is no enemy's (C-27).
        theirs = name in POINTS and name not in self.burnt and self.view.control[name] is enemy_of(self.side)
        return not theirs and name not in self.zone[enemy_of(self.side)] and self.traces(name, 4)


def adjacent_hexes(name: str) -> Iterable[str]:
    """Hexes over a passable hexside."""
    return (there for there in adjacent(name) if there in HEXES)


def near(name: str, radius: int) -> list[str]:
    """The hexes within so many steps, nearest first."""
    return sorted(
        (there for there in HEXES if distance(there, name) <= radius), key=lambda at: (distance(at, name), at)
    )
