"""What games are called where nobody named them: codes, which the store keeps; names of before are still understood."""

from __future__ import annotations

import pytest

from noretreat.core.reasons import Reason
from noretreat.server.game.game_names import (
    LOADED,
    Name,
    copy_of,
    given,
    kept,
    named,
    of_scenario,
    said,
    sandbox_of,
    words,
)

CITADEL = of_scenario("citadel")


@pytest.mark.parametrize(
    ("name", "english"),
    [
        ("Two fronts", "Two fronts"),
        (CITADEL, "D. Citadel"),
        (of_scenario("position"), "A position"),
        (copy_of("Two fronts"), "Two fronts (copy)"),
        (copy_of(copy_of(CITADEL)), "D. Citadel (copy) (copy)"),
        (sandbox_of(None), "Sandbox"),
        (sandbox_of(copy_of(CITADEL)), "Sandbox: D. Citadel (copy)"),
        (LOADED, "Loaded game"),
    ],
)
def test_a_name_comes_back_from_the_store_and_from_the_english_of_earlier_versions(name: Name, english: str) -> None:
    assert words(name) == english
    assert named(kept(name)) == name
    assert named(english) == name
    assert (said(name) is None) == isinstance(name, str)


@pytest.mark.parametrize(
    "name", ["Moscow (copy)", "Sandbox", "D. Citadel", '"Moscow"', '"So', "{", "{}", '{"code":"info-side","args":{}}']
)
def test_a_player_may_call_a_game_what_he_likes(name: str) -> None:
    """It is taken for no code, though it reads like one."""
    assert named(kept(name)) == given(name) == name
    assert said(named(kept(name))) is None


def test_a_name_in_one_line_and_not_too_long() -> None:
    assert given("  Two \t fronts ") == "Two fronts"
    assert len(given("x" * 200)) == 100


def test_a_name_inside_another_is_told_as_it_is() -> None:
    told = said(copy_of("Two {fronts}"))
    assert told is not None
    assert (told.code, told.args, told.text) == ("info-name-copy", {"base": "Two {fronts}"}, "Two {fronts} (copy)")
    assert copy_of(CITADEL).args["base"] == Reason("info-scenario", {"scenario": "citadel"})
