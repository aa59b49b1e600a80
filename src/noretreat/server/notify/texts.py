"""The words of notices in one of the languages: those of the letters, and those that the client has as well."""

from __future__ import annotations

from functools import cache

import msgspec

from noretreat.core.board import BOARD
from noretreat.core.names import unit_name
from noretreat.data.facts import Side
from noretreat.data.languages import LANGUAGES, load_letters
from noretreat.data.load import load_tongue
from noretreat.explain.knowledge.view import OutcomeView
from noretreat.explain.sentences.tongue import Message, Tongue
from noretreat.server.game.summary import other
from noretreat.server.game.turn_notice import TurnQuestion


@cache
def _texts(language: str) -> dict[str, Message]:
    # The English catalog has what the counters print: "West", for the West Front.
    named = {f"unit.{unit}": unit_name(unit) for unit in BOARD.unit_index} if language == "en" else {}
    return {**load_tongue(language), **load_letters()[language], **named}


class MessageTexts:
    """The texts of mails and messages in a language; English for an unknown one."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self._texts = _texts(self.language)
        self.colon, self.semicolon = LANGUAGES[self.language].colon, LANGUAGES[self.language].semicolon

    def __call__(self, key: str, **args: object) -> str:
        """A text with its placeholders filled."""
        return Tongue(self.language, self._texts).say(key, args)

    def known(self, key: str) -> str:
        """A text without placeholders; empty if there is none."""
        found = self._texts.get(key, "")
        return found if isinstance(found, str) else found["nom"]

    def side(self, side: Side) -> str:
        """The name of a side."""
        return self.known(f"words.side-{side.value}")

    def ended(self, outcome: OutcomeView) -> str:
        """How a game has ended."""
        won = outcome.winner
        names = {"side": self.side(won), "loser": self.side(other(won))} if won else {"side": "", "loser": ""}
        key = f"label.end-{outcome.reason}"
        return self(key, **names) if self.known(key) else outcome.text

    def asked(self, text: str) -> str:
        """The question in a notice's text; texts of earlier versions, and names, are returned as they are."""
        if not text.startswith("{"):
            return text
        asking = msgspec.json.decode(text, type=TurnQuestion)
        if self.language == "en":
            return asking.text
        tongue = Tongue(self.language, load_tongue(self.language), asking.backs)
        try:
            return " ".join(tongue.say(f"prompt.{name}", asking.args) for name in asking.said)
        except KeyError:  # a question that this version has no more
            return asking.text
