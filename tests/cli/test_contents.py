"""Scenarios and rule sets of one's own travel by content: with their digests, and with their texts."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import msgspec
import pytest
from cli.test_your_own import changed

import noretreat
from noretreat import savegame
from noretreat.ai.referee.results import contents_of
from noretreat.cli import main
from noretreat.core.rulesets import rules_of
from noretreat.data import load
from noretreat.data.contents import Content, digest, owned, require_known
from noretreat.data.load import DATA_DIR, DataError, digest_of
from noretreat.research import records

KEPT = {
    "simulate": "simulate --games 1 --save kept",
    "arena": "arena random random --pairs 1 --results kept/match.csv",
    "selfplay": "selfplay kept --games 1 --games-per-file 1",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a scenario and a rule set of one's own."""
    forget(monkeypatch)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    written(here, 40)
    return here


def written(folder: Path, deck: int) -> None:
    scenario = (DATA_DIR / "scenarios" / "na_berlin.toml").read_text(encoding="utf-8")
    (folder / "ours.toml").write_text(scenario.replace('id = "na_berlin"', 'id = "ours"'), encoding="utf-8")
    (folder / "mine.toml").write_text(changed("deck_start_size", str(deck)), encoding="utf-8")


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a new process would: nothing was added."""
    monkeypatch.setattr(load, "_ADDED_RULES", {})
    monkeypatch.setattr(load, "_ADDED", {})
    rules_of.cache_clear()


def played(command: str) -> int:
    Path("kept").mkdir(exist_ok=True)
    return main.main([*KEPT[command].split(), "--scenario", "ours.toml", "--rules", "mine.toml"])


def read(command: str, folder: Path) -> None:
    """What was kept is read as a researcher would: each game is played again."""
    if command == "simulate":
        (path,) = folder.glob("*.jsonl")
        assert savegame.replay(savegame.load(path)).state.rules.deck_start_size == 40
    elif command == "selfplay":
        games = records.read(folder / "games-000000.npz")
        assert next(games.positions(0))[0].rules.deck_start_size == 40
        assert sum(1 for _ in games.positions(0)) > 50
    else:
        assert main.main(["lint-games", str(folder / "match.csv")]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("command", KEPT)
def test_what_was_kept_is_read_in_another_folder_and_refused_with_both_digests_under_another_content(
    command: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(command) == 0
    away = tmp_path / "away"
    shutil.move(folder / "kept", away)
    monkeypatch.chdir(tmp_path)
    forget(monkeypatch)
    read(command, away)
    assert noretreat.scenario_ids()[-1] == "ours"

    forget(monkeypatch)
    noretreat.add_ruleset(folder / "mine.toml")
    read(command, away)

    forget(monkeypatch)
    was = digest_of((folder / "mine.toml").read_text(encoding="utf-8"))
    written(folder, 41)
    noretreat.add_ruleset(folder / "mine.toml")
    capsys.readouterr()
    if command == "arena":
        assert main.main(["lint-games", str(away / "match.csv")]) == 1
        said = capsys.readouterr().err
    else:
        with pytest.raises((savegame.SaveError, records.RecordError)) as refused:
            read(command, away)
        said = str(refused.value)
    assert was in said
    assert digest("ruleset", "mine") in said


@pytest.mark.slow
@pytest.mark.parametrize("command", ["arena", "selfplay"])
def test_a_study_whose_file_was_edited_is_not_gone_on_with(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(command) == 0
    forget(monkeypatch)
    assert played(command) == 0, "the same files: nothing is left to play"
    was = digest("ruleset", "mine")
    forget(monkeypatch)
    written(folder, 41)
    capsys.readouterr()
    assert played(command) == 1
    said = capsys.readouterr().err
    assert was in said
    assert digest("ruleset", "mine") in said


def test_a_comment_is_no_other_content(folder: Path) -> None:
    text = (folder / "mine.toml").read_text(encoding="utf-8")
    assert digest_of("# A remark.\n" + text.replace("\n", "\r\n")) == digest_of(text)
    assert digest_of(text) != digest_of(text.replace("deck_start_size = 40", "deck_start_size = 41"))


@pytest.mark.slow
def test_command_version_and_digests_stand_in_every_result(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in KEPT:
        assert played(command) == 0
    (row,) = csv.DictReader(Path("kept/match.csv").read_text(encoding="utf-8").splitlines())
    rules = digest("ruleset", "mine")
    assert row["command"].split()[0] == "noretreat"
    assert row["version"] == f"{noretreat.__version__}, rules {noretreat.RULES_VERSION}"
    assert row["digests"] == f"{digest('scenario', 'ours')} {rules}"
    assert [each.id for each in contents_of(Path("kept/match.csv"))] == ["ours", "mine"]
    about = records.read(Path("kept/games-000000.npz")).about
    assert (about.scenario, about.package, about.digests[1]) == ("ours", noretreat.__version__, rules)
    assert about.command.split()[0] == "noretreat"
    capsys.readouterr()
    assert main.main(["simulate", "--games", "1", "--scenario", "citadel", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scenarios"] == {"citadel": digest("scenario", "citadel")}
    assert found["command"].split()[0] == "noretreat"
    assert found["version"] == row["version"]


def test_a_save_of_a_file_names_its_id(folder: Path) -> None:
    saved = savegame.new_save("ours.toml", {"rules": "deluxe"})
    assert saved.header.scenario == "ours"
    assert [each.id for each in saved.header.contents] == ["ours"]
    assert savegame.new_save(str(DATA_DIR / "scenarios" / "citadel.toml")).header.contents == ()


def test_a_text_that_was_changed_or_left_out_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noretreat.add_ruleset("mine.toml")
    (content,) = owned("citadel", "mine")
    forget(monkeypatch)
    changed_text = msgspec.structs.replace(content, text=content.text.replace("= 40", "= 41"))
    with pytest.raises(DataError, match="does not have its digest"):
        require_known([changed_text], "games", bring=True)
    with pytest.raises(DataError, match=f"{content.digest}.* is not known here: noretreat.add_ruleset"):
        require_known([Content("ruleset", "mine", content.digest)], "games", bring=True)
    require_known([content], "an upload")
    assert "mine" not in noretreat.ruleset_ids(), "nothing is added for the word of a stranger"
