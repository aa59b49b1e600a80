"""What the library says to somebody who calls it wrongly."""

from __future__ import annotations

import inspect
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

import msgspec
import pytest

import noretreat
from noretreat import savegame
from noretreat.ai.referee.contenders import player_of

STATE = noretreat.new_game("citadel")


@pytest.mark.parametrize(
    "call",
    [
        lambda: noretreat.play_game("citadel", "random", "random", 1),  # type: ignore[arg-type]
        lambda: noretreat.legal_actions("x"),  # type: ignore[arg-type]
        lambda: noretreat.actor(None),  # type: ignore[arg-type]
        lambda: noretreat.outcome("x"),  # type: ignore[arg-type]
        lambda: noretreat.apply("x", noretreat.actions.Done()),  # type: ignore[arg-type]
        lambda: noretreat.observe("x", "axis"),  # type: ignore[arg-type]
        lambda: noretreat.dump("x"),  # type: ignore[arg-type]
    ],
)
def test_a_state_is_asked_for(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"a state is wanted, not .*: new_game\(SCENARIO\) makes one"):
        call()


def _take_a_state() -> list[str]:
    """All public functions whose first argument is a state, but for `apply_trusted`, which checks nothing."""
    made = {name: getattr(noretreat, name) for name in noretreat.__all__}
    functions = {name: each for name, each in made.items() if inspect.isfunction(each)}
    taking = {name for name, each in functions.items() if next(iter(signature(each).parameters), "") == "state"}
    return sorted(taking - {"apply_trusted"})


@pytest.mark.parametrize("name", _take_a_state())
def test_every_function_asks_for_its_state(name: str) -> None:
    """Also where the arguments change places: `points_of("axis", state)`."""
    function = getattr(noretreat, name)
    wanted = [each for each in signature(function).parameters.values() if each.default is each.empty]
    with pytest.raises(TypeError, match=r"a state is wanted, not '1211'"):
        function("1211", *[STATE] * (len(wanted) - 1))


@pytest.mark.parametrize("data", [{}, "x", None, {"units": []}])
def test_what_is_no_snapshot(data: Any) -> None:
    with pytest.raises(ValueError, match=r"this is no snapshot: dump\(state\) makes one"):
        noretreat.load(data)


def test_actions_are_named_nearly() -> None:
    with pytest.raises(noretreat.UnknownName, match="there is no action 'MovUnit'; did you mean 'MoveUnit'"):
        noretreat.from_json({"type": "MovUnit"})
    with pytest.raises(TypeError, match="'x' is no action"):
        noretreat.notation("x")  # type: ignore[arg-type]


def test_names_that_nothing_has() -> None:
    for call, what in ((noretreat.unit_name, "unit"), (noretreat.place_name, "hex or area")):
        with pytest.raises(ValueError, match=f"there is no {what} 'foo'"):
            call("foo")
    with pytest.raises(ValueError, match="there is no card 99"):
        noretreat.card_title(99, "axis")


@pytest.mark.parametrize(
    "options",
    [{"guarded": "yes"}, noretreat.Options(guarded="yes")],  # type: ignore[arg-type]
)
def test_options_of_another_kind(options: Any) -> None:
    with pytest.raises(ValueError, match="options: 'guarded' should be true or false but is text in quotes; they are"):
        noretreat.new_game("citadel", options)


def test_options_that_fit_are_taken_as_they_are() -> None:
    chosen = noretreat.Options(rules="deluxe", die_modifiers=(1, 0))
    assert noretreat.new_game("citadel", chosen).setup.options == chosen


def test_a_file_that_is_no_save(tmp_path: Path) -> None:
    for text in ("<svg></svg>", "<svg>\n</svg>\n"):
        (tmp_path / "turn.svg").write_text(text, encoding="utf-8")
        with pytest.raises(savegame.SaveError, match="This is not a saved game of No Retreat"):
            savegame.load(tmp_path / "turn.svg")


def test_a_folder_that_is_not_there_is_told_by_the_file_to_be_written(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "x.jsonl"
    with pytest.raises(FileNotFoundError) as caught:
        savegame.save(path, savegame.new_save("citadel"))
    assert caught.value.filename == str(path)


def test_players_are_written_and_made_as_they_must_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "seedless_players.py").write_text("class Marcher:\n    pass\n\nNOBODY = 1\n", encoding="utf-8")
    with pytest.raises(TypeError, match="'seedless_players:Marcher' is called with a seed, and with"):
        player_of("seedless_players:Marcher", 1)
    with pytest.raises(TypeError, match="no class or function that makes a player"):
        player_of("seedless_players:NOBODY", 1)
    with pytest.raises(ValueError, match="of your own is MODULE:NAME: seedless_players:Marcher"):
        player_of("seedless_players.Marcher", 1)


# --- research ------------------------------------------------------------------------------------------------
def test_views_and_actions_are_asked_for() -> None:
    pytest.importorskip("numpy")
    from noretreat.research import codec, tensors

    with pytest.raises(TypeError, match=r"a view is wanted, not .*: observe\(state, side\)\.view"):
        tensors.Encoder().encode(STATE)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"actions are wanted, not .*: legal_actions\(state\)"):
        codec.mask(STATE)  # type: ignore[arg-type]


def test_records_say_what_is_wrong(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    from noretreat.research import records

    series = records.Series("na_berlin", noretreat.Options(), "random", "random", 1, 1)
    records.write(records.file_of(tmp_path, 0), series, records.play_part(series, 0, 1)[1])
    games = records.read(records.file_of(tmp_path, 0))
    with pytest.raises(IndexError, match="there is no game 1000: they are 0 to 0"):
        next(games.positions(1000))
    other = msgspec.structs.replace(series, seed=2, options=noretreat.Options(rules="deluxe"))
    with pytest.raises(records.RecordError, match=r"another series: seed is 1, not 2, rules is digital, not deluxe$"):
        records.missing(tmp_path, other, 1)
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(records.RecordError, match=r"notes\.txt is no record of games: `noretreat selfplay`"):
        records.read(tmp_path / "notes.txt")


def test_a_side_of_an_environment_that_there_is_not() -> None:
    pytest.importorskip("gymnasium")
    from noretreat.research.solo import SoloEnv

    with pytest.raises(ValueError, match="there is no side 'rus'"):
        SoloEnv(side="rus")


def test_the_extra_is_named_where_numpy_is_missing() -> None:
    code = "import sys; sys.modules['numpy'] = None; from noretreat.research import codec"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last == 'ModuleNotFoundError: numpy is missing: pip install ".[research]" in a checkout'


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be put off here")
def test_workers_that_begin_are_interrupted_without_a_traceback() -> None:
    code = """
import os, signal, time
from noretreat.ai.referee.workers import Processes

if __name__ == "__main__":
    crew = Processes(2)
    begun = [crew.start(time.sleep, (60,)) for _ in range(2)]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.killpg(0, signal.SIGINT)
    crew.first_done(begun)
    print([type(each.exception()).__name__ for each in begun])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, start_new_session=True)
    assert "BrokenProcessPool" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: noretreat.new_game("citadel", "deluxe"), ValueError, r"options are given as \{'rules': 'deluxe'\}"),  # type: ignore[arg-type]
        (lambda: noretreat.place_name(1211), ValueError, "there is no hex or area 1211"),  # type: ignore[arg-type]
        (lambda: noretreat.card_title("axis", 18), ValueError, "there is no card 'axis'; they are 1 to 55"),  # type: ignore[arg-type]
        (lambda: noretreat.to_json("Done"), TypeError, "'Done' is no action"),  # type: ignore[arg-type]
        (lambda: player_of(1, "easy"), TypeError, r"the name of a player is wanted, not 1: player_of\('easy', 1\)"),  # type: ignore[arg-type]
        (lambda: player_of("hard(evals=2)", 1), ValueError, "a player has the settings .*evaluations.*evals"),
        (lambda: noretreat.play_game(STATE, object(), "random", 1), TypeError, "an object with a method `choose`"),  # type: ignore[arg-type]
        (lambda: noretreat.play_game(STATE, random.Random, "random", 1), TypeError, "call it with a seed"),  # type: ignore[arg-type]
    ],
)
def test_what_a_call_lacks(call: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
