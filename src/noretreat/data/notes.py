"""The notes of the data by ids that stay when their words change: `calendar.4.west`, `scenario.saturn.note.2`.

A reason names a note by its id, as it names a sentence by its code; clients have the translations under the same ids.
"""

from __future__ import annotations

from functools import cache

from noretreat.data.load import load_facts, load_scenario, scenario_ids


@cache
def notes_of_facts() -> dict[str, str]:
    """The notes on the calendar's turns, the west included, and on the certainty of the counters: id -> English."""
    facts = load_facts()
    found = {f"source.{unit.id}": unit.note for unit in facts.units if unit.note}
    for box in facts.calendar:
        found |= {note_id(box.turn, number): note for number, note in enumerate(box.notes, start=1)}
        if box.second_front:
            found[f"calendar.{box.turn}.west"] = box.second_front
    return found


def note_id(turn: int, number: int) -> str:
    """The id of a note of the calendar; the first of a turn is number 1."""
    return f"calendar.{turn}.{number}"


@cache
def notes_of_scenario(scenario: str) -> dict[str, str]:
    """The summary and the notes of a scenario, and the reasons for its placements: id -> English."""
    facts = load_scenario(scenario)
    found = {f"scenario.{facts.id}.note.{number}": note for number, note in enumerate(facts.notes, start=1)}
    found |= {f"source.{facts.id}.{place.unit}": place.why for place in facts.placements if place.why}
    return {f"scenario.{facts.id}.summary": facts.summary, **found}


def note(name: str) -> str:
    """The English of a note; raises `KeyError` for an id there is not."""
    scenario = name.partition(".")[2].partition(".")[0]
    return (notes_of_scenario(scenario) if scenario in scenario_ids() else notes_of_facts())[name]
