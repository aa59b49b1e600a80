"""Games that were begun when `deluxe` was the usual rule set: they stay what they were.

`tests/saved_games` holds what version 0.1.0 wrote before new games became `digital`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from noretreat import game
from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump, load
from noretreat.data.facts import RETIRED_SWITCHES
from noretreat.data.load import DataError, load_scenario
from noretreat.explain.sentences.telling import tell
from noretreat.positions import begin, position
from noretreat.storage import savegame

OLD = Path(__file__).resolve().parents[1] / "saved_games"
SAVE = OLD / "deluxe_by_default.jsonl"


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAVE.read_text(encoding="utf-8").splitlines()]


def without_rules(text: str) -> str:
    """The same with every word about the rule set left out."""
    return text.replace('"rules":"deluxe",', "")


def test_new_games_are_digital() -> None:
    assert Options().rules == "digital"
    assert game.new_game().setup.options.rules == "digital"


@pytest.mark.parametrize("change", [str, without_rules], ids=["as written", "rule set left out"])
def test_an_old_save_goes_on_as_deluxe(change: Any) -> None:
    text = change(SAVE.read_text(encoding="utf-8"))
    assert ('"rules":"' in text) is (change is str)
    saved = savegame.decode(text.encode())
    done = savegame.replay(saved)
    assert done.state.setup.options.rules == "deluxe"
    assert (done.ply, done.start, done.note) == (len(saved.entries), 0, None)
    assert done.state.rules.variable_weather, "deluxe has it, digital has not"
    assert savegame.revived(json.loads(change(json.dumps(dump(done.state), separators=(",", ":"))))).key() == (
        done.state.key()
    )


def test_a_state_without_a_rule_set_is_one_of_deluxe() -> None:
    data = dump(position("turn 7\nunit G4 1111\nunit S_W 1311"))
    del data["setup"]["options"]["rules"]
    assert load(data).setup.options.rules == "deluxe"


def test_a_position_keeps_its_meaning_whatever_is_usual() -> None:
    text = "position:turn 7\nunit G4 1111\nunit S_W 1311"
    assert begin(text, Options()).setup.options.rules == "deluxe"
    assert begin(f"{text}\nrules digital").setup.options.rules == "digital"


def test_a_game_of_the_first_rules_goes_on_from_its_last_snapshot() -> None:
    """Written at rules version 1, when the late Hungarian armies of the first edition had one step (C-103), and when a
    second card that was spent meanwhile was forgiven (C-132): what was done after the snapshot is left out.
    """
    saved = savegame.load(OLD / "classic_of_rules_1.jsonl")
    assert saved.header.rules_version == 1 < game.RULES_VERSION
    done = savegame.replay(saved)
    assert (done.start, done.ply) == (max(saved.snapshots), 126)
    assert "goes on from the position after action 126; 35 later actions are left out" in tell(done.note).text
    state = done.state
    for _ in range(50):
        state, _ = game.apply(state, game.legal_actions(state)[-1])
    assert not state.extension_laid, "it began when the extension lay already"


def test_a_game_of_the_sixth_rules_goes_on_from_its_last_snapshot() -> None:
    """Written at rules version 6, when red events happened as they were drawn by the computer rules, too (C-86)."""
    saved = savegame.load(OLD / "digital_of_rules_6.jsonl")
    assert saved.header.rules_version == 6 < game.RULES_VERSION
    done = savegame.replay(saved)
    assert (done.start, done.ply) == (max(saved.snapshots), 175)
    assert "goes on from the position after action 175; 25 later actions are left out" in tell(done.note).text
    state = done.state
    for _ in range(50):
        state, _ = game.apply(state, game.legal_actions(state)[-1])


def test_a_game_of_the_seventh_rules_is_whole_where_no_retreat_differs() -> None:
    """C-19: by the first computer rules a retreat asks for no supply since version 8; what was done stays legal."""
    text = (OLD / "10-barbarossa-digital_0_1.jsonl").read_text(encoding="utf-8")
    today = f'"rules_version":{game.RULES_VERSION}'
    saved = savegame.decode(text.replace(today, '"rules_version":7', 1).encode())
    assert saved.header.rules_version == 7 < game.RULES_VERSION
    done = savegame.replay(saved)
    assert (done.start, done.ply, done.note) == (0, len(saved.entries), None)


def test_a_save_with_a_switch_of_the_past_goes_on() -> None:
    """The hex beside Finland once was a switch; the map has decided since (C-95), and it says nothing any more."""
    text = SAVE.read_text(encoding="utf-8")
    old = text.replace('"switches":[]', '"switches":[["finland_extra_hex","1903"]]')
    assert old != text
    now, then = (savegame.replay(savegame.decode(version.encode())) for version in (text, old))
    assert (then.ply, then.start) == (now.ply, 100), "the scenario at hand names no switch: on from the snapshot"
    assert then.state.setup.switches == (("finland_extra_hex", "1903"),)
    assert then.state.rules == now.state.rules
    assert game.legal_actions(then.state) == game.legal_actions(now.state)


@pytest.mark.parametrize("name", RETIRED_SWITCHES)
def test_a_scenario_with_a_switch_of_the_past_is_played(name: str) -> None:
    usual = load_scenario("citadel")
    facts = msgspec.structs.replace(usual, switches={name: "1903", "hand_keep": 3})
    state = game.new_game(facts, Options(rules="deluxe"))
    assert state.rules == msgspec.structs.replace(rules_of("deluxe"), hand_keep=3)
    assert load(dump(state)).rules == state.rules
    assert name not in Rules.__struct_fields__
    with pytest.raises(DataError, match="there is no switch called 'no_switch'"):
        rules_of("deluxe", (("no_switch", True),))
