"""What belongs to an account: the browsers that are signed in, a copy of all data, and the end of it."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from server.accounts import OTHER, PASSWORD, Place, cookie_of, mail_of, post, words
from server.support import Browser
from server.test_accounts import everything_in

from noretreat.core.board import AXIS, SOVIET
from noretreat.game import actor, apply, legal_actions, new_game
from noretreat.positions import write_state


def name_of(place: Place) -> str:
    """What Anna calls herself, in this test alone."""
    return f"{place.anna.partition('@')[0]} of Riga"


def two_at_a_table(place: Place) -> tuple[Browser, Browser, str]:
    """Anna with an account and Boris without one, at one game."""
    anna, boris = place.made(place.visitor(), place.anna), place.visitor()
    anna.http.post("/api/me", json={"name": name_of(place), "color": "teal"})
    game = anna.create(axis="human", soviet="open")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    return anna, boris, game


def test_browsers_are_listed_and_signed_out_one_by_one_or_all(place: Place) -> None:
    anna = place.made(place.visitor(), place.anna)
    others = [place.visitor() for _ in range(3)]
    for number, one in enumerate(others):
        one.http.headers["user-agent"] = f"Browser {number}"
        assert post(one, "sign-in", mail=place.anna, password=PASSWORD) == (204, "")
    listed = anna.http.get("/api/account/sessions").json()
    assert [one["here"] for one in listed].count(True) == 1
    assert len(listed) == 4
    (first,) = [one["id"] for one in listed if one["program"].startswith("Browser 0")]
    assert cookie_of(anna) not in json.dumps(listed)
    assert post(anna, "sessions/end", id=first) == (204, "")
    assert [mail_of(one) for one in others] == ["", place.anna, place.anna]
    assert post(anna, "sessions/end", id=first) == (404, "no-session")
    stranger = place.made(place.visitor(), place.boris)
    theirs = anna.http.get("/api/account/sessions").json()[-1]["id"]
    assert post(stranger, "sessions/end", id=theirs) == (404, "no-session"), "nobody ends another one's"
    assert post(anna, "sessions/end") == (204, "")
    assert [mail_of(one) for one in (anna, *others)] == [place.anna, "", "", ""]
    assert others[1].http.get("/api/account/sessions").status_code == 403


@pytest.mark.slow
def test_all_that_is_kept_is_handed_out_and_nothing_of_others(place: Place) -> None:
    anna, boris, game = two_at_a_table(place)
    alone = anna.create()
    for browser, text in ((anna, "Good luck from Anna"), (boris, "A secret of Boris")):
        assert browser.http.post(f"/api/games/{game}/talk", json={"text": text}).status_code == 204
        assert browser.http.post(f"/api/games/{game}/notebook", json={"text": f"Plan: {text}"}).status_code == 204
    answer = anna.http.get("/api/account/data")
    assert answer.headers["content-type"] == "application/zip"
    described = anna.http.get("/schema/openapi.json").json()["paths"]["/api/account/data"]["get"]["responses"]["200"]
    assert list(described["content"]) == ["application/zip"]
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    names = archive.namelist()
    assert names == ["account.json", f"games/noretreat-{alone}.jsonl"], (
        "the running game would show another one's cards"
    )
    kept = json.loads(archive.read("account.json"))
    assert kept["account"][0]["mail"] == place.anna
    assert kept["player"][0]["name"] == name_of(place)
    assert {one["id"] for one in kept["games"]} == {game, alone}
    text = archive.read("account.json").decode()
    assert "Good luck from Anna" in text
    assert "Plan: Good luck" in text
    for secret in ("Boris", "argon2", cookie_of(anna), cookie_of(boris)):
        assert secret not in text
    assert [anna.http.get("/api/account/data").status_code for _ in range(3)] == [200, 200, 429]
    assert boris.http.get("/api/account/data").status_code == 403


def test_no_file_of_a_running_game_shows_the_other_hand(place: Place) -> None:
    """Neither a save file, nor a copy that could be saved, nor what is kept of a player: the text of a position that
    the other one has set up names the cards of both.
    """
    anna, boris = place.made(place.visitor(), place.anna), place.visitor()
    state = new_game("na_berlin")
    while actor(state) is not None and not (state.hands[AXIS] and state.hands[SOVIET]):
        state, _ = apply(state, legal_actions(state)[0])
    game = boris.create(position=write_state(state), scenario=None, axis="human", soviet="open")
    assert anna.http.get(boris.links["soviet"]).status_code == 303
    for browser, why in ((anna, "secret"), (boris, "secret"), (place.visitor(), "secret")):
        for answer in (
            browser.http.get(f"/api/games/{game}/save"),
            browser.http.post(f"/api/games/{game}/copy", json={}),
        ):
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, why)
    archive = zipfile.ZipFile(io.BytesIO(anna.http.get("/api/account/data").content))
    assert archive.namelist() == ["account.json"]
    kept = json.loads(archive.read("account.json"))
    assert [(one["id"], one["scenario"]) for one in kept["games"]] == [(game, "position")]
    assert "hands" not in archive.read("account.json").decode()


@pytest.mark.slow
def test_an_account_is_deleted_and_the_others_play_on(place: Place) -> None:
    anna, boris, game = two_at_a_table(place)
    anna.http.post(f"/api/games/{game}/talk", json={"text": "Anna was here"})
    anna.http.post(f"/api/games/{game}/notebook", json={"text": "Anna's plan"})
    over = anna.create(axis="human", soviet="open")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    anna.act(over, anna.show(over)["ply"], {"type": "Resign", "side": "axis"})
    alone = anna.create(axis="human", soviet="computer")
    assert anna.http.get("/api/account/leaving").json() == {"running": 1, "finished": 1, "alone": 1}
    assert boris.http.get("/api/account/leaving").status_code == 403
    assert post(anna, "delete", password=OTHER) == (403, "wrong-password")
    assert post(anna, "delete", password=PASSWORD) == (204, "")
    assert (cookie_of(anna), mail_of(anna)) == ("", "")
    assert "data were deleted" in words(place.letter(place.anna, 1))

    assert boris.http.get(f"/api/games/{alone}").status_code == 404
    assert {one["id"] for one in boris.http.get("/api/games").json()} == {game, over}
    company = boris.http.get(f"/api/games/{game}/company").json()
    assert company["seats"]["axis"]["kind"] == "computer"
    assert [line for line in company["lines"] if line["kind"] == "say"] == []
    assert boris.http.delete(f"/api/games/{over}").status_code == 204, "what they had together is the other one's now"
    kept = everything_in(place.url)
    for trace in (name_of(place), "Anna was here", "Anna's plan"):
        assert trace not in kept
    assert post(place.visitor(), "sign-in", mail=place.anna, password=PASSWORD) == (403, "wrong-sign-in")
    again = place.visitor()
    assert post(again, "letter", mail=place.anna) == (204, "")
    assert "There is none yet" in words(place.letter(place.anna, 2))
