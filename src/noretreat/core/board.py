"""The board (chapter 2; MAP-1 to MAP-3, DAT-2): the printed facts turned into bit masks.

A *node* is a bit position. Hexes lie in rows of `ROW` bits, `bit = (r + 10) * ROW + (q + 12)`, with one unused
guard column, so that each of the six neighbors of a hex is one constant shift away; the areas and the
Ladoga cell are nodes too. A set of hexes is one Python int, and growing a set by one hex is four shifts.
Nothing here changes during a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar, cast

from noretreat.core.boxes import BOX_NAMES
from noretreat.core.sides import AXIS, ENEMY, SIDE_INDEX, SIDES, SOVIET, side_named
from noretreat.core.types import NO_NODE, NO_NODES, CardMask, CardNumber, Node, NodeMask, Place, UnitIndex, UnitMask
from noretreat.data.facts import Face, Facts, Feature, Nation, Region, Sea, Terrain, Unit, UnitType
from noretreat.data.load import load_facts

T = TypeVar("T")

ROW: Final = 30
"""Bits per hex row: q runs from -12 to 16, so 29 columns and one guard column."""

_AREAS: Final = {name: Node(bit) for name, bit in (("FINLAND", 700), ("WEST_BALKANS", 702), ("SOUTH_BALKANS", 704))}
LADOGA: Final = "LADOGA"
_LADOGA_QR: Final = (12, -9)


_FEW: Final = 10
"""Masks with fewer bits than this are walked bit by bit, others byte by byte through a table."""
_BYTES: Final = 89
"""Bytes of a node mask: the areas are the highest nodes."""

ByteTables: TypeAlias = tuple[tuple[tuple[T, ...], ...], ...]


def byte_tables(items: Sequence[T]) -> ByteTables[T]:
    """Tables for `picked`: for each byte of a mask and each value of it, the items whose bits are set."""
    found = []
    for at in range(0, len(items), 8):
        rows: list[tuple[T, ...]] = [()]
        for item in items[at : at + 8]:
            rows += [(*row, item) for row in rows]
        found.append(tuple(rows) * (256 // len(rows)))
    return tuple(found)


def picked(tables: ByteTables[T], mask: int) -> list[T]:
    """The items whose bits are set in a mask, lowest first."""
    found: list[T] = []
    for table, byte in zip(tables, mask.to_bytes((mask.bit_length() + 7) >> 3, "little"), strict=False):
        if byte:
            found += table[byte]
    return found


_NUMBERS: Final = byte_tables(tuple(range(8 * _BYTES)))


def numbers_in(mask: int) -> list[int]:
    """The numbers of the bits that are set in a mask, lowest first."""
    if mask.bit_count() >= _FEW:
        return picked(_NUMBERS, mask)
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


bits: Final = cast("Callable[[NodeMask], list[Node]]", numbers_in)
"""The nodes in a mask, lowest first."""
units_of: Final = cast("Callable[[UnitMask], list[UnitIndex]]", numbers_in)
"""The units in a mask, lowest first."""
cards_in: Final = cast("Callable[[CardMask], list[CardNumber]]", numbers_in)
"""The cards in a mask, lowest first."""


def spread(mask: NodeMask) -> NodeMask:
    """The mask and all its geometric neighbors, six of each hex (MAP-1); not yet cut to the map."""
    pair = mask | mask << 1
    return pair | pair >> 1 | pair << (ROW - 1) | pair >> ROW


class FaceInfo:
    """One face of a counter, with the answers to what the rules ask of it worked out in advance."""

    __slots__ = (
        "armored", "combat_only", "face", "fort", "mobile", "move", "name", "of_its_city", "paren", "protected",
        "shock", "ss_armor", "ss_grenadier", "strength", "type", "volkssturm", "white",
    )  # fmt: skip

    def __init__(self, face: Face) -> None:
        self.face = face
        self.name = face.name
        self.type = face.type
        self.strength = face.strength
        self.move = face.move
        self.white = face.white
        self.paren = face.paren
        self.mobile = face.move > 0
        self.armored = face.type is UnitType.ARMOR
        self.protected = face.type in (UnitType.ARMOR, UnitType.MECHANIZED)
        """Armor and mechanized units deny the armor bonus (SHF-6)."""
        self.fort = face.type in (UnitType.FORT, UnitType.GARRISON)
        self.of_its_city = face.type in (UnitType.GARRISON, UnitType.VOLKSSTURM)
        """It appears in the city that its counter names, and never leaves it (EVT-23)."""
        self.volkssturm = face.type is UnitType.VOLKSSTURM
        self.shock = face.type is UnitType.SHOCK
        self.ss_armor = face.ss and self.armored
        self.ss_grenadier = face.ss and not self.armored


class UnitInfo:
    """One counter: its faces, its id in the rules (DAT-7), and whatever else never changes."""

    __slots__ = (
        "axis_ally", "back_by_switch", "cadre", "faces", "german", "german_fort", "home", "id", "index", "nation",
        "regional", "removed", "returns_after", "side", "soviet_brittle", "ss", "strong", "two_sided", "unit", "weak",
    )  # fmt: skip

    def __init__(self, unit: Unit, index: UnitIndex, node_of: dict[str, Node]) -> None:
        self.unit = unit
        self.id = unit.id
        self.index = index
        self.side = SIDE_INDEX[unit.side]
        self.nation = unit.nation
        self.faces = tuple(FaceInfo(face) for face in (unit.front, unit.back) if face is not None)
        self.strong = unit.strong
        self.weak = 1 - unit.strong if unit.back is not None else 0
        self.two_sided = unit.two_sided
        self.back_by_switch = unit.back_by_switch
        self.returns_after = unit.returns_after
        self.removed = unit.removed
        self.cadre = unit.front.type is UnitType.CADRE
        self.german = unit.nation is Nation.GERMAN
        self.axis_ally = self.side == AXIS and not self.german
        self.ss = unit.front.ss
        self.home = node_of[unit.home] if unit.home else NO_NODE
        self.german_fort = self.side == AXIS and self.faces[0].fort and self.german
        self.regional = unit.front.type is UnitType.REGIONAL
        self.soviet_brittle = unit.nation is Nation.SOVIET and unit.two_sided and not self.regional
        """Soviet counters whose red face has one step before turn 17 (ORG-4)."""


class Board:
    """All static facts, as masks over nodes and lists over units."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._make_nodes()
        self._make_terrain()
        self._make_sides()
        self.units = tuple(UnitInfo(unit, UnitIndex(i), self.node_of) for i, unit in enumerate(facts.units))
        self.unit_index = {unit.id: unit.index for unit in self.units}
        self.unit_ids = tuple(unit.id for unit in self.units)
        self.of_side = tuple(tuple(u.index for u in self.units if u.side == side) for side in (AXIS, SOVIET))
        self.has_zone = tuple(tuple(not face.paren for face in unit.faces) for unit in self.units)
        """Per unit and face: does it exert a zone of control when supplied (ZOC-1)? Volkssturm have none (SPU-VOL)."""
        self.printed_move = tuple(tuple(face.move for face in unit.faces) for unit in self.units)
        self.armored = tuple(tuple(face.armored for face in unit.faces) for unit in self.units)
        self.rides_trains = tuple(tuple(face.mobile and not face.fort for face in unit.faces) for unit in self.units)
        """Per unit and face: may it entrain (RAIL-1)?"""
        self.calendar = {box.turn: box for box in facts.calendar}
        self.columns = facts.tables.columns
        self.crt = (facts.tables.axis_crt, facts.tables.soviet_crt)
        self.cards = {CardNumber(card.number): card for card in facts.cards}

    def _make_nodes(self) -> None:
        """Numbers every hex, area and the Ladoga cell."""
        self.node_of: dict[str, Node] = {}
        self.axial: dict[Node, tuple[int, int]] = {}
        places = [(hex_.id, hex_.q, hex_.r) for hex_ in self.facts.map.hexes]
        for name, q, r in [*places, (LADOGA, *_LADOGA_QR)]:
            node = Node((r + 10) * ROW + q + 12)
            self.node_of[name] = node
            self.axial[node] = (q, r)
        self.node_of.update(_AREAS)
        self.id_of = {node: name for name, node in self.node_of.items()}
        self.finland, self.west_balkans, self.south_balkans = _AREAS.values()
        self.balkans = 1 << self.west_balkans | 1 << self.south_balkans
        self.areas = self.balkans | 1 << self.finland
        self.ladoga = 1 << self.node_of[LADOGA]
        self.nodes = sum((1 << node for node in self.id_of), NO_NODES)
        self.hexes = sum((1 << self.node_of[hex_.id] for hex_ in self.facts.map.hexes), NO_NODES)
        self.traceable = self.hexes | self.ladoga
        """Where a supply path may run (SUP-9); an area can only be an end of one."""

    def _make_terrain(self) -> None:
        """Masks by terrain, region, coast, edge and objective, and the columns of the terrain table."""
        node_of = self.node_of
        by_terrain: dict[Terrain, NodeMask] = dict.fromkeys(Terrain, NO_NODES)
        by_region: dict[Region, NodeMask] = dict.fromkeys(Region, NO_NODES)
        self.coast: dict[Sea, NodeMask] = dict.fromkeys(Sea, NO_NODES)
        edge, objective = [NO_NODES, NO_NODES], [NO_NODES, NO_NODES]
        self.oil = self.vp_hexes = NO_NODES
        self.place_name: dict[Node, str] = {}
        for hex_ in self.facts.map.hexes:
            bit = 1 << node_of[hex_.id]
            by_terrain[hex_.terrain] |= bit
            by_region[hex_.region] |= bit
            for sea in hex_.coasts:
                self.coast[sea] |= bit
            if hex_.edge:
                edge[SIDE_INDEX[hex_.edge]] |= bit
            if hex_.objective_of:
                objective[SIDE_INDEX[hex_.objective_of]] |= bit
            if hex_.oil:
                self.oil |= bit
            if hex_.is_vp:
                self.vp_hexes |= bit
            if hex_.name:
                self.place_name[node_of[hex_.id]] = hex_.name
        by_terrain[Terrain.AREA] = self.areas
        for area in self.facts.map.areas:
            self.place_name[node_of[area.id]] = area.name
        self.terrain = {node: kind for kind, mask in by_terrain.items() for node in bits(mask)}
        self.terrain_row = {row.terrain: row for row in self.facts.tables.terrain}
        self.cities = by_terrain[Terrain.CITY]
        self.germany = by_region[Region.GREATER_GERMANY]
        self.ussr = by_region[Region.USSR]
        self.edge = tuple(edge)
        self.objectives = tuple(objective)
        """Indexed by the side that needs them to win."""
        self.ringed = objective[AXIS] | objective[SOVIET]
        rows = self.facts.tables.terrain
        self.stops_advance = sum((by_terrain[row.terrain] for row in rows if row.stops_advance), NO_NODES) | self.ringed
        self.no_armor_bonus = (
            sum((by_terrain[row.terrain] for row in rows if not row.armor_bonus), NO_NODES) | self.ringed
        )
        self.cost = tuple(self._cost_masks(by_terrain, armored) for armored in (False, True))
        """`cost[armored]`: pairs (movement points, mask of the hexes with that cost), cheapest first."""

    def _cost_masks(self, by_terrain: dict[Terrain, NodeMask], armored: bool) -> tuple[tuple[int, NodeMask], ...]:
        """Entry costs of one class of unit, as (cost, mask) pairs (DAT-2)."""
        masks: dict[int, NodeMask] = {}
        for row in self.facts.tables.terrain:
            points = row.armor_mp if armored else row.other_mp
            masks[points] = masks.get(points, NO_NODES) | by_terrain[row.terrain]
        return tuple(sorted(masks.items()))

    def _make_sides(self) -> None:
        """Neighbors: `near` by geometry (supply), `adjacent` over passable sides only; rivers."""
        node_of = self.node_of
        self.near = {node: spread(1 << node) & self.traceable & ~(1 << node) for node in bits(self.traceable)}
        prohibited: dict[Node, NodeMask] = {}
        self.river: dict[Node, NodeMask] = dict.fromkeys(bits(self.hexes), NO_NODES)
        for side in self.facts.map.hexsides:
            a, b = node_of[side.a], node_of[side.b]
            if side.feature is Feature.RIVER:
                self.river[a] |= 1 << b
                self.river[b] |= 1 << a
            elif side.feature in (Feature.LAKE, Feature.SEA):
                prohibited[a] = prohibited.get(a, NO_NODES) | 1 << b
                prohibited[b] = prohibited.get(b, NO_NODES) | 1 << a
        self.adjacent = {
            node: self.near[node] & self.hexes & ~prohibited.get(node, NO_NODES) for node in bits(self.hexes)
        }
        self.area_neighbors: dict[Node, NodeMask] = dict.fromkeys(bits(self.areas), NO_NODES)
        for area in self.facts.map.areas:
            node = node_of[area.id]
            for other in area.adjacent:
                self._join(node, node_of[other])
        joined = sum((1 << node for node in prohibited), NO_NODES) | self.areas
        for neighbors in self.area_neighbors.values():
            joined |= neighbors
        self.irregular = joined
        """Nodes whose neighbors are not simply the six hexes around them."""
        self.regular = self.nodes & ~joined

    def _join(self, area: Node, other: Node) -> None:
        """Makes an area and a hex (or another area) neighbors."""
        self.area_neighbors[area] |= 1 << other
        self.adjacent[area] = self.adjacent.get(area, NO_NODES) | 1 << other
        self.adjacent[other] = self.adjacent.get(other, NO_NODES) | 1 << area
        self.river.setdefault(area, NO_NODES)

    def expand(self, mask: NodeMask) -> NodeMask:
        """The mask and everything one passable step away from it."""
        result = spread(mask & self.regular) & self.hexes | mask
        if odd := mask & self.irregular:
            for node in bits(odd):
                result |= self.adjacent[node]
        return result

    def distance(self, a: Node, b: Node) -> int:
        """Distance in hexes between two nodes, ignoring the terrain; an area is one further than its nearest hex."""
        if a == b:
            return 0
        if a in self.area_neighbors or b in self.area_neighbors:
            area, other = (a, b) if a in self.area_neighbors else (b, a)
            if self.area_neighbors[area] >> other & 1:
                return 1
            return 1 + min(self.distance(node, other) for node in bits(self.area_neighbors[area] & self.hexes))
        (qa, ra), (qb, rb) = self.axial[a], self.axial[b]
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def ids(self, mask: NodeMask) -> tuple[str, ...]:
        """Map ids of the nodes in a mask."""
        return tuple(self.id_of[node] for node in bits(mask))

    def place_id(self, place: Place) -> str:
        """The map id of a node, or the name of a box."""
        return BOX_NAMES[place] if place < 0 else self.id_of[cast("Node", place)]

    def mask(self, *ids: str) -> NodeMask:
        """The mask of the nodes with these map ids; one that is named twice is in it once."""
        found = NO_NODES
        for name in ids:
            found |= 1 << self.node_of[name]
        return found


BOARD: Final = Board(load_facts())

__all__ = [
    "AXIS", "BOARD", "ENEMY", "LADOGA", "ROW", "SIDES", "SIDE_INDEX", "SOVIET", "Board", "ByteTables", "FaceInfo",
    "UnitInfo", "bits", "byte_tables", "cards_in", "numbers_in", "picked", "side_named", "spread", "units_of",
]  # fmt: skip
