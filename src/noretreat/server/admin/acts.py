"""The acts of a host, for the command and the page: finding players and games, and moderating them.

Each leaves a line in the log of security events: of a measure in the same transaction, of anything else before it is
done, so that nothing is done that the log does not know.
"""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from noretreat import game
from noretreat.ai.players.levels import default_level
from noretreat.core.actions import Conclude
from noretreat.data.facts import Side
from noretreat.explain.sentences.telling import Told
from noretreat.server.accounts.messages import account_notice
from noretreat.server.clocks.now import now
from noretreat.server.game.game_names import given, kept, named, said, words
from noretreat.server.game.import_export import export_of, shows_others
from noretreat.server.game.match import Match
from noretreat.server.http.errors import Problem, wrong
from noretreat.server.http.security import hashed
from noretreat.server.http.text_fields import clean
from noretreat.server.lobby.service import Games
from noretreat.server.measures import network_of
from noretreat.server.players.players import LONGEST_NAME
from noretreat.server.tournaments.service import Tournaments
from noretreat.storage import savegame
from noretreat.storage.accounts import AccountRow, AccountStore
from noretreat.storage.database import Database
from noretreat.storage.games import GameStore
from noretreat.storage.measures import FoundGameRow, FoundPlayerRow, MeasureRow, MeasureStore, event_of
from noretreat.storage.notices import after
from noretreat.storage.personal_data import PersonalData, guest
from noretreat.storage.players import PlayerStore
from noretreat.storage.preferences import PreferenceStore

SHOWN: Final = 12
"""Characters of a player's id that are shown: enough to find it again."""
LONGEST_WORDS: Final = 500
"""Characters of an announcement, and of a reason."""
_LINK: Final = re.compile(r"(?:https?://[^/\s]+)?(?:/[^\s?#]*)?/(?P<kind>g|join|p)/(?P<name>[^/\s?#]+)\S*")
SiteMode: TypeAlias = Literal["read-only", "accounts-only"]


class Host(msgspec.Struct, frozen=True):
    """Who acts, and why."""

    name: str
    why: str = ""


class SeatShown(msgspec.Struct, frozen=True):
    """A seat of a game, as a host sees it."""

    side: str
    kind: str
    """`human`, `computer` or `open`."""
    player: str
    """The beginning of the player's id; empty for nobody."""
    name: str


class GameShown(msgspec.Struct, frozen=True):
    """A game, as a host sees it. Its cards are not in it."""

    id: str
    name: str
    name_said: Told | None
    """The name for a client to tell in its reader's language, if no player gave it."""
    created: str
    updated: str
    ended: str
    ply: int
    rated: bool
    shared: bool
    marked: bool
    seats: list[SeatShown]


class PlayerShown(msgspec.Struct, frozen=True):
    """A player, as a host sees one."""

    id: str
    """The beginning of the id in the store."""
    name: str
    page: str
    mail: str
    """The address of the account; empty for a guest."""
    made: str
    seen: str
    suspended: bool
    suspended_until: str
    muted: bool
    muted_until: str
    games: list[GameShown]
    """The newest ones; of a list of players none."""


class Found(msgspec.Struct, frozen=True):
    """The players and games that were looked for."""

    players: list[PlayerShown]
    games: list[GameShown]


class MeasureShown(msgspec.Struct, frozen=True):
    """A measure that is in force."""

    kind: str
    target: str
    """The beginning of a player's id, a network, or the id of a game; empty for the site."""
    until: str
    text: str
    at: str


class EventShown(msgspec.Struct, frozen=True):
    """A line of the log."""

    at: str
    by: str
    act: str
    subject: str
    about: str
    until: str
    """The time of its end; empty for none."""
    why: str


class Admin:
    """The host's acts on one store."""

    def __init__(
        self, database: Database, games: Games, store: MeasureStore, tournaments: Tournaments | None = None
    ) -> None:
        self._games, self._store, self._tournaments = games, store, tournaments
        self._players, self._accounts = PlayerStore(database), AccountStore(database)
        self._data, self._preferences = PersonalData(database), PreferenceStore(database)
        self._seats = GameStore(database)

    # --- finding ---------------------------------------------------------------------------------------------
    async def find(self, sought: str) -> Found:
        """Players and games by a name, an address, an id or its beginning, or a link; also the games of the players."""
        sought = _plain(sought)
        if not sought:
            raise Problem(404, "not_found", "nothing-found")
        players = await self._store.players(sought)
        games = await self._store.games(sought, [one.id for one in players])
        return Found([await self._shown(one, []) for one in players], await self._with_seats(games))

    async def player(self, sought: str) -> FoundPlayerRow:
        """The one player who is meant; raises if there is none, or several."""
        found = await self._store.players(_plain(sought))
        exact = [one for one in found if _plain(sought) in (one.id, one.mail, one.page)]
        if len(exact or found) != 1:
            raise _several(sought, found) if found else Problem(404, "not_found", "nothing-found")
        return (exact or found)[0]

    async def game(self, sought: str) -> FoundGameRow:
        """The one game that is meant; raises if there is none, or several."""
        found = await self._store.games(_plain(sought))
        exact = [one for one in found if one.id == _plain(sought)]
        if len(exact or found) != 1:
            if found:
                raise Problem(409, "several", wrong(f"{len(found)} games fit {sought!r}: name one by its id."))
            raise Problem(404, "not_found", "nothing-found")
        return (exact or found)[0]

    async def is_game(self, sought: str) -> bool:
        """True if a game is meant: a link to one, or the id or name of one and of no player."""
        link = _LINK.fullmatch(sought.strip())
        if link:
            return link["kind"] != "p"
        games = await self._store.games(_plain(sought))
        return any(one.id == _plain(sought) for one in games) or (
            bool(games) and not await self._store.players(_plain(sought))
        )

    async def show_player(self, sought: str) -> PlayerShown:
        """A player with the newest games."""
        found = await self.player(sought)
        return await self._shown(found, await self._with_seats(await self._store.games("", [found.id])))

    async def show_game(self, sought: str) -> GameShown:
        """A game."""
        return (await self._with_seats([await self.game(sought)]))[0]

    async def _shown(self, found: FoundPlayerRow, games: list[GameShown]) -> PlayerShown:
        rows = {row.kind: row for row in await self._store.in_force(now()) if row.target == found.id}
        out, mute = rows.get("suspend"), rows.get("mute")
        return PlayerShown(
            id=found.id[:SHOWN],
            name=found.name,
            page=found.page,
            mail=found.mail,
            made=found.made,
            seen=found.seen,
            suspended=out is not None,
            suspended_until=out.until if out else "",
            muted=mute is not None,
            muted_until=mute.until if mute else "",
            games=games,
        )

    async def _with_seats(self, rows: Sequence[FoundGameRow]) -> list[GameShown]:
        seats = await self._seats.seats([row.id for row in rows])
        people = await self._players.players({seat.token for seat in seats if seat.token})
        marked = {row.target for row in await self._store.in_force(now()) if row.kind == "mark"}

        def seated(row: FoundGameRow) -> list[SeatShown]:
            return [
                SeatShown(
                    seat.side,
                    seat.kind,
                    seat.token[:SHOWN],
                    people[seat.token].name if seat.token in people else seat.level,
                )
                for seat in seats
                if seat.game == row.id
            ]

        return [
            GameShown(
                id=row.id,
                name=words(named(row.name)),
                name_said=said(named(row.name)),
                created=row.created,
                updated=row.updated,
                ended=row.ended,
                ply=row.ply,
                rated=row.rated,
                shared=row.shared == "open",
                marked=row.id in marked,
                seats=seated(row),
            )
            for row in rows
        ]

    # --- players ---------------------------------------------------------------------------------------------
    async def suspend(self, host: Host, sought: str, until: str) -> str:
        """Suspends a player, until a time or (empty) for good, who leaves all tournaments; returns the name."""
        found = await self.player(sought)
        done = await self._order(host, MeasureRow("suspend", found.id, until), found.name)
        if self._tournaments is not None:
            await self._tournaments.suspend(found.id)
        return done

    async def mute(self, host: Host, sought: str, until: str) -> str:
        """Has nobody read what a player writes, until a time or (empty) for good; returns the name."""
        found = await self.player(sought)
        done = await self._order(host, MeasureRow("mute", found.id, until), found.name)
        self._games.tables.announce_people(await self._players.sides_of(found.id))
        return done

    async def lift(self, host: Host, kind: Literal["suspend", "mute"], sought: str) -> str:
        """Ends a suspension, or lets a player speak again; returns the name."""
        found = await self.player(sought)
        await self._lift(host, kind, found.id, found.name)
        if kind == "mute":
            self._games.tables.announce_people(await self._players.sides_of(found.id))
        return found.name or found.id[:SHOWN]

    async def rename_player(self, host: Host, sought: str, name: str) -> str:
        """Gives a player another name; returns it."""
        found = await self.player(sought)
        wanted = clean(name)[:LONGEST_NAME]
        await self._note(host, "rename", found.id, f"{found.name} -> {wanted}")
        await self._players.change(found.id, name=wanted)
        self._games.tables.announce_people(await self._players.sides_of(found.id))
        return wanted

    async def export_player(self, host: Host, sought: str) -> bytes:
        """All that is kept of a player, guest or not, as a zip; as players with accounts get it themselves."""
        found = await self.player(sought)
        account = await self._account_of(found)
        await self._note(host, "export", found.id, found.name)
        data = await self._data.all_of(account)
        files = {"player.json": msgspec.json.format(msgspec.json.encode(data), indent=2)}
        for played in await self._data.games(found.id):
            if played.finished or not played.others:
                async with self._games.tables.open(played.game) as match:
                    if not shows_others(match, [Side(side) for side in played.sides]):
                        files[f"games/noretreat-{match.id}.jsonl"] = savegame.encode(export_of(match))
        return await asyncio.to_thread(_zipped, files)

    async def remove_player(self, host: Host, sought: str) -> str:
        """Deletes a player, with the account if there is one, as the player could; returns the name. In running games
        with others the computer plays on.
        """
        found = await self.player(sought)
        account = await self._account_of(found)
        await self._note(host, "remove", found.id)
        await self.forget_player(account)
        return found.name or found.id[:SHOWN]

    async def forget_player(self, account: AccountRow) -> None:
        """Deletes a player without a line in the log."""
        games = await self._data.games(account.player)
        letter = None
        if account.id:
            known = (await self._preferences.of([account.player])).get(account.player)
            language = known.language if known else "en"
            letter = account_notice("deleted", language, account.mail, now())
        if self._tournaments is not None:
            await self._tournaments.cancel_all_of(account.player)
        async with self._games.tables.closed(one.game for one in games):
            running = await self._data.drop(account, default_level(), letter, now())
        for played in games:
            if played.game not in running:
                self._games.tables.announce_people([played.game])
        for name in running:
            async with self._games.tables.open(name) as match:
                self._games.tables.announce_seats(match)
                self._games.computer.wake(match)

    async def _account_of(self, found: FoundPlayerRow) -> AccountRow:
        account = await self._accounts.by_mail(found.mail) if found.mail else None
        return account or guest(found.id)

    # --- networks --------------------------------------------------------------------------------------------
    async def suspend_network(self, host: Host, network: str, until: str) -> str:
        """Suspends an address or a network, until a time or (empty) for good; returns it."""
        target = _network(network)
        await self._order(host, MeasureRow("network", target, until), "")
        return target

    async def lift_network(self, host: Host, network: str) -> str:
        """Ends the suspension of a network; returns it."""
        target = _network(network)
        await self._lift(host, "network", target)
        return target

    # --- games -----------------------------------------------------------------------------------------------
    async def rename_game(self, host: Host, sought: str, name: str) -> str:
        """Gives a game another name; returns it."""
        found = await self.game(sought)
        wanted = clean(name)
        if not wanted:
            raise Problem(400, "bad_request", wrong("A name has to be something."))
        await self._note(host, "rename", found.id, f"{words(named(found.name))} -> {wanted}")
        async with self._games.tables.open(found.id) as match:
            await self._games.tables.rename(match, kept(given(wanted)))
        return wanted

    async def remove_game(self, host: Host, sought: str) -> str:
        """Deletes a game; returns its name."""
        found = await self.game(sought)
        await self._note(host, "remove", found.id, words(named(found.name)))
        await self.forget_game(found.id)
        return words(named(found.name))

    async def mark(self, host: Host, sought: str) -> str:
        """Takes a game out of all lists, closes its talk and keeps its name; returns it."""
        found = await self.game(sought)
        await self._order(host, MeasureRow("mark", found.id), words(named(found.name)))
        await self._store.close_to_others(found.id)
        self._games.tables.announce_people([found.id])
        return words(named(found.name))

    async def unmark(self, host: Host, sought: str) -> str:
        """Opens the talk of a game again; its players can put it into lists again. Returns its name."""
        found = await self.game(sought)
        await self._lift(host, "mark", found.id, words(named(found.name)))
        return words(named(found.name))

    async def end(self, host: Host, sought: str) -> str:
        """Ends a running game without a winner, and without counting it; returns its name."""
        found = await self.game(sought)
        if found.ended:
            raise Problem(409, "game_over", "game-over")
        await self._note(host, "end", found.id, words(named(found.name)))
        await self.stop(found.id)
        return words(named(found.name))

    async def stop(self, game_id: str) -> None:
        """Ends a game without a winner, if it still runs; it counts for no rating, and no second game follows."""
        async with self._games.tables.open(game_id) as match:
            if game.outcome(match.state) is None:
                _uncounted(match)
                await self._games.tables.commit(match, Conclude(stopped=True))
                self._games.computer.stop(match.id)

    async def waits_for_players(self, game_id: str) -> bool:
        """True for a game that nobody has joined yet, or whose sides are still bid for."""
        async with self._games.tables.open(game_id) as match:
            return match.bidding or any(seat.kind == "open" for seat in match.seats.values())

    async def forget_game(self, game_id: str) -> None:
        """Deletes a game without a line in the log."""
        async with self._games.tables.open(game_id) as match:
            await self._games.list.remove(match)

    # --- the site --------------------------------------------------------------------------------------------
    async def announce(self, host: Host, text: str, until: str) -> str:
        """Shows a sentence on every page, until a time or (empty) until it is taken back; returns it."""
        words_said = clean(text)[:LONGEST_WORDS]
        if not words_said:
            raise Problem(400, "bad_request", wrong("An announcement has to say something."))
        return await self._order(host, MeasureRow("announce", "", until, words_said), words_said)

    async def switch(self, host: Host, mode: SiteMode, until: str) -> None:
        """Has the site accept no changes, or lets only players with accounts begin games; until a time or (empty) until
        it is lifted.
        """
        await self._order(host, MeasureRow(mode, "", until), "")

    async def lift_of_site(self, host: Host, kind: Literal["announce", "read-only", "accounts-only"]) -> None:
        """Ends what `announce` or `switch` has begun."""
        await self._lift(host, kind, "")

    async def in_force(self) -> list[MeasureShown]:
        """All measures that are in force, the oldest first."""
        return [
            MeasureShown(row.kind, _subject(row.target), row.until, row.text, row.at)
            for row in await self._store.in_force(now())
        ]

    async def log(self, most: int, sought: str = "") -> list[EventShown]:
        """The newest lines of the log, the newest first; all, or those about a player, a game or a network."""
        subject = await self._subject_of(sought) if sought else ""
        return [
            EventShown(row.at, row.by, row.act, _subject(row.subject), row.about, row.until, row.why)
            for row in await self._store.events(most, subject=subject)
        ]

    async def _subject_of(self, sought: str) -> str:
        try:
            return network_of(sought)
        except ValueError:
            pass
        if await self.is_game(sought):
            return (await self.game(sought)).id
        try:
            return (await self.player(sought)).id
        except Problem:  # who is gone is known by the beginning of the id alone
            return _plain(sought)

    # --- plumbing --------------------------------------------------------------------------------------------
    async def _order(self, host: Host, measure: MeasureRow, about: str) -> str:
        at = now()
        if measure.until and measure.until <= at:
            raise Problem(400, "bad_request", wrong("That time has passed."))
        why = host.why[:LONGEST_WORDS]
        event = event_of(at, host.name, measure.kind, measure.target, about, why, measure.until)
        await self._store.impose(msgspec.structs.replace(measure, at=at), event)
        return about or measure.target[:SHOWN]

    async def _lift(self, host: Host, kind: str, target: str, about: str = "") -> None:
        event = event_of(now(), host.name, f"lift-{kind}", target, about, host.why[:LONGEST_WORDS])
        if not await self._store.lift(kind, target, event):
            raise Problem(409, "not_now", "not-in-force")

    async def _note(self, host: Host, act: str, subject: str, about: str = "") -> None:
        await self._store.note(event_of(now(), host.name, act, subject, about, host.why[:LONGEST_WORDS]))


def _uncounted(match: Match) -> None:
    """Has the end of a game count for nothing, and lead to no second one."""
    match.row = msgspec.structs.replace(match.row, rated=False, leg=0, pair="")


def _plain(sought: str) -> str:
    """What is looked for, out of a link if it is one."""
    link = _LINK.fullmatch(sought.strip())
    return link["name"] if link else sought.strip()


def _several(sought: str, found: Sequence[FoundPlayerRow]) -> Problem:
    ids = ", ".join(f"{one.id[:SHOWN]} ({one.name or 'nameless'})" for one in found[:5])
    return Problem(409, "several", wrong(f"{len(found)} players fit {sought!r}: {ids}"))


def _network(text: str) -> str:
    try:
        return network_of(text)
    except ValueError as error:
        raise Problem(400, "bad_request", wrong(f"{text!r} is no address and no network: {error}")) from None


def _subject(target: str) -> str:
    """A subject as it is shown: of a player the beginning of the id."""
    return target[:SHOWN] if len(target) == len(hashed("player")) else target


def until_of(hours: float) -> str:
    """The time after so many hours; empty for none."""
    return after(now(), hours=hours) if hours else ""


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()
