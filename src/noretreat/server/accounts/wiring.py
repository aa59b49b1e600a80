"""Puts the services of accounts together for the application."""

from __future__ import annotations

from typing import Final

from noretreat.server.accounts import passkeys, routes
from noretreat.server.accounts.export_and_delete import AccountData
from noretreat.server.accounts.passkeys import Passkeys
from noretreat.server.accounts.service import Accounts
from noretreat.server.http.attempts import Attempts
from noretreat.server.lobby.service import Games
from noretreat.server.players.players import Players
from noretreat.server.tournaments.service import Tournaments
from noretreat.storage.accounts import AccountStore
from noretreat.storage.database import Database
from noretreat.storage.measures import MeasureStore
from noretreat.storage.passkeys import PasskeyStore
from noretreat.storage.personal_data import PersonalData
from noretreat.storage.players import PlayerStore

HANDLED: Final = [*routes.HANDLED, *passkeys.HANDLED]


def services(
    database: Database,
    player_store: PlayerStore,
    players: Players,
    games: Games,
    attempts: Attempts,
    site: str,
    tournaments: Tournaments,
) -> tuple[object, ...]:
    """The services of accounts; `site`: the address of the site."""
    accounts = Accounts(AccountStore(database), player_store, players, attempts, MeasureStore(database))
    return (
        accounts,
        accounts.sessions,
        Passkeys(accounts, PasskeyStore(database), site),
        AccountData(accounts, PersonalData(database), games, tournaments),
    )
