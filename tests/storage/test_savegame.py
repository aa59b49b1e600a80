"""The save file: what goes in comes out, and what is damaged is refused and left alone."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from noretreat import game
from noretreat.ai.referee.play import play_game
from noretreat.core.actions import Dealt, to_json
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump
from noretreat.core.state import State
from noretreat.data.facts import Goal, Side, Victory
from noretreat.data.load import DataError, load_scenario
from noretreat.explain.sentences.telling import tell
from noretreat.positions import PositionError, position
from noretreat.storage import save_migrations, savegame
from noretreat.storage.savegame import SavedGame, SaveError

ROOT = Path(__file__).resolve().parents[2]


def played(actions: int, seed: int = 3) -> tuple[SavedGame, list[State]]:
    """A random game of so many actions, and every state it went through."""
    rng = random.Random(seed)
    options = Options()
    saved = savegame.new_save("barbarossa", options, name="A war", created="2026-11-21T12:00:00+00:00")
    states = [game.new_game("barbarossa", options)]
    while len(saved.entries) < actions and game.actor(states[-1]) is not None:
        before = states[-1]
        action = rng.choice(game.legal_actions(before))
        after, _ = game.apply(before, action)
        savegame.record(saved, savegame.who(before), action, before, after)
        states.append(after)
    return saved, states


@pytest.fixture(scope="module")
def war() -> tuple[SavedGame, list[State]]:
    return played(10_000)


@pytest.fixture
def file(tmp_path: Path, war: tuple[SavedGame, list[State]]) -> Path:
    path = tmp_path / "war.jsonl"
    savegame.save(path, war[0])
    return path


def test_round_trip(file: Path, war: tuple[SavedGame, list[State]]) -> None:
    saved, states = war
    loaded = savegame.load(file)
    assert loaded.header == saved.header
    assert [(e.n, e.by, e.action) for e in loaded.entries] == [(e.n, e.by, e.action) for e in saved.entries]
    done = savegame.replay(loaded)
    assert (done.ply, done.start, done.note) == (len(saved.entries), 0, None)
    assert done.state.key() == states[-1].key()
    assert game.outcome(done.state) == game.outcome(states[-1]) is not None
    assert savegame.encode(loaded) == file.read_bytes()


def test_replay_to_any_point(file: Path, war: tuple[SavedGame, list[State]]) -> None:
    _, states = war
    loaded = savegame.load(file)
    for point in (0, 1, 17, len(states) // 2, len(states) - 1):
        done = savegame.replay(loaded, point)
        assert done.state.key() == states[point].key()
        assert game.legal_actions(done.state) == game.legal_actions(states[point])
        assert len(done.entries) == point
    for beyond in (-1, len(states)):
        with pytest.raises(SaveError, match="There is no action"):
            savegame.replay(loaded, beyond)


def test_every_snapshot_is_the_state_it_stands_for(war: tuple[SavedGame, list[State]]) -> None:
    saved, states = war
    assert len(saved.snapshots) > 10
    for number, data in saved.snapshots.items():
        revived = savegame.revived(json.loads(json.dumps(data)))
        assert revived.key() == states[number].key()
        assert game.legal_actions(revived) == game.legal_actions(states[number])
        assert states[number - 1].phasing != states[number].phasing or game.outcome(states[number])


def test_one_readable_line_for_each_action(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    assert (header["format"], header["version"]) == ("noretreat-save", 1)
    steps = [json.loads(line) for line in lines[1:] if "snapshot" not in json.loads(line)]
    assert [step["n"] for step in steps] == list(range(1, len(steps) + 1))
    assert {step["by"] for step in steps} == {"axis", "soviet", "chance"}


def test_a_file_can_be_appended_to(tmp_path: Path) -> None:
    saved, states = played(60)
    path = tmp_path / "short.jsonl"
    savegame.save(path, saved)
    action = game.legal_actions(states[-1])[0]
    line = {"n": 61, "by": savegame.who(states[-1]), "action": to_json(action)}
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(line) + "\n")
    done = savegame.replay(savegame.load(path))
    assert done.state.key() == game.apply(states[-1], action)[0].key()


# --- damage -----------------------------------------------------------------------------------------------------
def refused(path: Path, contents: bytes) -> SaveError:
    """The error of a file with these contents; the file must not have been touched."""
    path.write_bytes(contents)
    stamp = path.stat().st_mtime_ns
    with pytest.raises(SaveError) as caught:
        savegame.replay(savegame.load(path))
    assert path.read_bytes() == contents
    assert path.stat().st_mtime_ns == stamp
    assert list(path.parent.iterdir()) == [path]
    assert caught.value.file == str(path)
    assert str(path) in str(caught.value)
    return caught.value


def test_damage_in_each_line_is_found_in_that_line(tmp_path: Path) -> None:
    saved, _ = played(140)
    assert saved.snapshots
    lines = savegame.encode(saved).splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        middle = len(line) // 2
        broken = line[:middle] + b"\x00\xff" + line[middle + 2 :]
        error = refused(tmp_path / "broken.jsonl", b"".join([*lines[: number - 1], broken, *lines[number:]]))
        assert error.line == number


def test_a_missing_line_is_noticed(tmp_path: Path) -> None:
    saved, _ = played(140)
    lines = savegame.encode(saved).splitlines(keepends=True)
    for number in range(1, len(lines)):
        if b'"snapshot"' not in lines[number - 1]:
            error = refused(tmp_path / "gap.jsonl", b"".join(lines[: number - 1] + lines[number:]))
            assert error.line == number


@pytest.mark.parametrize("cut", [2, 20, 300])
def test_a_file_that_was_cut_off_is_refused(tmp_path: Path, cut: int) -> None:
    saved, _ = played(140)
    error = refused(tmp_path / "cut.jsonl", savegame.encode(saved)[:-cut])
    assert "cut off" in tell(error.why).text


def test_what_editors_add_to_a_file_does_not_count(tmp_path: Path) -> None:
    saved, _ = played(140)
    plain = savegame.encode(saved)
    mark, returns = b"\xef\xbb\xbf", plain.replace(b"\n", b"\r\n")
    for contents in (
        mark + plain,
        plain[:-1],
        returns,
        returns[:-2],
        b"\n\n" + plain,
        plain + b"\n \n\r\n",
        mark + b"\r\n" + returns + b"\r\n",
    ):
        path = tmp_path / "edited.jsonl"
        path.write_bytes(contents)
        loaded = savegame.load(path)
        assert savegame.encode(loaded) == plain
        assert savegame.replay(loaded).ply == len(saved.entries)


def test_a_line_is_counted_in_the_file_as_it_is(tmp_path: Path) -> None:
    saved, _ = played(20)
    first, *rest = savegame.encode(saved).splitlines(keepends=True)
    assert refused(tmp_path / "gap.jsonl", b"\n\n" + first + b"\n" + b"".join(rest)).line == 4
    assert refused(tmp_path / "gap.jsonl", b"\n" + first.replace(b'"name"', b'"mood"')).line == 2


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        ({"format": "chess"}, 1, "not a saved game"),
        ({"version": 2}, 1, "newer version"),
        ({"rules_version": game.RULES_VERSION + 1}, 1, "newer version"),
        ({"version": "1"}, 1, "version numbers"),
        ({"version": 0}, 1, "version numbers"),
        ({"mood": "good"}, 1, "mood"),
        ({"scenario": "waterloo"}, 1, "set up"),
        ({"options": {"rules": "none"}}, 1, "set up"),
        ({"options": {"sides": 3}}, 1, "set up"),
    ],
)
def test_wrong_headers(tmp_path: Path, change: dict[str, Any], line: int, reason: str) -> None:
    saved, _ = played(20)
    first, _, rest = savegame.encode(saved).partition(b"\n")
    header = json.dumps({**json.loads(first), **change}).encode()
    error = refused(tmp_path / "future.jsonl", header + b"\n" + rest)
    assert error.line == line
    assert reason in tell(error.why).text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"n": 21, "by": "axis", "action": {"type": "Fly"}}, "Fly"),
        ({"n": 21, "by": "nobody", "action": {"type": "Done"}}, "nobody"),
        ({"n": 21, "by": "axis"}, "action"),
        ({"n": 21, "by": "axis", "action": {"type": "Done"}, "more": 1}, "more"),
        ({"n": 21, "by": "axis", "action": {"type": "DetrainUnit", "unit": "G1Pz", "to": "1104"}}, "not legal"),
        ({"n": 21, "by": "chance", "action": {"type": "Done"}}, "wrong side"),
        ({"n": 19, "snapshot": {}}, "snapshot"),
        ({"n": 20, "snapshot": {}}, "snapshot"),
    ],
)
def test_wrong_lines(tmp_path: Path, line: dict[str, Any], reason: str) -> None:
    saved, _ = played(20)
    contents = savegame.encode(saved) + json.dumps(line).encode() + b"\n"
    error = refused(tmp_path / "wrong.jsonl", contents)
    assert reason in tell(error.why).text
    assert error.line >= 21


@pytest.mark.parametrize("contents", [b"", b"\n", b"[]\n", b"hello\n", b"\xff\xfe\n"])
def test_what_is_no_save_file_at_all(tmp_path: Path, contents: bytes) -> None:
    refused(tmp_path / "other.jsonl", contents)


def test_what_is_wrong_is_a_code_with_the_line() -> None:
    with pytest.raises(SaveError) as wrong:
        savegame.decode(b"")
    assert tell(wrong.value.told).text == "The file is empty. The file cannot be opened."
    saved, _ = played(20)
    lines = savegame.encode(saved).splitlines(keepends=True)
    with pytest.raises(SaveError) as wrong:
        savegame.decode(b"".join([*lines[:2], *lines[3:]]))
    told = wrong.value.told
    assert (told.code, told.args["line"], told.args["why"].code) == ("save-line", 3, "save-step-missing")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="No such file"):
        savegame.load(tmp_path / "none.jsonl")


# --- corrected rules --------------------------------------------------------------------------------------------
def old(saved: SavedGame) -> SavedGame:
    """The same file as an older version of the rules would have written it."""
    lines = savegame.encode(saved).split(b"\n", 1)
    header = json.dumps({**json.loads(lines[0]), "rules_version": game.RULES_VERSION - 1}).encode()
    return savegame.decode(header + b"\n" + lines[1])


def test_an_old_file_that_still_replays_is_replayed(war: tuple[SavedGame, list[State]]) -> None:
    done = savegame.replay(old(war[0]))
    assert (done.start, done.note) == (0, None)
    assert done.state.key() == war[1][-1].key()


def test_a_file_keeps_the_goals_it_was_begun_with() -> None:
    """The goal of Citadel was 18 points before it was 14: a game that began with it is not decided by another."""
    facts = load_scenario("citadel")
    of_then = msgspec.structs.replace(facts, victory=Victory(Side.SOVIET, (Goal(points=18),)))
    assert facts.victory != of_then.victory
    rng = random.Random(5)
    saved = savegame.new_save("citadel", Options())
    state = game.new_game(of_then, Options())
    while game.actor(state) is not None:
        before, action = state, rng.choice(game.legal_actions(state))
        state, _ = game.apply(before, action)
        savegame.record(saved, savegame.who(before), action, before, state)
    for file in (saved, old(saved)):
        done = savegame.replay(file)
        assert (done.start, done.ply, done.note) == (0, len(saved.entries), None)
        assert done.state.setup.victory == of_then.victory
        assert done.state.key() == state.key()


def test_an_old_file_goes_on_from_its_last_snapshot() -> None:
    saved, states = played(200)
    last = max(saved.snapshots)
    assert last < 200
    saved.entries[5].action = game.legal_actions(states[150])[0]  # something today's rules do not allow there
    done = savegame.replay(old(saved))
    assert done.start == last
    assert f"goes on from the position after action {last}" in tell(done.note).text
    assert done.ply == 200
    assert done.state.key() == states[200].key()
    assert [entry.n for entry, _ in done.entries] == list(range(last + 1, 201))


def test_an_old_file_whose_end_does_not_replay_keeps_what_was_decided() -> None:
    saved, states = played(200)
    last = max(saved.snapshots)
    saved.entries[-1].action = game.legal_actions(states[0])[0]
    done = savegame.replay(old(saved))
    assert (done.start, done.ply) == (last, last)
    assert done.state.key() == states[last].key()
    assert f"{200 - last} later actions are left out" in tell(done.note).text


def test_a_mended_rule_does_not_change_the_past() -> None:
    """All actions are still legal, but lead elsewhere: the snapshot counts, not the new result."""
    saved, states = played(200)
    first, *_, last = sorted(saved.snapshots)
    saved.snapshots[first] = {**dump(states[first]), "event_vp": 7}
    done = savegame.replay(old(saved))
    assert (done.start, done.ply) == (last, 200)
    fresh = SavedGame(saved.header, saved.entries, saved.snapshots)
    with pytest.raises(SaveError, match="is not the one of its snapshot"):
        savegame.replay(fresh)


def test_a_snapshot_of_another_shape_is_passed_over() -> None:
    saved, states = played(300)
    *_, before, last = sorted(saved.snapshots)
    saved.snapshots[last] = {"shape": "other"}
    done = savegame.replay(old(saved))
    assert done.start == before
    assert done.state.key() == states[before].key()
    for number in saved.snapshots:
        saved.snapshots[number] = {"shape": "other"}
    with pytest.raises(SaveError, match="There is no snapshot to go on from"):
        savegame.replay(old(saved))


# --- writing ----------------------------------------------------------------------------------------------------
def test_a_failed_save_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(OSError, match="No space left"):
        savegame.save(file, played(20)[0])
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


# --- migrations and schema --------------------------------------------------------------------------------------
def test_migrations_run_in_order() -> None:
    lines: save_migrations.Lines = [{"version": 1}, {"a": 1}]

    def second(lines: save_migrations.Lines) -> save_migrations.Lines:
        return [*lines, {"b": 2}]

    def third(lines: save_migrations.Lines) -> save_migrations.Lines:
        return [*lines, {"c": len(lines)}]

    assert save_migrations.migrate(lines, 3, {1: second, 2: third}) == [{"version": 3}, {"a": 1}, {"b": 2}, {"c": 3}]
    with pytest.raises(LookupError, match="format version 2 to 3"):
        save_migrations.migrate([{"version": 2}], 3, {1: second})


def test_the_published_schema_is_the_one_of_the_code() -> None:
    published = json.loads((ROOT / "docs" / "save-format.schema.json").read_text(encoding="utf-8"))
    wanted = json.loads(msgspec.json.encode(savegame.schema()))
    assert published == wanted, "write it again: python -m noretreat.storage.savegame > docs/save-format.schema.json"


def test_a_fork_is_a_save_of_its_own() -> None:
    saved = savegame.new_save("citadel", {"rules": "deluxe"}, name="One")
    play_game(game.new_game("citadel", {"rules": "deluxe"}), "random", "random", 1, savegame.recorder(saved))
    count = len(saved.entries)
    other = savegame.fork(saved, 50, name="Other")
    start = savegame.replay(other)
    assert (start.ply, start.state) == (50, savegame.replay(saved, 50).state)
    assert (other.header.name, saved.header.name) == ("Other", "One")
    end = play_game(start.state, "random", "random", 2, savegame.recorder(other)).end
    assert savegame.replay(savegame.decode(savegame.encode(other))).state == end
    assert len(saved.entries) == count
    assert [entry.action for entry in other.entries[:50]] == [entry.action for entry in saved.entries[:50]]
    assert len(savegame.fork(saved).entries) == count
    with pytest.raises(savegame.SaveError, match=f"There is no action {count + 1}: the log has {count}"):
        savegame.fork(saved, count + 1)


def test_a_save_begins_with_any_state() -> None:
    state = position("turn 6\nphase movement axis\nunit G4Pz 1204\nunit S_W 2008\nrules classic")
    saved = savegame.new_save(state, name="Here")
    assert savegame.replay(saved).state == state
    assert repr(saved) == "<SavedGame 'Here': a position, rules classic, 0 actions>"


def test_a_game_that_begins_with_a_position_is_replayed_under_its_options() -> None:
    """A draw that is pending as it begins is one card larger in the save and in its replay."""
    text = "position:turn 7\nphase cards axis\nunit G4 1204\nunit S_W 2008\nrules deluxe"
    options = Options(rules="deluxe", draw_modifiers=(1, 0))
    saved = savegame.new_save(text, options)
    state = savegame.replay(saved).state
    for _ in range(5):
        action = state.options[0]
        assert isinstance(action, Dealt)
        before, state = state, game.apply(state, action)[0]
        savegame.record(saved, "chance", action, before, state)
    assert state.hands[0].bit_count() == 5
    assert savegame.replay(saved).state == state


def test_what_cannot_begin_is_not_saved() -> None:
    with pytest.raises(DataError, match="there is no scenario 'berlin'; known are bagration, barbarossa"):
        savegame.new_save("berlin")
    with pytest.raises(PositionError, match="There is no unit G99"):
        savegame.new_save("position:unit G99 1204")
    with pytest.raises(ValueError, match="unknown field `jokers`"):
        savegame.new_save("citadel", {"jokers": True})
