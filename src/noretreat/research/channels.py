"""The contents of the tensors: every channel, its name and its meaning. docs/tensors.md is made from these tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import noretreat.game  # noqa: F401  (the questions of the rules and cards register themselves, whatever else was imported)
from noretreat.core.board import BOARD, ROW, bits
from noretreat.core.boxes import BOX_NAMES
from noretreat.core.kernel import FRAMES, Decision
from noretreat.core.types import NO_NODES, NodeMask, Segment
from noretreat.data.facts import Phase, Side, Terrain, UnitType, Weather
from noretreat.explain.knowledge.view import UnitView, View

ROWS: Final = 24
"""Rows of hexes from north to south; the last holds the three areas."""
COLUMNS: Final = ROW
"""Columns, each leaning with the hexes: a hex has its neighbors left, right, above, below, above right, below left."""
CELLS: Final = ROWS * COLUMNS
CARDS: Final = tuple(sorted(BOARD.cards))
TURNS: Final = 28


class Channel(NamedTuple):
    """One number of a row or a vector, or one plane: what it is called, and what it says."""

    name: str
    meaning: str


class Figure(NamedTuple):
    """A number of a view."""

    name: str
    meaning: str
    formula: str
    """An expression of `view`, and of the sides `own` and `enemy`; all of them are compiled into one function."""


class UnitFigure(NamedTuple):
    """A number of a unit."""

    name: str
    meaning: str
    value: Callable[[UnitView], float]


class Word(NamedTuple):
    """A word of a view as a row of zeros with a single one, or of zeros alone where there is no word."""

    name: str
    meaning: str
    words: tuple[str, ...]
    formula: str


class Cards(NamedTuple):
    """A set of cards: a one for each."""

    name: str
    meaning: str
    formula: str


# --- planes ---------------------------------------------------------------------------------------------------
UNIT_PLANES: Final = (
    UnitFigure("units", "units in the hex", lambda unit: 1),
    UnitFigure("strength", "their strength, by 8", lambda unit: unit.strength / 8),
    UnitFigure("steps", "their steps", lambda unit: unit.steps),
    UnitFigure("move", "their printed movement points, by 8", lambda unit: unit.move / 8),
    UnitFigure("armor", "armor units", lambda unit: unit.type is UnitType.ARMOR),
    UnitFigure("forts", "forts and garrisons", lambda unit: unit.type in (UnitType.FORT, UnitType.GARRISON)),
    UnitFigure("unsupplied", "Unsupplied units", lambda unit: unit.unsupplied),
    UnitFigure("disorganized", "Disorganized units", lambda unit: unit.disorganized),
    UnitFigure("cut_off", "units that would fail a supply check now", lambda unit: unit.cut_off),
    UnitFigure("moved", "units that have moved in this phase", lambda unit: unit.moved),
)
"""One plane each for the own units, then one each for the enemy's."""


class Marker(NamedTuple):
    """A plane with a one in each of the places that a view names."""

    name: str
    meaning: str
    value: Callable[[View], tuple[str, ...]]


MARKER_PLANES: Final = (
    Marker("targets", "Target markers", lambda view: view.targets),
    Marker("counterblows", "Counterblow markers", lambda view: view.counterblows),
    Marker("counterblow_results", "Counterblows that results have brought", lambda view: view.counterblow_results),
    Marker("attacked", "hexes attacked in the present battle", lambda view: view.battle.targets if view.battle else ()),
    Marker("attackers", "hexes of its attackers", lambda view: _attackers(view) if view.battle else ()),
    Marker("overstacked", "hexes with too many units", lambda view: view.overstacked),
    Marker("scorched", "scorched cities", lambda view: view.scorched),
    Marker("works", "Defensive Works", lambda view: view.works),
    Marker("beyond", "hexes of the map extension before it is laid", lambda view: view.extension),
)
CONTROL_PLANES: Final = (
    Channel("own_control", "cities and oil fields that the side controls"),
    Channel("enemy_control", "those of the enemy"),
)
PLANES: Final[tuple[Channel, ...]] = (
    *(Channel(f"own_{each.name}", f"own: {each.meaning}") for each in UNIT_PLANES),
    *(Channel(f"enemy_{each.name}", f"enemy: {each.meaning}") for each in UNIT_PLANES),
    *CONTROL_PLANES,
    *(Channel(each.name, each.meaning) for each in MARKER_PLANES),
)
"""The planes of a view, in order."""

_UNIT_AT: Final = {unit.id: unit.index for unit in BOARD.units}


def _attackers(view: View) -> tuple[str, ...]:
    """The places of the attackers in the current battle."""
    if view.battle is None:
        return ()
    places = (view.units[_UNIT_AT[unit]].at for unit in view.battle.attackers)
    return tuple(place for place in places if place in BOARD.node_of)


class Ground(NamedTuple):
    """A plane of the board, which never changes."""

    name: str
    meaning: str
    nodes: NodeMask
    """The places of its ones, as a mask."""


def _rivers() -> tuple[Ground, ...]:
    """A plane for each of the six sides of a hex, with a one for a river."""
    sides = (("east", 1), ("west", -1), ("south-east", ROW), ("north-west", -ROW), ("north-east", 1 - ROW))
    return tuple(
        Ground(
            f"river_{name.replace('-', '_')}",
            f"a river on the {name} side",
            sum(
                (
                    1 << at
                    for at, over in BOARD.river.items()
                    if over & (1 << at << step if step > 0 else 1 << at >> -step)
                ),
                NO_NODES,
            ),
        )
        for name, step in (*sides, ("south-west", ROW - 1))
    )


BOARD_PLANES: Final = (
    Ground("hexes", "hexes of the map", BOARD.hexes),
    Ground("areas", "the three areas", BOARD.areas),
    *(
        Ground(
            kind.value,
            f"terrain: {kind.value}",
            sum((1 << at for at, found in BOARD.terrain.items() if found is kind), NO_NODES),
        )
        for kind in (Terrain.CITY, Terrain.FOREST, Terrain.MARSH, Terrain.MOUNTAIN, Terrain.STRAIT)
    ),
    Ground("points", "hexes that are worth victory points", BOARD.vp_hexes),
    Ground("oil", "oil fields", BOARD.oil),
    Ground("axis_objectives", "Objectives of the Axis", BOARD.objectives[0]),
    Ground("soviet_objectives", "Objectives of the Soviets", BOARD.objectives[1]),
    Ground("germany", "Greater Germany", BOARD.germany),
    Ground("ussr", "the Soviet Union", BOARD.ussr),
    *_rivers(),
)
"""The planes of the board, which are the same in every view, and kept apart for that: `tensors.BOARD_TENSOR`."""

# --- units ----------------------------------------------------------------------------------------------------
_BOXES: Final = tuple(BOX_NAMES.values())
_AXIAL: Final = {BOARD.id_of[node]: divmod(node, ROW) for node in bits(BOARD.hexes | BOARD.areas)}


def _in_box(box: str) -> Callable[[UnitView], float]:
    return lambda unit: unit.at == box


PLACE_FIGURES: Final = (
    UnitFigure("on_map", "it is on the map", lambda unit: unit.at in _AXIAL),
    UnitFigure("row", "the row of its hex, by 24", lambda unit: _AXIAL.get(unit.at, (0, 0))[0] / ROWS),
    UnitFigure("column", "the column of its hex, by 30", lambda unit: _AXIAL.get(unit.at, (0, 0))[1] / COLUMNS),
    *(
        UnitFigure(box.replace("box:", "box_"), f"it is in the box `{box.removeprefix('box:')}`", _in_box(box))
        for box in _BOXES
    ),
)
"""The numbers of each unit that follow from its place alone."""
UNIT_FIGURES: Final = (
    *PLACE_FIGURES,
    UnitFigure("back", "its back is up", lambda unit: unit.face),
    UnitFigure("strength", "its strength, by 8", lambda unit: unit.strength / 8),
    UnitFigure("move", "its printed movement points, by 8", lambda unit: unit.move / 8),
    UnitFigure("steps", "its steps", lambda unit: unit.steps),
    UnitFigure("max_steps", "the steps it has at most", lambda unit: unit.max_steps),
    UnitFigure("unsupplied", "it is Unsupplied", lambda unit: unit.unsupplied),
    UnitFigure("disorganized", "it is Disorganized", lambda unit: unit.disorganized),
    UnitFigure("moved", "it has moved in this phase", lambda unit: unit.moved),
    UnitFigure("cut_off", "it would fail a supply check now", lambda unit: unit.cut_off),
    UnitFigure("reserve", "it is the Strategic Reserve", lambda unit: unit.reserve),
    UnitFigure("due", "the turn on which it comes, by 28; 0: no turn brings it", lambda unit: (unit.due or 0) / 28),
)
"""The numbers of each unit. The first of a row says besides whether it is the side's own."""
UNIT_CHANNELS: Final[tuple[Channel, ...]] = (
    Channel("own", "it is one of the side's own units"),
    *(Channel(each.name, each.meaning) for each in UNIT_FIGURES),
)

# --- the vector -----------------------------------------------------------------------------------------------
PHASES: Final = (
    Phase.CARDS,
    Phase.SUPPLY,
    Phase.ORGANIZATION,
    Phase.MOVEMENT,
    Phase.COUNTERBLOWS,
    Phase.COMBAT,
    Phase.DETRAINING,
    Phase.REMOVAL,
    Phase.VICTORY,
)
"""In the order that the vector has had from the first, whatever that of the enum is."""
STEPS: Final = (
    Segment.FLIP,
    Segment.PLACEMENT,
    Segment.REORGANIZATION,
    Segment.TARGETS,
    Segment.BATTLES,
)
WEATHERS: Final = (Weather.CLEAR, Weather.MUD, Weather.SNOW, Weather.LONG_WINTER)
QUESTIONS: Final = tuple(sorted({frame.CODE for frame in FRAMES.values() if issubclass(frame, Decision)} - {""}))
RESULTS: Final = tuple(sorted({result for table in BOARD.crt for row in table for result in row}))
_COLUMN: Final = {name: number for number, name in enumerate(("<1:3", *BOARD.columns))}

FIGURES: Final = (
    Figure("turn", "the turn, by 28", "view.turn / 28"),
    Figure("axis", "1 if the side is the Axis", "own is Side.AXIS"),
    Figure("phasing", "1 in a player turn of the side", "view.phasing is own"),
    Figure("initiative", "1 if the side has the initiative", "view.initiative is own"),
    Figure("decides", "1 if the side decides", "view.actor == own.value"),
    Figure("chance", "1 if chance decides", "view.actor == 'chance'"),
    Figure("over", "1 if the game is over", "view.actor is None"),
    Figure("weather_varies", "1 if cards can change the weather", "view.weather_varies"),
    Figure("points", "victory points of the side with the initiative, by 40", "view.vp / 40"),
    Figure("event_points", "those from events, by 10", "view.event_vp / 10"),
    Figure("high_tide", "the Axis high tide, by 40", "view.high_tide / 40"),
    Figure("mark", "the mark of the next Sudden Death check, by 40", "(view.sudden_death or 0) / 40"),
    Figure("mark_turn", "its turn, by 28", "(view.sudden_death_turn or 0) / 28"),
    Figure("own_objectives", "Objectives that the side holds", "view.objectives[own]"),
    Figure("enemy_objectives", "those that the enemy holds", "view.objectives[enemy]"),
    Figure("own_supports", "Blitz or Shock markers left to the side", "view.supports[own]"),
    Figure("enemy_supports", "those left to the enemy", "view.supports[enemy]"),
    Figure("targets_limit", "Targets allowed in this player turn, by 10", "view.targets_limit / 10"),
    Figure("targets_left", "those that are left, by 10", "view.targets_left / 10"),
    Figure("own_hand", "cards in the own hand, by 10", "view.hand_sizes[own] / 10"),
    Figure("enemy_hand", "cards in the enemy's hand, by 10", "view.hand_sizes[enemy] / 10"),
    Figure("pile", "cards in the draw pile, by 55", "(view.draw_pile or 0) / 55"),
    Figure("discards", "cards in the discards, by 55", "(view.discards or 0) / 55"),
    Figure("bill", "cards owed for purchases", "view.bill.cards if view.bill else 0"),
    Figure("bill_replacing", "of these, for replacements", "view.bill.replacing if view.bill else 0"),
    Figure("own_joker", "1 if the side has the Joker", "view.joker is own"),
    Figure("enemy_joker", "1 if the enemy has it", "view.joker is enemy"),
    Figure(
        "attacking", "1 if the side attacks in the present battle", "view.battle.attacker is own if view.battle else 0"
    ),
    Figure("attack", "strength of its attackers, by 20", "odds(view)[0] / 20"),
    Figure("defense", "strength of its defenders, by 20", "odds(view)[1] / 20"),
    Figure("odds", "its column after shifts, 1: less than 1:3; by 10", "odds(view)[2] / 10"),
    Figure("supported", "support markers in it", "view.battle.supports if view.battle else 0"),
    Figure("counterattack", "1 if it is a counterattack", "view.battle.counterattack if view.battle else 0"),
    Figure("die", "its die, by 6", "(view.battle.die or 0) / 6 if view.battle else 0"),
    Figure("planned", "battles that wait for their turn, by 10", "len(view.planned) / 10"),
)
"""Single numbers, at the beginning of the vector."""
WORDS: Final = (
    Word("phase", "the phase", PHASES, "view.phase"),
    Word("step", "the part of the phase", STEPS, "view.step"),
    Word("weather", "the weather", WEATHERS, "view.weather"),
    Word("next_weather", "the weather of the next turn", WEATHERS, "view.next_weather"),
    Word("question", "what the side is asked", QUESTIONS, "view.prompt.code"),
    Word("result", "the result of the battle", RESULTS, "view.battle.result if view.battle else None"),
)
"""Words, each with a number for every one that there is."""
CARD_SETS: Final = (
    Cards("hand", "cards in the side's hand", "view.hand or ()"),
    Cards("playable", "cards whose event it can play now", "playable(view)"),
    Cards("red_due", "cards in its hand whose red event must still happen", "view.red_due"),
    Cards("top", "the top discard", "(view.discard_top,) if view.discard_top else ()"),
    Cards("table", "cards that are being played", "view.table"),
    Cards("own_effects", "cards of the side with a lasting effect", "effects(view, own)"),
    Cards("enemy_effects", "cards of the enemy with a lasting effect", "effects(view, enemy)"),
)
"""Sets of cards, each with a number for every card: 1 to 55."""


def odds(view: View) -> tuple[int, int, int]:
    """Attack, defense, and the number of the column from 1 on; zeros where there is no battle."""
    odds = view.battle.odds if view.battle else None
    return (odds.attack, odds.defense, _COLUMN[odds.column] + 1) if odds else (0, 0, 0)


def playable(view: View) -> list[int]:
    """The cards of the hand whose event can be played now."""
    return [int(card) for card, why in view.cards.items() if why is None]


def effects(view: View, side: Side) -> list[int]:
    """The cards of a side with a lasting effect."""
    return [effect.card for effect in view.effects if effect.owner is side]


def _compiled(formulas: Iterable[str]) -> Callable[[View, Side, Side], tuple[Any, ...]]:
    """A function that works several formulas out at once: a call for each of them would take three times as long."""
    made: Callable[[View, Side, Side], tuple[Any, ...]]
    made = eval(f"lambda view, own, enemy: ({', '.join(formulas)},)", globals())
    return made


figures: Final = _compiled(figure.formula for figure in FIGURES)
"""The values of `FIGURES`, for a view and the sides that are its own and its enemy's."""
words: Final = _compiled(word.formula for word in WORDS)
"""The words of `WORDS`, likewise."""
card_sets: Final = _compiled(cards.formula for cards in CARD_SETS)
"""The sets of `CARD_SETS`, likewise."""

VECTOR: Final[tuple[Channel, ...]] = (
    *(Channel(each.name, each.meaning) for each in FIGURES),
    *(Channel(f"{each.name}_{word}", f"{each.meaning}: `{word}`") for each in WORDS for word in each.words),
    *(Channel(f"{each.name}_{card}", f"{each.meaning}: card {card}") for each in CARD_SETS for card in CARDS),
)
"""The vector, number by number."""
