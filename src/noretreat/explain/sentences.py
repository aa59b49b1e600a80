"""Sentences for reasons: why something cannot be done, and the lines of the information cards, made when asked for.

A `Reason` is a code with what it names. The English sentences stand once, in `data/refusals.toml` and
`data/information.toml`, with the rule and the way out; a client says them in its reader's language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from noretreat.core.board import BOARD, SIDE_INDEX
from noretreat.core.names import PHASE_NAMES, SIDE_NAMES, card_title, place_name, unit_name
from noretreat.core.reasons import Reason
from noretreat.data.facts import Sentence, Side
from noretreat.data.load import load_information, load_refusals, load_scenario, scenario_ids


class Told(msgspec.Struct, frozen=True):
    """A reason as a client gets it: code and arguments to say it in any language, and the English of it."""

    code: str
    args: dict[str, Any]
    text: str
    """The fact, in English."""
    rule: str
    """The number of the rule; empty where none is needed."""
    remedy: str
    """The way out, in English; empty where there is none."""

    @property
    def words(self) -> str:
        """The fact and the way out."""
        return f"{self.text} {self.remedy}".strip()


class IllegalAction(ValueError):
    """An action, or a question, that the rules do not allow now; `text` says why, `rule` is its number or empty."""

    def __init__(self, reason: Reason) -> None:
        told = tell(reason)
        super().__init__(told.words)
        self.reason = reason
        self.text = told.words
        self.rule = told.rule


def tell(reason: Reason) -> Told:
    """A reason in words, the reasons inside it too."""
    sentence = _sentence(reason.code)
    text = sentence.text
    if not isinstance(text, str):
        text = text["one" if reason.args["n"] == 1 else "other"]
    named = {name: _NAMED.get(name, str)(value) for name, value in reason.args.items()}
    args = {name: _told(value) for name, value in reason.args.items()}
    return Told(reason.code, args, text.format(**named), sentence.rule, sentence.way.format(**named))


def _told(value: Any) -> Any:
    """An argument as a client gets it: reasons as code and arguments, in lists as well."""
    if isinstance(value, Reason):
        return tell(value)
    return [_told(one) for one in value] if isinstance(value, (list, tuple)) else value


def _sentence(code: str) -> Sentence:
    """Refusals, and the sentences of the information cards, which are told in the same way."""
    return load_refusals().get(code) or load_information()[code]


def _event(half: str) -> str:
    """The title of a half of a card: "12-axis"."""
    card, _, side = half.partition("-")
    return card_title(Side(side), int(card))


def _half(half: str) -> str:
    """The words of a half of a card: "12-axis"."""
    card, _, side = half.partition("-")
    return getattr(BOARD.cards[int(card)], side).text  # type: ignore[no-any-return]


UNTIL: Final = {
    "battle": "the end of this battle round",
    "two_battles": "the end of the next battle",
    "last_battle": "the end of this battle",
    "whole_battle": "the end of the battle with its counterattacks",
    "held": "the other half of the stack is attacked",
    "phase": "the end of the phase",
    "player_turn": "the end of the player turn",
    "game_turn": "the end of the game turn",
    "game": "the end of the game",
}
"""Scopes of effects in words that follow "until"."""


def _ground(what: str) -> str:
    """What helps a defender: river, ring, works, else the terrain."""
    return tell(Reason(f"info-ground-{what}")).text if f"info-ground-{what}" in load_information() else _plain(what)


def _plain(word: str) -> str:
    return word.replace("_", " ")


_NAMED: Final[dict[str, Callable[[Any], str]]] = {
    "unit": lambda unit: unit_name(unit) if unit in BOARD.unit_index else str(unit),
    "units": lambda units: ", ".join(map(unit_name, units)),
    "hex": place_name,
    "frm": place_name,
    "hexes": lambda nodes: " and ".join(map(place_name, nodes)),
    "lost": lambda units: " and ".join(map(unit_name, units)),
    "goals": lambda goals: "; or ".join(", ".join(tell(part).text for part in parts) for parts in goals),
    "box": place_name,
    "side": lambda side: SIDE_NAMES[SIDE_INDEX[side]],
    "phase": lambda phase: PHASE_NAMES.get(phase, phase),
    "event": _event,
    "moments": lambda moments: ", ".join(tell(Reason(f"moment-{moment}")).text for moment in moments),
    "weather": _plain,
    "scenario": lambda name: load_scenario(name).title if name in scenario_ids() else str(name),
    "heading": lambda weather: _plain(weather).capitalize(),
    "terrain": _plain,
    "half": _half,
    "scope": lambda scope: UNTIL.get(scope, _plain(scope)),
    "seas": lambda seas: ", ".join(tell(Reason(f"info-sea-{sea}")).text for sea in seas),
    "grounds": lambda grounds: ", ".join(f"{_ground(what)} {columns}" for what, columns in grounds),
    "base": lambda name: tell(name).text if isinstance(name, Reason) else str(name),
    "why": lambda inner: tell(inner).words,
}
"""What an argument of this name is called in English; others are said as they are."""
