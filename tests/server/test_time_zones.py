"""Time zones: a machine that has no data of them counts in UTC, and neither fails nor refuses anybody for that."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from server.support import Server

from noretreat.server.clocks import zones
from noretreat.server.clocks.zones import is_zone, zone_of

NO_DATA = "import sys; sys.modules['tzdata'] = None"
STRANGE = ("", "Europe", "../../etc/passwd", "UTC/../x", "x" * 5000, "a\0b", "Nowhere/City", "\ud800", "Europe/Köln")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, serve: Callable[[str], Server]) -> Server:
    """A server that offers mails, on a machine without time zone data."""
    monkeypatch.setenv("PYTHONTZPATH", "")
    for name, value in (("MAIL", "smtp://127.0.0.1:9"), ("MAIL_FROM", "g@example.org"), ("URL", "https://example.org")):
        monkeypatch.setenv(f"NORETREAT_{name}", value)
    return serve(NO_DATA)


def test_a_server_without_time_zone_data_serves_games_with_days_off(bare: Server) -> None:
    axis, soviet = bare.browser(), bare.browser()
    clock = {"kind": "move", "each": 86400, "start": 0, "cap": 0, "rest": True}
    game = axis.create(axis="human", soviet="open", clock=clock)
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    for zone, weekly in (("UTC", [5]), ("Europe/Berlin", [5, 6])):
        wished = {"language": "de", "zone": zone, "weekly": weekly, "holidays": [], "found": False}
        answer = axis.http.post("/api/habits", json=wished)
        assert answer.status_code == 200, answer.text
        assert answer.json()["zone"] == zone
        for path in ("/api/games", f"/api/games/{game}", f"/api/games/{game}/company", "/api/habits", "/api/me"):
            assert axis.http.get(path).status_code == 200, (zone, path)
            assert soviet.http.get(path).status_code == 200, (zone, path)


def test_a_server_without_time_zone_data_takes_a_mail_address(bare: Server) -> None:
    anna = bare.browser()
    anna.create()
    for zone in ("UTC", "Europe/Berlin", "Etc/Unknown"):
        wanted = {"mail": "anna@example.org", "quiet_from": 22, "quiet_to": 7, "zone": zone}
        answer = anna.http.post("/api/notices", json=wanted)
        assert answer.status_code == 200, answer.text
        assert answer.json()["zone"] == zone


def test_a_zone_that_cannot_be_looked_up_is_utc() -> None:
    """Whatever stands in the store: from another machine, or from before."""
    for name in STRANGE:
        assert zone_of(name) is UTC
        assert not is_zone(name)
    assert zone_of("Europe/Berlin") == ZoneInfo("Europe/Berlin")


def test_utc_is_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> ZoneInfo:
        raise AssertionError(name)

    monkeypatch.setattr(zones, "ZoneInfo", nothing)
    assert zone_of("UTC") is UTC
    assert is_zone("UTC")


def test_the_refusal_of_an_unknown_zone_speaks_of_the_zone(server: Server) -> None:
    """Not of the mail address, nor of the days of the week."""
    browser = server.browser()
    browser.create()
    wished = {"language": "de", "zone": "Nowhere/City", "weekly": [], "holidays": [], "found": False}
    refused = browser.http.post("/api/habits", json=wished)
    assert refused.status_code == 400
    assert refused.json()["error"]["why"]["code"] == "no-such-zone"
