"""The shapes of the data files: what a hex, a unit, a turn, a table, a rule set and a scenario are.

Nothing here decides anything: these are records of printed (or reconstructed) facts.
`load.py` reads the TOML files beside it into these records and refuses what does not fit.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec

from noretreat.data.ids import CARD_NUMBER, MapId, PlaceId, UnitId


class Side(StrEnum):
    """The two players. In this order: the Axis moves first in every game turn (3, SEQ-1)."""

    AXIS = "axis"
    SOVIET = "soviet"


class Phase(StrEnum):
    """The phases of a player turn, in the order of the board game (SEQ-1, SEQ-2)."""

    VICTORY = "victory"
    CARDS = "cards"
    SUPPLY = "supply"
    ORGANIZATION = "organization"
    MOVEMENT = "movement"
    COUNTERBLOWS = "counterblows"
    """A segment of the Combat Phase, told apart because the enemy acts in it (CPR-3)."""
    COMBAT = "combat"
    REMOVAL = "removal"
    DETRAINING = "detraining"


class Weather(StrEnum):
    """The weather of a turn (13.1, DAT-3)."""

    CLEAR = "clear"
    MUD = "mud"
    SNOW = "snow"
    LONG_WINTER = "long_winter"


class Terrain(StrEnum):
    """The terrain of a hex (DAT-2). The three big areas are `AREA`; the Ladoga cell is `LAKE`."""

    CLEAR = "clear"
    CITY = "city"
    FOREST = "forest"
    MARSH = "marsh"
    MOUNTAIN = "mountain"
    STRAIT = "strait"
    AREA = "area"
    LAKE = "lake"


class Region(StrEnum):
    """The side of the dashed border that a hex is on (MAP-2); areas are on neither."""

    GREATER_GERMANY = "greater_germany"
    USSR = "ussr"
    AREA = "area"


class Feature(StrEnum):
    """The feature of a hexside. Lake and sea sides are prohibited (DAT-2)."""

    RIVER = "river"
    LAKE = "lake"
    SEA = "sea"
    BORDER = "border"


class Sea(StrEnum):
    """Seas a hex can be coastal to (MAP-8)."""

    BALTIC = "baltic"
    BLACK = "black"
    AZOV = "azov"
    CASPIAN = "caspian"
    ADRIATIC = "adriatic"


class UnitType(StrEnum):
    """The type of one face of a counter (DAT-6)."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    MECHANIZED = "mechanized"
    SHOCK = "shock"
    REGIONAL = "regional"
    FORT = "fort"
    CADRE = "cadre"
    VOLKSSTURM = "volkssturm"
    GARRISON = "garrison"
    RESERVE = "reserve"
    MARKER = "marker"


class Nation(StrEnum):
    """Whose army a counter belongs to (DAT-6)."""

    GERMAN = "german"
    FINNISH = "finnish"
    RUMANIAN = "rumanian"
    HUNGARIAN = "hungarian"
    ITALIAN = "italian"
    SOVIET = "soviet"
    POLISH = "polish"
    YUGOSLAV = "yugoslav"


class Confidence(StrEnum):
    """The certainty of a value: read on a component, reported by players, worked out, or our own proposal."""

    PRINTED = "printed"
    REPORTED = "reported"
    DERIVED = "derived"
    INFERRED = "inferred"
    RECONSTRUCTED = "reconstructed"


class Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One printed hex. `id` is CCRR; `q`, `r` are axial coordinates with Kiev (1211) at 0, 0."""

    id: MapId
    q: int
    r: int
    terrain: Terrain
    region: Region
    name: str = ""
    """City or oil-field name, in English; empty elsewhere."""
    oil: bool = False
    objective_of: Side | None = None
    """The side that wins by holding this ringed hex (DAT-5)."""
    edge: Side | None = None
    """The side whose friendly map edge this hex is on (MAP-3)."""
    coasts: tuple[Sea, ...] = ()
    """Seas that fill at least one whole side (MAP-8, strict reading)."""

    @property
    def is_vp(self) -> bool:
        """Cities and oil fields are worth one victory point each (DAT-5)."""
        return self.oil or self.terrain is Terrain.CITY


class Hexside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A feature on the side between two neighboring hexes; a side may have two rows."""

    a: MapId
    b: MapId
    feature: Feature
    name: str = ""


class Shore(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side of a printed hex that is all water and has no printed hex behind it; always prohibited."""

    hex: MapId
    side: str
    """Direction: NE E SE SW W NW."""
    water: str
    """A `Sea`, or one of the lakes ladoga and onega."""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A big area that acts as one hex (MAP-6). `adjacent` names hexes and areas it touches."""

    id: MapId
    name: str
    adjacent: tuple[MapId, ...]
    vp: int = 0


class MapFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole map. `ladoga` lists the hexes that touch the supply-only lake cell.

    The printed water and river sides are 366: `hexsides` between two printed hexes, `shores` on the outside.
    """

    hexes: tuple[Hex, ...]
    hexsides: tuple[Hexside, ...]
    areas: tuple[Area, ...]
    ladoga: tuple[MapId, ...]
    shores: tuple[Shore, ...] = ()


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a counter."""

    name: str
    type: UnitType
    strength: int
    move: int
    ss: bool = False
    white: bool = False
    """White strength: may not attack voluntarily (DAT-6)."""
    paren: bool = False
    """Parenthesised: no zone of control, immobile (DAT-6)."""
    red: bool = False
    """The upgraded (red) face of a Soviet counter (7, ORG-3)."""


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One counter: `front` is the strong German face or the brown Soviet one; `back` the other, if any.

    NB: for German two-step units the *front* is the full-strength face; for Soviet counters the front is
    the brown, weaker face and the back the red, stronger one. `strong` and `weak` hide the difference.
    """

    id: UnitId
    side: Side
    nation: Nation
    front: Face
    back: Face | None = None
    entry: str = ""
    """Printed code: a set-up group (N C S R F), 'start', a turn number, or a trigger (GG, Oil, Warsaw, T23)."""
    returns_after: int | None = None
    """Turns after elimination at which a one-step counter returns free (STP-2); None: see `removed`."""
    removed: bool = False
    """Removed from the game when eliminated (German forts, Volkssturm, Garrison)."""
    home: str = ""
    """Hex id of the city named on the counter, for forts, garrisons and Volkssturm."""
    set: str = "core"
    """core, 1945 or optional."""
    back_by_switch: bool = False
    """Does the counter have its back only with the switch `gg_hungarians_two_step` (C-103)? Otherwise it has one
    face."""
    confidence: dict[str, Confidence] = {}
    """Field name (strength, move, entry, return, ...) -> how sure; a field not listed is printed."""
    note: str = ""
    """The source of an uncertain value, for the unit's information card."""

    @property
    def strong(self) -> int:
        """Index (0 front, 1 back) of the stronger face; a one-faced counter has only 0.

        A fort is the two-step side of a mobile army, whatever it fights with (14.1, 14.8).
        """
        if self.back is None:
            return 0
        if self.back.type is UnitType.FORT and self.front.type is not UnitType.FORT:
            return 1
        return 0 if self.front.strength >= self.back.strength else 1

    @property
    def two_sided(self) -> bool:
        """A 'two-step counter' in the sense of STP-2, in every rule set."""
        return self.back is not None and not self.back_by_switch


class TurnBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One box of the turn track (DAT-3)."""

    turn: int
    year: int
    months: str
    """The months of the turn by number: "6" for June, "7-8" for July and August."""
    weather: Weather
    """As printed."""
    variable: bool = False
    sudden_death: bool = False
    blitz: int = 0
    shock: int = 0
    second_front: str = ""
    """Name of the red event worth a victory point to the Soviets; empty: none."""
    notes: tuple[str, ...] = ()
    """Other effects in our own words, for the calendar."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Combat tables, columns and thresholds (DAT-1, DAT-2, DAT-4); the numbers are in `tables.toml`."""

    columns: tuple[str, ...]
    """Nine odds columns, '1:3' .. '6:1'."""
    axis_crt: tuple[tuple[str, ...], ...]
    """Six rows (die 1..6) of nine results NE CA CB EX DR DS DD."""
    soviet_crt: tuple[tuple[str, ...], ...]
    terrain: tuple[TerrainRow, ...]
    axis_sudden_death: dict[int, int]
    """Turn -> threshold; the win needs strictly more (DAT-4)."""
    soviet_sudden_death: dict[int, int]


class TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the terrain effects table. Shifts are columns in the defender's favor."""

    terrain: Terrain
    armor_mp: int
    other_mp: int
    armor_bonus: bool
    shift: int
    stops_advance: bool


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card: a number and its two halves; `leaves`/`joins`: what happens to it in 1945 (CRD-11)."""

    number: Annotated[int, CARD_NUMBER]
    axis: CardHalf
    soviet: CardHalf
    leaves_1945: bool = False
    joins_1945: bool = False
    joker: bool = False
    """The card that passes from side to side, or fills the decks of one side each (OPT-7, C-1)."""


class CardFamily(StrEnum):
    """What an event is about: one emblem for each."""

    LEADER = "leader"
    WEATHER = "weather"
    SUPPLY = "supply"
    ATTACK = "attack"
    DEFENSE = "defense"
    FIRE = "fire"
    """Guns and aircraft."""
    MOVEMENT = "movement"
    REPLACEMENT = "replacement"
    POLITICS = "politics"
    INTELLIGENCE = "intelligence"
    """What looks into the enemy's hand, or takes a card or a purchase from it."""
    CARDS = "cards"
    """The deck and the discards; the Joker."""
    FORTUNE = "fortune"
    """The dice themselves."""


class CardHalf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The half of a card that belongs to one side: the printed part of an event."""

    title: str
    family: CardFamily
    gist: str
    """What it does, in a few words, bold on the card."""
    text: str
    """What it does, in our own words."""
    good: str
    """What it is good for, in one line."""
    initiative: Side | None = None
    """Playable only while this side has the initiative (CRD-7)."""
    mandatory: bool = False
    """Red text: resolved on drawing (CRD-4)."""
    windows: tuple[str, ...] = ()
    """When it may be played: names of `rules.windows.Window`."""


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The place where a scenario puts one unit: a hex id, an area id, or a box name."""

    unit: UnitId
    at: PlaceId
    face: int = 0
    """0 front, 1 back."""
    due: int | None = None
    """For the turn track box: the turn it comes back."""
    unsupplied: bool = False
    """Starts with an Unsupplied marker: the scenario means it to be cut off."""
    confidence: Confidence = Confidence.RECONSTRUCTED
    why: str = ""


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An opening hand: cards drawn, and how many of them are discarded at once (SET-2)."""

    draw: int = 0
    discard: int = 0


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way to win a scenario: everything named here must be true when its last turn is over."""

    points: int | None = None
    """At least this many victory points."""
    held: int | None = None
    """At least this many cities and oil fields, not counting event points and Finland."""
    objectives: int | None = None
    """At least this many of the side's Objectives, supplied if the rule set requires it."""
    hexes: tuple[MapId, ...] = ()
    """Control of all these cities and oil fields."""
    lost: tuple[UnitId, ...] = ()
    """All these units destroyed, surrendered, on the turn track or removed from the game."""
    high_tide: bool = False
    """At least as many victory points as the Axis high tide."""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The victory conditions of a scenario of limited length: `side` needs one of the goals, or the other side wins."""

    side: Side
    any_of: tuple[Goal, ...]
    early: bool = False
    """Do Objectives and Sudden Death apply all the same, as in the campaign?"""


class Supports(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Support markers of a first turn that differ from those of the calendar."""

    blitz: int = 0
    shock: int = 0


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One scenario file (SET-2).

    Units not placed arrive by their `entry`; those whose turn has passed when the scenario starts are out of the game.
    """

    id: str
    title: str
    summary: str = ""
    start_turn: int
    end_turn: int
    first_side: Side = Side.AXIS
    initiative: Side
    joker: Side | None = None
    """The side that starts with the Joker, if not the side with the initiative (15.7)."""
    event_vp: int = 0
    axis_hand: Hand = Hand()
    soviet_hand: Hand = Hand()
    placements: tuple[Placement, ...]
    axis_control: tuple[MapId, ...]
    """City and oil hexes the Axis holds; the Soviets hold all the others."""
    soviet_control: tuple[MapId, ...] = ()
    """The other cities and oil fields, if the author wants missing ones reported."""
    victory: Victory | None = None
    """Without it the victory conditions of the campaign apply, and the Axis wins when the last turn is over."""
    arrivals: bool = True
    """Do units that are not placed arrive on their turns?"""
    triggers: dict[str, int] = {}
    """Turn on which greater_germany, oil and warsaw took effect, as far as they have."""
    supports: Supports | None = None
    """Support markers of the first turn, if not those of the calendar."""
    free_upgrades: int | None = None
    """Free Soviet upgrades left in the first turn, if not those of the calendar."""
    switches: dict[str, bool | int | str] = {}
    """Switches of the rule set that this scenario changes."""
    first_turn_skips: tuple[Phase, ...] = ()
    """Phases skipped in the first player turn (SET-7)."""
    high_tide: int = 0
    confidence: dict[str, Confidence] = {}
    notes: tuple[str, ...] = ()


class Wins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of games that each side won; the rest were drawn."""

    games: int
    axis: int
    soviet: int


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of games that the computer played against itself (`balance.toml`, by `tools/measure_balance.py`)."""

    rules: str
    level: str
    wins: dict[str, Wins]
    """Scenario id -> how its games ended; a scenario that was not measured is missing."""


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The score of a level of the computer against a weaker one (`strength.toml`, by `tools/rate_levels.py`)."""

    against: str
    games: int
    percent: int
    """Its share of the points, and the 95% interval of that."""
    low: int
    high: int
    seconds: float
    """Processor time of a player turn: the mean, and the longest."""
    worst: float


class Strengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The measured strengths of the levels; a level that was not measured is missing."""

    levels: dict[str, Strength]


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of switches (docs/rule-sets.md). `switches` maps each name to its value."""

    id: str
    title: str
    summary: str
    switches: dict[str, Any]


RETIRED_SWITCHES: Final = {
    "finland_extra_hex": "Finland touches the three hexes that the map shows (C-95)",
}
"""Switches of earlier versions, and what applies instead: saves and scenarios that name one load for ever."""


class Facts(msgspec.Struct, frozen=True):
    """Everything `load.load_facts()` reads that does not belong to one game."""

    map: MapFacts
    units: tuple[Unit, ...]
    calendar: tuple[TurnBox, ...]
    tables: Tables
    cards: tuple[Card, ...]


class OptionTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The English texts of an option of a game (`options.toml`)."""

    title: str
    summary: str
    without: str = ""
    """How a game without it is described; only for an option that is on by default."""


class LevelTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The English texts of a level of computer players (`levels.toml`)."""

    title: str
    summary: str


FORMER_LEVELS: Final = {"best": "hard"}
"""Levels of earlier versions, and the one that plays on for each: saves and stored games name them for ever."""


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The English text of a refusal (`refusals.toml`): the fact, the rule, the remedy."""

    text: str | dict[str, str]
    """With holes; two forms, `one` and `other`, if it counts by `{n}`."""
    rule: str = ""
    way: str = ""
