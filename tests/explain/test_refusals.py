"""Refusals: each code has one English sentence, each sentence is used, its holes are filled with ids and numbers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from noretreat import position, why_not
from noretreat.core.actions import MoveUnit, PlayEvent
from noretreat.core.reasons import Reason, because, reason
from noretreat.data.load import load_refusals
from noretreat.explain.sentences.telling import fill, tell
from noretreat.rules.windows import Window
from noretreat.server.game.undo import Barrier

SOURCES = Path(__file__).resolve().parents[2] / "src" / "noretreat"
NAMED = re.compile(
    r"(?:\b(?:Found|because|reason|Reason)\("  # the rules
    r'|Problem\(\d+, "\w+", |_refusal\(match, token, "\w+", )'  # the server
    r'\s*"([a-z0-9-]+)"'
)
"""A refusal in the code, with its code."""
BAD = re.compile(r'_bad\("([a-z-]+)"')


def codes_in_use() -> set[str]:
    """All codes that the sources name; those put together from parts are named by all their parts."""
    found = set()
    for path in SOURCES.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= {code for code in NAMED.findall(text) if not code.startswith("info-")}
        found |= {code for code in re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', text) if code in load_refusals()}
    found |= {f"{phase}-only" for phase in ("movement", "detraining", "organization", "combat", "counterblows")}
    found |= {f"entrain-{phase}" for phase in ("movement", "organization")}
    found |= {f"{what}-of-{side}" for what in ("turn", "initiative") for side in ("axis", "soviet")}
    found |= {f"moment-{window}" for window in Window}
    found |= {f"moment-{card}-{when}" for card in ("card", "card_opponent") for when in ("discard", "draw", "done")}
    # What is wrong with a line of a position.
    found |= {f"position-{code}" for code in BAD.findall((SOURCES / "positions.py").read_text("utf-8"))}
    found |= {f"behind-{kind}" for kind in Barrier if kind != Barrier.OVER}
    found |= {f"ahead-{kind}" for kind in Barrier}
    # What a host has ordered, until a time or for good.
    found |= {f"{what}-until" for what in ("suspended", "address-suspended", "muted", "read-only")}
    found |= {"suspended", "muted"}
    return found


def test_every_code_has_its_words_and_every_sentence_is_used() -> None:
    assert codes_in_use() == set(load_refusals())


def test_sentences_are_whole() -> None:
    """They count by `n` where they have forms; fact and way out end with a full stop, unless parts of another one."""
    for code, sentence in load_refusals().items():
        forms = [sentence.text] if isinstance(sentence.text, str) else list(sentence.text.values())
        assert all("{n}" in text for text in forms) == (not isinstance(sentence.text, str)), code
        for text in (*forms, sentence.way):
            assert text == text.strip(), code
            assert not text[:1].isupper() or text.endswith(".") or code == "cannot-set-up", code
            assert "!" not in text, code


def test_a_reason_names_ids_and_is_told_in_names() -> None:
    state = position("turn 2\nunit G1Pz 0910\nunit S_SW 1211")
    found = why_not(state, MoveUnit("G1Pz", "1211"))
    assert found == reason("enemy-there", hex="1211")
    assert tell(found).text == "There is an enemy in Kiev (1211)."
    assert (tell(found).rule, tell(found).remedy) == ("8.0", "Attack it in the Combat Phase.")


def test_a_sentence_that_counts_has_two_forms() -> None:
    assert tell(reason("replace-costs", unit="G4", n=1)).text == "Replacing 4th Army costs 1 card."
    assert tell(reason("replace-costs", unit="G4", n=2)).text == "Replacing 4th Army costs 2 cards."


def test_a_reason_inside_another_is_told_with_it() -> None:
    """5.3.1: a card says itself why it cannot be played, and in whose player turn it can be."""
    state = position("turn 2\nhand axis 4\nunit G4 1206\nunit S_W 1807")
    found = why_not(state, PlayEvent(4))
    assert found is not None
    told = msgspec.to_builtins(tell(found))
    assert told["code"] == "card-waits"
    assert told["args"]["card"] == 4
    assert told["args"]["why"]["code"] == "only-then-enemy"
    assert told["text"] == "Card 4: it can be played only in the enemy's player turn, in a battle (5.3.1)."


def test_a_moment_that_names_its_player_turn_says_it_once() -> None:
    """5.3.1: Summer Campaign belongs to the Card Phase of its own side."""
    found = why_not(position("turn 7\nhand axis 13\nunit G4 1206\nunit S_W 1807"), PlayEvent(13))
    assert found is not None
    assert tell(found).text == "Card 13: it can be played only in your Card Phase (5.3.1)."


def test_reasons_without_names_are_one_object() -> None:
    """They are given in the midst of play, thousands of times a second."""
    assert because("no-discards") is because("no-discards")
    assert because("no-discards") == Reason("no-discards")


@pytest.mark.parametrize(
    ("hole", "value", "words"),
    [
        ("who:unit", "G4", "4th Army"),
        ("who:unit", "GHOST", "GHOST"),
        ("who:units", ("G4", "S_W"), "4th Army and West Front"),
        ("who:unit_list", ("G4", "S_W"), "4th Army, West Front"),
        ("goal:places", ("1211", "1611"), "Kiev (1211) and 1611"),
        ("goal:place.acc", "1211", "Kiev (1211)"),
        ("where:box", "box:rail", "the rail box"),
        ("who:side", "soviet", "Soviet"),
        ("help:support", "soviet", "Shock"),
        ("when:phase", "combat", "Combat Phase"),
        ("half:event", "31-soviet", "Allied Strategic Bombing!"),
        ("half:card", "31-soviet", "31, Allied Strategic Bombing!"),
        ("path:way", ("1211", "FINLAND"), "1211 - Finland"),
        ("card", 7, "7"),
    ],
)
def test_the_type_of_a_hole_says_what_it_holds(hole: str, value: Any, words: str) -> None:
    assert fill(f"To {{{hole}}}.", {hole.partition(":")[0]: value}) == f"To {words}."
