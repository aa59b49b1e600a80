"""Tensors: made from views alone, the same however they came about, every channel in use and written down."""

from __future__ import annotations

import random
import subprocess
import sys

import msgspec
import numpy as np
import pytest
from properties.test_hidden import walked
from research.walks import kept_games, random_game

import noretreat
from noretreat.checks.invariants import exchanged
from noretreat.core.board import BOARD, SOVIET
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import UnitView, View
from noretreat.research import channels, codec, tensors

TIGER = "turn 6\nphase combat axis\nunit G4Pz 1204\nunit G16 1204 back\nunit S_NW 1304 unsupplied\nhand axis 1 2"


def encoded(view: View) -> tensors.Tensors:
    return tensors.Encoder().encode(view)


def named(row: np.ndarray, names: tuple[channels.Channel, ...]) -> dict[str, float]:
    """The numbers of a row that are not zero, by their names."""
    return {channel.name: float(value) for channel, value in zip(names, row, strict=True) if value}


def test_a_position_in_numbers() -> None:
    state = noretreat.position(TIGER)
    found = encoded(noretreat.view(state, Side.AXIS))
    cell = divmod(BOARD.node_of["1204"], channels.COLUMNS)
    planes = named(found.planes[:, cell[0], cell[1]], channels.PLANES)
    faces = [noretreat.units()["G4Pz"].front, noretreat.units()["G16"].back]
    assert planes["own_units"] == 2
    assert planes["own_strength"] == sum(face.strength for face in faces) / 8  # type: ignore[misc]
    assert planes["own_armor"] == 1
    assert not [name for name in planes if name.startswith("enemy_units")]
    unit = named(found.units[BOARD.unit_index["S_NW"]], channels.UNIT_CHANNELS)
    assert unit["on_map"] == unit["unsupplied"] == 1
    assert "own" not in unit
    vector = named(found.vector, channels.VECTOR)
    assert vector["turn"] == np.float32(6 / 28)
    assert vector["axis"] == vector["phase_combat"] == vector["decides"] == vector["hand_1"] == vector["hand_2"] == 1
    assert vector["own_hand"] == np.float32(0.2)


def test_the_enemy_sees_the_same_with_the_roles_exchanged() -> None:
    state = noretreat.position(TIGER)
    axis, soviet = (encoded(noretreat.view(state, side)) for side in Side)
    half = len(channels.UNIT_PLANES)
    assert np.array_equal(axis.planes[:half], soviet.planes[half : 2 * half])
    assert np.array_equal(axis.planes[half : 2 * half], soviet.planes[:half])
    assert "hand_1" not in named(soviet.vector, channels.VECTOR)


def test_nothing_hidden_is_in_them() -> None:
    state = walked(300)
    other = exchanged(state, SOVIET, random.Random(1))
    assert state.hands[SOVIET] != other.hands[SOVIET]
    assert np.array_equal(*(encoded(noretreat.view(each, Side.AXIS)).flat for each in (state, other)))


def test_going_on_from_the_last_view_makes_the_same_as_beginning_anew() -> None:
    """Also for a view that came as JSON, none of whose records is known."""
    going_on = tensors.Encoder()
    for number, state in enumerate(random_game("citadel", "deluxe", 1)):
        for side in Side:
            view = noretreat.view(state, side)
            found = going_on.encode(view).flat
            if number % 25 == 0:
                copy = msgspec.json.decode(msgspec.json.encode(view), type=View)
                assert np.array_equal(found, encoded(copy).flat)
                assert np.array_equal(found, going_on.encode(copy).flat)


@pytest.mark.slow
def test_what_a_unit_adds_is_made_of_the_fields_that_are_looked_at() -> None:
    """What encoders share is found by these fields; so units that differ in others only must have the same numbers."""
    met: dict[tuple[object, ...], tuple[list[float], ...]] = {}
    for state in random_game("barbarossa_1941", "digital", 3):
        for unit in noretreat.view(state, Side.AXIS).units:
            looks = tuple(getattr(unit, name) for name in tensors.LOOKED_AT)
            planes = [plane.value(unit) for plane in channels.UNIT_PLANES]
            figures = [figure.value(unit) for figure in channels.UNIT_FIGURES]
            assert met.setdefault(looks, (planes, figures)) == (planes, figures)
            for own in (True, False):
                adds = tensors.lying(unit, own)
                assert adds.figures.tolist() == np.array([own, *figures], np.float32).tolist()
                shown = sorted(amount for amount in planes if amount) if unit.at in tensors.CELL else []
                assert sorted(adds.amounts.tolist()) == np.array(shown, np.float32).tolist()
    others = set(UnitView.__struct_fields__) - set(tensors.LOOKED_AT)
    assert others == {"id", "side", "name", "nation", "ss", "white", "paren", "red"}, "no number is made of these"


def test_what_encoders_share_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensors, "KEPT", 5)
    tensors._LYING.clear()
    units = noretreat.view(walked(100), Side.AXIS).units
    found = [tensors.lying(unit, True).figures for unit in units]
    assert len(tensors._LYING) <= 5
    assert all(np.array_equal(tensors.lying(unit, True).figures, one) for unit, one in zip(units, found, strict=True))


def test_an_encoder_that_has_met_too_much_begins_anew() -> None:
    going_on = tensors.Encoder()
    views = [noretreat.view(state, Side.AXIS) for state in random_game("citadel", "living", 2)][::40]
    copies = [msgspec.json.decode(msgspec.json.encode(view), type=View) for view in views for _ in range(20)]
    found = [going_on.encode(copy).flat for copy in copies]
    assert all(np.array_equal(one, encoded(copy).flat) for one, copy in zip(found[::20], copies[::20], strict=True))
    assert going_on.remembered <= tensors.KEPT


def test_tensors_share_nothing_with_the_next_ones() -> None:
    encoder = tensors.Encoder()
    view = noretreat.view(noretreat.position(TIGER), Side.AXIS)
    first = encoder.encode(view)
    first.flat[:] = 7
    assert encoder.encode(view).flat.max() < 7


@pytest.mark.slow
def test_every_channel_is_used_by_some_game() -> None:
    """One that is always zero would be a mistake, or of no use. Of words and cards, some of each kind do."""
    used = np.zeros(tensors.SIZE, bool)
    encoder = tensors.Encoder()
    for number, state in enumerate(kept_games()):
        if number % 5 == 0 or not state.options:  # the ends, too
            used |= encoder.encode(noretreat.view(state, tuple(Side)[number % 2])).flat != 0
    parts = tensors.Tensors(used.astype(np.float32))
    figures = len(channels.FIGURES)
    for row, names in (
        (parts.planes.any(axis=(1, 2)), channels.PLANES),
        (parts.units.any(axis=0), channels.UNIT_CHANNELS),
        (parts.vector[:figures], channels.VECTOR[:figures]),
    ):
        assert {channel.name for channel in names} - named(row, names).keys() == set()
    others = named(parts.vector[figures:], channels.VECTOR[figures:])
    kinds = [each.name for each in (*channels.WORDS, *channels.CARD_SETS)]
    assert [kind for kind in kinds if sum(name.startswith(f"{kind}_") for name in others) < 2] == []


def test_the_planes_of_the_board() -> None:
    planes = dict(zip((ground.name for ground in channels.BOARD_PLANES), tensors.BOARD_TENSOR, strict=True))
    kiev = divmod(BOARD.node_of["1211"], channels.COLUMNS)
    assert planes["city"][kiev] == planes["ussr"][kiev] == 1
    assert planes["hexes"].sum() == len(noretreat.hexes())
    rivers = sum(plane.sum() for name, plane in planes.items() if name.startswith("river"))
    assert rivers == sum(mask.bit_count() for mask in BOARD.river.values())


def test_all_names_are_different() -> None:
    for table in (channels.PLANES, channels.UNIT_CHANNELS, channels.VECTOR):
        assert len({channel.name for channel in table}) == len(table)


def test_a_changed_layout_raises_its_version() -> None:
    """Records, networks and results name both. When this fails, raise `tensors.VERSION` and enter the new digest."""
    assert (tensors.VERSION, tensors.DIGEST) == (2, "e7e0e563e867643c")


@pytest.mark.parametrize("first", ["tensors", "channels", "table", "codec"])
def test_a_layout_does_not_depend_on_what_was_imported_before(first: str) -> None:
    """A learner that imports nothing but the encoder has the numbers of one that imports the whole game."""
    code = f"from noretreat.research import {first}, codec, tensors; print(tensors.DIGEST, codec.DIGEST)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [tensors.DIGEST, codec.DIGEST]
