"""A player's preferences: language, time zone, days off, and whether others find the player by name."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from noretreat.data.languages import Code
from noretreat.server.clocks.days_off import Holiday, Weekday, changed, days_off_of
from noretreat.server.clocks.now import now
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import hashed, token_of
from noretreat.server.http.services import service
from noretreat.storage.players import PlayerStore
from noretreat.storage.preferences import PreferenceRow, PreferenceStore
from noretreat.storage.texts import searchable


class Preferences(msgspec.Struct, frozen=True):
    """The preferences of the player in a browser."""

    zone: str
    weekly: list[Weekday]
    """The days of the week that are off, from tomorrow on; 0 is Monday."""
    holidays: list[Holiday]
    """Holidays that are not over."""
    left: int
    """Days of holiday that this year still allows."""
    found: bool
    """Others find the player by name."""


class NewPreferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change of preferences."""

    language: Code
    zone: str
    weekly: list[Weekday]
    holidays: list[Holiday]
    found: bool


class PreferenceService:
    """The preferences of this server's players."""

    def __init__(self, store: PreferenceStore, players: PlayerStore) -> None:
        self._store, self._players = store, players

    async def show(self, token: str) -> Preferences:
        """The preferences of the player in this browser."""
        preferences = await self._of(token)
        off, at = days_off_of(preferences), now()
        today = off.today(at)
        return Preferences(
            zone=preferences.zone,
            weekly=off.weeks[-1].days if off.weeks else [],
            holidays=[one for one in off.holidays if one.last >= today],
            left=off.left(today.year),
            found=bool(preferences.found),
        )

    async def change(self, token: str, wanted: NewPreferences) -> Preferences:
        """Sets the preferences of the player in this browser; days off count from tomorrow on."""
        if not token:
            raise Problem(403, "not_yours", "no-player")
        preferences = await self._of(token)
        off = changed(days_off_of(preferences), wanted.zone, wanted.weekly, wanted.holidays, now())
        name = ""
        if wanted.found:
            player = (await self._players.players([preferences.player])).get(preferences.player)
            name = searchable(player.name) if player else ""
            if not name:
                raise Problem(400, "bad_request", "no-name-to-find")
        weeks, holidays = (msgspec.json.encode(days).decode() for days in (off.weeks, off.holidays))
        await self._store.put(PreferenceRow(preferences.player, wanted.language, off.zone, weeks, holidays, name))
        return await self.show(token)

    async def _of(self, token: str) -> PreferenceRow:
        player = hashed(token)
        return (await self._store.of([player])).get(player) or PreferenceRow(player)


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/habits", responses=REFUSALS)
async def show_preferences(request: AnyRequest) -> Response[Preferences]:
    """The preferences of the player in this browser."""
    return as_json(await service(request, PreferenceService).show(token_of(request)))


@post("/api/habits", status_code=200, responses=REFUSALS)
async def change_preferences(request: AnyRequest, data: JSONBody[NewPreferences]) -> Response[Preferences]:
    """Sets the preferences of the player in this browser."""
    return as_json(await service(request, PreferenceService).change(token_of(request), data))


HANDLED: Final = [show_preferences, change_preferences]
