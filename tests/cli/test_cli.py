"""The command line: what it prints, its exit codes, and errors in one line."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from noretreat import game
from noretreat.checks import fuzz_plan, invariants
from noretreat.checks.seen import NOT_ASKED
from noretreat.cli import main, perft, serve
from noretreat.core.board import BOARD
from noretreat.core.setup import Options
from noretreat.data.load import ruleset_ids, scenario_ids
from noretreat.positions import position
from noretreat.rules.movement import MoveUnits
from noretreat.server.http.reachability import network_address
from noretreat.storage import savegame


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m noretreat` in a process of its own."""
    command = [sys.executable, "-m", "noretreat", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    "command", ["play", "simulate", "arena", "lint-games", "replay", "ask", "perft", "fuzz", "trials", "check-data"]
)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main([command, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "examples:" in said
    assert f"noretreat {command}" in said


def test_python_m_and_version() -> None:
    assert run("--version").stdout.startswith("noretreat 0.")


@pytest.mark.parametrize("wrong", [[], ["dance"], ["simulate", "--games", "0"], ["replay", "nowhere.jsonl"]])
def test_wrong_usage_ends_with_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(wrong)
    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "asking",
    [
        ["simulate", "--axis", "best"],
        ["simulate", "--soviet", "best(playouts=40)"],
        ["fuzz", "--axis", "best"],
        ["trials", "--levels", "easy=1,best=1"],
        ["arena", "best", "hard"],
        ["arena", "hard", "best(positions=8000)"],
    ],
)
def test_who_asks_for_the_level_best_is_told_that_it_is_gone(
    asking: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main.main(asking)
    except SystemExit as ended:
        code = ended.code
    assert code == (1 if asking[0] == "arena" else 2), "as for any name that nobody has"
    assert "the level 'best' is gone: it was not stronger than 'hard'" in capsys.readouterr().err


def test_a_match_that_is_asked_for_games_says_that_it_counts_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(["arena", "easy", "random", "--games", "4"])
    assert ended.value.code == 2
    assert "a match counts pairs of games, with the seats changed: --pairs 20 plays 40" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "--scenario", "waterloo"], "no scenario 'waterloo'"),
        (["perft", "--rules", "house"], "no rule set 'house'"),
        (["perft", "--option", "cheat=true"], "cheat"),
        (["perft", "--option", "no_surrender=perhaps"], "not JSON"),
        (["play", "--port", "99999", "--no-browser"], "cannot listen"),
    ],
)
def test_errors_are_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    extra = ["--data", str(tmp_path)] if arguments[0] == "play" else []
    assert main.main([*arguments, *extra]) == 1
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["serve", "--site", "ftp://x"], "--site ftp://x: it begins with https:// or http://"),
        (["serve", "--site-proxy", "nonsense"], "nonsense is no address (127.0.0.1) and no network"),
        (["serve", "--site-proxy", "*"], "* is no address"),
        (["serve", "--health", "8124x"], "it is an address and a port"),
        (["serve", "--database-url", "postgresql://h:port/d"], "--database-url: it is postgresql://"),
        (["serve", "--mail", "smtp://h"], "--mail needs --mail-from and --url"),
        (["backup", "f", "--database-url", "mysql://h/d"], "in postgresql or sqlite, not in mysql"),
    ],
)
def test_a_setting_that_cannot_work_ends_with_2(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main.main(arguments)
    except SystemExit as ended:
        code = int(ended.code or 0)
    said = capsys.readouterr().err
    assert (code, reason in said, "Traceback" in said) == (2, True, False), said


def test_options_can_stand_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command line counts more, also where an option may be given several times."""
    seen: list[tuple[object, ...]] = []

    def run(arguments: argparse.Namespace) -> int:
        seen.append((arguments.site_proxy, arguments.requests, arguments.access_log, arguments.health))
        return 0

    monkeypatch.setattr(serve, "run", run)
    for name, value in (("SITE_PROXY", "10.0.0.0/8 ::1"), ("REQUESTS", "50"), ("ACCESS_LOG", "1"), ("HEALTH", ":1")):
        monkeypatch.setenv(f"NORETREAT_{name}", value)
    assert main.main(["serve"]) == main.main(["serve", "--site-proxy", "127.0.0.1", "--requests", "7"]) == 0
    assert seen == [(["10.0.0.0/8", "::1"], 50, True, ":1"), (["127.0.0.1"], 7, True, ":1")]
    monkeypatch.setenv("NORETREAT_REQUESTS", "many")
    with pytest.raises(SystemExit):
        main.main(["serve"])
    assert "NORETREAT_REQUESTS=many: that is no value for --requests" in capsys.readouterr().err


def test_help_loads_no_more_than_the_list_of_commands() -> None:
    script = (
        "import sys\nfrom noretreat.cli.main import main\ntry:\n    main(['--help'])\nfinally:\n"
        "    print(sorted({'sqlalchemy', 'litestar', 'noretreat.game'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("[]\n"), done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_limit_of_open_files_is_raised_and_told_when_too_low() -> None:
    script = """
import resource
from noretreat.cli.serving import raise_file_limit
for soft, connections in ((256, 900), (1024, 2000)):
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, 1024))
    raise_file_limit(connections)
    print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "1024\n1024\n"
    assert "may open only 1024 files, which is too few for 2000 connections" in done.stderr
    assert done.stderr.count("\n") == 1, "not where it is enough"


# --- simulate ---------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_simulate_counts_and_repeats_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["simulate", "--games", "3", "--seed", "9", "--json", "--save", str(tmp_path)]
    assert main.main(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["games"] == sum(first["wins"].values()) == sum(first["endings"].values()) == 3
    assert first["decisions"] == sum(one["decisions"] for one in first["each"])
    assert first["decisions_per_second"] > 0
    assert main.main([*command[:-2], "--jobs", "2"]) == 0
    again = json.loads(capsys.readouterr().out)
    for one in (*first["each"], *again["each"]):
        del one["seconds"]
    assert first["each"] == again["each"]
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    for file, one in zip(files, first["each"], strict=True):
        done = savegame.replay(savegame.load(file))
        assert done.ply == one["decisions"] + one["chance_decisions"]
        assert game.outcome(done.state) is not None
    assert main.main(["simulate", "--games", "1"]) == 0
    assert "decisions a second" in capsys.readouterr().out


# --- replay -----------------------------------------------------------------------------------------------------
@pytest.fixture
def save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main.main(["simulate", "--games", "1", "--save", str(tmp_path)]) == 0
    capsys.readouterr()
    return next(tmp_path.iterdir())


def test_replay_prints_the_log(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["replay", str(save), "--to", "40"]) == 0
    said = capsys.readouterr().out
    assert "sound, 40 of" in said
    assert len(said.splitlines()) > 20
    assert main.main(["replay", str(save), "--quiet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_replay_of_a_damaged_file_names_the_line(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = save.read_bytes().splitlines(keepends=True)
    lines[9] = lines[9][:-9] + b"\n"
    save.write_bytes(b"".join(lines))
    assert main.main(["replay", str(save)]) == 1
    assert f"{save}, line 10:" in capsys.readouterr().err


# --- perft ------------------------------------------------------------------------------------------------------
def test_perft_divides_what_it_counts(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["perft", "--position", str(save), "--to", "30", "--depth", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["total"] == sum(part["count"] for part in found["divide"])
    state = savegame.replay(savegame.load(save), 30).state
    assert len(found["divide"]) == len(game.legal_actions(state)) == perft.perft(state, 1)
    assert found["total"] == perft.perft(state, 2)
    assert main.main(["perft", "--depth", "1", "--no-divide"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


# --- fuzz -------------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_fuzz_finds_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game_of = ["--scenario", "citadel", "--rules", "deluxe"]
    assert main.main(["fuzz", *game_of, "--games", "2", "--every", "5", "--json", "--dump", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["failures"], list(found["endings"])) == (2, 0, ["citadel deluxe"])
    assert found["questions"]["MoveUnits"] > 0 < found["choices"]
    assert not list(tmp_path.iterdir())
    assert main.main(["fuzz", *game_of, "--only", "2", "--option", "rezervy=true", "--dump", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 games, ")
    assert "| citadel deluxe " in said
    assert "Options (games): rezervy 1." in said


def test_fuzz_goes_on_with_an_interrupted_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Finished games are read from the file, and the summary is that of a run in one piece."""
    kept, page = tmp_path / "fuzz.jsonl", tmp_path / "fuzz.md"
    what = ["fuzz", "--scenario", "saturn", "--rules", "deluxe", "--games", "3", "--every", "200"]
    assert main.main([*what, "--page", str(page)]) == 0
    whole = re.sub(r" in [\d.]+ s; .*", "", capsys.readouterr().out)
    assert main.main([*what, "--resume", str(kept)]) == 0
    capsys.readouterr()
    lines = kept.read_text("utf-8").splitlines()
    assert len(lines) == 4
    kept.write_text("\n".join(lines[:2]) + "\n" + lines[2][:50], encoding="utf-8")
    assert main.main([*what, "--resume", str(kept), "--page", str(page)]) == 0
    assert re.sub(r" in [\d.]+ s; .*", "", capsys.readouterr().out) == whole
    assert len(kept.read_text("utf-8").splitlines()) == 5, "one is kept, one was cut off, two were played"
    assert "--resume" not in page.read_text("utf-8")


def test_fuzz_does_not_go_on_with_another_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "fuzz.jsonl"
    kept.write_text("noretreat fuzz --games 9\n", encoding="utf-8")
    assert main.main(["fuzz", "--scenario", "saturn", "--rules", "deluxe", "--games", "1", "--resume", str(kept)]) == 1
    assert "belongs to another run: noretreat fuzz --games 9" in capsys.readouterr().err


def test_fuzz_writes_its_summary_as_data_and_as_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, page = tmp_path / "found.json", tmp_path / "fuzz.md"
    what = ["--games", "1", "--scenario", "saturn", "--rules", "classic", "--every", "200", "--option", "rezervy=true"]
    assert main.main(["fuzz", *what, "--json", str(data), "--page", str(page)]) == 0
    said = capsys.readouterr().out.strip()
    found, text = json.loads(data.read_text("utf-8")), page.read_text("utf-8")
    assert said.startswith(f"1 games, {found['actions']:,} actions, 0 failures")
    assert said in text
    assert f"`noretreat fuzz {' '.join(what)}` played it" in text
    (ways,) = found["endings"].values()
    assert f"| saturn classic{' ' * 15}|" in text
    assert f"| {next(iter(ways))} |" in text
    assert all(node in text for node in NOT_ASKED)


def test_fuzz_dumps_the_game_that_failed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise invariants.Broken("two and two are five")

    monkeypatch.setattr(invariants, "check_units", broken)
    assert main.main(["fuzz", "--only", "19", "--dump", str(tmp_path)]) == 1
    said = capsys.readouterr()
    (dumped,) = tmp_path.iterdir()
    assert str(dumped) in said.err
    assert "two and two are five" in said.err
    saved = savegame.load(dumped)
    assert savegame.replay(saved).ply == 10
    (again,) = re.findall(r"again: noretreat (.*)", said.err)
    dumped.unlink()
    assert main.main([*shlex.split(again), "--dump", str(tmp_path)]) == 1
    assert [entry.action for entry in savegame.load(dumped).entries] == [entry.action for entry in saved.entries]


def test_fuzz_sees_what_is_broken() -> None:
    """The checks are no decoration: what is changed behind their back is noticed."""
    state = game.new_game("barbarossa")
    saved = savegame.new_save("barbarossa", state.setup.options)
    checker = invariants.Checker(state, saved, 1, random.Random(1))
    action = game.legal_actions(state)[0]
    after, events = game.apply(state, action)
    state.event_vp += 1
    with pytest.raises(invariants.Broken, match="changed the state"):
        checker.watch(state, action, after, events)
    after.axis_control ^= BOARD.vp_hexes & -BOARD.vp_hexes
    with pytest.raises(invariants.Broken, match="controller"):
        invariants.check_units(after)
    after.draw_pile |= after.hands[0]
    with pytest.raises(invariants.Broken, match="two places"):
        invariants.cards_of(after)
    moving = game.new_game("fall_blau", Options(rules="digital"))
    while not isinstance(moving.question, MoveUnits):
        moving, _ = game.apply(moving, game.legal_actions(moving)[-1])
    invariants.check_moves_first(moving)
    moving.options = moving.options[::-1]
    with pytest.raises(invariants.Broken, match="after something else"):
        invariants.check_moves_first(moving)


@pytest.mark.parametrize(
    ("unit", "place", "message"),
    [
        ("G4", "1211", "without controlling it"),
        ("S_W", "0905", "calendar going"),
        ("S_W", "0906", "without controlling"),
    ],
)
def test_fuzz_sees_what_an_arrival_did_not_do(unit: str, place: str, message: str) -> None:
    """12.7.1, 13.5: a counter has come into a hex, and nothing has followed."""
    state = position("turn 7\nunit S_S 2209\nunit G9 0503").copy()
    invariants.check_whereabouts(state)
    state.put(BOARD.unit_index[unit], BOARD.node_of[place])
    with pytest.raises(invariants.Broken, match=message):
        invariants.check_whereabouts(state)


def test_fuzz_sees_markers_in_boxes() -> None:
    """11.2: they lie on counters of the map."""
    state = position("turn 7\nunit S_S box:destroyed\nunit G9 box:rail disorganized").copy()
    invariants.check_whereabouts(state)
    state.disorganized |= 1 << BOARD.unit_index["S_S"]
    with pytest.raises(invariants.Broken, match="Disorganized marker"):
        invariants.check_whereabouts(state)


def test_fuzz_sees_decisions_that_lead_back_to_where_they_began() -> None:
    state = game.new_game("barbarossa")
    while game.actor(state) is game.Chance.CHANCE:
        state, _ = game.apply(state, game.legal_actions(state)[0])
    saved = savegame.new_save("barbarossa", state.setup.options)
    checker = invariants.Checker(state, saved, 1, random.Random(1))
    with pytest.raises(invariants.Broken, match="led back"):
        checker.watch(state, game.legal_actions(state)[0], state, ())


def test_fuzz_meets_every_pair_and_every_option() -> None:
    pairs, sets = fuzz_plan.pairs(), fuzz_plan.option_sets()
    assert {scenario for scenario, _ in pairs} == set(scenario_ids())
    assert {rules for _, rules in pairs} == set(ruleset_ids())
    few = [fuzz_plan.plan(number, 1) for number in range(1, len(pairs) + 1)]
    assert {(plan.scenario, plan.options.rules) for plan in few} == set(pairs)
    met = {name for plan in few for name in fuzz_plan.changed(plan.options)}
    assert met == set(Options.__struct_fields__) - {"rules"}
    assert any(len(fuzz_plan.changed(plan.options)) > 3 for plan in few)
    assert fuzz_plan.whole() == len(pairs) * len(sets) <= 5000
    plans = [fuzz_plan.plan(number, 1) for number in range(1, fuzz_plan.whole() + 1)]
    different = len({str(options) for options in sets})
    assert len({(plan.scenario, plan.options) for plan in plans}) == len(pairs) * different


# --- check-data, play -------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_check_data_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check-data"]) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.slow
def test_play_takes_a_free_port_and_ends_cleanly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = run("play", "--port", str(port), "--data", str(tmp_path), "--no-browser")
    assert refused.returncode == 1
    assert "cannot listen" in refused.stderr
    command = [sys.executable, "-m", "noretreat", "play", "--port", "0", "--data", str(tmp_path), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert f"Your games are kept in {tmp_path}" in process.stdout.read()
        assert process.stderr.read() == ""
        assert process.wait(timeout=120) == 0


@pytest.mark.slow
def test_play_for_the_network_names_an_address_that_others_can_use(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noretreat", "play", "--host", "0.0.0.0", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path), "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        own = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", own)
        assert found, own
        address = network_address()
        if address:  # a computer in no network has none to name
            line = f"Others in your network find it at http://{address}:{found.group(1)}/\n"
            assert process.stdout.readline() == line
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 0


@pytest.fixture
def heeds_ctrl_c() -> Iterator[None]:
    """Programs that are started heed Ctrl-C, also where this one ignores it, as in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeds_ctrl_c")
@pytest.mark.parametrize("words", ["play --no-browser", "fuzz --games 4000"])
def test_ctrl_c_while_modules_are_loaded_leaves_no_traceback(words: str, tmp_path: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "noretreat", *words.split()]
    place = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=place) as process:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:  # Python names each module that it has loaded
            if line.endswith(" noretreat.rules.odds\n"):
                process.send_signal(signal.SIGINT)
            said += "" if line.startswith("import time:") else line
        assert said == "stopped\n"
        assert process.wait(timeout=120) == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_ctrl_c_ends_a_site_with_nothing_to_say(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noretreat", "serve", "--port", "0"]
    command += ["--database-url", f"sqlite:///{tmp_path}/games.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == ""
        assert process.wait(timeout=120) == 0


def test_play_on_a_file_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.db").write_text("this is a diary, not a database; please leave it alone")
    assert main.main(["play", "--data", str(tmp_path), "--port", "0", "--no-browser"]) == 1
    assert "not a database" in capsys.readouterr().err
    assert (tmp_path / "games.db").read_text().startswith("this is a diary")


def test_an_option_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    """`serve --data DIR` is not taken for `--database-url DIR`."""
    with pytest.raises(SystemExit):
        main.main(["serve", "--data", "somewhere"])
    assert "unrecognized arguments: --data" in capsys.readouterr().err
