"""All stored data of one player, for export and deletion."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from noretreat.positions import is_position
from noretreat.storage.accounts import AccountRow
from noretreat.storage.database import Database
from noretreat.storage.measures import OWN, PERSONAL, mail_target
from noretreat.storage.notices import OF_TURN, NoticeRow
from noretreat.storage.rows import insert
from noretreat.storage.tables import (
    ACCOUNT,
    ADDRESS,
    BLOCK,
    BROWSER,
    CONDUCT,
    ENTRANT,
    FIXTURE,
    GAME,
    GUEST,
    HABIT,
    MEASURE,
    NOTEBOOK,
    NOTICE,
    PASSKEY,
    PLAYER,
    PROPOSAL,
    PUZZLED,
    RATED,
    RATING,
    REPORT,
    REVIEW,
    SEAT,
    SECURITY,
    SESSION,
    TALK,
    TOURNAMENT,
    TRIED,
)
from noretreat.storage.tournaments import forget_player


class PlayersGame(msgspec.Struct, frozen=True):
    """A game in which a player has a seat, or that the player made."""

    game: str
    name: str
    sides: list[str]
    finished: bool
    bidding: bool
    """Its sides are still bid for."""
    others: list[str]
    """The other people at the table, by the hashes of their tokens."""


def guest(player: str) -> AccountRow:
    """What stands for the account of a player who has none."""
    return AccountRow("", player, "", "", "", "")


class PersonalData:
    """The personal data of players. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self, player: str) -> list[PlayersGame]:
        """The games of a player, the newest first."""
        return await self._database.read_consistently(lambda connection: _games_of(connection, player))

    async def all_of(self, account: AccountRow) -> dict[str, list[dict[str, Any]]]:
        """Everything that is kept of an account and its player, by table, without what would open it.

        What others said or did is not in it.
        """
        player = account.player
        mine = SEAT.select().with_only_columns(SEAT.c.game, SEAT.c.side).where(SEAT.c.token == player)
        said = sa.and_(TALK.c.game == SEAT.c.game, TALK.c.side == SEAT.c.side, SEAT.c.token == player)
        noted = sa.and_(NOTEBOOK.c.game == SEAT.c.game, NOTEBOOK.c.side == SEAT.c.side, SEAT.c.token == player)
        games = sa.or_(GAME.c.owner == player, GAME.c.id.in_(mine.with_only_columns(SEAT.c.game)))
        game = (
            GAME.c.id,
            GAME.c.name,
            GAME.c.scenario,
            GAME.c.options,
            GAME.c.created,
            GAME.c.updated,
            GAME.c.ply,
            GAME.c.rated,
            GAME.c.leg,
            GAME.c.pair,
            GAME.c.tournament,
        )
        entered = sa.and_(FIXTURE.c.tournament == ENTRANT.c.tournament, ENTRANT.c.player == player)
        played = sa.or_(FIXTURE.c.first == ENTRANT.c.number, FIXTURE.c.second == ENTRANT.c.number)
        queries = {
            "account": sa.select(ACCOUNT.c.mail, ACCOUNT.c.made).where(ACCOUNT.c.id == account.id),
            "sessions": sa.select(SESSION.c.made, SESSION.c.seen, SESSION.c.program).where(
                SESSION.c.account == account.id
            ),
            "passkeys": sa.select(PASSKEY.c.name, PASSKEY.c.made, PASSKEY.c.used).where(
                PASSKEY.c.account == account.id
            ),
            "player": sa.select(
                PLAYER.c.name, PLAYER.c.color, PLAYER.c.seen, PLAYER.c.page, PLAYER.c.shown
            ).where(PLAYER.c.id == player),
            "conduct": sa.select(CONDUCT.c.game, CONDUCT.c.at, CONDUCT.c.kind, CONDUCT.c.seconds)
            .where(CONDUCT.c.player == player)
            .order_by(CONDUCT.c.at),
            "address": sa.select(
                ADDRESS.c.mail, ADDRESS.c.confirmed, ADDRESS.c.quiet_from, ADDRESS.c.quiet_to, ADDRESS.c.zone,
                ADDRESS.c.muted, ADDRESS.c.choices,
            ).where(ADDRESS.c.player == player),
            "habits": sa.select(*[one for one in HABIT.columns if one.name != "player"]).where(
                HABIT.c.player == player
            ),
            "browsers": sa.select(BROWSER.c.endpoint, BROWSER.c.made).where(BROWSER.c.player == player),
            # What others have written or proposed is theirs.
            "notices": sa.select(
                NOTICE.c.game, NOTICE.c.kind, NOTICE.c.made, NOTICE.c.state, NOTICE.c.at,
                sa.case((NOTICE.c.kind.in_(OF_TURN), NOTICE.c.text), else_="").label("text"),
            ).where(NOTICE.c.player == player, NOTICE.c.kind != "confirm"),
            "ratings": sa.select(*[one for one in RATING.columns if one.name != "player"]).where(
                RATING.c.player == player
            ),
            "rated": sa.select(*[one for one in RATED.columns if one.name != "player"])
            .where(RATED.c.player == player)
            .order_by(RATED.c.at),
            "puzzles": sa.select(*[one for one in PUZZLED.columns if one.name != "player"])
            .where(PUZZLED.c.player == player)
            .order_by(PUZZLED.c.at),
            "tournaments": sa.select(*[one for one in TOURNAMENT.columns if one.name != "owner"]).where(
                TOURNAMENT.c.owner == player
            ),
            "entered": sa.select(*[one for one in ENTRANT.columns if one.name != "player"]).where(
                ENTRANT.c.player == player
            ),
            "fixtures": sa.select(*FIXTURE.columns).join_from(FIXTURE, ENTRANT, sa.and_(entered, played)),
            "games": sa.select(*game).where(games).order_by(GAME.c.created),
            # What it says is told to whoever may see the game: asking for it again gives it.
            "reviews": sa.select(REVIEW.c.game, REVIEW.c.coach, REVIEW.c.asked, REVIEW.c.state)
            .join_from(REVIEW, GAME, GAME.c.id == REVIEW.c.game)
            .where(games),
            "tried": sa.select(TRIED.c.game, TRIED.c.sandbox, TRIED.c.ply, TRIED.c.made)
            .join_from(TRIED, GAME, GAME.c.id == TRIED.c.game)
            .where(games),
            "left": sa.select(SEAT.c.game, SEAT.c.side, SEAT.c.left_at).where(SEAT.c.former == player),
            "seats": sa.select(
                SEAT.c.game,
                SEAT.c.side,
                SEAT.c.name,
                SEAT.c.passes,
                SEAT.c.away,
                SEAT.c.orders,
                SEAT.c.public,
                SEAT.c.looked,
            ).where(SEAT.c.token == player),
            "said": sa.select(TALK.c.game, TALK.c.at, TALK.c.kind, TALK.c.text).join_from(TALK, SEAT, said),
            "notebooks": sa.select(NOTEBOOK.c.game, NOTEBOOK.c.text).join_from(NOTEBOOK, SEAT, noted),
            "invited": sa.select(GUEST.c.game, GUEST.c.at).where(GUEST.c.host == player),
            "reported": sa.select(REPORT.c.at, REPORT.c.game, REPORT.c.why).where(REPORT.c.reporter == player),
            "blocked": sa.select(PLAYER.c.name, BLOCK.c.at)
            .join_from(BLOCK, PLAYER, PLAYER.c.id == BLOCK.c.blocked, isouter=True)
            .where(BLOCK.c.player == player),
            "measures": sa.select(MEASURE.c.kind, MEASURE.c.until, MEASURE.c.at).where(MEASURE.c.target == player),
            # Who of the hosts did it, and why, is theirs.
            "security": sa.select(SECURITY.c.at, SECURITY.c.act, SECURITY.c.about)
            .where(SECURITY.c.subject == player)
            .order_by(SECURITY.c.at),
        }  # fmt: skip

        def work(connection: sa.Connection) -> dict[str, list[dict[str, Any]]]:
            found = {name: [dict(row._mapping) for row in connection.execute(query)] for name, query in queries.items()}
            for row in found["games"]:
                if is_position(row["scenario"]):  # its text names the cards of both hands
                    row["scenario"] = "position"
            return found

        return await self._database.read_consistently(work)

    async def drop(self, account: AccountRow, level: str, notice: NoticeRow | None, at: str) -> list[str]:
        """Deletes an account with all that is personal `at` a time; returns the games in which the computer plays on.

        Games with nobody else at the table go, and those whose sides are still bid for. In a running game with another
        person the computer of this level takes the seat, in a finished one it stays empty; what the player said and
        noted down is gone. In tournaments the results stay, without a name. `notice` says so. What the host has ordered
        against an account waits for another one of the same address, known by a hash of it; the log keeps what hosts
        have done, without a name.
        """
        player = account.player

        def work(connection: sa.Connection) -> list[str]:
            running = []
            for played in _games_of(connection, player):
                here = (SEAT.c.game == played.game, SEAT.c.token == player)
                if not played.others or played.bidding:
                    connection.execute(GAME.delete().where(GAME.c.id == played.game))
                    continue
                for table in (TALK, NOTEBOOK, PROPOSAL):
                    theirs = (table.c.game == played.game, table.c.side.in_(played.sides))
                    connection.execute(
                        table.delete().where(*theirs, *([TALK.c.kind == "say"] if table is TALK else []))
                    )
                told = (NOTICE.c.game == played.game, NOTICE.c.kind.not_in(OF_TURN))
                connection.execute(NOTICE.delete().where(*told))  # it may say what the player wrote
                owned = (GAME.c.id == played.game, GAME.c.owner == player)
                connection.execute(GAME.update().where(*owned).values(owner=played.others[0]))
                seat: dict[str, Any] = {
                    "token": "",
                    "invite": "",
                    "name": "",
                    "orders": "",
                    "public": False,
                    "looked": 0,
                }
                if not played.finished and played.sides:
                    running.append(played.game)
                    seat |= {"kind": "computer", "level": level}
                connection.execute(SEAT.update().where(*here).values(seat))
            forget_player(connection, player, at)
            for table in (PLAYER, CONDUCT, ADDRESS, HABIT, BROWSER, NOTICE, GUEST, BLOCK, RATING, RATED, PUZZLED):
                column = table.c.id if table is PLAYER else table.c.player
                connection.execute(table.delete().where(column == player))
            forgotten = SEAT.update().where(SEAT.c.former == player).values(former="", left_at="")
            gone_games = sa.select(SEAT.c.game).where(SEAT.c.former == player)
            connection.execute(PROPOSAL.delete().where(PROPOSAL.c.kind == "return", PROPOSAL.c.game.in_(gone_games)))
            connection.execute(forgotten)
            connection.execute(GUEST.delete().where(GUEST.c.host == player))
            connection.execute(BLOCK.delete().where(BLOCK.c.blocked == player))
            connection.execute(REPORT.delete().where(REPORT.c.speaker == player))
            connection.execute(REPORT.update().where(REPORT.c.reporter == player).values(reporter=""))
            ordered = (MEASURE.c.target == player, MEASURE.c.kind.in_(PERSONAL))
            connection.execute(SECURITY.delete().where(SECURITY.c.subject == player, SECURITY.c.act.in_(OWN)))
            connection.execute(SECURITY.update().where(SECURITY.c.subject == player).values(about=""))
            if not account.id:
                connection.execute(MEASURE.delete().where(*ordered))
                return running
            connection.execute(MEASURE.delete().where(MEASURE.c.target == mail_target(account.mail)))
            connection.execute(MEASURE.update().where(*ordered).values(target=mail_target(account.mail)))
            # What was written to the address, and what hangs on the account.
            connection.execute(NOTICE.delete().where(NOTICE.c.mail == account.mail))
            for table in (SESSION, PASSKEY):
                connection.execute(table.delete().where(table.c.account == account.id))
            connection.execute(ACCOUNT.delete().where(ACCOUNT.c.id == account.id))
            insert(connection, NOTICE, [notice] if notice else [])
            return running

        return await self._database.write(work)


def _games_of(connection: sa.Connection, player: str) -> list[PlayersGame]:
    mine = sa.select(SEAT.c.game).where(SEAT.c.token == player)
    head = (GAME.c.id, GAME.c.name, GAME.c.summary, GAME.c.bids, SEAT.c.side, SEAT.c.kind, SEAT.c.token)
    query = sa.select(*head).join_from(GAME, SEAT, SEAT.c.game == GAME.c.id)
    rows = connection.execute(
        query.where(sa.or_(GAME.c.owner == player, GAME.c.id.in_(mine))).order_by(GAME.c.updated.desc(), GAME.c.id)
    )
    found: dict[str, PlayersGame] = {}
    for game, name, summary, bids, side, kind, token in rows:
        finished = bool(msgspec.json.decode(summary)["finished"])
        played = found.setdefault(game, PlayersGame(game, name, [], finished, bool(bids), []))
        if token == player:
            played.sides.append(side)
        elif kind == "human" and token:
            played.others.append(token)
    return list(found.values())
