"""Games from a position text, and the questions that the page asks about a position."""

from __future__ import annotations

from server.support import Server

FRONT = """
turn 14
phase movement soviet
unit G1Pz 1107
unit S_SW 1308
unit S_W 1309
unit S_S 1310
unit G4 1106
unit S_NW box:destroyed
hand soviet 3 7 12
hand axis 1 16
"""


def test_a_position_is_played_saved_and_loaded(own_server: Server) -> None:
    """The text stands in the place of the scenario: it survives a restart and a save file, and tells no hand."""
    browser = own_server.browser()
    game = browser.create(position=FRONT, scenario=None, soviet="open")
    package = browser.show(game)
    assert package["view"]["turn"] == 14
    assert (package["game"]["scenario"], package["game"]["scenario_title"]) == ("position", "A position")
    assert "hand soviet" not in browser.http.get(f"/api/games/{game}").text
    assert "hand soviet" not in browser.http.get("/api/games").text

    both = browser.create(position=FRONT)
    start = browser.show(both)
    move = next(action for action in start["actions"] if action["type"] == "MoveUnit")
    before = browser.act(both, start["ply"], move)
    assert before["undo"]["can"]
    text = browser.http.get(f"/api/games/{both}/save").text
    loaded = browser.http.post("/api/games/import", json={"save": text})
    assert loaded.status_code == 201
    assert browser.show(loaded.json()["id"])["view"]["units"] == before["view"]["units"]
    own_server.stop()
    own_server.start()
    again = own_server.browser(browser.http.cookies)
    undone = again.undo(both, before["ply"])
    assert undone.status_code == 200, undone.text


def test_a_wrong_position_is_refused(server: Server) -> None:
    """With the line and the reason."""
    http = server.browser().http
    for text, said in (("turn 99", "Line 1"), ("unit NOBODY 1107", "There is no unit"), ("x" * 30_000, "too long")):
        answer = http.post("/api/games", json={"position": text})
        assert answer.status_code == 400
        assert said in answer.json()["error"]["text"]


def test_zones_reasons_and_prices(server: Server) -> None:
    """What the page asks: zones of control, why not, where supply would fail, what an action costs."""
    browser = server.browser()
    game = browser.create(position=FRONT)

    def ask(**query: object) -> object:
        return browser.http.post(f"/api/games/{game}/query", json=query).json()

    zone = ask(kind="zoc", side="axis")
    assert isinstance(zone, dict)
    assert "1207" in zone["hexes"]
    reason = ask(kind="why", action={"type": "MoveUnit", "unit": "S_SW", "to": "1107"})
    assert isinstance(reason, dict)
    assert "enemy" in reason["text"]
    assert reason["rule"]
    move = next(action for action in browser.show(game)["actions"] if action["type"] == "MoveUnit")
    assert ask(kind="why", action=move) is None
    reach = ask(kind="reach", unit="S_SW")
    assert isinstance(reach, dict)
    assert all(isinstance(step["dry"], bool) for step in reach["hexes"].values())
    stranger = server.browser().http.post(
        f"/api/games/{game}/query", json={"kind": "why", "action": {"type": "PlayEvent", "card": 3}}
    )
    assert stranger.status_code == 403

    bills = browser.create(position=FRONT.replace("movement", "organization"))
    package = browser.show(bills)
    while package["view"]["prompt"]["code"] != "place":
        package = browser.act(bills, package["ply"], {"type": "Done"})
    priced = {index: info["cost"] for index, info in package["action_info"].items() if "cost" in info}
    assert set(priced.values()) == {1}
    assert all(package["actions"][int(index)]["type"] == "ReplaceUnit" for index in priced)
