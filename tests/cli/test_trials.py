"""`noretreat trials`: every level and rule in turn, faults counted, and a run that goes on where it was stopped."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from noretreat.ai.players.greedy import EasyPlayer
from noretreat.ai.players.levels import LEVELS
from noretreat.ai.referee.results import read
from noretreat.checks import fuzz_plan
from noretreat.cli import main, trials
from noretreat.cli.arena import GRACE
from noretreat.data.facts import Side

QUICK = ["trials", "--levels", "random=1", "--games"]


def test_the_games_are_spread_over_levels_scenarios_rules_and_options() -> None:
    shares = trials._shares(trials.LEVEL_SHARES)
    games = [trials.trial(number, 1, shares) for number in range(1, fuzz_plan.whole() + 1)]
    assert {each.a for each in games} == {each.b for each in games} == set(LEVELS)
    assert {(each.scenario, each.options.rules) for each in games} == set(fuzz_plan.pairs())
    assert len({each.key for each in games}) == len(games)
    seats = Counter(each.a for each in games)
    assert seats["random"] > seats["easy"] > seats["normal"] > seats["hard"]
    assert games[6] == trials.trial(7, 1, shares), "a game depends on its number and the seed alone"
    assert games[6] != trials.trial(7, 2, shares)


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "trials.csv"
    assert main.main([*QUICK, "2", "--results", str(file)]) == 0
    first = file.read_text()
    assert main.main([*QUICK, "3", "--results", str(file)]) == 0
    assert file.read_text().startswith(first)
    assert [row.pair for row in read(file)] == [1, 2, 3]
    said = capsys.readouterr().out
    assert "3 games" in said
    assert "games ended by a fault: 0" in said
    assert "random       6 seats" in said


def test_a_fault_is_counted_for_the_level_that_made_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("a bad day")

    monkeypatch.setattr(EasyPlayer, "choose", stumble)
    assert main.main(["trials", "--levels", "easy=1", "--games", "1", "--json"]) == 1
    heard = capsys.readouterr()
    found = json.loads(heard.out)
    assert found["faults"] == 1
    assert found["reasons"] == {"exception": 1}
    assert found["levels"]["easy"]["faults"] == {"exception": 1}
    assert "easy v easy" in found["what"][0]
    assert "KeyError: 'a bad day'" in heard.err


@pytest.mark.parametrize("levels", ["nobody=1", "easy", "easy=0", "easy=many"])
def test_wrong_shares_are_told(levels: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main.main(["trials", "--levels", levels])
    assert "--levels" in capsys.readouterr().err


def test_the_limit_is_that_of_the_slower_level() -> None:
    game = trials.trial(1, 1, {"hard": 1})
    assert (game.side, game.limit) == (Side.AXIS, GRACE * LEVELS["hard"].budget.seconds)
