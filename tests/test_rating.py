"""What the lobby says of the levels: only what was measured."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import msgspec
import pytest

from noretreat.ai.players.levels import LEVELS
from noretreat.ai.referee.match import Row
from noretreat.data.facts import Strength, Strengths
from noretreat.data.load import load_strengths, read_toml
from noretreat.server.lobby import offers
from tools import rate_levels


def row(level: str, against: str, pair: int, side: str, score: float, seconds: float = 10.0) -> Row:
    """A game of a match, with nothing in it but what counts here."""
    plain = {field.name: {"str": "", "int": 0, "float": 0.0}[str(field.type)] for field in dataclasses.fields(Row)}
    told = {
        "a": level, "b": against, "scenario": "citadel", "rules": "digital", "seed": 1, "pair": pair, "side": side,
        "score": score, "a_seconds": seconds, "a_turns": 5, "a_worst": seconds / 4,
    }  # fmt: skip
    return Row(**{**plain, **told})  # type: ignore[arg-type]


ROWS = [
    row("normal", "easy", 1, "axis", 1.0),
    row("normal", "easy", 1, "soviet", 1.0, 20.0),
    row("normal", "random", 1, "axis", 1.0),
    row("normal", "hard", 1, "axis", 0.0),
]


def test_a_level_is_rated_by_the_strongest_of_the_weaker_ones_that_it_met() -> None:
    found = rate_levels.strength_of("normal", ROWS)
    assert found is not None
    assert (found.against, found.games, found.percent, found.high) == ("easy", 2, 100, 100)
    assert 0 < found.low < 100
    assert (found.seconds, found.worst) == (3.0, 5.0)
    assert rate_levels.strength_of("hard", ROWS) is None


def test_the_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    found = rate_levels.strength_of("normal", ROWS)
    assert found is not None
    path = tmp_path / "strength.toml"
    path.write_text(rate_levels.page({"normal": found}), encoding="utf-8")
    assert msgspec.convert(read_toml(path), Strengths).levels == {"normal": found}


def test_the_lobby_says_nothing_of_what_was_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_strengths().levels.keys() <= LEVELS.keys()
    one = Strength("easy", 2, 100, 34, 100, 3.0, 5.0)
    monkeypatch.setattr(offers, "load_strengths", lambda: Strengths({"normal": one}))
    told = {level.id: level.strength for level in offers.choices().levels}
    assert told == {**dict.fromkeys(LEVELS), "normal": one}
