"""The state: what follows from the declaration of a field (copies, snapshots, hiding); what is derived."""

from __future__ import annotations

import copy
import dataclasses
import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from typing import Any

import pytest

from noretreat import game
from noretreat.core.actions import Done, MoveUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, bits
from noretreat.core.declared import is_list
from noretreat.core.events import PhaseBegan
from noretreat.core.lasting import Effect, Kind, Scope
from noretreat.core.records import Battle, Outcome, Waiting
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump, load
from noretreat.core.state import STORED, Derived, State
from noretreat.core.types import Place
from noretreat.data.facts import Side
from noretreat.explain.knowledge.hidden import Knowledge
from noretreat.explain.knowledge.view import view
from noretreat.positions import position
from noretreat.rules.windows import EndPhase
from tools import keep_games

LATER = {field.key: field for field in STORED if field.later}
FIRST = """
    setup turn phasing phase step initiative weather where face due unsupplied disorganized moved mover
    mover_points engaged axis_control soviet_control captured event_vp vp_shown high_tide supports hands
    triggers played lost_draws local_support draw_pile soviet_pile discards soviet_discards table effects
    targets fought counterblows paid_counterblows standing results planned flips upgrades_left bill entrained
    reserve penalty_draws sudden_death_cancelled scorched works battle ended stack
"""
"""What a snapshot of the first release holds. This never changes: a new field is declared with `later=True`."""


@cache
def walked(rules: str) -> tuple[State, ...]:
    """Some moments of a random game."""
    rng = random.Random(rules)
    state = game.new_game(options=Options(rules=rules))
    found = []
    for ply in range(900):
        if not state.options:
            break
        state, _ = game.apply_trusted(state, rng.choice(state.options))
        if ply % 60 == 0:
            found.append(state)
    return tuple(found)


def written_snapshots() -> Iterator[tuple[str, dict[str, Any]]]:
    """All snapshots of the kept saves and stores: where each stands, and what it holds."""
    for path in sorted(keep_games.FOLDER.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith('{"n":') and "snapshot" in (data := json.loads(line)):
                yield path.stem, data["snapshot"]
    for path in sorted(keep_games.FOLDER.glob("*.sql")):
        with closing(sqlite3.connect(":memory:")) as store:
            store.executescript(path.read_text(encoding="utf-8"))
            for (text,) in store.execute("SELECT state FROM snapshot"):
                yield path.stem, json.loads(text)


def test_a_copy_shares_nothing_that_changes_in_place() -> None:
    state = walked("deluxe")[5]
    before = state.key()
    twin = state.copy()
    assert twin.key() == before
    for field in dataclasses.fields(State):
        value = getattr(state, field.name)
        assert not isinstance(value, list) or getattr(twin, field.name) is not value, field.name
    for field in STORED:
        if is_list(field):
            getattr(twin, field.name).append(getattr(twin, field.name)[0])
    assert state.key() == before


# --- what a reader of the library sees ---------------------------------------------------------------------
def test_states_are_equal_by_what_is_in_them() -> None:
    state = walked("deluxe")[5]
    twin = load(json.loads(json.dumps(dump(state))))
    assert twin is not state
    assert twin == state
    assert {state: "seen"}[twin] == "seen", "a table of positions finds it"
    assert len({moment.key() for moment in walked("deluxe")}) == len(set(walked("deluxe")))
    twin.disorganized ^= 1
    assert twin != state
    assert state != "a state"
    assert state.__eq__("a state") is NotImplemented


def test_two_orders_of_the_same_moves_lead_to_equal_states() -> None:
    start = position("turn 6\nunit G4Pz 1204\nunit G1Pz 0910\nunit S_W 2008")
    ways = (MoveUnit("G4Pz", "1205"), MoveUnit("G1Pz", "0911"))
    ends = set()
    for first, second in (ways, ways[::-1]):
        between, _ = game.apply(start, first)
        moved, _ = game.apply(between, second)
        ends.add(game.apply(moved, Done())[0])
    assert len(ends) == 1
    assert all(end.units_at(BOARD.node_of["1205"], AXIS) for end in ends)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_the_copy_module_copies(copied: Callable[[State], State]) -> None:
    state = walked("deluxe")[5]
    other = copied(state)
    assert other == state
    other.where[0] = Place(other.where[0] - 1)
    assert other != state


def test_a_state_tells_in_a_line_what_it_is() -> None:
    state = position("turn 6\nphase movement axis\nunit G4Pz 1204\nunit S_KAL 2006 back disorganized")
    line = "turn 6 (Mar-Apr 1942), Axis movement, Axis decides: move; Axis 5 in 1 unit, Soviet 7 in 1 unit"
    assert repr(state) == f"<State {line}>"
    assert repr(view(state, Side.SOVIET)) == f"<View of soviet: {line.replace(': move', '')}>"


def test_a_board_in_text_shows_every_unit_on_the_map() -> None:
    state = position("turn 6\nunit G4Pz 1204\nunit G16 1204\nunit S_KAL 2006 back disorganized\nunit G6 box:destroyed")
    shown = state.board()
    rows = {line[:2]: line for line in shown.splitlines()}
    columns = next(line for line in shown.splitlines() if line.startswith("    01"))
    at = columns.index("12")
    assert rows["04"][at : at + 2] == "A8", "an even row stands below its columns"
    assert "S7!" in rows["06"]
    assert "box:destroyed: G6" in shown
    assert view(state, Side.AXIS).board() == shown


def test_equal_views_have_the_same_hash() -> None:
    state = walked("deluxe")[5]
    mine, again = view(state, Side.AXIS), view(copy.copy(state), Side.AXIS)
    assert mine == again
    assert hash(mine) == hash(again)
    assert mine != view(state, Side.SOVIET)


def test_options_may_be_named_in_a_mapping() -> None:
    assert game.new_game("citadel", {"rules": "deluxe", "joker": True}) == game.new_game(
        "citadel", Options(rules="deluxe", joker=True)
    )
    with pytest.raises(ValueError, match="unknown field `jokers`; they are rules, guarded, "):
        game.new_game("citadel", {"jokers": True})


def test_a_copy_begins_with_nothing_happened() -> None:
    state = walked("deluxe")[5].copy()
    state.emit(PhaseBegan(SIDES[AXIS], "movement"))
    assert state.copy().happened == []


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_what_is_derived_is_what_the_counters_say(rules: str) -> None:
    """The record of a side is replaced whenever one of its counters changes: a fresh one says the same."""
    for state in walked(rules):
        fresh = state.copy()
        fresh.derived = (Derived(), Derived())
        for side in (AXIS, SOVIET):
            assert state.occupied(side) == fresh.occupied(side)
            assert state.zoc(side) == fresh.zoc(side)
            assert state.riders(side) == fresh.riders(side)
            assert list(state.on_map(side)) == list(fresh.on_map(side))
            for node in bits(fresh.occupied(side)):
                assert list(state.units_at(node, side)) == list(fresh.units_at(node, side))


def test_a_change_of_a_copy_leaves_what_the_other_derived() -> None:
    state = walked("deluxe")[0]
    unit = next(unit for unit in state.on_map(AXIS) if state.where.count(state.where[unit]) == 1)
    zone, occupied, riders = state.zoc(AXIS), state.occupied(AXIS), state.riders(AXIS)
    copy = state.copy()
    copy.put(unit, -1)
    assert copy.occupied(AXIS) != occupied
    assert copy.riders(AXIS) == riders & ~(1 << unit)
    copy.mark_unsupplied(sum(1 << other for other in BOARD.of_side[AXIS]))
    assert copy.zoc(AXIS) == 0
    assert (state.zoc(AXIS), state.occupied(AXIS), state.riders(AXIS)) == (zone, occupied, riders)
    assert state.derived[SOVIET].occupied == copy.derived[SOVIET].occupied


def test_a_kept_snapshot_is_written_as_it_was_read() -> None:
    """To the letter, the order of names included; in an older one set-up, battle and frames lack later fields."""
    for home, data in written_snapshots():
        again = json.loads(json.dumps(dump(load(data))))
        if again["setup"] == data["setup"] and again.keys() == data.keys():
            assert json.dumps(again) == json.dumps(data), home
        else:
            assert again.keys() - data.keys() <= LATER.keys(), home
            grown = {"setup", "battle", "stack", *LATER}
            written = {key: again[key] for key in again if key not in grown}
            assert json.dumps(written) == json.dumps({key: data[key] for key in data if key not in grown}), home
    again = dump(walked("digital")[-1])
    assert json.dumps(dump(load(again))) == json.dumps(again)


def test_a_frame_of_the_past_is_read_by_its_present_name() -> None:
    """What opens the card window at the end of a phase settles the red events as well since rules version 7."""
    data = dump(walked("digital")[-1])
    places = [place for place, frame in enumerate(data["stack"]) if frame["frame"] == "EndPhase"]
    assert places
    for place in places:
        data["stack"][place] = {"frame": "OpenWindow", "at": "", "window": "phase_end", "sides": [0, 1]}
    assert [type(load(data).stack[place]) for place in places] == [EndPhase] * len(places)


@pytest.mark.parametrize("rules", ["deluxe", "digital", "classic", "living"])
def test_a_state_comes_back_from_its_snapshot(rules: str) -> None:
    for state in walked(rules):
        data = json.dumps(dump(state))
        again = load(json.loads(data))
        assert (again.key(), again.options, json.dumps(dump(again))) == (state.key(), state.options, data)


def test_a_snapshot_of_the_first_release_is_read_with_what_came_later() -> None:
    data = dump(game.new_game(options=Options(rules="deluxe")))
    assert {field.key for field in STORED} - LATER.keys() == set(FIRST.split()), "a new field needs later=True"
    older = {key: value for key, value in data.items() if key not in LATER}
    state = load(json.loads(json.dumps(older)))
    assert dump(state) == data


def test_an_effect_that_waits_is_written_by_its_kind() -> None:
    """As snapshots of every version have it; effects of battles put aside, too."""
    state = game.new_game()
    shift = Effect(Kind.SHIFT, 1, 17, AXIS, Scope.BATTLE)
    waits = Effect(Kind.WAITING, 1, 17, AXIS, Scope.HELD, waits=Kind.SHIFT)
    battle = Battle(AXIS, (), (), ())
    state.effects, state.waiting = (waits, shift), (Waiting(battle, (waits,), "", ()),)
    data = json.loads(json.dumps(dump(state)))
    assert [(one["kind"], one["expires"]) for one in data["effects"]] == [("held_shift", "held"), ("shift", "battle")]
    assert "waits" not in data["effects"][0]
    again = load(data)
    assert (again.effects, again.waiting) == (state.effects, state.waiting)


@pytest.mark.parametrize(("winner", "written"), [(Side.AXIS, 0), (Side.SOVIET, 1), (None, None)])
def test_the_end_is_written_with_the_winner_by_its_index(winner: Side | None, written: int | None) -> None:
    """As snapshots of every version have it, whatever form it has in the state."""
    state = game.new_game()
    state.ended = Outcome(winner, "time")
    data = json.loads(json.dumps(dump(state)))
    assert data["ended"] == {"winner": written, "reason": "time"}
    assert game.outcome(load(data)) == Outcome(winner, "time")


def test_a_snapshot_without_a_field_of_the_first_release_is_refused() -> None:
    data = dump(game.new_game())
    del data["fought"]
    with pytest.raises(ValueError, match="lacks fought"):
        load(data)


def test_no_two_fields_have_one_name_in_a_snapshot() -> None:
    keys = [field.key for field in STORED]
    assert len(keys) == len(set(keys))
    assert set(keys) | {"units"} == dump(game.new_game()).keys()


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["deluxe", "living"])
def test_a_new_deal_changes_what_is_declared_secret_and_nothing_else(rules: str) -> None:
    """So a field that is added is either seen by everybody or, declared secret, dealt anew or looked at here."""
    secret = {field.name for field in STORED if field.secret}
    assert secret == {"hands", "draw_pile", "soviet_pile", "red_due", "shown"}
    for state in walked(rules)[3:]:
        for side in (AXIS, SOVIET):
            new = Knowledge(state, [ENEMY[side]]).deal(random.Random(1))
            changed = {field.name for field in STORED if getattr(new, field.name) != getattr(state, field.name)}
            assert changed <= secret
            assert new.hands[side] == state.hands[side]
            assert new.hands[ENEMY[side]].bit_count() == state.hands[ENEMY[side]].bit_count()
            assert view(new, SIDES[side]) == view(state, SIDES[side])
