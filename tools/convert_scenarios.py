"""Turns the collected set-ups (CSV) into scenario files, once.

    python -m tools.convert_scenarios [FOLDER] [--into FOLDER]

FOLDER holds setup_B_fall_blau.csv and its fellows, control.csv and units.csv (default: ../shared/data). After the
conversion the TOML files are the source and may be edited by hand. The campaign of 1941 is made by convert_facts.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any, NamedTuple

from tools.convert_facts import RECON, REPORTED, ROOT, TARGET, Row, comment, full, lines_of, rows, value_of

INFERRED = "inferred"


class Frame(NamedTuple):
    """What a set-up table does not say about its scenario."""

    table: str
    control: str
    head: tuple[str, ...]
    fields: dict[str, Any]


HAND = {"draw": 6, "discard": 2}
UNKNOWN_HANDS = {"axis_hand": RECON, "soviet_hand": RECON, "first_turn_skips": RECON}
BARBAROSSA = {
    "start_turn": 1, "first_side": "axis", "initiative": "axis", "event_vp": 0, "axis_hand": HAND,
    "soviet_hand": {"draw": 0}, "first_turn_skips": ["cards", "supply", "organization"],
}  # fmt: skip
BARBAROSSA_SURE = {
    "axis_hand": REPORTED, "soviet_hand": RECON, "first_turn_skips": REPORTED, "axis_control": "printed",
    "placements": RECON,
}  # fmt: skip
OWN_SET_UP = "Who is where is our reconstruction from history, checked for supply and stacking."

FRAMES = {
    "barbarossa_1941": Frame(
        "", "A_barbarossa",
        ("The first five turns of the war, from June 1941 to the winter, with the set-up of the campaign.",),
        {
            "id": "barbarossa_1941", "title": "A. Barbarossa 1941",
            "summary": "From 22 June 1941 to the winter before Moscow: five turns, a short game.",
            **BARBAROSSA, "end_turn": 5,
            "victory": {"side": "axis", "any_of": [{"points": 24}, {"hexes": ["2008"], "objectives": 2}]},
            "confidence": {"end_turn": REPORTED, "victory": REPORTED, **BARBAROSSA_SURE},
            "notes": [
                "One report of the scenario asks for 24 victory points, a later one for 21; both name Moscow and one "
                "more Objective as the other way. The 24 stand here.",
                "The counters tell which units start on the map; their hexes are reconstructed from reported games.",
            ],
        },
    ),
    "fall_blau": Frame(
        "setup_B_fall_blau.csv", "B_fall_blau",
        ("The German summer offensive of 1942: Stalingrad and the oil of the Caucasus.",),
        {
            "id": "fall_blau", "title": "B. Fall Blau",
            "summary": "May to December 1942: the Axis strikes for Stalingrad and the Caucasus oil.",
            "start_turn": 7, "end_turn": 10, "first_side": "axis", "initiative": "axis", "event_vp": 0,
            "axis_hand": HAND, "soviet_hand": {"draw": 0}, "first_turn_skips": ["cards"],
            "victory": {"side": "axis", "any_of": [{"points": 23}, {"hexes": ["2117"], "objectives": 2}]},
            "confidence": {"start_turn": REPORTED, "end_turn": REPORTED, "victory": RECON, "event_vp": RECON,
                           **UNKNOWN_HANDS, "axis_control": INFERRED, "placements": RECON},
            "notes": [
                "The dates and the attack across the Donets come from a game report.",
                "No source tells the victory conditions: 23 points, or Stalingrad and one more Objective, are ours.",
                OWN_SET_UP,
            ],
        },
    ),
    "saturn": Frame(
        "setup_C_saturn.csv", "C_saturn",
        ("The Soviet counter-offensive around Stalingrad; it begins with the Soviet player turn of turn 10.",),
        {
            "id": "saturn", "title": "C. Operation Saturn",
            "summary": "November 1942 to April 1943: the Soviets close the ring around Stalingrad.",
            "start_turn": 10, "end_turn": 12, "first_side": "soviet", "initiative": "axis", "event_vp": 0,
            "axis_hand": {"draw": 4}, "soviet_hand": HAND, "first_turn_skips": ["cards"],
            "victory": {"side": "soviet", "any_of": [{"held": 13}, {"hexes": ["2117"], "lost": ["G6", "G4Pz"]}]},
            "confidence": {"start_turn": REPORTED, "first_side": REPORTED, "end_turn": RECON, "victory": RECON,
                           "event_vp": RECON, **UNKNOWN_HANDS, "axis_control": RECON, "placements": RECON},
            "notes": [
                "Only the beginning is known, from a reported game: the Soviet player turn of turn 10.",
                "The Soviets hold ten cities and oil fields at first. That they need 13, or Stalingrad with 6th Army "
                "and 4th Panzer lost, is ours.",
                "Four free upgrades have been used; that of turn 10 is still to come.",
                OWN_SET_UP,
            ],
        },
    ),
    "citadel": Frame(
        "setup_D_citadel.csv", "D_citadel",
        ("The summer of 1943: the last German offensive and the Soviet answer.",),
        {
            "id": "citadel", "title": "D. Citadel",
            "summary": "July to December 1943: Kursk, and the march to the Dnieper.",
            "start_turn": 14, "end_turn": 16, "first_side": "axis", "initiative": "soviet", "event_vp": 1,
            "high_tide": 24, "axis_hand": HAND, "soviet_hand": {"draw": 0}, "first_turn_skips": ["cards"],
            "victory": {"side": "soviet", "any_of": [{"points": 18}]},
            "confidence": {"start_turn": RECON, "end_turn": RECON, "victory": RECON, "event_vp": RECON,
                           "high_tide": RECON, **UNKNOWN_HANDS, "axis_control": RECON, "placements": RECON},
            "notes": [
                "No source tells the dates or the victory conditions. 18 points are what history gives.",
                "The event point stands for the landing in Italy, printed on turn 14.",
                "Nine free upgrades have been used. The high tide matters in a campaign only.",
                OWN_SET_UP,
            ],
        },
    ),
    "bagration": Frame(
        "setup_E_bagration.csv", "E_bagration",
        ("The Soviet summer offensive of 1944; it begins with the Soviet player turn of turn 19.",),
        {
            "id": "bagration", "title": "E. Operation Bagration",
            "summary": "May to December 1944: the Red Army breaks through in the center.",
            "start_turn": 19, "end_turn": 22, "first_side": "soviet", "initiative": "soviet", "event_vp": 1,
            "high_tide": 24, "axis_hand": {"draw": 4}, "soviet_hand": HAND, "first_turn_skips": ["cards"],
            "victory": {"side": "soviet", "any_of": [{"points": 28}]},
            "confidence": {"start_turn": RECON, "first_side": RECON, "end_turn": RECON, "victory": RECON,
                           "event_vp": RECON, "high_tide": RECON, **UNKNOWN_HANDS, "axis_control": RECON,
                           "placements": RECON},
            "notes": [
                "No source tells the dates or the victory conditions; 28 points lie a little under the Sudden Death "
                "mark of turn 21.",
                "The event point stands for D-Day, printed on turn 19. The high tide matters in a campaign only.",
                OWN_SET_UP,
            ],
        },
    ),
    "na_berlin": Frame(
        "setup_F_na_berlin.csv", "F_na_berlin",
        ("The last six turns of the war; they follow the victory conditions of the campaign in 1945.",),
        {
            "id": "na_berlin", "title": "F. Na Berlin!",
            "summary": "January to June 1945: from the Vistula to Berlin, or not in time.",
            "start_turn": 23, "end_turn": 28, "first_side": "axis", "initiative": "soviet", "event_vp": 0,
            "axis_hand": {"draw": 2}, "soviet_hand": {"draw": 2},
            "triggers": {"greater_germany": 21, "oil": 21},
            "confidence": {"start_turn": "printed", "end_turn": "printed", "victory": "printed",
                           "event_vp": "printed", "axis_hand": RECON, "soviet_hand": RECON, "triggers": RECON,
                           "axis_control": RECON, "placements": RECON},
            "notes": [
                "Both sides hold two cards, as many as one may keep; the Axis draws one card on turn 23, as printed.",
                "The deck is that of 1945, and only Greater Germany counts.",
                "The Soviets are in Greater Germany and hold the Rumanian oil since 1944. Warsaw is still German; the "
                "Polish Army is in line all the same, as it was in history.",
                OWN_SET_UP,
            ],
        },
    ),
    "tournament": Frame(
        "", "A_barbarossa",
        ("The tournament form of the campaign: to the end of 1944, without variable weather.",),
        {
            "id": "tournament", "title": "G. Tournament",
            "summary": "The campaign to the end of 1944 with fixed weather, for two games with sides changed.",
            **BARBAROSSA, "end_turn": 22,
            "victory": {"side": "soviet", "early": True, "any_of": [{"high_tide": True}]},
            "switches": {"variable_weather": False},
            "confidence": {"end_turn": RECON, "victory": RECON, "switches": INFERRED, **BARBAROSSA_SURE},
            "notes": [
                "That a tournament scenario exists is known, what is in it is not: this one is our proposal.",
                "Play two games and change sides. Objectives and Sudden Death are in force; else the Soviets need at "
                "the end of turn 22 at least the points the Axis had at its high tide.",
            ],
        },
    ),
}  # fmt: skip

PLACES = {
    "OUT": "box:removed", "CADRE_BOX": "box:cadres", "DESTROYED": "box:destroyed", "SURRENDERED": "box:surrendered",
    "RAIL_AXIS": "box:rail",
}  # fmt: skip
WORDS = (
    (r"LP: on map by T10", "on the map by turn 10 in a play-through"),
    (r"LP: used on T7", "in use on turn 7 in a play-through"),
    (r"LP U42 heading hints T7", "turn of arrival read from a play-through"),
    (r"counter code .*", "turn of arrival printed on the counter"),
    (r"rulebook 10\.6 example also has 6th Army in Stalingrad", "an example of play has 6th Army there too"),
    (r"; removal printed 13\.5|history \+ printed 13\.5", ""),
    (r"(printed )?(rule )?1[0-9]\.[0-9]\b", "by the rules"),
    (r"\bhistory\b", "as in history"),
    (r"^proposed$", "our proposal"),
    (r"\bproposed garrison\b", "garrison of our own"),
    (r"; (GG|Oil) unit; counter and strength unseen", "; counter not seen"),
    (r"; city and strength unseen", "; city not known"),
    (r"; (GG|Oil|Warsaw) unit.*|^Oil unit$", ""),
    (r"^T(\d+) arrival printed$", r"arrival on turn \1 printed"),
)
REASONS = {
    ("B", "G6"): "Kharkov; a report has the Axis start here and at Stalino",
    ("B", "G1Pz"): "Stalino; a report counts 11 points of 1st Panzer and 17th Army, so both are at full strength",
    ("B", "G17"): "Stalino; a report counts 11 points of 1st Panzer and 17th Army, so both are at full strength",
    ("B", "S_SW"): "Beyond the Donets; in a report it is attacked across the river and retreats two hexes to Voronezh",
    ("B", "S_S"): "Northeast of Stalino; in a report a unit of strength 3 is attacked by 1st Panzer and 17th Army",
    ("F", "SPOL"): "East of Warsaw, as in history; by its code it would come only after Warsaw falls",
    ("F", "FINN"): "Finland left the war in September 1944",
}


def placement(row: Row, table: str, units: dict[str, Row], start: int) -> dict[str, Any]:
    """One line of a set-up."""
    box = row["box_or_area"]
    at = row["hex_id"] or PLACES.get(box, box)
    due = None
    if found := re.fullmatch(r"TURN(\d+)", box):
        due = int(found[1]) if int(found[1]) > start else None
        at = "box:track" if due else "box:delayed"
    return full({
        "unit": row["unit_id"], "at": at, "face": face_of(row, units[row["unit_id"]]) or None, "due": due,
        "confidence": row["confidence"] if row["confidence"] != RECON else "", "why": reason(row, table),
    })  # fmt: skip


def face_of(row: Row, unit: Row) -> int:
    """Which side is up: the one with these numbers; lost Axis units wait on their weak side."""
    if not unit["back_type"]:
        return 0
    if row["box_or_area"] in ("DESTROYED", "SURRENDERED"):
        return int(row["side"] == "Axis")
    shown = re.findall(r"\d+", row["face_up_strength"])
    sides = [[unit[f"{face}_strength"], unit[f"{face}_move"]] for face in ("front", "back")]
    if unit["id"] == "SRUM":
        return 1
    fitting = [number for number, side in enumerate(sides) if not shown or shown == side[: len(shown)]]
    if unit["id"].startswith("YUG"):
        return int("(" in row["face_up_strength"])
    if not fitting:
        raise ValueError(f"{row['unit_id']} has no side {row['face_up_strength']}")
    return fitting[0]


def reason(row: Row, table: str) -> str:
    """Where this comes from, in plain words."""
    if own := REASONS.get((table[6:7], row["unit_id"])):
        return own
    why = row["source_or_reason"]
    for pattern, words in WORDS:
        why = re.sub(pattern, words, why)
    text = ", ".join(part for part in (row["place"], why.strip()) if part)
    return text[:1].upper() + text[1:]


def convert_scenario(name: str, source: Path) -> str:
    """One scenario file."""
    frame = FRAMES[name]
    units = {row["id"]: row for row in rows(source / "units.csv")}
    start = frame.fields["start_turn"]
    fields = dict(frame.fields)
    confidence, notes = fields.pop("confidence"), fields.pop("notes")
    control = [row["hex_id"] for row in rows(source / "control.csv") if row[frame.control] == "A"]
    fields |= {"axis_control": control, "confidence": confidence, "notes": notes}
    if frame.table:
        table = rows(source / frame.table)
        lines = lines_of("placements", [placement(row, frame.table, units, start) for row in table])
    else:
        lines = _same_as_campaign()
    head = comment(
        *frame.head, "",
        "docs/adding-a-scenario.md explains the fields. A placement without confidence is reconstructed; why says",
        "from what. Fields whose value is not printed on a component are named in confidence.",
    )  # fmt: skip
    return "\n".join([head, "".join(f"{key} = {value_of(value)}\n" for key, value in fields.items()), lines])


def _same_as_campaign() -> str:
    """The placements of the campaign, as they stand in its file."""
    text = (TARGET / "scenarios" / "barbarossa.toml").read_text(encoding="utf-8")
    return text[text.index("placements = [") :]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Turn the collected set-ups into scenario files.")
    parser.add_argument("source", nargs="?", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--into", type=Path, default=TARGET / "scenarios")
    options = parser.parse_args()
    for name in FRAMES:
        text = convert_scenario(name, options.source)
        (options.into / f"{name}.toml").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
