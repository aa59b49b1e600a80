"""Exporting an account's data as a file, and deleting the account with everything personal."""

from __future__ import annotations

import asyncio
import io
import zipfile
from typing import Final

import msgspec

from noretreat.ai.players.levels import default_level
from noretreat.data.facts import Side
from noretreat.server.accounts.messages import account_notice
from noretreat.server.accounts.service import Accounts, Caller
from noretreat.server.clocks.now import now
from noretreat.server.http.errors import Problem
from noretreat.server.lobby.service import Games
from noretreat.server.tournaments.service import Tournaments
from noretreat.storage.accounts import AccountRow
from noretreat.storage.personal_data import PersonalData

MOST_FILES: Final = 200
"""The most save files in one download; the newest games are included."""


class DeletionPreview(msgspec.Struct, frozen=True):
    """The consequences of deleting an account for its games."""

    running: int
    """Running games with other people: the computer plays on."""
    finished: int
    """Finished games with other people: they keep them, without the name."""
    alone: int
    """Games with nobody else: they are deleted."""


class AccountData:
    """Exports and deletes the personal data of this site's accounts."""

    def __init__(self, accounts: Accounts, data: PersonalData, games: Games, tournaments: Tournaments) -> None:
        self._accounts, self._data, self._games, self._tournaments = accounts, data, games, tournaments

    async def download(self, caller: Caller) -> bytes:
        """A zip of everything that is kept of this account: a JSON file, and the save files of its games.

        A running game against another person is not among these: the file would show the other one's cards.
        """
        account = await self._mine(caller)
        await self._accounts.attempts.count("download", account.id)
        kept = await self._data.all_of(account)
        files = {"account.json": msgspec.json.format(msgspec.json.encode(kept), indent=2)}
        for played in [one for one in await self._data.games(account.player) if one.sides][:MOST_FILES]:
            if played.finished or not played.others:
                try:
                    name, content = await self._games.list.save_export(played.game, account.token)
                except Problem:  # it has an open seat, or was deleted meanwhile
                    continue
                files[f"games/{name}"] = content
        return await asyncio.to_thread(_zipped, files)

    async def before(self, caller: Caller) -> DeletionPreview:
        """Counts the games that deleting this account would affect."""
        games = await self._data.games((await self._mine(caller)).player)
        return DeletionPreview(
            running=sum(bool(one.others) and not one.finished and bool(one.sides) for one in games),
            finished=sum(bool(one.others) and (one.finished or not one.sides) for one in games),
            alone=sum(not one.others for one in games),
        )

    async def delete(self, caller: Caller, password: str) -> None:
        """Deletes the account of this browser; the password was typed once more."""
        account = await self._accounts.proven(caller, password)
        games = await self._data.games(account.player)
        for played in games:
            for side in played.sides:
                if played.others and not played.finished:
                    async with self._games.tables.open(played.game) as match:
                        await self._games.tables.leave(match, Side(side))
        sessions = await self._accounts.sessions.of(account.id)
        entered = await self._tournaments.mine(account.token)
        await self._tournaments.cancel_all_of(account.player)
        async with self._games.tables.closed(one.game for one in games):
            notice = account_notice("deleted", caller.language, account.mail, now())
            running = await self._data.drop(account, default_level(), notice, now())
            await self._accounts.note(account, "account-deleted")
        self._accounts.sessions.forget([*(one.id for one in sessions), account.player])
        for game in running:
            async with self._games.tables.open(game) as match:
                self._games.tables.announce_seats(match)
                self._games.computer.wake(match)
        for one in entered.tournaments:
            self._tournaments.look_at(one.id)

    async def _mine(self, caller: Caller) -> AccountRow:
        account = await self._accounts.mine(caller)
        if account is None:
            raise Problem(403, "not_yours", "not-signed-in")
        return account


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()
