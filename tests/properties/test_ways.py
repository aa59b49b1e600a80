"""Every way onto and off the map against every trigger, every change of control, and every memory of this turn.

A *way* is how a unit comes to a hex: by a move or a retreat, by rail, from a box, by a card. Each is tried on hexes at
which something follows from it (a city, the oil, the border of Greater Germany, Finland), under all rule sets, from the
smallest position in which the rules let it happen; from there the player turn is played to its end. A ledger written
from the rulebook alone (`ledger.py`) is compared with the game after every action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

import pytest
from oracles import HEXES, adjacent, distance, enemy_of, greater_germany
from properties.ledger import COUNTERS, POINTS, Ledger, near, places

from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    ChooseHex,
    Counterattack,
    DeclareTarget,
    DetrainUnit,
    Done,
    ExchangeUnit,
    MoveUnit,
    Pass,
    PayCard,
    PlaceUnit,
    PlayEvent,
    ReplaceUnit,
    RetreatUnit,
    Rolled,
)
from noretreat.core.board import BOARD
from noretreat.core.events import Event, UnitMoved
from noretreat.data.facts import Side, Terrain
from noretreat.data.load import ruleset_ids
from noretreat.game import Options, State, apply, legal_actions, new_game
from noretreat.positions import PREFIX, PositionError, begin, write_position

Words = dict[str, object]
CITIES: Final = {name for name, hex_ in HEXES.items() if hex_.terrain is Terrain.CITY}
RULES: Final = tuple(ruleset_ids())


# --- goals ------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Goal:
    """A hex where something follows from a unit's coming, and the side that comes."""

    name: str
    hex: str
    side: Side

    def around(self, radius: int = 1) -> list[str]:
        """The hexes next to it, or within `radius`, nearest first; home ones first."""
        if radius == 1:
            return sorted((there for there in adjacent(self.hex) if there in HEXES), key=self._foreign)
        centre = self.hex if self.hex in HEXES else min(adjacent(self.hex))
        return sorted((there for there in near(centre, radius) if there != self.hex), key=self._foreign)

    def _foreign(self, name: str) -> tuple[bool, str]:
        return greater_germany(name) is (self.side is Side.SOVIET), name


GOALS: Final = tuple(
    Goal(name, at, Side(side))
    for name, at, side in (
        ("the Rumanian oil", "0816", "soviet"),
        ("Warsaw", "0906", "soviet"),
        ("Bucharest", "0717", "soviet"),
        ("a Rumanian hex", "0716", "soviet"),
        ("the border", "1016", "soviet"),
        ("Kiev lost", "1211", "soviet"),
        ("Finland", "FINLAND", "soviet"),
        ("the Balkans", "SOUTH_BALKANS", "soviet"),
        ("Kiev", "1211", "axis"),
        ("Odessa", "1115", "axis"),
        ("the Caucasus oil", "2022", "axis"),
        ("the Rumanian oil lost", "0816", "axis"),
    )
)
ARMY: Final = {Side.AXIS: "G4", Side.SOVIET: "S_W"}
SECOND: Final = {Side.AXIS: "G6", Side.SOVIET: "S_KAL"}
TANKS: Final = {Side.AXIS: "G3Pz", Side.SOVIET: "S_RES"}
WEAK: Final = {Side.AXIS: "RUM3", Side.SOVIET: "S_S"}
STRONG: Final = {Side.AXIS: ("G1Pz", "G2", "G8"), Side.SOVIET: ("S_SW", "S_CEN", "S_STA")}
CADRE: Final = {Side.AXIS: "KG1", Side.SOVIET: "OST1"}
PASSENGERS: Final = {Side.AXIS: "G17", Side.SOVIET: "S_VOR"}
EARLY, LATE, LAST = 8, 14, 24
"""Clear turns on which the Axis has the initiative, and the Soviets; one of 1945."""


# --- positions --------------------------------------------------------------------------------------------
@dataclass
class Setting:
    """A position in the making: what stands where, who controls what, what lies in the hands."""

    goal: Goal
    rules: str
    turn: int
    phase: str
    turn_of: Side
    units: dict[str, str] = field(default_factory=dict)
    ours: set[str] = field(default_factory=set)
    """Points that the coming side controls from the beginning."""
    hands: dict[Side, tuple[int, ...]] = field(default_factory=dict)
    options: Mapping[str, bool] = field(default_factory=dict)

    def text(self) -> str:
        """The position as text."""
        side = self.goal.side
        home = {name for name in POINTS if greater_germany(name) is (side is Side.AXIS)}
        control = (home | self.ours) - {self.goal.hex}
        axis = control if side is Side.AXIS else POINTS - control
        for unit, words in self.units.items():  # who stands in a city has it
            axis = axis - {words.split()[0]} | (
                {words.split()[0]} & POINTS if COUNTERS[unit].side is Side.AXIS else set()
            )
        lines = [f"rules {self.rules}", f"turn {self.turn}", f"phase {self.phase} {self.turn_of}", "supports 0 0"]
        lines += [f"unit {unit} {words}" for unit, words in self.units.items()]
        lines += [
            f"control {one} {' '.join(sorted(names))}"
            for one, names in ((Side.AXIS, axis), (Side.SOVIET, POINTS - axis))
            if names
        ]
        lines += [f"hand {one} {' '.join(map(str, cards))}" for one, cards in self.hands.items() if cards]
        lines += [f"trigger {name} 2" for name in self._past(POINTS - axis)]
        return "\n".join(lines)

    def _past(self, soviet: set[str]) -> Iterator[str]:
        """The triggers that must have happened already."""
        stands = {words.split()[0] for unit, words in self.units.items() if COUNTERS[unit].side is Side.SOVIET}
        if any(greater_germany(name) for name in stands | soviet):
            yield "greater_germany"
        early = self.rules == "classic" and self.turn < 17 and stands & {"0816", "0717", "0716"}
        if "0816" in soviet or early or self.goal.hex == "SOUTH_BALKANS":
            yield "oil"
        if "0906" in soviet:
            yield "warsaw"

    def state(self) -> State:
        """The position at its first decision."""
        return begin(PREFIX + self.text(), Options(rules=self.rules, guarded=False, **self.options))


Help = Action | type | Callable[[State, Action], bool]
Recipe = Callable[[Goal, str], Iterator[Setting]]
Fits = Callable[[Goal, State, Action], bool]


@dataclass(frozen=True)
class Way:
    """A way to a hex: positions in which it may be open, the action that takes it, and what helps to get there."""

    name: str
    side: Side | None
    recipe: Recipe
    fits: Fits
    helps: tuple[Help, ...] = ()
    then: tuple[Action, ...] = ()
    """What is answered to it, if it is on offer."""


def goes(verb: type, *units: str) -> Fits:
    """An action of this kind that ends in the goal."""
    return lambda goal, state, action: (
        isinstance(action, verb) and action.to == goal.hex and action.unit in (units or COUNTERS)
    )


def _passes(goal: Goal, state: State, action: Action) -> bool:
    """A move through the goal."""
    if not isinstance(action, MoveUnit) or action.unit not in TANKS.values():
        return False
    _, happened = apply(state, action)
    return any(isinstance(event, UnitMoved) and goal.hex in event.path[1:-1] for event in happened)


def _retreats(goal: Goal, state: State, action: Action) -> bool:
    return isinstance(action, RetreatUnit) and action.path[-1] == goal.hex


def _retreats_through(goal: Goal, state: State, action: Action) -> bool:
    return isinstance(action, RetreatUnit) and goal.hex in action.path[:-1]


def _on_the_map(verb: type, card: int) -> Fits:
    return goes(verb)


def settings(goal: Goal, rules: str, turn: int, phase: str, turn_of: Side, **more: object) -> Setting:
    """A position with the passengers of both sides in their trains, so that detraining is asked about later."""
    made = Setting(goal, rules, turn, phase, turn_of, **more)  # type: ignore[arg-type]
    for side, unit in PASSENGERS.items():
        made.units[unit] = "box:rail reserve" if side is Side.SOVIET else "box:rail"
    return made


def bases(goal: Goal, radius: int) -> list[str]:
    """Cities from which a unit could come by rail or be placed: near, and not the goal itself."""
    found = [name for name in goal.around(radius) if name in CITIES]
    return sorted(found, key=lambda name: (goal._foreign(name)[0], distance(name, goal.around()[0])))[:3]


# --- recipes ----------------------------------------------------------------------------------------------
def surprise(goal: Goal, rules: str) -> Iterator[Setting]:
    """A stack two steps from the goal, and an enemy beside it (36A)."""
    for at in goal.around():
        for start in (name for name in goal.around(2) if distance(name, at) > 1):
            made = settings(goal, rules, EARLY, "movement", enemy_of(goal.side), hands={goal.side: (36,)})
            made.units |= {ARMY[goal.side]: start, WEAK[enemy_of(goal.side)]: at}
            yield made
            break


def beside(
    unit: Mapping[Side, str], phase: str, *, own: bool = True, cards: tuple[int, ...] = (), turn: int = EARLY
) -> Recipe:
    """A unit next to the goal, in a phase of its own or of the enemy's turn."""

    def recipe(goal: Goal, rules: str) -> Iterator[Setting]:
        turn_of = goal.side if own else enemy_of(goal.side)
        for at in goal.around():
            made = settings(goal, rules, turn, phase, turn_of, hands={goal.side: cards})
            made.units[unit[goal.side]] = at
            yield made

    return recipe


def in_box(
    box: str,
    phase: str,
    *,
    own: bool = True,
    cards: tuple[int, ...] = (),
    turn: int = EARLY,
    radius: int = 3,
    unit: Mapping[Side, str] = ARMY,
    against: tuple[int, ...] = (),
) -> Recipe:
    """A unit off the map, and a city of its side near the goal."""

    def recipe(goal: Goal, rules: str) -> Iterator[Setting]:
        turn_of = goal.side if own else enemy_of(goal.side)
        if unit[goal.side] not in COUNTERS:
            return
        for base in bases(goal, radius):
            hands = {goal.side: cards, enemy_of(goal.side): against}
            made = settings(goal, rules, turn, phase, turn_of, hands=hands, ours={base})
            made.units[unit[goal.side]] = f"box:{box}"
            yield made

    return recipe


def battle_for(goal: Goal, rules: str) -> Iterator[Setting]:
    """A weak enemy in the goal, and two strong units beside it."""
    for at in goal.around():
        made = settings(goal, rules, LATE, "combat", goal.side)
        made.units |= {
            STRONG[goal.side][0]: at,
            STRONG[goal.side][1]: at if goal.side is Side.AXIS else _other(goal, at),
        }
        made.units[WEAK[enemy_of(goal.side)]] = goal.hex
        yield made


def _other(goal: Goal, at: str) -> str:
    """Another hex next to the goal."""
    return next((name for name in goal.around() if name != at), at)


def battle_before(goal: Goal, rules: str) -> Iterator[Setting]:
    """A weak enemy next to the goal, and strong units beside it: the goal is the second hex of an advance."""
    for at in goal.around():
        near_goal = adjacent(goal.hex) | {goal.hex}
        for start in (name for name in sorted(adjacent(at)) if name in HEXES and name not in near_goal):
            made = settings(goal, rules, LATE, "combat", goal.side)
            made.units |= {STRONG[goal.side][0]: start, WEAK[enemy_of(goal.side)]: at}
            yield made


def battle_against(goal: Goal, rules: str) -> Iterator[Setting]:
    """The enemy attacks out of the goal, too weak: he is counterattacked, in his own turn."""
    for at in goal.around():
        made = settings(goal, rules, LATE, "combat", enemy_of(goal.side))
        made.units |= {STRONG[goal.side][0]: at, WEAK[enemy_of(goal.side)]: goal.hex}
        yield made


def retreat_to(steps: int, cards: tuple[int, ...] = ()) -> Recipe:
    """A unit attacked so many steps from the goal, from behind."""

    def recipe(goal: Goal, rules: str) -> Iterator[Setting]:
        if goal.hex not in HEXES:
            return
        for at in (name for name in near(goal.hex, steps) if distance(name, goal.hex) == steps):
            behind = [name for name in sorted(adjacent(at)) if name in HEXES and distance(name, goal.hex) > steps]
            for start in behind[:2]:
                made = settings(goal, rules, LATE, "combat", enemy_of(goal.side))
                made.units |= {ARMY[goal.side]: f"{at} back" if goal.side is Side.AXIS else at}
                made.units |= {STRONG[enemy_of(goal.side)][0]: start, CADRE[goal.side]: "box:cadres"}
                if enemy_of(goal.side) is Side.AXIS:
                    made.units[STRONG[Side.AXIS][1]] = start
                made.ours = {name for name in POINTS if distance(name, at) <= 4} - {start}
                yield made

    return recipe


def crowded(goal: Goal, rules: str) -> Iterator[Setting]:
    """Two units in a hex that a card lets hold them until the turn ends, next to the goal (32S)."""
    for at in goal.around():
        made = settings(goal, rules, LATE, "movement", goal.side, hands={goal.side: (32,)})
        made.units |= {ARMY[goal.side]: at, SECOND[goal.side]: at}
        yield made


def _where_they_are(state: State, action: Action) -> bool:
    """The hex of the two units."""
    return isinstance(action, ChooseHex) and action.hex == places(state)[ARMY[Side.SOVIET]]


def broken_up(goal: Goal, rules: str) -> Iterator[Setting]:
    """An army next to the goal that may be broken up into parts (15.1, 15.2)."""
    option = {"fortified_fronts" if goal.side is Side.SOVIET else "detachments": True}
    for at in goal.around():
        made = settings(goal, rules, LATE, "organization", goal.side, options=option)
        made.units[ARMY[goal.side]] = at
        yield made


def arrives(unit: str) -> Recipe:
    """A trigger's unit that waits for its first place."""

    def recipe(goal: Goal, rules: str) -> Iterator[Setting]:
        if COUNTERS[unit].side is not goal.side:
            return
        for base in bases(goal, 3):
            made = settings(goal, rules, LAST, "organization", goal.side, ours={base})
            made.units[unit] = "box:delayed" + (" back" if COUNTERS[unit].back and unit != "HUN1" else "")
            yield made

    return recipe


AXIS, SOVIET = Side.AXIS, Side.SOVIET


def _strikes_back(state: State, action: Action) -> bool:
    """The attack fails, and the counterattack wins."""
    return action == Rolled(1 if state.battle is not None and state.battle.round == 0 else 6)


FIGHT: Final = (DeclareTarget, BeginBattle, AssignAttacker, Counterattack, _strikes_back)
WIN: Final = (DeclareTarget, BeginBattle, AssignAttacker, Rolled(6))


def _moves(card: int, side: Side, **more: object) -> Way:
    """A card that moves units at the end of Movement."""
    recipe = beside(TANKS if card == 43 else ARMY, "movement", cards=(card,), **more)  # type: ignore[arg-type]
    return Way(f"moved by {card}{side.value[0].upper()}", side, recipe, goes(MoveUnit), (PlayEvent(card), ChooseHex))


WAYS: Final = (
    Way("move", None, beside(ARMY, "movement"), goes(MoveUnit)),
    Way("move through", None, beside(TANKS, "movement"), _passes),
    _moves(10, AXIS, own=False),
    _moves(39, AXIS, own=False),
    _moves(43, AXIS, own=False),
    Way("moved by 36A", AXIS, surprise, goes(MoveUnit), (PlayEvent(36),)),
    Way(
        "moved by 17A", AXIS, beside(ARMY, "movement", cards=(17,)), goes(MoveUnit), (PlayEvent(17, "move"), ChooseHex)
    ),
    _moves(41, SOVIET, own=False),
    Way(
        "moved after 35S",
        SOVIET,
        in_box("rail", "movement", cards=(35,)),
        goes(MoveUnit, "S_W", "S_VOR"),
        (PlayEvent(35), DetrainUnit),
    ),
    Way("advance", None, battle_for, goes(AdvanceUnit), WIN),
    Way("advance on", None, battle_before, goes(AdvanceUnit), (*WIN, AdvanceUnit)),
    Way("advance after a counterattack", None, battle_against, goes(AdvanceUnit), FIGHT),
    Way("retreat", None, retreat_to(2), _retreats, WIN),
    Way("retreat through", None, retreat_to(1), _retreats_through, WIN),
    Way("step back", SOVIET, crowded, _retreats, (PlayEvent(32), _where_they_are)),
    Way("detrain", None, in_box("rail", "detraining"), goes(DetrainUnit)),
    Way("reserve in Movement", SOVIET, in_box("rail", "movement"), goes(DetrainUnit)),
    Way("reserve in the enemy's turn", SOVIET, in_box("rail", "detraining", own=False), goes(DetrainUnit)),
    Way("detrain by 35S", SOVIET, in_box("rail", "movement", cards=(35,)), goes(DetrainUnit), (PlayEvent(35),)),
    Way("detrain by 18S", SOVIET, in_box("rail", "cards", cards=(18,)), goes(DetrainUnit), (PlayEvent(18),)),
    Way(
        "detrain by 18S in the enemy's turn",
        SOVIET,
        in_box("rail", "cards", own=False, cards=(18,)),
        goes(DetrainUnit),
        (PlayEvent(18),),
    ),
    *(
        Way(
            f"15S out of {box}{' in the enemy turn' * (not own)}",
            SOVIET,
            in_box(box, "combat", own=own, cards=(15,)),
            goes(DetrainUnit, "S_W"),
            (PlayEvent(15),),
        )
        for box in ("shattered", "destroyed", "surrendered")
        for own in (True, False)
    ),
    Way("recover", None, in_box("shattered", "organization"), goes(PlaceUnit)),
    Way("reinforce", None, in_box("delayed", "organization"), goes(PlaceUnit)),
    Way("replace", None, in_box("destroyed", "organization", cards=(22,)), goes(ReplaceUnit), (PayCard,)),
    Way(
        "replace the surrendered",
        None,
        in_box("surrendered", "organization", cards=(22, 23)),
        goes(ReplaceUnit),
        (PayCard,),
    ),
    Way(
        "replace, annulled",
        None,
        in_box("destroyed", "organization", cards=(22,), turn=LATE, against=(31, 7)),
        goes(ReplaceUnit),
        (PayCard,),
        (PlayEvent(31), PlayEvent(7)),
    ),
    Way(
        "conscripts by 1S, annulled",
        SOVIET,
        in_box("destroyed", "removal", cards=(1,), against=(7,)),
        goes(ReplaceUnit),
        (PlayEvent(1),),
        (PlayEvent(7),),
    ),
    Way("conscripts by 1S", SOVIET, in_box("destroyed", "removal", cards=(1,)), goes(ReplaceUnit), (PlayEvent(1),)),
    Way(
        "conscripts by 1S in the enemy's turn",
        SOVIET,
        in_box("destroyed", "removal", own=False, cards=(1,)),
        goes(ReplaceUnit),
        (PlayEvent(1),),
    ),
    Way(
        "free step by 38S",
        SOVIET,
        in_box("destroyed", "organization", cards=(38,), turn=LATE),
        goes(ReplaceUnit),
        (PlayEvent(38),),
    ),
    Way("free step by 3A", AXIS, in_box("destroyed", "organization", cards=(3,)), goes(ReplaceUnit), (PlayEvent(3),)),
    Way(
        "free step by 30A",
        AXIS,
        in_box("destroyed", "cards", cards=(30,), turn=LATE),
        goes(ReplaceUnit),
        (PlayEvent(30),),
    ),
    Way(
        "Kampfgruppe by 25A",
        AXIS,
        in_box("cadres", "organization", cards=(25,), turn=LATE, unit=CADRE),
        goes(PlaceUnit),
        (PlayEvent(25),),
    ),
    Way("parts of an army", None, broken_up, goes(PlaceUnit), (ExchangeUnit,)),
    *(
        Way(f"arrival of {unit}", None, arrives(unit), goes(PlaceUnit, unit))
        for unit in ("SPOL", "SRUM", "YUG1", "GE", "HUN1")
    ),
)


# --- walking ----------------------------------------------------------------------------------------------
PATIENCE: Final = 40
AFTERWARDS: Final = 60


@dataclass
class Walk:
    """One walk: a setting, and the ledger that is kept beside it."""

    way: Way
    setting: Setting

    def __post_init__(self) -> None:
        self.state = self.setting.state()
        self.ledger = Ledger(self.state)
        self.played: list[Action] = []
        self.unread: list[tuple[State, Action, State, tuple[Event, ...]]] = []

    def play(self, action: Action) -> None:
        """Plays an action; it is compared once the way has proved open."""
        after, happened = apply(self.state, action)
        self.unread.append((self.state, action, after, tuple(happened)))
        self.state = after
        self.played.append(action)

    def compare(self) -> None:
        """Compares what has been played."""
        for step in self.unread:
            self.ledger.watch(*step)
        self.unread.clear()

    def arrives(self) -> bool:
        """Plays on until the way is taken; False if it is not open here."""
        for _ in range(PATIENCE):
            options = legal_actions(self.state)
            if not options:
                return False
            found = next((one for one in options if self.way.fits(self.setting.goal, self.state, one)), None)
            if found is not None:
                self.play(found)
                return True
            if self.state.phasing != (self.setting.turn_of is SOVIET):
                return False
            self.play(self.next_of(options))
        return False

    def next_of(self, options: tuple[Action, ...]) -> Action:
        """What leads to the way: a help that is on offer, or the laziest answer."""
        for help_ in self.way.helps:
            fitting = [one for one in options if self._helps(help_, one)]
            if fitting:
                return min(fitting, key=self._off)
        return next((lazy for lazy in (Done(), Pass()) if lazy in options), options[0])

    def _helps(self, help_: Help, action: Action) -> bool:
        """Is this what helps?"""
        if isinstance(help_, type):
            return isinstance(action, help_)
        return help_(self.state, action) if callable(help_) else action == help_

    def _off(self, action: Action) -> int:
        """How far from the goal an action ends, where it ends in a hex."""
        at, goal = getattr(action, "to", getattr(action, "hex", "")), self.setting.goal.hex
        return distance(at, goal) if at in HEXES and goal in HEXES else 0

    def goes_on(self, dice: Random) -> None:
        """Plays the player turn to its end, detraining where it is asked about."""
        turn_of = self.state.phasing
        for _ in range(AFTERWARDS):
            options = legal_actions(self.state)
            if not options or self.state.phasing != turn_of:
                return
            lazy = next((lazy for lazy in (*self.way.then, Done(), Pass()) if lazy in options), dice.choice(options))
            self.play(lazy)

    def told(self, fault: str) -> str:
        """The failure in words, with the position."""
        goal = self.setting.goal
        what = f"{self.setting.rules}: {goal.side} by {self.way.name} to {goal.name} ({goal.hex})"
        return f"{what}: {fault}\n{self.setting.text()}\n# {'; '.join(map(str, self.played))}"


def walked(way: Way, goal: Goal, rules: str) -> tuple[bool, list[str]]:
    """Whether the way to the goal is open anywhere under the rule set, and what was wrong on it."""
    if way.side not in (None, goal.side):
        return False, []
    dice = Random(f"{way.name} {goal.name}")
    for setting in way.recipe(goal, rules):
        try:
            walk = Walk(way, setting)
        except PositionError:
            continue
        if walk.arrives():
            walk.goes_on(dice)
            walk.compare()
            return True, [walk.told(fault) for fault in walk.ledger.faults]
    return False, []


MAIN: Final = ("the Rumanian oil", "the border", "Kiev lost", "Odessa", "the Rumanian oil lost")
"""The goals that are tried each time; the others are for the long run."""
NOWHERE: Final = {"free step by 38S", "arrival of SPOL", "arrival of GE", "arrival of HUN1"}
"""Ways that lead into friendly hexes only, so that nothing follows from them."""


def _goals(main: bool) -> list[Goal]:
    return [goal for goal in GOALS if (goal.name in MAIN) is main]


@pytest.mark.parametrize(
    "main", [pytest.param(True, id="main"), pytest.param(False, id="others", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_every_way_to_every_goal(way: Way, rules: str, main: bool) -> None:
    """12.7.1, 13.5, 9.2: what follows from the coming of a unit does not depend on how it comes."""
    faults: list[str] = []
    for goal in _goals(main):
        _, wrong = walked(way, goal, rules)
        faults += wrong
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_the_way_is_open(way: Way) -> None:
    """A walk that never arrives shows nothing: each way leads to one of the goals, under one rule set at least."""
    leads = any(walked(way, goal, rules)[0] for goal in GOALS for rules in RULES)
    assert leads is (way.name not in NOWHERE)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("held", ["own", "enemy"])
def test_a_scorched_city_is_no_city_for_trains(held: str, side: Side, rules: str) -> None:
    """9.2, C-88: no source, no station and no port; it and what is beside it are open ground, whoever has it."""
    faults: list[str] = []
    for city in sorted(CITIES - {"0503", "0704", "2310"}):
        owner = side if held == "own" else enemy_of(side)
        lines = [f"rules {rules}", "turn 8", f"phase combat {side}", "hand axis 1", f"unit {PASSENGERS[side]} box:rail"]
        lines += [f"control {owner} {city}", "unit S_KAL 2310", "unit G9 2309"]
        text = "\n".join(lines)
        state = begin(PREFIX + text, Options(rules=rules, guarded=False)).copy()
        state.scorched = 1 << BOARD.node_of[city]
        ledger = Ledger(state)
        for _ in range(8):
            options = legal_actions(state)
            action = next((lazy for lazy in (Done(), Pass()) if lazy in options), options[0])
            if state.phase == "detraining":
                break
            before = state
            state, happened = apply(before, action)
            ledger.watch(before, action, state, happened)
        assert state.phase == "detraining", text
        faults += [f"{rules}, {city} scorched: {fault}\n{text}" for fault in ledger.faults]
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)


# --- random games -----------------------------------------------------------------------------------------
OPTIONS: Final = ("detachments", "fortified_fronts", "local_support", "rezervy", "paratroops", "faster_reorganization")
SCENARIOS: Final = ("barbarossa", "fall_blau", "citadel", "bagration", "na_berlin")


@pytest.mark.parametrize("games", [pytest.param(2, id="few"), pytest.param(10, id="many", marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", RULES)
def test_random_games_agree_with_the_ledger(rules: str, games: int) -> None:
    """Whatever two careless players do, control, triggers and memories are what the rulebook says."""
    faults: list[str] = []
    for seed in range(games):
        dice = Random(f"{rules} {seed}")
        options = {name: dice.random() < 0.5 for name in OPTIONS}
        scenario = dice.choice(SCENARIOS)
        state = new_game(scenario, Options(rules=rules, guarded=False, **options))
        ledger = Ledger(state)
        for _ in range(250 if games < 10 else 2500):
            answers = legal_actions(state)
            if not answers:
                break
            action = Done() if Done() in answers and dice.random() < 0.06 else dice.choice(answers)
            before = state
            state, happened = apply(before, action)
            ledger.watch(before, action, state, happened)
            faults += [
                f"{rules}, {scenario}, game {seed}: {fault}\n{write_position(before)}" for fault in ledger.faults
            ]
            ledger.faults.clear()
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)
