"""Questions to the host's model: what it is told, who may ask how often, and its answer as it is checked and shown."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

import msgspec

from noretreat.server.game.package import Hands
from noretreat.server.http.attempts import Attempts
from noretreat.server.http.errors import Problem
from noretreat.server.http.rate_limit import Rate
from noretreat.server.http.services import Services
from noretreat.server.lobby.service import Games
from noretreat.server.model.answers import Answers
from noretreat.server.model.books import Book, Books
from noretreat.server.model.prompt import MOST_PASSAGES, Prompt, prompt_of
from noretreat.server.model.settings import ModelSettings


class AskModel(msgspec.Struct, frozen=True):
    """Where the words of a question go: the host that has the model, and its name; both empty where there is none."""

    host: str = ""
    model: str = ""


class PassageId(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passage of the books, by its id."""

    book: Book
    id: str


class HostModel:
    """The language model of the host."""

    def __init__(
        self, settings: ModelSettings, games: Games, attempts: Attempts | None, books: Books | None = None
    ) -> None:
        """`attempts`: where questions are counted; None: not at all, as on one's own computer."""
        self.told = AskModel(settings.host, settings.model)
        self._settings, self._games, self._attempts = settings, games, attempts
        self._books = books or Books()
        self._answers = Answers(settings)

    async def ask(
        self,
        game_id: str,
        token: str,
        question: str,
        language: str,
        named: Sequence[PassageId],
        hands: Hands,
        visitor: str,
    ) -> AsyncIterator[bytes]:
        """Begins an answer: lines of JSON, each a `ModelLine`; empty lines are signs of life.

        No game is open, and no connection to the store held, while the model is waited for.
        """
        if self._answers.is_full(visitor):
            raise Problem(429, "model_busy", "model-busy")
        prompt, withheld = await self._prompt(game_id, token, question, language, named, hands)
        if self._attempts is not None:
            await self._attempts.count("model", visitor, Rate(self._settings.quota, self._settings.quota / 3600))
        return self._answers.answer(prompt, visitor, withheld=withheld)

    async def _prompt(
        self, game_id: str, token: str, question: str, language: str, named: Sequence[PassageId], hands: Hands
    ) -> tuple[Prompt, bool]:
        """What the model is told, and whether that is nothing of the position."""
        facts = await self._games.facts(game_id, token, question, language, hands)
        found = await asyncio.to_thread(self._books.of, language)
        passages = [found[one.book, one.id] for one in named[:MOST_PASSAGES] if (one.book, one.id) in found]
        lines = facts.answer.lines if facts.answer is not None and facts.answer.understood else ()
        prompt = prompt_of(question, language, passages, lines, facts.rules)
        if not prompt.sources or not question.strip():
            raise Problem(409, "model_untold", "model-untold")
        return prompt, facts.answer is None

    async def close(self) -> None:
        """Closes the connections to the model."""
        await self._answers.close()


@contextlib.asynccontextmanager
async def answering(services: Services, settings: ModelSettings | None) -> AsyncIterator[None]:
    """Has the host's model among the services, if there is one, for as long as the application runs."""
    model = HostModel(settings, services[Games], services.find(Attempts)) if settings else None
    services.add(model)
    try:
        yield
    finally:
        if model is not None:
            await model.close()
