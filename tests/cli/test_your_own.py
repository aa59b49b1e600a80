"""Players and rule sets of one's own, wherever a name is asked for."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path

import pytest

from noretreat import Options, add_ruleset, add_scenario, new_game
from noretreat.cli import main
from noretreat.data import load
from noretreat.data.load import DATA_DIR, DataError, ruleset_ids, scenario_ids
from noretreat.research import records

PLAYER = """
class Patient:
    def __init__(self, seed, first=0):
        self.first = int(first)

    def choose(self, observation):
        return observation.actions[self.first]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a player and a rule set of one's own, in which the user stands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(load, "_ADDED_RULES", {})
    monkeypatch.setattr(load, "_ADDED", {})
    (tmp_path / "my_patient_players.py").write_text(PLAYER, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(changed("deck_start_size", "40"), encoding="utf-8")
    return tmp_path


def changed(switch: str, value: str, name: str = "mine") -> str:
    """The Deluxe rules under another name, with a switch changed."""
    text = (DATA_DIR / "rulesets" / "deluxe.toml").read_text(encoding="utf-8")
    text = text.replace('id = "deluxe"', f'id = "{name}"').replace('title = "Deluxe', 'title = "Mine')
    return re.sub(rf"^{switch} = .*$", f"{switch} = {value}", text, flags=re.MULTILINE)


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main.main(["simulate", "--games", "1", "--json", "--scenario", "na_berlin", *arguments]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_player_of_ones_own_takes_a_seat(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--axis", "my_patient_players:Patient(first=-1)", "--soviet", "random")
    assert found["games"] == 1
    assert simulated(capsys, "--axis", "my_patient_players:Patient(first=-1)")["decisions"] == found["decisions"]


@pytest.mark.parametrize("name", ["grandmaster", "my_patient_players:Nobody", "no_such_module:Player"])
def test_a_player_that_is_not_there_is_refused_by_name(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main.main(["simulate", "--axis", name])
    said = capsys.readouterr().err
    assert "argument --axis" in said
    assert name.partition(":")[0] in said


def test_what_check_data_accepts_can_be_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check-data", "mine.toml"]) == 0
    found = simulated(capsys, "--rules", "mine.toml", "--save", "games")
    assert found["games"] == 1
    assert "mine" in ruleset_ids()
    (saved,) = (folder / "games").glob("*.jsonl")
    assert json.loads(saved.read_text(encoding="utf-8").splitlines()[0])["options"]["rules"] == "mine"
    assert main.main(["replay", str(saved), "--quiet", "--rules", "mine.toml"]) == 0


COMMANDS = {
    "simulate": "simulate --games 2 --save kept",
    "arena": "arena random my_patient_players:Patient --pairs 1 --results kept/match.csv",
    "selfplay": "selfplay kept --games 2 --games-per-file 1",
}
"""Commands that play two games, and keep them in the folder `kept`."""


def kept_by(command: str, folder: Path, *more: str) -> dict[str, tuple[object, ...]]:
    """The games that a command with a rule set and a scenario of one's own keeps, by their file or number."""
    scenario = (DATA_DIR / "scenarios" / "na_berlin.toml").read_text(encoding="utf-8")
    (folder / "ours.toml").write_text(scenario.replace('id = "na_berlin"', 'id = "ours"'), encoding="utf-8")
    shutil.rmtree(folder / "kept", ignore_errors=True)
    (folder / "kept").mkdir()
    assert main.main([*COMMANDS[command].split(), "--scenario", "ours.toml", "--rules", "mine.toml", *more]) == 0
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted((folder / "kept").iterdir()):
        if path.suffix == ".npz":
            games = records.read(path)
            found[path.name] = games.about.options.rules, games.arrays["code"].tolist()
        elif path.suffix == ".csv":
            for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
                found[row["side"]] = row["rules"], row["winner"], row["points"], row["decisions"], row["chance"]
        elif command == "simulate":
            head, *actions = path.read_text(encoding="utf-8").splitlines()
            found[path.name] = json.loads(head)["options"]["rules"], actions
    return found


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_rule_set_file_is_played_by_all_commands(command: str, folder: Path) -> None:
    found = kept_by(command, folder)
    assert len(found) == 2
    assert {rules for rules, *_ in found.values()} == {"mine"}


@pytest.mark.slow
def test_a_rule_set_file_is_fuzzed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["fuzz", "--rules", "mine.toml", "--scenario", "na_berlin", "--games", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["failures"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_workers_know_the_files(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(folder)  # their own folder is the one in which the tests were started
    assert kept_by(command, folder, "--jobs", "2") == kept_by(command, folder)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_local_ray_of_two_workers_knows_the_files(command: str, folder: Path) -> None:
    pytest.importorskip("ray", reason="the extra noretreat[ray] is not installed")
    assert kept_by(command, folder, "--jobs", "2", "--ray") == kept_by(command, folder)


def test_a_rule_set_with_errors_is_refused_with_file_and_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.toml").write_text(changed("deck_start_size", '"many"'), encoding="utf-8")
    with pytest.raises(SystemExit):
        main.main(["simulate", "--rules", "mine.toml"])
    assert re.search(r"mine\.toml:\d+", capsys.readouterr().err)


def test_a_rule_set_is_played_under_its_id(folder: Path) -> None:
    assert add_ruleset("mine.toml").id == "mine"
    assert add_ruleset(folder / "mine.toml").id == "mine", "once more does no harm"
    state = new_game("citadel", Options(rules="mine"))
    assert state.rules.deck_start_size == 40


def test_ids_that_are_taken_or_lead_elsewhere_are_refused(folder: Path) -> None:
    add_ruleset("mine.toml")
    for name, why in (("mine", "was added before"), ("deluxe", "comes with the game"), ("../x", "letters, digits")):
        (folder / "other.toml").write_text(changed("deck_start_size", "41", name), encoding="utf-8")
        with pytest.raises(DataError, match=why):
            add_ruleset("other.toml")


@pytest.mark.parametrize("what", ["rules", "scenario"])
def test_an_id_that_is_not_the_name_of_the_file_is_refused_by_the_library_as_on_the_command_line(
    what: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, ours, add = ("rulesets", "deluxe", add_ruleset) if what == "rules" else ("scenarios", "citadel", add_scenario)
    text = (DATA_DIR / kind / f"{ours}.toml").read_text(encoding="utf-8")
    (folder / "small.toml").write_text(text.replace(f'id = "{ours}"', 'id = "small_deck"'), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        add("small.toml")  # type: ignore[operator]
    file, _, why = str(refused.value).partition(": ")
    assert (file, why) == ("small.toml", "the id 'small_deck' does not fit the file name 'small.toml'")
    with pytest.raises(SystemExit):
        main.main(["simulate", f"--{what}", "small.toml"])
    assert why in capsys.readouterr().err
    assert "small_deck" not in (*ruleset_ids(), *scenario_ids())


def test_a_file_is_never_read_for_its_name_alone(folder: Path) -> None:
    """The options of a game may come over the wire."""
    for name in ("mine.toml", str(folder / "mine.toml"), "../mine"):
        with pytest.raises(DataError, match="there is no rule set"):
            new_game("citadel", {"rules": name})


def test_a_scenario_file_is_offered_under_its_id(folder: Path) -> None:
    text = (DATA_DIR / "scenarios" / "citadel.toml").read_text(encoding="utf-8")
    (folder / "other.toml").write_text(text.replace('id = "citadel"', 'id = "other"'), encoding="utf-8")
    assert add_scenario("other.toml").id == "other"
    assert "other" in scenario_ids()
    assert new_game("other").setup.scenario == "other"
