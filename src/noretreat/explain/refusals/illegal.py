"""An action, or a query, that the rules do not allow: the exception that says why."""

from __future__ import annotations

from noretreat.core.reasons import Reason
from noretreat.data.load import UnknownName
from noretreat.explain.sentences.telling import tell


class IllegalAction(ValueError):
    """An action or a query that the rules do not allow now; `text` says why, `rule` is the number of the rule or
    empty.
    """

    def __init__(self, reason: Reason) -> None:
        told = tell(reason)
        super().__init__(told.words)
        self.reason = reason
        self.text = told.words
        self.rule = told.rule


class UnknownPiece(UnknownName, IllegalAction):
    """A query about a unit, a hex or a card that there is not."""
