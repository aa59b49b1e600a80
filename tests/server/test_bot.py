"""The example of a bot plays a seat that it was invited to, over the wire."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from server.support import Server

BOT = Path(__file__).resolve().parents[2] / "docs" / "bot.py"
LAST_TURN = "turn 28\nphase removal axis\nunit G4Pz 1204\nunit S_W 2008\nrules digital"


@pytest.fixture
def bot() -> Any:
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_takes_an_invitation_and_plays_to_the_end(server: Server, bot: Any) -> None:
    host = server.browser()
    game = host.create(position=LAST_TURN, axis="computer", soviet="open", level="random")
    table = bot.Table(server.address + host.links["soviet"])
    played: list[str] = []

    def choose(package: dict[str, Any]) -> dict[str, Any]:
        action: dict[str, Any] = bot.choose(package)
        played.append(action["type"])
        return action

    outcome = table.play(choose)
    assert played, "it had something to decide"
    assert outcome == host.show(game)["view"]["outcome"]
    assert outcome["text"]


def test_it_is_as_short_as_the_documents_say() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 62
