"""Turns the collected tables of facts (CSV and JSON) into the project's own data files, once.

    python tools/convert_facts.py [FOLDER] [--into FOLDER]

FOLDER holds hexes.csv, units.csv and the other tables (default: ../shared/data), its sibling folder `rules` holds
cards.csv and rulesets.json. The game itself never reads them: after the conversion the TOML files are the source and
may be edited by hand. The wording of the cards is the project's own and is in none of the tables; a new conversion
therefore keeps the texts that stand in cards.toml.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Row = dict[str, str]
ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "noretreat" / "data"

VARIABLE_TURNS = {3, 4, 6, 9, 10, 12, 15, 16, 18, 21, 22}
"""Turns with a two-faced weather marker; the track itself does not mark them (SET-5)."""

CALENDAR_NOTES: dict[int, list[str]] = {
    1: ["Axis rail moves are not possible; the Soviets have one only", "Rumanian armies stay where they are"],
    2: ["Axis rail moves are not possible; the Soviets have one only"],
    3: ["From now on Soviet regional fronts may be turned into forts"],
    4: ["From now on the Soviets may keep a Strategic Reserve"],
    5: ["From now on the Axis may pay for replacements", "Axis attacks lose two columns to the winter"],
    6: ["From now on the Soviets upgrade one unit a turn for free"],
    8: ["The Axis draws one more card"],
    9: ["The Axis draws one more card"],
    11: ["From now on Soviet armor may advance a third hex"],
    12: ["The initiative passes to the Soviets"],
    13: ["From now on the Soviets upgrade two units a turn for free"],
    15: ["The Italian 8th Army goes home"],
    16: ["2nd Panzer leaves for the west"],
    17: ["From now on most Soviet counters have two steps"],
    18: ["No more free Soviet upgrades", "SS Panzer leaves for the west"],
    20: ["From now on the Axis may attack three targets at most"],
    21: ["From now on the Soviets draw one more card"],
    23: [
        "Cards and victory points start afresh for 1945",
        "From now on two Soviet units may share a hex",
        "Berlin Garrison and Volkssturm appear; the Axis draws one card only",
    ],
    24: ["No more German improvements"],
    26: ["From now on the Axis may attack one target only"],
    28: ["The Berlin Garrison is taken off; the game ends with this turn"],
}

UNIT_TYPES = {
    "panzer": "armor",
    "tank": "armor",
    "SS panzer": "armor",
    "panzergrenadier": "mechanized",
    "SS panzergrenadier": "mechanized",
    "mechanized infantry": "mechanized",
    "cadre (infantry)": "cadre",
    "fortified": "fort",
}

RECON, INFER, DERIVED, REPORTED = "reconstructed", "inferred", "derived", "reported"

_HUNGARIANS = (
    "Numbers by analogy with the Hungarian 2nd Army. By the first edition it has two steps; its reduced side is in no "
    "source: one less is our proposal."
)

UNIT_EXTRA: dict[str, dict[str, Any]] = {
    "FINN": {"entry": "F", "confidence": {"return": RECON}, "note": "What happens after its loss is a ruling."},
    "RUM3": {
        "entry": "R", "returns_after": 4,
        "confidence": {"strength": DERIVED, "move": RECON, "entry": INFER, "return": RECON},
        "note": "Strength worked out from the odds of a reported attack; return as for the 4th Army.",
    },
    "RUM4": {
        "entry": "R", "returns_after": 4,
        "confidence": {"strength": DERIVED, "move": RECON, "entry": INFER, "return": DERIVED},
        "note": "Strength and return worked out from a reported game: lost on turn 11, back on turn 15.",
    },
    "HUN2": {
        "entry": "6", "returns_after": 2,
        "confidence": {"strength": DERIVED, "move": RECON, "entry": INFER, "return": DERIVED},
        "note": "Strength and return worked out from a reported game; first mentioned on turn 6.",
    },
    "ITA8": {
        "entry": "7", "returns_after": 3, "confidence": {"entry": INFER, "return": RECON},
        "note": "Numbers shown in a computer manual; the turn of entry is read from a game report.",
    },
    "HUN1": {
        "entry": "GG", "returns_after": 2, "back_by_switch": True, "back": (1, 3),
        "confidence": {"strength": RECON, "move": RECON, "return": RECON, "back": RECON},
        "note": _HUNGARIANS,
    },
    "HUN3": {
        "entry": "GG", "returns_after": 2, "back_by_switch": True, "back": (1, 3),
        "confidence": {"strength": RECON, "move": RECON, "return": RECON, "back": RECON},
        "note": _HUNGARIANS,
    },
    "LUFT": {
        "entry": "10", "returns_after": 3, "confidence": {"strength": DERIVED, "move": RECON, "entry": INFER},
        "note": "Strength worked out from a reported attack; on the map by turn 10 in the same report.",
    },
    "KG1": {
        "entry": "6", "returns_after": 2,
        "confidence": {"strength": DERIVED, "move": RECON, "entry": INFER, "return": RECON},
        "note": "Strength worked out from a reported attack; in use on turn 7 in the same report.",
    },
    "KG2": {
        "entry": "11", "returns_after": 2,
        "confidence": {"strength": RECON, "move": RECON, "entry": INFER, "return": RECON},
        "note": "Numbers as for Kampfgruppe 1; back from the turn track on turn 13 in a report.",
    },
    "BERLIN_G": {
        "entry": "23", "home": "0503", "removed": True, "type": "garrison",
        "confidence": {"strength": RECON},
        "note": "The counter is known to exist; its number is our proposal.",
    },
    "FEST1": {"entry": "GG", "home": "1104"},
    "FEST2": {"entry": "GG", "home": "0606"},
    "FEST3": {"entry": "GG", "home": "0704"},
    "VOLKS1": {"entry": "23", "home": "0503", "name": "Volkssturm Berlin"},
    "VOLKS2": {"entry": "23", "home": "0704", "name": "Volkssturm Posen"},
    "VOLKS3": {"entry": "23", "home": "0606", "name": "Volkssturm Breslau"},
    "VOLKS4": {"entry": "23", "home": "0309", "name": "Volkssturm Vienna"},
    "OST1": {
        "entry": "3", "returns_after": 2, "confidence": {"entry": REPORTED, "return": RECON},
        "note": "Turn of entry from the older edition; in use by turn 4 in a game report.",
    },
    "ABT_I1": {"name": "Abteilung A"},
    "ABT_I2": {"name": "Abteilung B"},
    "ABT_M": {"name": "Abteilung M"},
    "REZ": {"confidence": {"move": RECON}, "note": "It has no strength of its own."},
    "S_LEN": {"home": "1902"},
    "S_MOS": {"home": "2008"},
    "S_SEV": {"home": "1318"},
    "SPOL": {
        "confidence": {"strength": RECON, "move": RECON},
        "note": "The counter is known to exist; its numbers are our proposal.",
    },
    "SRUM": {
        "confidence": {"strength": RECON, "move": RECON},
        "note": "The counter is known to exist and to come in reduced; its numbers are our proposal.",
    },
    "YUG1": {
        "entry": "Oil", "confidence": {"back": RECON},
        "note": "The mobile face is shown in a computer manual; the number of the fort face is our proposal.",
    },
    "YUG2": {
        "entry": "Oil", "confidence": {"strength": INFER, "move": INFER, "back": RECON},
        "note": "Numbers as for the first Yugoslav army.",
    },
}  # fmt: skip
for _id in ("FEST1", "FEST2", "FEST3"):
    UNIT_EXTRA[_id] |= {
        "name": f"Festung {_id[-1]}", "removed": True,
        "confidence": {"number": RECON, "strength": RECON, "home": RECON, "entry": INFER},
        "note": "How many there were, their cities and their strength are our proposal.",
    }  # fmt: skip
for _id in ("VOLKS1", "VOLKS2", "VOLKS3", "VOLKS4"):
    UNIT_EXTRA[_id] |= {
        "removed": True, "white": True, "paren": True,
        "confidence": {"number": RECON, "strength": RECON, "home": RECON},
        "note": "How many there were, their cities and their strength are our proposal.",
    }  # fmt: skip

RULESETS = {
    "deluxe": (
        "Deluxe (board game, first printing)",
        "The board game by the letter: shared deck, variable weather, strict order of play, cards in counterattacks.",
    ),
    "living": (
        "Living (board game, second edition)",
        "The board game as its second edition is played: milder winters, and the Soviet table for the Axis in snow.",
    ),
    "classic": (
        "Classic (first edition)",
        "The small first edition with its map extension, played here on the big map: short deck, fewer limits.",
    ),
    "digital": (
        "Digital",
        "The computer game: own decks, fewer interruptions, stricter retreats; best for games by mail.",
    ),
    "digital_0_1": (
        "Digital 0.1",
        "The first public version of the computer game, for those who liked it better.",
    ),
}

WINDOWS = {
    "ORG": "organization",
    "ORG_START": "organization_start",
    "CARD_OPP": "card_opponent",
    "ANY own turn": "any",
}


# --- a small TOML writer ---------------------------------------------------------------------------------
def value_of(value: Any) -> str:
    """One TOML value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if value is None:
        return '"null"'
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_of(k)} = {value_of(v)}" for k, v in value.items()) + "}"
    return "[" + ", ".join(value_of(item) for item in value) + "]"


def key_of(key: str) -> str:
    """A TOML key, quoted only where it must be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def lines_of(name: str, items: Iterable[Any]) -> str:
    """An array with one line an entry."""
    return f"{name} = [\n" + "".join(f"  {value_of(item)},\n" for item in items) + "]\n"


def comment(*lines: str) -> str:
    """A comment block."""
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def full(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record without its empty fields (false, "", [], {} and None); 0 stays."""
    return {k: v for k, v in record.items() if v is not None and v is not False and v != "" and v != [] and v != {}}


def rows(path: Path) -> list[Row]:
    """A CSV table as a list of dictionaries."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


# --- map -------------------------------------------------------------------------------------------------
def hex_record(row: Row) -> dict[str, Any]:
    """One line of the map."""
    oil = row["oil_field"] == "yes"
    names = {"0816": "Rumanian Oil Fields", "2022": "Caucasus Oil Fields"}
    return full({
        "id": row["hex_id"], "q": int(row["q"]), "r": int(row["r"]),
        "terrain": {"kerch_strait": "strait"}.get(row["terrain"], row["terrain"]), "region": row["region"],
        "name": row["city"] or names.get(row["hex_id"], ""), "oil": oil,
        "objective_of": row["objective"] if row["objective"] != "none" else "", "edge": row["map_edge"],
        "coasts": [sea for sea in row["coast"].split(";") if sea != "none"],
    })  # fmt: skip


def convert_map(source: Path) -> str:
    """map.toml."""
    hexes = [hex_record(row) for row in rows(source / "hexes.csv")]
    printed = {item["id"] for item in hexes}
    sides, shores = [], []
    for row in rows(source / "hexsides.csv"):
        if row["hex_b"] in printed:
            side_of = {"a": row["hex_a"], "b": row["hex_b"], "feature": row["feature"], "name": row["name"]}
            sides.append(full(side_of))
        else:
            side = re.match(r"side (\w+) of", row["note"])
            shores.append({"hex": row["hex_a"], "side": side[1] if side else "?", "water": row["hex_b"].lower()})
    return "\n".join([
        comment(
            "The map: hexes, hexsides and areas.",
            "",
            "id is column and row (CCRR) counted from the west and the north; q and r are axial coordinates with",
            "Kiev (1211) at 0, 0. Neighbours (q, r): NE +1 -1, E +1 0, SE 0 +1, SW -1 +1, W -1 0, NW 0 -1.",
            "All values were read from the printed map. terrain: clear city forest marsh mountain strait.",
            "region: greater_germany or ussr, the two sides of the dashed border. objective_of: the side that needs",
            "the ringed hex. edge: the side whose friendly map edge the hex touches. coasts: seas that fill at",
            "least one whole side of the hex; hexes that only nearly touch one are left to a switch of the rule sets.",
        ),
        lines_of("hexes", hexes),
        comment(
            "Features of the sides between two printed hexes. river: may be crossed. lake, sea: may not.",
            "border: the line between Greater Germany and the USSR. A side may be a river and border as well.",
            "Rivers without a name on the map have none here.",
        ),
        lines_of("hexsides", sides),
        comment("Sides that are all water and have no printed hex behind them; nothing crosses them."),
        lines_of("shores", shores),
        comment("Areas act as one big hex each."),
        lines_of("areas", area_records(source)),
        comment("Hexes around Lake Ladoga, which only a supply path may cross."),
        f"ladoga = {value_of(['1902', '1903', '2003'])}\n",
    ])  # fmt: skip


def area_records(source: Path) -> list[dict[str, Any]]:
    """The three areas with what they touch."""
    names = {"finland": "Finland", "west_balkans": "West Balkans", "south_balkans": "South Balkans"}
    touch: dict[str, list[str]] = {key: [] for key in names}
    for row in rows(source / "areas.csv"):
        if row["adjacent_hex"] not in touch[row["area"]]:
            touch[row["area"]].append(row["adjacent_hex"])
    return [
        {"id": key.upper(), "name": name, "adjacent": touch[key]} | ({"vp": 1} if key == "finland" else {})
        for key, name in names.items()
    ]


# --- units -----------------------------------------------------------------------------------------------
def number(text: str) -> int:
    """A printed or proposed number: '5', '? (propose (2))', '3 (by analogy)', 'X (none)', '-'."""
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


def face_record(row: Row, face: str, extra: Mapping[str, Any]) -> dict[str, Any] | None:
    """One side of a counter, or nothing where the back is blank."""
    kind, flags = row[f"{face}_type"], row[f"{face}_flags"]
    if not kind:
        return None
    if not flags and face == "front":
        flags = row["on_elimination"] if "parenthesised" in row["on_elimination"] else ""
    return full({
        "name": extra.get("name", row[f"{face}_name"]).replace(" (ground)", "").replace(" (Soviet-allied)", ""),
        "type": extra.get("type", UNIT_TYPES.get(kind, kind)),
        "strength": number(row[f"{face}_strength"]), "move": number(row[f"{face}_move"]),
        "ss": kind.startswith("SS "),
        "white": "white" in flags or extra.get("white", False) or kind.startswith("cadre"),
        "paren": "parenthesised" in flags or extra.get("paren", False),
        "red": face == "back" and row["nationality"] == "Soviet",
    })  # fmt: skip


def reduced(front: dict[str, Any] | None, extra: Mapping[str, Any]) -> dict[str, Any] | None:
    """A back that only some rule sets have, with numbers of our own."""
    if front is None or "back" not in extra:
        return None
    strength, move = extra["back"]
    return front | {"strength": strength, "move": move}


def unit_record(row: Row) -> dict[str, Any]:
    """One counter."""
    extra = UNIT_EXTRA.get(row["id"], {})
    front = face_record(row, "front", extra)
    code = "optional" if row["set"] == "optional" else row["setup_or_reinforcement_code"]
    return full({
        "id": row["id"], "side": row["side"].lower(), "nation": row["nationality"].lower(),
        "front": front, "back": face_record(row, "back", extra) or reduced(front, extra),
        "entry": extra.get("entry", code), "returns_after": extra.get("returns_after"),
        "removed": extra.get("removed"), "home": extra.get("home"),
        "set": row["set"] if row["set"] != "core" else "", "back_by_switch": extra.get("back_by_switch"),
        "confidence": extra.get("confidence"), "note": extra.get("note"),
    })  # fmt: skip


def convert_units(source: Path) -> str:
    """units.toml."""
    return comment(
        "The counters, one line each.",
        "",
        "front is the full-strength face of an Axis counter and the brown face of a Soviet one, back the other face.",
        "entry: set-up group (N C S R F start), turn of arrival, or the event that brings the unit (GG: the Soviets",
        "cross into Greater Germany; Oil: they take the Rumanian oil; Warsaw). optional: only with an optional rule.",
        "white: may not attack by itself. paren: no zone of control, cannot move. red: upgraded Soviet face.",
        "returns_after: turns until a lost one-step unit comes back. removed: gone for good when lost.",
        "home: the city the counter belongs to. confidence names the fields that are not read from a counter:",
        "reported by players, derived from their battles, inferred from their moves, or reconstructed (our proposal).",
    ) + "\n" + lines_of("units", [unit_record(row) for row in rows(source / "units.csv")])  # fmt: skip


# --- calendar, tables ------------------------------------------------------------------------------------
def turn_record(row: Row) -> dict[str, Any]:
    """One box of the turn track; red words on it are second-front events, except the change of initiative."""
    turn = int(row["turn"])
    return full({
        "turn": turn, "year": int(row["year"]), "months": row["months"], "weather": row["weather"],
        "variable": turn in VARIABLE_TURNS, "sudden_death": row["skull"] == "yes",
        "blitz": int(row["blitz"]) or None, "shock": int(row["shock"]) or None,
        "second_front": row["game_event_red"], "notes": CALENDAR_NOTES.get(turn),
    })  # fmt: skip


def convert_calendar(source: Path) -> str:
    """calendar.toml."""
    return comment(
        "The turn track, one line a turn. All values are printed on it, except variable: turns on which a weather",
        "card may change the weather. second_front: an event in the west worth one victory point to the Soviets.",
        "notes: other effects, for the reader; the rules know them by themselves.",
    ) + "\n" + lines_of("turns", [turn_record(row) for row in rows(source / "turn_track.csv")])  # fmt: skip


def thresholds(source: Path, side: str) -> dict[str, int]:
    """Sudden-death thresholds of one side, from the skulls on the victory point track."""
    colours = {"axis": ("axis", "grey"), "soviet": ("soviet", "red")}[side]
    split = {("12", "axis"): 27, ("12", "soviet"): 16}
    found = {}
    for row in rows(source / "vp_track.csv"):
        turn = row["turn_note"].removeprefix("T")
        if row["side_symbol"] == colours[0] and split.get((turn, side), int(row["box"])) == int(row["box"]):
            found[int(turn)] = int(row["box"])
    return {str(turn): found[turn] for turn in sorted(found)}


def terrain_record(row: Row) -> dict[str, Any]:
    """One hex row of the terrain effects chart."""
    names = {"open": "clear", "kerch strait": "strait"}
    name = "area" if row["kind"] == "area" else names.get(row["row"].lower(), row["row"].lower())
    return {
        "terrain": name, "armor_mp": int(row["armor_mp"]), "other_mp": int(row["other_mp"]),
        "armor_bonus": row["armor_bonus"] == "yes", "shift": int(row["defence_shift"]),
        "stops_advance": row["stops_advance"] == "yes",
    }  # fmt: skip


def convert_tables(source: Path) -> str:
    """tables.toml."""
    table = rows(source / "crt.csv")
    columns = [key for key in table[0] if ":" in key]
    crt = {side: [[row[c] for c in columns] for row in table if row["table"] == side] for side in ("axis", "soviet")}
    terrain = [terrain_record(row) for row in rows(source / "terrain_effects.csv") if row["kind"] in ("hex", "area")
               and not row["row"].endswith("Hexside")]  # fmt: skip
    return "\n".join([
        comment(
            "Combat results, terrain effects and sudden-death thresholds, as printed on the map.",
            "",
            "Results: NE no effect, CA counterattack, CB counterblow, EX exchange, DR defender retreats,",
            "DS defender shattered, DD defender destroyed. One line a die roll (1 to 6), one entry an odds column.",
        ),
        f"columns = {value_of(columns)}\n",
        lines_of("axis_crt", crt["axis"]),
        lines_of("soviet_crt", crt["soviet"]),
        comment(
            "Entry costs of armor and of all others, whether armor keeps its bonus against the hex, columns in the",
            "defender's favour, and whether an advance after combat must stop there. Areas follow the printed chart.",
        ),
        lines_of("terrain", terrain),
        comment("Turn = victory points; a side with the initiative that has more than this wins at once."),
        "".join(f"{side}_sudden_death = {value_of(thresholds(source, side))}\n" for side in ("axis", "soviet")),
    ])  # fmt: skip


# --- cards -----------------------------------------------------------------------------------------------
def kept_texts(target: Path) -> dict[tuple[int, str], str]:
    """The wording that stands in cards.toml now."""
    path = target / "cards.toml"
    if not path.exists():
        return {}
    cards = tomllib.loads(path.read_text(encoding="utf-8"))["cards"]
    return {(card["number"], side): card[side]["text"] for card in cards for side in ("axis", "soviet")}


def half_record(row: Row, text: str) -> dict[str, Any]:
    """The half of a card that belongs to one side."""
    windows = [WINDOWS.get(name, name.lower()) for name in row["window"].split(" / ")]
    return full({
        "title": row["title"], "initiative": row["initiative"] if row["initiative"] != "none" else "",
        "mandatory": row["mandatory_on_draw"] == "yes", "windows": windows,
    }) | {"text": text}  # fmt: skip


def convert_cards(source: Path, target: Path) -> str:
    """cards.toml."""
    texts = kept_texts(target)
    halves: dict[int, dict[str, Row]] = {}
    for row in rows(source.parent / "rules" / "cards.csv"):
        halves.setdefault(int(row["number"]), {})[row["side"].lower()] = row
    out = [comment(
        "The 54 cards. Each has an Axis and a Soviet half; a side only ever uses its own.",
        "",
        "initiative: playable only while that side has the initiative. mandatory: red text, done on drawing it.",
        "windows: the moments at which it may be played. leaves_1945, joins_1945: what turn 23 does to the deck.",
        "Titles and marks are printed; the texts are this project's own summaries and may be edited freely.",
    )]  # fmt: skip
    for key in sorted(k for k in halves if k <= 54):
        pair = halves[key]
        year = pair["axis"]["year_1945"]
        lines = [f"number = {key}"]
        lines += ["leaves_1945 = true"] if year == "removed in 1945" else []
        lines += ["joins_1945 = true"] if year == "added in 1945" else []
        lines += [f"{s} = {value_of(half_record(pair[s], texts.get((key, s), '')))}" for s in ("axis", "soviet")]
        out.append("\n[[cards]]\n" + "\n".join(lines) + "\n")
    return "".join(out)


# --- rule sets, scenario ---------------------------------------------------------------------------------
def convert_ruleset(name: str, switches: Mapping[str, Any]) -> str:
    """One file of rulesets/."""
    title, summary = RULESETS[name]
    head = comment(
        f"Rule set {title}.",
        "",
        "The switches say where the editions of the game differ; rules/rulesets.py gives the ruling behind each.",
        'TOML has no empty value: "null" switches the thing off altogether.',
    )
    lines = "".join(f"{key} = {value_of(value)}\n" for key, value in switches.items())
    names = {"id": name, "title": title, "summary": summary}
    return head + "\n" + "".join(f"{k} = {value_of(v)}\n" for k, v in names.items()) + f"\n[switches]\n{lines}"


PLACEMENT_REASONS = {
    "N": "Army Group North, code printed on the counter; the hex is our proposal",
    "C": "Army Group Center, code printed on the counter; the hex is our proposal",
    "S": "Army Group South, code printed on the counter; the hex is our proposal",
    "R": "Rumanian group; the hex is our proposal",
    "F": "Code printed on the counter; it never leaves Finland",
    "S_NW": "Two hexes from Riga, where a report has it fall back to",
    "S_W": "In the middle of the frontier, where it was surrounded in two reports",
    "S_SW": "Near Lvov, from where a report has it fall back towards Kiev",
    "S_S": "Two hexes from Odessa, where a report has it fall back to",
    "S_CEN": "Around Kiev in the first turns of two reports",
    "S_LEN": "In its city, not yet fortified",
    "S_RES": "Inside the country, from where a report has it travel by rail; a guess",
    "S_BRY": "Between Smolensk and Kiev, where the first turns of two reports show it; a guess",
}


def convert_scenario_a(source: Path) -> str:
    """scenarios/barbarossa.toml: the set-up of June 1941, played as the campaign."""
    codes = {row["id"]: row["setup_or_reinforcement_code"][:1] for row in rows(source / "units.csv")}
    placements = []
    for row in rows(source / "setup_A_barbarossa.csv"):
        unit = row["unit_id"]
        why = PLACEMENT_REASONS.get(unit) or PLACEMENT_REASONS[codes[unit]]
        known = row["confidence"]
        placements.append(full({"unit": unit, "at": row["hex_id"] or row["box_or_area"],
                                "confidence": known if known != RECON else "", "why": why}))  # fmt: skip
    control = [row["hex_id"] for row in rows(source / "control.csv") if row["A_barbarossa"] == "A"]
    return "\n".join([
        comment(
            "The campaign: from the invasion in June 1941 to the end of the war.",
            "",
            "Units not named here arrive by their entry code. at: a hex, an area, or a box (box:rail, box:shattered,",
            "box:destroyed, box:surrendered, box:cadres, box:track with due, box:removed).",
            "A placement without confidence is reconstructed; why says from what.",
        ),
        "".join(f"{key} = {value_of(value)}\n" for key, value in {
            "id": "barbarossa", "title": "Barbarossa (campaign)",
            "summary": "The whole war in the east, from 22 June 1941 to the summer of 1945.",
            "start_turn": 1, "end_turn": 28, "first_side": "axis", "initiative": "axis", "event_vp": 0,
            "axis_hand": {"draw": 6, "discard": 2}, "soviet_hand": {"draw": 0},
            "first_turn_skips": ["cards", "supply", "organization"], "axis_control": control,
            "confidence": {"axis_hand": REPORTED, "soviet_hand": RECON, "first_turn_skips": REPORTED,
                           "axis_control": "printed", "placements": RECON},
            "notes": [
                "The counters tell which units start on the map; their hexes are reconstructed from reported games.",
                "The Soviets draw their first cards in their own first turn.",
            ],
        }.items()),
        lines_of("placements", placements),
    ])  # fmt: skip


# --- all -------------------------------------------------------------------------------------------------
def convert(source: Path, target: Path) -> None:
    """Writes all data files."""
    files = {
        "map.toml": convert_map(source),
        "units.toml": convert_units(source),
        "calendar.toml": convert_calendar(source),
        "tables.toml": convert_tables(source),
        "cards.toml": convert_cards(source, target),
        "scenarios/barbarossa.toml": convert_scenario_a(source),
    }
    sets = json.loads((source.parent / "rules" / "rulesets.json").read_text(encoding="utf-8"))
    for key, switches in sets.items():
        name = key.replace("-", "_").replace(".", "_")
        files[f"rulesets/{name}.toml"] = convert_ruleset(name, switches)
    for file, text in files.items():
        path = target / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Turn the collected tables of facts into the project's data files.")
    parser.add_argument("source", nargs="?", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--into", type=Path, default=TARGET)
    options = parser.parse_args()
    convert(options.source, options.into)


if __name__ == "__main__":
    main()
