"""The public face: every name is there, imported when it is asked for, and does what it says."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any, get_args

import pytest

import noretreat
from noretreat.core.actions import Action
from noretreat.core.events import Event


@pytest.mark.parametrize("name", noretreat.__all__)
def test_every_public_name_is_there_and_explained(name: str) -> None:
    found = getattr(noretreat, name)
    if callable(found):
        assert found.__doc__, name


def test_the_names_are_listed_and_others_refused() -> None:
    assert set(noretreat.__all__) < set(dir(noretreat))
    with pytest.raises(AttributeError, match="no attribute 'bridges'"):
        _ = noretreat.bridges  # type: ignore[attr-defined]


def test_players_saves_and_orders_are_imported_when_they_are_asked_for() -> None:
    code = """
import sys, noretreat
for name in ("game", "cards", "ai", "storage", "orders", "server", "cli"):
    assert not any(module.startswith(f"noretreat.{name}") for module in sys.modules), name
noretreat.observe, noretreat.savegame, noretreat.notation
for name in ("server", "cli", "ai.search"):
    assert not any(module.startswith(f"noretreat.{name}") for module in sys.modules), name
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_file_is_read_before_a_game_is_asked_for() -> None:
    code = """
import sys
opened = []
def note(event, arguments):
    if event == "open" and str(arguments[0]).endswith((".toml", ".json", ".svg")):
        opened.append(arguments[0])
sys.addaudithook(note)
import noretreat, noretreat.actions, noretreat.events
assert not opened, opened
noretreat.new_game("citadel")
assert opened
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# --- facts of the board ------------------------------------------------------------------------------------------
def test_hexes_and_their_neighbors() -> None:
    assert noretreat.hexes()["1211"].name == "Kiev"
    assert set(noretreat.neighbors("1211")) == {"1111", "1311", "1210", "1310", "1212", "1312"}
    assert noretreat.distance("1211", "1307") == 4
    assert "FINLAND" in noretreat.neighbors(noretreat.neighbors("FINLAND")[0])
    pairs = [(here, there) for here in noretreat.hexes() for there in noretreat.neighbors(here)]
    assert all(here in noretreat.neighbors(there) for here, there in pairs)
    assert all(noretreat.is_river(a, b) == noretreat.is_river(b, a) for a, b in pairs)
    with pytest.raises(ValueError, match="there is no hex or area '9999'"):
        noretreat.neighbors("9999")


def test_units_and_where_they_are() -> None:
    state = noretreat.position("turn 2\nunit G1Pz 0910\nunit S_SW 1010\nunit G6 box:destroyed\nhand axis 1 16")
    assert noretreat.units()["G1Pz"].front.strength == 7
    assert noretreat.place_of(state, "G1Pz") == "0910"
    assert noretreat.place_of(state, "G6") == "box:destroyed"
    assert noretreat.units_at(state, "0910") == ("G1Pz",)
    assert noretreat.units_at(state, "box:destroyed") == ("G6",)
    assert set(noretreat.zone_of(state, "axis")) == set(noretreat.neighbors("0910"))
    assert (noretreat.hand_of(state, "axis"), noretreat.hand_of(state, "soviet")) == ((1, 16), ())
    assert noretreat.deck()[1].number == 1
    assert noretreat.turns()[2].year == 1941
    with pytest.raises(ValueError, match="there is no unit 'X'"):
        noretreat.place_of(state, "X")


@pytest.mark.parametrize("look", [noretreat.view, noretreat.observe, noretreat.hand_of, noretreat.zone_of])
@pytest.mark.parametrize("side", ["Soviet", "axsi", "", 1])
def test_a_side_that_there_is_not_is_refused(look: Callable[..., object], side: Any) -> None:
    """Above all the hand of the other side is not shown instead."""
    with pytest.raises(ValueError, match="there is no side"):
        look(noretreat.new_game("citadel"), side)


def test_a_side_may_be_named() -> None:
    state = noretreat.new_game("citadel")
    assert noretreat.view(state, "soviet") == noretreat.view(state, noretreat.Side.SOVIET)
    assert noretreat.observe(state, "soviet").side is noretreat.Side.SOVIET


# --- mistakes of a program ---------------------------------------------------------------------------------------
MARCH = noretreat.position("turn 6\nphase movement axis\nunit G4Pz 1204\nunit S_W 2008")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("Done", "'Done' is no action: write one of noretreat.actions"),
        ({"type": "Done"}, "{'type': 'Done'} is no action"),
        (noretreat.actions.Done, r"Done is a kind of action; an action is made from it: Done\(\)"),
        (noretreat.actions.MoveUnit, r"MoveUnit is a kind of action; .*: MoveUnit\(unit, to\)"),
        (noretreat.actions.MoveUnit("G4Pz", 1205), "MoveUnit: 'to' should be text in quotes but is a whole number"),  # type: ignore[arg-type]
        (noretreat.actions.MoveUnit("G4Pz", ["1205"]), "MoveUnit: 'to' should be text in quotes but is a list"),  # type: ignore[arg-type]
        (noretreat.actions.RetreatUnit("G4Pz", ["1205"]), "RetreatUnit: a list in an action is a tuple: write Retr"),  # type: ignore[arg-type]
        (noretreat.actions.Resign("german"), "Resign: 'german' is not a known value of 'side'; known are axis, so"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_action_is_told_in_plain_words(action: Any, said: str) -> None:
    with pytest.raises(TypeError, match=f"^{said}"):
        noretreat.apply(MARCH, action)
    if not isinstance(action, noretreat.actions.Resign):
        with pytest.raises(TypeError, match=f"^{said}"):
            noretreat.why_not(MARCH, action)


def test_one_name_is_no_list_of_names() -> None:
    with pytest.raises(TypeError, match=r"attackers are a list: \['G4Pz'\], not 'G4Pz'"):
        noretreat.odds_for(MARCH, "G4Pz", ["2008"])
    with pytest.raises(TypeError, match=r"targets are a list: \['2008'\], not '2008'"):
        noretreat.forecast_of(MARCH, ["G4Pz"], "2008")


def test_actions_and_events_are_imported_by_name() -> None:
    code = "from noretreat.actions import MoveUnit; from noretreat.events import UnitMoved; import noretreat.actions"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert sys.modules["noretreat.actions"] is noretreat.actions
    kinds = {each.__name__ for each in get_args(Action)}
    assert {*noretreat.actions.__all__} == kinds | {"Action", "from_json", "to_json"}
    assert {*noretreat.events.__all__} == {each.__name__ for each in get_args(Event)} | {"Event"}
