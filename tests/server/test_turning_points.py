"""What decided a game, and what each side lost: found in games that were played to their end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.support import Server

KEPT = Path(__file__).resolve().parents[1] / "saved_games"


def curves(server: Server, name: str) -> dict[str, Any]:
    browser = server.browser()
    save = (KEPT / f"{name}.jsonl").read_text(encoding="utf-8")
    made = browser.http.post("/api/games/import", json={"save": save}).json()["id"]
    found: dict[str, Any] = browser.http.get(f"/api/games/{made}/graphs").json()
    found["log"] = browser.show(made, since=0)["events"]
    return found


@pytest.fixture(scope="module")
def sudden_death(server: Server) -> dict[str, Any]:
    return curves(server, "126-fall_blau-digital_0_1-soviet-sudden_death")


def test_turning_points_are_few_and_in_order(sudden_death: dict[str, Any]) -> None:
    turning = sudden_death["turning"]
    assert 3 <= len(turning) <= 6
    assert [one["ply"] for one in turning] == sorted(one["ply"] for one in turning)
    assert {"cities", "losses", "initiative"} <= {one["kind"] for one in turning}


def test_a_turning_point_is_what_the_log_says(sudden_death: dict[str, Any]) -> None:
    log = sudden_death["log"]
    shift = next(one for one in sudden_death["turning"] if one["kind"] == "initiative")
    told = next(line for line in log if line["type"] == "InitiativeShifted")
    assert (shift["ply"], shift["side"]) == (told["ply"], told["event"]["to"])
    taken = next(one for one in sudden_death["turning"] if one["kind"] == "cities")
    assert taken["n"] == len(taken["hexes"])
    entered = {line["event"]["hex"] for line in log if line["type"] == "ControlChanged"}
    assert set(taken["hexes"]) <= entered


def test_losses_are_those_of_the_log(sudden_death: dict[str, Any]) -> None:
    """Each eliminated unit counts once, by its box; a lost step at the least one, and a shattered unit none."""
    log = sudden_death["log"]
    losses = sudden_death["losses"].values()
    gone = [line["event"]["box"] for line in log if line["type"] == "UnitEliminated"]
    assert sum(one["surrendered"] for one in losses) == gone.count("surrendered") > 0
    assert sum(one["destroyed"] for one in losses) == len(gone) - gone.count("surrendered") > 0
    assert sum(one["shattered"] for one in losses) == sum(line["type"] == "UnitShattered" for line in log) > 0
    flipped = sum(line["type"] == "UnitFlipped" and line["event"]["why"] == "loss" for line in log)
    assert flipped + len(gone) <= sum(one["steps"] for one in losses) <= flipped + 2 * len(gone)


def test_cities_are_counted_phase_by_phase(sudden_death: dict[str, Any]) -> None:
    """What one side takes the other had; points are the cities and what events gave."""
    points = sudden_death["points"]
    assert len({tuple(one["cities"]) for one in points}) > 2
    assert all(33 <= sum(one["cities"]) <= 34 for one in points if one["turn"] < 23)
