"""A rule set file of one's own on a server: offered, played against the computer, and missed where it is not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from server.support import Server

from noretreat.data.load import DATA_DIR


def test_a_rule_set_of_ones_own_is_offered_and_played(
    tmp_path: Path, serve: Callable[[str], Server], own_server: Server
) -> None:
    text = (DATA_DIR / "rulesets" / "deluxe.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(
        text.replace('id = "deluxe"', 'id = "mine"').replace('title = "', 'title = "Mine: '), encoding="utf-8"
    )
    own_server.stop()
    running = serve(f"import sys; sys.argv += ['--rules', {str(mine)!r}]")
    browser = running.browser()
    offered = {one["id"]: one["title"] for one in browser.http.get("/api/options").json()["rules"]}
    assert offered["mine"].startswith("Mine: ")

    game = browser.create(scenario="citadel", rules="mine", soviet="computer", level="random")
    package = browser.play(game, lambda package: package["view"]["turn"] > 14, eager=("Done", "Pass"), limit=200)
    assert package["game"]["rules_title"].startswith("Mine: ")

    refused = browser.http.post("/api/games", json={"scenario": "citadel", "rules": str(mine)})
    assert refused.status_code == 400, "a browser cannot choose a file of the server's machine"
    running.stop()

    own_server.start()
    later = own_server.browser(browser.http.cookies)
    assert game in {row["id"] for row in later.http.get("/api/games").json()}, "the list still shows it"
    answer = later.http.get(f"/api/games/{game}")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "unreadable"
