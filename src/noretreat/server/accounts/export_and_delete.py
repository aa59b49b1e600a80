"""What is kept of an account, handed out as a file; and the end of an account, with all that is personal."""

from __future__ import annotations

import asyncio
import io
import zipfile
from typing import Final

import msgspec

from noretreat.ai.players.levels import default_level
from noretreat.server.accounts.messages import letter_of
from noretreat.server.accounts.service import Accounts, Guest
from noretreat.server.clocks.now import now
from noretreat.server.http.errors import Problem
from noretreat.server.lobby.service import Games
from noretreat.storage.accounts import AccountRow
from noretreat.storage.personal_data import Belongings

MOST_FILES: Final = 200
"""Save files of games in one download, the newest ones."""


class Leaving(msgspec.Struct, frozen=True):
    """What becomes of the games of an account that is deleted."""

    running: int
    """Running games with other people: the computer plays on."""
    finished: int
    """Finished games with other people: they keep them, without the name."""
    alone: int
    """Games with nobody else: they are deleted."""


class Departures:
    """What belongs to the accounts of this site, and how it leaves."""

    def __init__(self, accounts: Accounts, belongings: Belongings, games: Games) -> None:
        self._accounts, self._belongings, self._games = accounts, belongings, games

    async def download(self, guest: Guest) -> bytes:
        """A zip of everything that is kept of this account: a JSON file, and the save files of its games.

        A running game against another person is not among these: the file would show the other one's cards.
        """
        account = await self._mine(guest)
        await self._accounts.tries.count("download", account.id)
        kept = await self._belongings.all_of(account)
        files = {"account.json": msgspec.json.format(msgspec.json.encode(kept), indent=2)}
        for stake in [one for one in await self._belongings.stakes(account.player) if one.sides][:MOST_FILES]:
            if stake.finished or not stake.others:
                try:
                    name, content = await self._games.list.save_export(stake.game, account.token)
                except Problem:  # it has an open seat, or was deleted meanwhile
                    continue
                files[f"games/{name}"] = content
        return await asyncio.to_thread(_zipped, files)

    async def before(self, guest: Guest) -> Leaving:
        """What would become of the games of this account."""
        stakes = await self._belongings.stakes((await self._mine(guest)).player)
        return Leaving(
            running=sum(bool(one.others) and not one.finished and bool(one.sides) for one in stakes),
            finished=sum(bool(one.others) and (one.finished or not one.sides) for one in stakes),
            alone=sum(not one.others for one in stakes),
        )

    async def delete(self, guest: Guest, password: str) -> None:
        """Deletes the account of this browser; the password was typed once more."""
        account = await self._accounts.proven(guest, password)
        stakes = await self._belongings.stakes(account.player)
        sessions = await self._accounts.sessions.of(account.id)
        async with self._games.tables.closed(one.game for one in stakes):
            letter = letter_of("deleted", guest.language, account.mail, now())
            running = await self._belongings.drop(account, default_level(), letter)
        self._accounts.sessions.forget([*(one.id for one in sessions), account.player])
        for game in running:
            async with self._games.tables.open(game) as match:
                self._games.tables.announce_seats(match)
                self._games.computer.wake(match)

    async def _mine(self, guest: Guest) -> AccountRow:
        account = await self._accounts.mine(guest)
        if account is None:
            raise Problem(403, "not_yours", "not-signed-in")
        return account


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()
