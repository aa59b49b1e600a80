"""The calls of the host's model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from noretreat.data.languages import Code
from noretreat.server.game.package import Hands
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.rate_limit import visitor_at
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import token_of
from noretreat.server.http.services import services_of
from noretreat.server.model.answers import ModelLine
from noretreat.server.model.service import AskModel, HostModel, PassageId

UNPACKED: Final = "unpacked"
"""The mark of a call whose answer is sent as it comes: packed, its lines would wait for each other."""
_LINES: Final = "application/x-ndjson"


class ModelAsking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a question to the host's model: the passages that were found, by their ids, and where the asker has been
    told that the words go.
    """

    text: Annotated[str, msgspec.Meta(max_length=300)]
    to: AskModel
    passages: list[PassageId] = []
    """Of many, the first ones are taken."""
    language: Code = "en"


@get("/api/ask/model", responses=REFUSALS)
async def show_model(request: AnyRequest) -> Response[AskModel]:
    """The language model that can be asked here; empty where the host has none."""
    found = services_of(request).find(HostModel)
    return as_json(found.told if found else AskModel())


@post(
    "/api/games/{name:str}/ask/model",
    status_code=200,
    media_type=_LINES,
    responses={
        **REFUSALS,
        200: ResponseSpec(ModelLine, generate_examples=False, description="Lines of JSON.", media_type=_LINES),
    },
    opt={UNPACKED: True},
)
async def ask_model(
    request: AnyRequest,
    name: FromPath[str],
    data: JSONBody[ModelAsking],
    hands: Annotated[Hands, QueryParameter(name="hands")] = "all",
) -> Stream:
    """Has the host's model answer a question, from passages of the books and what the engine answers; a line for each
    sentence, as it comes.
    """
    model = services_of(request).find(HostModel)
    if model is None:
        raise Problem(404, "not_found", "model-none")
    if data.to != model.told:
        raise Problem(409, "model_changed", "model-changed")
    visitor = visitor_at(request.client.host if request.client else "")
    lines: AsyncIterator[bytes] = await model.ask(
        name, token_of(request), data.text, data.language, data.passages, hands, visitor
    )
    # A proxy that keeps answers until it has a buffer of them would keep the reader waiting.
    return Stream(lines, media_type=_LINES, headers={"x-accel-buffering": "no"})


HANDLED: Final = [show_model, ask_model]
