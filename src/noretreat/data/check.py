"""Checks the data files: their shape, and whether entries agree with each other.

`check_all()` checks the files that come with the game; given paths, it checks other data folders or single scenario,
rule set and lesson files. Every problem names the file, the line and the reason. What needs more than the data
(switches, supply, lessons that are played) is checked beside it by the command `noretreat check-data`. The data alone:

    python -m noretreat.data.check [PATH ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from noretreat.data import facts as shapes
from noretreat.data.check_cards import CARDS, read_cards
from noretreat.data.check_lessons import check_lessons
from noretreat.data.check_scenario import check_scenario
from noretreat.data.check_tools import DIRECTIONS, Grid, Problem, Source, twice
from noretreat.data.facts import Feature, MapFacts, Region, Scenario, Sea, Side, Terrain, Unit
from noretreat.data.load import DATA_DIR, CalendarFile, UnitsFile, misnamed, without_nulls
from noretreat.data.toml_lines import Path as Entry

AREAS: Final = ("FINLAND", "WEST_BALKANS", "SOUTH_BALKANS")
WATERS: Final = (*(str(sea) for sea in Sea), "ladoga", "onega")
SEA_NAMES: Final = {
    "Black Sea": Sea.BLACK,
    "Sea of Azov": Sea.AZOV,
    "Baltic Sea": Sea.BALTIC,
    "Caspian Sea": Sea.CASPIAN,
}
COLUMNS: Final = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
RESULTS: Final = ("NE", "CA", "CB", "EX", "DR", "DS", "DD")
VARIABLE_MONTHS: Final = ("3-4", "9-10", "11-12")
ENTRIES: Final = ("start", "N", "C", "S", "R", "F", "GG", "Oil", "Warsaw", "optional")
SETS: Final = ("core", "1945", "optional")
UNSURE_FIELDS: Final = ("strength", "move", "entry", "return", "home", "number", "back")
RULE_UNITS: Final = (
    "G2Pz", "GSSPz", "GSSGr", "GE", "GF", "LUFT", "KG1", "KG2", "BERLIN_G", "VOLKS1", "VOLKS2", "VOLKS3",
    "VOLKS4", "FEST1", "FEST2", "FEST3", "FINN", "RUM3", "RUM4", "HUN1", "HUN2", "HUN3", "ITA8", "S_LEN",
    "S_MOS", "S_SEV", "OST1", "SPOL", "SRUM", "YUG1", "YUG2", "ABT_I1", "ABT_I2", "ABT_M", "FF1", "FF2",
    "REZ", "PARA",
)  # fmt: skip
"""Counters that a rule names."""


# --- map -------------------------------------------------------------------------------------------------
def _check_map(source: Source, facts: MapFacts) -> None:
    grid = Grid(facts)
    _check_hexes(source, facts, grid)
    _check_hexsides(source, facts, grid)
    _check_borders(source, facts, grid)
    _check_shores(source, facts, grid)
    _check_coasts(source, facts)
    _check_edges(source, facts, grid)
    _check_areas(source, facts, grid)
    _check_map_counts(source, facts)


def _check_hexes(source: Source, facts: MapFacts, grid: Grid) -> None:
    """Checks each hex."""
    for number, name in twice(hex_.id for hex_ in facts.hexes):
        source.complain(("hexes", number), f"hex {name} is listed twice")
    for number, hex_ in enumerate(facts.hexes):
        entry: Entry = ("hexes", number)
        wanted = f"{(2 * hex_.q + hex_.r + 25) // 2:02d}{hex_.r + 11:02d}"
        if hex_.id != wanted:
            source.complain(entry, f"hex {hex_.id} lies at q {hex_.q}, r {hex_.r}, which is hex {wanted}")
        if hex_.terrain in (Terrain.AREA, Terrain.LAKE) or hex_.region is Region.AREA:
            source.complain(entry, f"hex {hex_.id} cannot be an area or a lake; those have no printed hex")
        if hex_.is_vp and not hex_.name:
            source.complain(entry, f"hex {hex_.id} is a city or an oil field and needs a name")
        if hex_.oil and hex_.terrain is not Terrain.CLEAR:
            source.complain(entry, f"the oil field {hex_.id} should be clear, not {hex_.terrain}")
        if hex_.objective_of and not hex_.is_vp:
            source.complain(entry, f"hex {hex_.id} is an objective but neither a city nor an oil field")


def _check_hexsides(source: Source, facts: MapFacts, grid: Grid) -> None:
    """Rivers, lakes, seas and borders are between neighbors and listed once."""
    for number, (pair, feature) in twice((frozenset((side.a, side.b)), side.feature) for side in facts.hexsides):
        names = " and ".join(sorted(pair))
        source.complain(("hexsides", number), f"the {feature} between {names} is listed twice")
    features: dict[frozenset[str], set[Feature]] = {}
    for number, side in enumerate(facts.hexsides):
        entry: Entry = ("hexsides", number)
        unknown = [name for name in (side.a, side.b) if name not in grid.by_id]
        for name in unknown:
            source.complain(entry, f"there is no hex {name}")
        if not unknown and not grid.adjacent(grid.by_id[side.a], grid.by_id[side.b]):
            source.complain(entry, f"hexes {side.a} and {side.b} are not neighbors")
        both = features.setdefault(frozenset((side.a, side.b)), set())
        both.add(side.feature)
        if Feature.RIVER in both and both & {Feature.LAKE, Feature.SEA}:
            source.complain(entry, f"the side between {side.a} and {side.b} cannot be a river and a lake or sea")


def _check_borders(source: Source, facts: MapFacts, grid: Grid) -> None:
    """The border is exactly between hexes of different regions."""
    drawn = {frozenset((s.a, s.b)): n for n, s in enumerate(facts.hexsides) if s.feature is Feature.BORDER}
    for pair, number in drawn.items():
        regions = {grid.by_id[name].region for name in pair if name in grid.by_id}
        if len(regions) == 1:
            names = " and ".join(sorted(pair))
            source.complain(("hexsides", number), f"{names} lie in the same region, there is no border between them")
    for number, hex_ in enumerate(facts.hexes):
        for direction in ("E", "SE", "SW"):
            other = grid.neighbor(hex_, direction)
            if other and other.region is not hex_.region and frozenset((hex_.id, other.id)) not in drawn:
                reason = f"hexes {hex_.id} and {other.id} lie in different regions without a border between them"
                source.complain(("hexes", number), reason)


def _check_shores(source: Source, facts: MapFacts, grid: Grid) -> None:
    """Outer water sides."""
    for number, (name, side) in twice((shore.hex, shore.side) for shore in facts.shores):
        source.complain(("shores", number), f"side {side} of hex {name} is listed twice")
    for number, shore in enumerate(facts.shores):
        entry: Entry = ("shores", number)
        if shore.hex not in grid.by_id:
            source.complain(entry, f"there is no hex {shore.hex}")
        elif shore.side not in DIRECTIONS:
            source.complain(entry, f"{shore.side!r} is no direction; known are {', '.join(DIRECTIONS)}")
        elif other := grid.neighbor(grid.by_id[shore.hex], shore.side):
            source.complain(entry, f"side {shore.side} of hex {shore.hex} leads to hex {other.id}, not to water")
        if shore.water not in WATERS:
            source.complain(entry, f"{shore.water!r} is no known water; known are {', '.join(WATERS)}")


def _check_coasts(source: Source, facts: MapFacts) -> None:
    """The coasts of a hex are the seas on its sides."""
    seas: dict[str, set[str]] = {}
    for shore in facts.shores:
        seas.setdefault(shore.hex, set()).add(shore.water)
    for side in facts.hexsides:
        if side.feature is Feature.SEA:
            for name in (side.a, side.b):
                seas.setdefault(name, set()).add(SEA_NAMES.get(side.name, "?"))
    for number, hex_ in enumerate(facts.hexes):
        wanted = seas.get(hex_.id, set()) & set(Sea)
        if wanted != set(hex_.coasts):
            said, found = (", ".join(sorted(part)) or "none" for part in (set(hex_.coasts), wanted))
            source.complain(("hexes", number), f"hex {hex_.id} has the coasts {said}, but its sides say {found}")


def _check_edges(source: Source, facts: MapFacts, grid: Grid) -> None:
    """An edge hex needs an open outer side, in the right part of the map."""
    water = {(shore.hex, shore.side) for shore in facts.shores}
    homes = {Side.AXIS: Region.GREATER_GERMANY, Side.SOVIET: Region.USSR}
    for number, hex_ in enumerate(facts.hexes):
        if hex_.edge is None:
            continue
        if hex_.region is not homes[hex_.edge]:
            source.complain(
                ("hexes", number), f"hex {hex_.id} lies in {hex_.region} and cannot be on the {hex_.edge} edge"
            )
        if all(grid.neighbor(hex_, side) or (hex_.id, side) in water for side in DIRECTIONS):
            source.complain(("hexes", number), f"hex {hex_.id} does not lie on the edge of the map")


def _check_areas(source: Source, facts: MapFacts, grid: Grid) -> None:
    """The three areas, their neighbors, and Lake Ladoga."""
    if sorted(grid.areas) != sorted(AREAS) or len(facts.areas) != len(AREAS):
        source.complain(("areas",), f"the areas should be {', '.join(AREAS)}, each once")
    adjacent = {area.id: area.adjacent for area in facts.areas}
    for number, area in enumerate(facts.areas):
        for place, name in enumerate(area.adjacent):
            entry: Entry = ("areas", number, "adjacent", place)
            if name not in grid.by_id and name not in grid.areas:
                source.complain(entry, f"{area.id} touches {name}, but there is no such hex or area")
            if name in grid.areas and area.id not in adjacent[name]:
                source.complain(entry, f"{area.id} touches {name}, but {name} does not touch {area.id}")
    shores = {shore.hex for shore in facts.shores if shore.water == "ladoga"}
    if set(facts.ladoga) != shores:
        source.complain(("ladoga",), f"the hexes around Lake Ladoga should be {', '.join(sorted(shores))}")


def _check_map_counts(source: Source, facts: MapFacts) -> None:
    """The printed map has a fixed number of everything."""
    terrain = Counter(hex_.terrain for hex_ in facts.hexes)
    region = Counter(hex_.region for hex_ in facts.hexes)
    objectives = Counter(hex_.objective_of for hex_ in facts.hexes)
    edges = Counter(hex_.edge for hex_ in facts.hexes)
    features = Counter(side.feature for side in facts.hexsides)
    hexes = [
        ("hexes", len(facts.hexes), 380),
        ("clear hexes", terrain[Terrain.CLEAR], 246),
        ("city hexes", terrain[Terrain.CITY], 32),
        ("forest hexes", terrain[Terrain.FOREST], 47),
        ("mountain hexes", terrain[Terrain.MOUNTAIN], 31),
        ("marsh hexes", terrain[Terrain.MARSH], 23),
        ("strait hexes", terrain[Terrain.STRAIT], 1),
        ("oil fields", sum(hex_.oil for hex_ in facts.hexes), 2),
        ("hexes in Greater Germany", region[Region.GREATER_GERMANY], 117),
        ("hexes in the USSR", region[Region.USSR], 263),
        ("Axis objectives", objectives[Side.AXIS], 5),
        ("Soviet objectives", objectives[Side.SOVIET], 4),
        ("Axis edge hexes", edges[Side.AXIS], 11),
        ("Soviet edge hexes", edges[Side.SOVIET], 26),
    ]
    sides = [
        ("river sides", features[Feature.RIVER], 240),
        ("border sides", features[Feature.BORDER], 29),
        ("lake sides between hexes", features[Feature.LAKE], 6),
        ("sea sides between hexes", features[Feature.SEA], 5),
    ]
    _compare(source, "hexes", hexes)
    _compare(source, "hexsides", sides)
    _compare(source, "shores", [("outer water sides", len(facts.shores), 86)])


def _compare(source: Source, key: str, counts: Iterable[tuple[str, int, int]]) -> None:
    """Complains about every count that is not the printed one."""
    for what, found, wanted in counts:
        if found != wanted:
            source.complain((key,), f"there are {found} {what}; the printed map has {wanted}")


# --- units -----------------------------------------------------------------------------------------------
def _check_units(source: Source, units: tuple[Unit, ...], grid: Grid | None) -> None:
    for number, name in twice(unit.id for unit in units):
        source.complain(("units", number), f"unit {name} is listed twice")
    for name in sorted(set(RULE_UNITS) - {unit.id for unit in units}):
        source.complain(("units",), f"unit {name} is missing, and a rule names it")
    for number, unit in enumerate(units):
        for reason in _unit_problems(unit, grid):
            source.complain(("units", number), f"unit {unit.id}: {reason}")


def _unit_problems(unit: Unit, grid: Grid | None) -> Iterator[str]:
    """Yield the problems of one counter."""
    soviets = (shapes.Nation.SOVIET, shapes.Nation.POLISH, shapes.Nation.YUGOSLAV, shapes.Nation.RUMANIAN)
    germans = set(shapes.Nation) - {shapes.Nation.SOVIET, shapes.Nation.POLISH, shapes.Nation.YUGOSLAV}
    if unit.nation not in (soviets if unit.side is Side.SOVIET else germans):
        yield f"{unit.nation} units do not fight on the {unit.side} side"
    turn = int(unit.entry) if unit.entry.isdecimal() else None
    if unit.entry not in ENTRIES and (turn is None or not 1 <= turn <= 28):
        yield f"{unit.entry!r} is no entry code; use a turn from 1 to 28 or one of {', '.join(ENTRIES)}"
    if unit.set not in SETS:
        yield f"{unit.set!r} is no set; known are {', '.join(SETS)}"
    if unit.returns_after is not None and (unit.two_sided or unit.removed or unit.returns_after < 1):
        yield "only a one-sided unit that is not removed for good returns after some turns"
    if unit.home and grid and unit.home not in grid.vp_hexes:
        yield f"its home {unit.home} is no city"
    for field in sorted(set(unit.confidence) - set(UNSURE_FIELDS)):
        yield f"there can be no confidence in {field!r}; known are {', '.join(UNSURE_FIELDS)}"
    for face in (unit.front, unit.back):
        if face:
            yield from _face_problems(unit, face)


def _face_problems(unit: Unit, face: shapes.Face) -> Iterator[str]:
    """Yield the problems of one face of a counter."""
    if not 0 <= face.strength <= 12 or not 0 <= face.move <= 8:
        yield f"{face.strength}-{face.move} are no possible numbers for a counter"
    if face.paren and (face.move or not face.white):
        yield f"{face.name} is parenthesised, so it must be white and cannot move"
    if face.red and (face is unit.front or unit.nation is not shapes.Nation.SOVIET):
        yield f"{face.name} is red, but only the backs of Soviet counters are"


# --- calendar, tables ------------------------------------------------------------------------------------
def _check_calendar(source: Source, turns: tuple[shapes.TurnBox, ...]) -> None:
    if len(turns) != 28:
        source.complain(("turns",), f"the calendar has {len(turns)} turns instead of 28")
    for number, box in enumerate(turns):
        entry: Entry = ("turns", number)
        if box.turn != number + 1:
            source.complain(entry, f"turn {box.turn} stands where turn {number + 1} should be")
        if box.variable != (box.months in VARIABLE_MONTHS and box.year < 1945):
            reason = "only Mar-Apr, Sept-Oct and Nov-Dec before 1945 have variable weather"
            source.complain(entry, f"turn {box.turn}: {reason}")
        if not 0 <= box.blitz <= 5 or not 0 <= box.shock <= 5:
            source.complain(entry, f"turn {box.turn}: {box.blitz} Blitz and {box.shock} Shock are not possible")


def _check_tables(source: Source, tables: shapes.Tables) -> None:
    if tables.columns != COLUMNS:
        source.complain(("columns",), f"the columns should be {' '.join(COLUMNS)}")
    _check_crt(source, "axis_crt", tables.axis_crt)
    _check_crt(source, "soviet_crt", tables.soviet_crt)
    names = [row.terrain for row in tables.terrain]
    for number, name in twice(names):
        source.complain(("terrain", number), f"there are two rows for {name}")
    for name in Terrain:
        if name not in names and name is not Terrain.LAKE:
            source.complain(("terrain",), f"there is no row for {name}")
    for key, thresholds in (
        ("axis_sudden_death", tables.axis_sudden_death),
        ("soviet_sudden_death", tables.soviet_sudden_death),
    ):
        for turn, points in thresholds.items():
            if not 1 <= turn <= 28 or not 1 <= points <= 34:
                source.complain((key,), f"turn {turn} with {points} points: turns go to 28, points to 34")


def _check_crt(source: Source, key: str, table: tuple[tuple[str, ...], ...]) -> None:
    """Six rows of nine known results."""
    if len(table) != 6:
        source.complain((key,), f"the table has {len(table)} rows instead of 6, one a die roll")
    for die, row in enumerate(table, 1):
        if len(row) != len(COLUMNS):
            source.complain((key, die - 1), f"the row for a roll of {die} has {len(row)} results instead of 9")
        for number, result in enumerate(row):
            if result not in RESULTS:
                where = f"{result!r} for a roll of {die}"
                source.complain((key, die - 1, number), f"{where} is no combat result; known are {', '.join(RESULTS)}")


def _check_skulls(tables: Source, facts: shapes.Tables, turns: tuple[shapes.TurnBox, ...]) -> None:
    """The thresholds belong to the turns with a skull."""
    skulls = {box.turn for box in turns if box.sudden_death}
    known = {"axis_sudden_death": facts.axis_sudden_death, "soviet_sudden_death": facts.soviet_sudden_death}
    for key, thresholds in known.items():
        for turn in sorted(set(thresholds) - skulls):
            tables.complain((key,), f"turn {turn} has a threshold but no sudden-death check in the calendar")
    for turn in sorted(skulls - {turn for thresholds in known.values() for turn in thresholds}):
        tables.complain(("axis_sudden_death",), f"turn {turn} has a sudden-death check but no threshold")


# --- rule sets -----------------------------------------------------------------------------------------
def _check_rulesets(sources: list[Source]) -> None:
    """The frame of each rule set; what its switches may be is known in `core/rulesets.py`."""
    for source in sources:
        rules = source.read(shapes.RuleSet, without_nulls(source.data))
        if rules:
            _check_id(source, rules.id)


def _check_id(source: Source, name: str) -> None:
    """The id of a rule set is its file name."""
    if why := misnamed(name, source.path):
        source.complain(("id",), why)


# --- all -------------------------------------------------------------------------------------------------
def _check_folder(folder: Path) -> list[Problem]:
    """A whole data folder."""
    names = ("map", "units", "calendar", "tables", "cards")
    map_, units_, calendar_, tables_, cards_ = sources = [Source(folder / f"{name}.toml") for name in names]
    scenarios = [Source(path) for path in sorted((folder / "scenarios").glob("*.toml"))]
    rulesets = [Source(path) for path in sorted((folder / "rulesets").glob("*.toml"))]
    facts = map_.read(MapFacts)
    grid = Grid(facts) if facts else None
    if facts:
        _check_map(map_, facts)
    units = units_.read(UnitsFile)
    if units:
        _check_units(units_, units.units, grid)
    calendar = calendar_.read(CalendarFile)
    if calendar:
        _check_calendar(calendar_, calendar.turns)
    tables = tables_.read(shapes.Tables)
    if tables:
        _check_tables(tables_, tables)
        if calendar:
            _check_skulls(tables_, tables, calendar.turns)
    cards = read_cards(cards_)
    _check_rulesets(rulesets)
    by_id = {unit.id: unit for unit in units.units} if units else None
    for source in scenarios:
        if scenario := source.read(Scenario):
            check_scenario(source, scenario, grid, by_id)
    lessons = [Source(path) for path in sorted((folder / "lessons").glob("*.toml"))]
    check_lessons(lessons, grid, by_id, (card.number for card in cards) if cards else range(1, CARDS + 1))
    return _sorted(problem for source in (*sources, *rulesets, *scenarios, *lessons) for problem in source.problems)


def ruleset_files(path: Path) -> list[Path]:
    """The rule set files of a data folder, or the file itself if it is one."""
    if path.is_dir():
        return sorted((path / "rulesets").glob("*.toml"))
    return [path] if path.is_file() and is_ruleset(Source(path)) else []


def is_ruleset(source: Source) -> bool:
    """True if this is a rule-set file."""
    return "switches" in source.data and "placements" not in source.data


def scenario_files(path: Path) -> list[Path]:
    """The scenario files of a data folder, or the file itself if it is one."""
    if path.is_dir():
        return sorted((path / "scenarios").glob("*.toml"))
    return [path] if path.is_file() and "placements" in Source(path).data else []


def is_lesson(source: Source) -> bool:
    """True if this is a lesson file, or the file of tips."""
    return "steps" in source.data or "tips" in source.data


def is_of_the_game(source: Source) -> bool:
    """True for one of the files that the game has only once: its map, counters, cards, texts."""
    known = (DATA_DIR / source.path.name).is_file() and source.path.suffix == ".toml"
    return known and source.readable and "placements" not in source.data and not is_lesson(source)


def lesson_files(path: Path) -> list[Path]:
    """The files of lessons and tips in a data folder, or the file itself if it is one."""
    if path.is_dir():
        return sorted((path / "lessons").glob("*.toml"))
    return [path] if path.is_file() and is_lesson(Source(path)) else []


def is_puzzles(source: Source) -> bool:
    """True for a file of puzzles, which only the rules can check."""
    return "puzzles" in source.data


def puzzle_files(path: Path) -> list[Path]:
    """The files of puzzles in a data folder, or the file itself if it is one."""
    if path.is_dir():
        return sorted((path / "puzzles").glob("*.toml"))
    return [path] if path.is_file() and is_puzzles(Source(path)) else []


def _check_lesson_file(source: Source, grid: Grid | None, units: dict[str, Unit] | None) -> None:
    """A single lesson; in a folder of lessons beside the others, whose numbers and ids must differ."""
    near = sorted(source.path.parent.glob("[0-9]*.toml")) if source.path.resolve().parent.name == "lessons" else []
    others = [Source(path) for path in near if path != source.path]
    check_lessons([*others, source], grid, units, range(1, CARDS + 1))


def _check_file(path: Path) -> list[Problem]:
    """A single scenario, rule set or lesson, against the facts that come with the game; nothing of puzzles."""
    source = Source(path)
    if is_puzzles(source):
        return []
    if is_ruleset(source):
        _check_rulesets([source])
        return _sorted(source.problems)
    if is_of_the_game(source):
        source.complain((), "this file belongs to the game: `noretreat check-data` without arguments checks it")
        return _sorted(source.problems)
    facts, units = Source(DATA_DIR / "map.toml").read(MapFacts), Source(DATA_DIR / "units.toml").read(UnitsFile)
    grid, by_id = Grid(facts) if facts else None, {unit.id: unit for unit in units.units} if units else None
    if is_lesson(source):
        _check_lesson_file(source, grid, by_id)
    elif scenario := source.read(Scenario):
        check_scenario(source, scenario, grid, by_id)
    return _sorted(source.problems)


def _sorted(problems: Iterable[Problem]) -> list[Problem]:
    """The problems without repetitions, by file and line."""
    return sorted(set(problems))


def check_all(paths: Iterable[str | Path] | None = None) -> list[Problem]:
    """All problems of the shipped data files, or of other data folders, scenario and rule set files."""
    problems: list[Problem] = []
    for path in [DATA_DIR] if paths is None else [Path(path) for path in paths]:
        check: Callable[[Path], list[Problem]] = _check_folder if path.is_dir() else _check_file
        problems += check(path)
    return problems


def main(arguments: list[str]) -> int:
    """Prints all problems; 1 if there are any."""
    problems = check_all(arguments or None)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
