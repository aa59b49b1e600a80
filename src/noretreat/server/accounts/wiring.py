"""The parts of accounts, put together for the application."""

from __future__ import annotations

from typing import Final

from noretreat.server.accounts import passkeys, routes
from noretreat.server.accounts.export_and_delete import Departures
from noretreat.server.accounts.passkeys import Passkeys
from noretreat.server.accounts.service import Accounts
from noretreat.server.http.attempts import Tries
from noretreat.server.lobby.service import Games
from noretreat.server.players.players import People
from noretreat.storage.accounts import AccountStore
from noretreat.storage.database import Database
from noretreat.storage.passkeys import PasskeyStore
from noretreat.storage.people import PeopleStore
from noretreat.storage.personal_data import Belongings

HANDLED: Final = [*routes.HANDLED, *passkeys.HANDLED]


def services(
    database: Database, players: PeopleStore, people: People, games: Games, tries: Tries, site: str
) -> tuple[object, ...]:
    """The services of accounts; `site`: where its players find it."""
    accounts = Accounts(AccountStore(database), players, people, tries)
    return (
        accounts,
        accounts.sessions,
        Passkeys(accounts, PasskeyStore(database), site),
        Departures(accounts, Belongings(database), games),
    )
