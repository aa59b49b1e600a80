"""The rules play as they did when the files were written: counts, order of legal actions, transcripts.

A failure here means that play has changed. If that was meant: `python -m tools.regenerate_playthroughs`, and read
the difference.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from noretreat.positions import position
from tools.regenerate_playthroughs import GAMES, ORDERS, PERFT, PLAYTHROUGHS, SNAPSHOTS, leaves, order, transcript

POSITIONS = sorted(PERFT.glob("*.toml"))


def test_there_are_positions() -> None:
    assert len(POSITIONS) >= 8


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_leaves(path: Path) -> None:
    """Ways of playing on, to each depth."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    state = position(data["position"])
    assert [leaves(state, depth) for depth in range(1, len(data["leaves"]) + 1)] == data["leaves"]


@pytest.mark.parametrize("name", ORDERS)
def test_order_of_legal_actions(name: str) -> None:
    """Saves and seeds of computer players depend on it."""
    assert order(ORDERS[name]) == (SNAPSHOTS / f"order_{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    """The same choices lead to the same game."""
    assert transcript(*GAMES[name]) == (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
