"""Games in lists: new rows and seats, invitation links, and the rows that lists show."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from noretreat import game
from noretreat.ai.players.levels import default_level
from noretreat.core.setup import Options, Settings
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.sentences.telling import Told
from noretreat.orders.standing import OrderSet
from noretreat.server.clocks.clock import Terms, left, pace_of
from noretreat.server.clocks.days_off import NEVER, DaysOff, days_off_of
from noretreat.server.clocks.now import now
from noretreat.server.game import game_names
from noretreat.server.game.auto_pass import set_kept
from noretreat.server.game.bids import HOST, Bidding, bidding_of
from noretreat.server.game.game_names import Name, kept
from noretreat.server.game.lessons import taught
from noretreat.server.game.manner import Help, Manner, Seen, manner_of
from noretreat.server.game.options_in_words import (
    Unusual,
    differences,
    rules_of_game,
    rules_title,
    unusual,
)
from noretreat.server.game.package import Seat, SeatKind, scenario_shown, scenario_title, seats_shown
from noretreat.server.game.player_card import NOBODY, PlayerCard
from noretreat.server.game.proposals import OF_POSITION, REMATCHES, Claim, Kind, due_of, may_remind
from noretreat.server.game.puzzles import puzzle_of
from noretreat.server.game.sandbox_origin import origin_of
from noretreat.server.game.summary import Summary, other, summary
from noretreat.server.http.security import hashed, invite_of, matches
from noretreat.storage.games import GameRow, SeatRow
from noretreat.storage.preferences import PreferenceRow
from noretreat.storage.table_talk import CLAIMS, ProposalRow

SIDES: Final = frozenset(side.value for side in Side)


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The choices of a game's creator."""

    scenario: str | None = "barbarossa"
    position: str = ""
    """Instead of a scenario: a position as text (`position`), for puzzles and tests."""
    name: str = ""
    rules: str = ""
    options: Settings = {}
    """Optional rules, by the names of the fields of `core.setup.Options`."""
    axis: SeatKind = "human"
    soviet: SeatKind = "computer"
    level: str = ""
    clock: Terms = Terms()
    shared: bool = False
    """The game is in the lobby, where strangers can take the open seat or watch."""
    bid: bool = False
    """The sides are bid for: one seat is human and one is open, no matter which."""
    lesson: str = ""
    """Instead of all the above: the id of a lesson."""
    open_hands: bool = False
    """One person plays both sides, and sees both hands."""
    own_dice: bool = False
    """Dice and cards come from a real table (`Manner`)."""
    rated: bool = False
    """The game counts for the ratings of its players, who both have accounts."""
    pair: bool = False
    """The game is the first of a match of two: the second one follows with the sides swapped."""
    help: Help = "none"
    """Between two people: what the computer does for them."""
    seen: Seen = "made"
    """Between two people: when the other side sees a move."""
    orders: OrderSet = "ask"
    """The set of standing orders that the creator begins with (`orders.standing.SETS`)."""


class CreatedGame(msgspec.Struct, frozen=True):
    """A new game, with its invitation links."""

    id: str
    links: dict[str, str]


def new_id() -> str:
    """An id that cannot be guessed: whoever knows it can watch the game."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def new_row(token: str, name: Name, scenario: str, options: Options, state: State) -> GameRow:
    """The row of a new game."""
    created = now()
    return GameRow(
        id=new_id(),
        owner=hashed(token),
        name=kept(name),
        scenario=scenario,
        options=msgspec.json.encode(options).decode(),
        created=created,
        updated=created,
        ply=0,
        rules_version=game.RULES_VERSION,
        state="",
        summary=summary(state),
    )


def new_seat(name: str, side: Side, wanted: NewGame, token: str) -> SeatRow:
    """A seat as the creator of the game wants it."""
    kind = wanted.axis if side is Side.AXIS else wanted.soviet
    if wanted.bid:
        kind = "human" if side is HOST else "open"
    if kind == "computer":
        return SeatRow(name, side.value, kind, level=wanted.level or default_level())
    if kind == "open":
        return SeatRow(name, side.value, kind, invite=hashed(invite_of(token, name, side.value)))
    return SeatRow(name, side.value, kind, token=hashed(token), claimed=True, orders=set_kept(wanted.orders))


def manner_wanted(wanted: NewGame) -> Manner:
    """The manner of a game as its creator wants it."""
    if "open" in (wanted.axis, wanted.soviet):
        return Manner(help=wanted.help, seen=wanted.seen)
    return Manner(open_hands=wanted.open_hands, own_dice=wanted.own_dice)


def _awaits_chance(row: GameRow, position: Summary) -> bool:
    """True if the game waits for a die or a card from a real table."""
    return position.actor == "chance" and manner_of(row.manner).own_dice


def links_of(name: str, seats: dict[Side, SeatRow], token: str) -> dict[str, str]:
    """The invitation links this browser can hand out."""
    links = {}
    for side, seat in seats.items():
        invite = invite_of(token, name, side.value)
        if not seat.claimed and matches(invite, seat.invite):
            links[side.value] = f"/join/{name}/{invite}"
    return links


def why_not_delete(row: GameRow, seats: dict[Side, SeatRow], token: str) -> str:
    """Why a browser cannot delete a game; empty if it can.

    A game between two people, running or finished, can be deleted by either of them once everyone else at the table has
    put it away; any other game, only by its creator.
    """
    owner, plays = matches(token, row.owner), any(matches(token, seat.token) for seat in seats.values())
    # In a finished game, the seat of a player whose account was deleted stays empty: nobody could put that game away.
    others = [seat for seat in seats.values() if seat.kind == "human" and seat.token and not matches(token, seat.token)]
    if not others:
        return "" if owner else "delete-not-yours"
    if not (owner or plays):
        return "delete-not-yours"
    if row.tournament and not row.ended:
        return "tournament-game"
    return "" if all(seat.away for seat in others) else "delete-both"


class ListedGame(Summary, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the list of games."""

    id: str
    name: str
    name_said: Told | None
    """The name as a code for any language, if no player gave one."""
    lesson: str | None
    """The id of the lesson that the game is, if it is one that is not a whole game."""
    puzzle: str | None
    """The id of the puzzle that the game is, if it is one, though it may have left the book."""
    scenario: str
    scenario_title: str
    rules: str
    rules_title: str
    differences: list[str]
    unusual: list[Unusual]
    seats: dict[Side, Seat]
    people: dict[Side, PlayerCard]
    """The players; `NOBODY`, whose name is empty, where the computer plays or no name was given."""
    since: str
    """Start of the wait for the side that has to decide."""
    clock: Terms
    off: dict[Side, str]
    """As in `Company`."""
    remaining: dict[Side, float | None]
    """Seconds on the clock of each side, as `Company.left`; None once the game is over."""
    claims: list[ClaimMade]
    """As in `Company`."""
    left: LeftSeat | None
    """The seat of this browser's player that the computer plays now; None where there is none."""
    said: int
    """The number of the other player's latest message; 0 if there is none, and for spectators."""
    told: str
    """Time of the last notice to the side that has to decide; empty if there was none."""
    seen: str
    """Time of the other player's last visit to a table; empty for one who was never seen, and for spectators."""
    rematch: bool
    """The other player has proposed another game."""
    offers: list[Kind]
    """What else the other player has proposed and this one has not answered."""
    bidding: Bidding | None
    """As in `Package`."""
    rated: bool
    """It counts for the ratings of its players, if it does (`server/game/ratings.py`)."""
    pair: PairStanding | None
    """How its match of two games stands; None for a game by itself."""
    tournament: str
    """The id of the tournament that it is a game of; empty for all other games."""
    public: list[Side]
    """The sides whose players agree that everybody finds it; with both, everybody does."""
    remind: bool
    """This player may remind the other one, who has been waited for for long."""
    help: Help
    """As in `GameInfo`, ..."""
    seen_when: Seen
    """... whose `seen` it is."""
    owned: list[Side]
    your_turn: bool
    sandbox: bool
    can_delete: bool
    away: bool
    """Put away by its player: not among the games to play."""
    created: str
    updated: str
    ply: int
    links: dict[str, str]


class PairStanding(msgspec.Struct, frozen=True):
    """How a match of two games with the sides swapped stands, as seen from one of them."""

    leg: int
    """The number of this game."""
    other: str
    """The id of the other game; empty where it is not begun, or gone."""
    points: dict[Side, float]
    """The points of the players who have these sides in this game: one for a win, half a point for a draw."""
    finished: int
    """Games that have ended."""


class ClaimMade(msgspec.Struct, frozen=True):
    """What a side claims against one that is gone; a move of that one voids it."""

    kind: Claim
    side: Side
    """The side that claims."""
    at: str
    due: str
    """The time from which it may be carried out."""


class LeftSeat(msgspec.Struct, frozen=True):
    """A seat that the computer plays for somebody."""

    side: Side
    since: str
    asked: bool
    """Its player has asked to come back."""


class Lobby(msgspec.Struct, frozen=True):
    """Games of others, the newest first."""

    invited: list[ListedGame]
    """Games to which this player was invited by name."""
    open: list[ListedGame]
    """Games with an open seat that anybody can take."""
    watch: list[ListedGame]
    """Games between two people that anybody can watch."""


class GameNews(msgspec.Struct, frozen=True):
    """What has changed on the list of games."""

    at: str
    """The time of this answer: to ask from there on."""
    games: list[ListedGame]
    """The games that may have changed, as they are now, ..."""
    count: int
    """... of so many in all: if a page knows of another number, it reads the whole list."""
    lobby: Lobby


class Invitation(msgspec.Struct, frozen=True):
    """An invitation, as shown to the browser that followed its link."""

    side: Side
    host: PlayerCard
    """The player of the other side."""
    yours: bool
    """This browser has already taken the seat."""
    game: ListedGame


class ListDetails(msgspec.Struct, frozen=True):
    """Further stored details of the games in a list."""

    proposals: Mapping[str, Sequence[ProposalRow]] = {}
    """Open proposals, by game."""
    preferences: Mapping[str, PreferenceRow] = {}
    """Preferences, by player."""
    said: Mapping[tuple[str, str], int] = {}
    """Number of a side's latest message, by game and side."""
    told: Mapping[tuple[str, str], str] = {}
    """Time of the last notice, by game and player."""
    seen: Mapping[str, str] = {}
    """Time of the last visit to a table, by player."""
    pairs: Mapping[str, GameRow] = {}
    """The other games of matches, by id."""
    reminded: Mapping[str, str] = {}
    """Time of the last reminder, by game."""


def listed_game(
    row: GameRow,
    seats: dict[Side, SeatRow],
    token: str,
    known: dict[str, PlayerCard],
    about: ListDetails,
) -> ListedGame:
    """A row of the list of games; `known` are the players who have a name, by the hash of their token."""
    proposals, preferences = about.proposals.get(row.id, ()), about.preferences
    position = msgspec.json.decode(row.summary, type=Summary)
    options: Settings = msgspec.json.decode(row.options)
    owned = [side for side, seat in seats.items() if matches(token, seat.token)]
    bidding = bidding_of(row.bids, owned)
    lesson, named = taught(seats), game_names.named(row.name)
    pace = pace_of(row.pace)
    terms, at = pace.terms, now()
    asked = [one for one in proposals if len(owned) == 1 and one.side != owned[0].value]
    timed = not position.finished and not bidding and all(seat.kind != "open" for seat in seats.values())
    counted = terms.heeds_days_off(two=len({seat.token for seat in seats.values() if seat.token}) == 2)
    days_off = {side: days_off_of(preferences.get(seats[side].token)) for side in Side} if counted else {}
    return ListedGame(
        **msgspec.structs.asdict(position),
        id=row.id,
        name=game_names.words(named),
        name_said=game_names.said(named),
        lesson=lesson.id if lesson and not lesson.whole else None,
        puzzle=puzzle_of(seats),
        scenario=scenario_shown(row.scenario),
        scenario_title=scenario_title(row.scenario),
        rules=rules_of_game(options),
        rules_title=rules_title(rules_of_game(options)),
        differences=differences(options),
        unusual=unusual(options),
        seats=seats_shown(seats, owned),
        people={side: known.get(seat.token, NOBODY) for side, seat in seats.items()},
        since=pace.since or row.updated,
        clock=terms,
        off={side: days_off[side].until(at) if side in days_off else "" for side in Side},
        remaining={
            side: left(pace, side, Side(position.actor) if position.actor in SIDES else None, at, days_off)
            if timed
            else None
            for side in Side
        },
        claims=[] if position.finished else claims_made(proposals, row.ply, terms, days_off),
        left=_left_by(seats, token, proposals),
        said=about.said.get((row.id, other(owned[0]).value), 0) if len(owned) == 1 else 0,
        told=about.told.get((row.id, seats[Side(position.actor)].token), "") if position.actor in SIDES else "",
        seen=about.seen.get(seats[other(owned[0])].token, "") if len(owned) == 1 else "",
        rematch=any(one.kind in REMATCHES for one in asked),
        offers=[] if position.finished else _offers(asked, row.ply, seats),
        owned=owned,
        bidding=bidding,
        rated=row.rated,
        pair=pair_standing(row, about.pairs.get(row.pair)),
        tournament=row.tournament,
        public=[side for side in Side if side in seats and seats[side].public],
        remind=timed
        and len(owned) == 1
        and len({seat.token for seat in seats.values() if seat.kind == "human" and seat.token}) == len(Side)
        and position.actor == other(owned[0]).value
        and may_remind(pace, days_off.get(other(owned[0]), NEVER), at, about.reminded.get(row.id, "")),
        help=manner_of(row.manner).help,
        seen_when=manner_of(row.manner).seen,
        your_turn=bool(owned) and bidding.mine is None
        if bidding
        else position.actor in owned or _awaits_chance(row, position),
        sandbox=origin_of(row.scenario) is not None,
        can_delete=not why_not_delete(row, seats, token),
        away=bool(owned) and all(seats[side].away for side in owned),
        created=row.created,
        updated=row.updated,
        ply=row.ply,
        links=links_of(row.id, seats, token),
    )


def claims_made(asked: Sequence[ProposalRow], ply: int, terms: Terms, off: Mapping[Side, DaysOff]) -> list[ClaimMade]:
    """The claims that stand in a game at a ply; `off`: the days off of the players, where they count."""
    return [
        ClaimMade(
            msgspec.convert(one.kind, Claim),
            Side(one.side),
            one.at,
            due_of(one, terms, off.get(other(Side(one.side)), NEVER)),
        )
        for one in asked
        if one.kind in CLAIMS and one.ply == ply
    ]


def pair_standing(row: GameRow, partner: GameRow | None) -> PairStanding | None:
    """How the match of a game stands; `partner`: its other game, None where it is not begun, or gone."""
    if not row.leg:
        return None
    points, finished = dict.fromkeys(Side, 0.0), 0
    for one, swapped in ((row, False), (partner, True)):
        found = msgspec.json.decode(one.summary, type=Summary) if one else None
        if found is None or found.outcome is None:
            continue
        finished += 1
        for side in Side:
            won = found.outcome.winner
            points[other(side) if swapped else side] += 0.5 if won is None else float(won is side)
    return PairStanding(row.leg, partner.id if partner else "", points, finished)


def _offers(asked: Sequence[ProposalRow], ply: int, seats: Mapping[Side, SeatRow]) -> list[Kind]:
    """What the other player of a running game has proposed and can still be had, as far as the game's row tells."""
    found = []
    for one in asked:
        stale = one.kind in OF_POSITION | {"bids"} and one.ply != ply
        gone = one.kind == "return" and not seats[Side(one.side)].former
        if one.kind not in CLAIMS and one.kind not in REMATCHES and not stale and not gone:
            found.append(msgspec.convert(one.kind, Kind))
    return found


def _left_by(seats: Mapping[Side, SeatRow], token: str, asked: Sequence[ProposalRow]) -> LeftSeat | None:
    """The seat of a browser's player that the computer has taken over."""
    back = any(one.kind == "return" for one in asked)
    found = [LeftSeat(side, seat.left_at, back) for side, seat in seats.items() if matches(token, seat.former)]
    return found[0] if found else None
