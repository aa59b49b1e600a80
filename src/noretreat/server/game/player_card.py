"""Players as others see them: a name and an avatar's color."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from noretreat.storage.players import PlayerRow, PlayerStore

Color: TypeAlias = Literal["", "red", "orange", "gold", "green", "teal", "blue", "violet", "gray"]
"""The color of an avatar; empty for a player who has not chosen one."""


class PlayerCard(msgspec.Struct, frozen=True):
    """A player as the others see them; the name is empty for a player who has not given one."""

    name: str
    color: Color
    page: str = ""
    """The address of the player's page; empty if others may not see it."""


NOBODY: Final = PlayerCard("", "")


async def player_cards(store: PlayerStore, ids: Iterable[str]) -> dict[str, PlayerCard]:
    """The cards of these players, by id; `NOBODY` for a player without a name."""
    wanted = {one for one in ids if one}
    return cards_of(await store.players(wanted) if wanted else {}, wanted)


def cards_of(known: Mapping[str, PlayerRow], ids: Iterable[str]) -> dict[str, PlayerCard]:
    """The cards of these players, made from rows that have already been read."""
    return {one: _shown(known[one]) if one in known else NOBODY for one in ids if one}


def _shown(player: PlayerRow) -> PlayerCard:
    return PlayerCard(player.name, msgspec.convert(player.color, Color), page_of(player))


def page_of(player: PlayerRow) -> str:
    """The address of a player's page; empty if others may not see it."""
    return player.page if player.shown and player.name else ""
