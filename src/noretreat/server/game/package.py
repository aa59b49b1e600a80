"""The package of a game for one viewer, with nothing in it that this viewer may not see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec

from noretreat import game
from noretreat.core.actions import Action, DeclareTarget, PayCard, PlayEvent
from noretreat.core.board import BOARD, SIDE_INDEX, SIDES, cards_in
from noretreat.core.events import Event, PhaseBegan, TurnBegan, UnitAvailable, UnitRemoved, redacted
from noretreat.core.setup import Settings
from noretreat.core.state import State
from noretreat.core.types import CardNumber
from noretreat.data.facts import Phase, Side
from noretreat.data.ids import MapId
from noretreat.explain.ahead.together import PlannedBattle, together, with_another
from noretreat.explain.knowledge.view import OddsView, View, view
from noretreat.explain.questions import answers, queries
from noretreat.explain.questions.answers import ActionInfo
from noretreat.explain.sentences import telling, wording
from noretreat.explain.sentences.telling import Told, tell
from noretreat.orders.standing import StandingOrders, kind_of
from noretreat.positions import is_position
from noretreat.rules.windows import EventWindow, Window
from noretreat.server.game import chance, game_names, puzzles
from noretreat.server.game.auto_pass import Passing, alone, orders_of, passing_of
from noretreat.server.game.bids import Bidding, bidding_of
from noretreat.server.game.lessons import LessonProgress, level_behind, progress, taught
from noretreat.server.game.log import LogEntry
from noretreat.server.game.manner import Help, Seen
from noretreat.server.game.match import Match
from noretreat.server.game.options_in_words import Unusual, rules_in_words
from noretreat.server.game.own_dice import offered
from noretreat.server.game.puzzles import PuzzleProgress
from noretreat.server.game.sandbox_origin import Origin, origin_of, told_origin
from noretreat.server.game.undo import Undo, asks_first, barriers_ahead, last_card_asks, told
from noretreat.server.http.security import matches
from noretreat.storage.games import SeatRow

SeatKind: TypeAlias = Literal["human", "computer", "open"]
"""The occupant of a seat; `open`: whoever takes the invitation."""
Hands: TypeAlias = Literal["all", "axis", "soviet", "none"]
"""For two people at one browser: the hand that may be sent now, because its player has confirmed being there."""


class Seat(msgspec.Struct, frozen=True):
    """The player of a side; `here`: this browser."""

    kind: SeatKind
    name: str
    level: str
    here: bool
    left_at: str = ""
    """Since when the computer plays for a player who may come back; empty where it does not."""


PHASES: Final = (Phase.VICTORY, Phase.CARDS, Phase.SUPPLY, Phase.ORGANIZATION, Phase.MOVEMENT, Phase.COMBAT)
CLEAN_UP: Final = {"remove": "removal", "detrain": "detraining"}
"""The end of a player turn, by its names in the rule sets and as phases."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game's properties apart from its position."""

    id: str
    name: str
    name_said: Told | None
    """The name as a code for any language, if no player gave one."""
    scenario: str
    scenario_title: str
    rules: str
    rules_title: str
    options: Settings
    seats: dict[Side, Seat]
    finished: bool
    created: str
    updated: str
    differences: list[str]
    unusual: list[Unusual]
    """The differences as codes, for a client that words them itself."""
    phases: list[str]
    """The phases of a player turn in order, which depends on the rule set."""
    note: str
    """A remark on a repair of the stored game or file, in English; `note_said` is its code for any language."""
    note_said: Told | None
    commitment: str
    """The hash of the secret that its dice and deals follow from; empty if they follow from none."""
    seeded: list[Side]
    """The sides whose players have added to them."""
    parts: dict[Side, chance.PartState]
    """Between two people: how far each side's part in the dice has come; nothing is drawn while one is `missing` or
    `sealed`. Empty in other games."""
    sandbox: Origin | None
    """For a sandbox: the game and the step it comes from, and the sides whose cards were dealt anew."""
    open_hands: bool
    """One person plays both sides, with both hands open."""
    own_dice: bool
    """The dice and cards are those of a real table: its players say what they rolled and drew."""
    help: Help
    """What the computer does for the players now: between two people as they have agreed."""
    seen: Seen
    """When the other side sees a move."""


class LogLine(msgspec.Struct, frozen=True):
    """One line of the log, as its reader may see it."""

    ply: int
    type: str
    side: Side | None
    text: str
    """In English."""
    said: str
    """The name of the sentence (`wording.LOG`), which other languages have, too."""
    args: dict[str, Any]
    """Names used in the sentence beyond the fields of the event."""
    hexes: tuple[MapId, ...]
    event: Event
    ordered: bool = False
    """Played by the standing orders of the reader's own seat; nobody else is told."""


class Package(msgspec.Struct, frozen=True):
    """Everything a page needs to show a game and let its player act."""

    game: GameInfo
    seat: Side | None
    owned: list[Side]
    ply: int
    view: View
    actions: tuple[Action, ...]
    action_info: dict[int, ActionInfo]
    """By index in `actions`."""
    undo: Undo
    targets: dict[MapId, OddsView]
    """The best odds against each marked hex, until it is fought, and against each that may be marked now."""
    together: dict[MapId, PlannedBattle]
    """For the same hexes the odds that can be had together, each unit in one battle; a hex that may be marked now is
    taken as marked beside the others, and left out if it competes with none.
    """
    events: list[LogLine]
    thinking: bool
    lesson: LessonProgress | None = None
    """The learner's progress, if the game is a lesson."""
    puzzle: PuzzleProgress | None = None
    """What it has come to, if the game is a puzzle."""
    passes: Passing | None = None
    """The card windows that the seat passes unasked; None for one who does not watch from a seat."""
    window: Window | None = None
    """The card window that the seat is asked about now."""
    orders: StandingOrders | None = None
    """The standing orders of the seat; None for one who does not watch from a seat, or plays alone."""
    bidding: Bidding | None = None
    """While the sides are bid for: then the seats are those for the time being."""
    order: str = ""
    """The standing order, by its name, that could have answered what the seat is asked now."""
    hands: dict[Side, list[CardNumber]] | None = None
    """Both hands, for one who plays with open hands."""
    covered: Side | None = None
    """The side that has to decide, while its player has not said to be there: until then all else is a spectator's."""
    last_asks: bool = False
    """Cards are discarded or paid one by one, and the last of them is confirmed before it is played."""
    looked: int = 0
    """Between two people: the step up to which the seat's player has seen the game, on whatever device."""
    may_pass: bool = False
    """All that the covered side is asked is whether it plays a card: it can say no without looking at its hand."""


def helps(match: Match) -> bool:
    """True if the computer may help the players: between two people if they agreed on it, or once the game is over.

    While the computer plays for somebody who may come back, it is still a game between two people. A puzzle has its own
    hints.
    """
    if puzzles.posed(match.seats):
        return False
    if match.manner.help == "hints" or game.outcome(match.state) is not None:
        return True
    return alone(match.seats) and not any(seat.former for seat in match.seats.values())


def owned_sides(match: Match, token: str) -> list[Side]:
    """The seats a browser owns."""
    return [side for side, seat in match.seats.items() if matches(token, seat.token)]


def eyes(match: Match, owned: list[Side], wanted: Side | None) -> Side | None:
    """The side a package is for: the side asked for, the side to act if the browser owns both, else its own side."""
    if wanted is not None and wanted in owned:
        return wanted
    if len(owned) > 1:
        return match.to_act() or owned[0]
    return owned[0] if owned else None


def open_to(match: Match, owned: Sequence[Side]) -> bool:
    """True if a browser with these seats plays both sides with open hands."""
    return match.manner.open_hands and len(owned) == len(SIDES)


def covered(match: Match, owned: Sequence[Side], seat: Side | None, hands: Hands) -> Side | None:
    """The side whose hand lies covered: that of a seat, if two people share this browser and may not see it yet."""
    shared = len(owned) == len(SIDES) and not taught(match.seats) and origin_of(match.row.scenario) is None
    if open_to(match, owned) or not shared or hands in ("all", seat) or game.outcome(match.state) is not None:
        return None
    return seat


def package(
    match: Match,
    token: str,
    *,
    since: int = 0,
    wanted: Side | None = None,
    thinking: bool = False,
    hands: Hands = "all",
) -> Package:
    """The package of a game for the browser with this token."""
    owned = owned_sides(match, token)
    seat = eyes(match, owned, wanted)
    under = covered(match, owned, seat, hands)
    seat = None if under else seat
    lesson, opened, rolling = taught(match.seats), open_to(match, owned), match.asks_chance
    actions: tuple[Action, ...] = ()
    puzzle = puzzles.posed(match.seats)
    if seat is not None and match.to_act() is seat:
        actions = offered(match.state, seat, opened=opened) if rolling else game.legal_actions(match.state)
    entries = match.log[_index(match, since) :]
    return Package(
        game=game_info(match, owned),
        seat=seat,
        owned=owned,
        ply=match.ply,
        view=view(match.state, seat),
        actions=actions,
        action_info=_action_info(match) if actions and not rolling else {},
        undo=told(match, seat),
        targets=_targets(match.state, () if rolling else actions),
        together=_together(match.state, () if rolling else actions),
        events=open_lines(entries, match, owned) if opened else log_lines(entries, seat, match.state.face, owned),
        thinking=thinking,
        lesson=progress(lesson, match.log) if lesson else None,
        puzzle=puzzles.progress(puzzle, match.log) if puzzle else None,
        passes=passing_of(match.seats[seat]) if seat else None,
        window=_window(match.state) if actions else None,
        orders=orders_of(match.seats[seat]) if seat and not alone(match.seats) else None,
        bidding=bidding_of(match.row.bids, owned),
        order=kind_of(match.state) if actions and not alone(match.seats) else "",
        hands=hands_of(match.state) if opened else None,
        covered=under,
        last_asks=_last_asks(match) if actions and not rolling else False,
        looked=match.seats[seat].looked if seat and not alone(match.seats) else 0,
        may_pass=under is not None and under is match.to_act() and _window(match.state) is not None,
    )


def _window(state: State) -> Window | None:
    """The card window that is open, if it is what is asked."""
    return state.question.window if isinstance(state.question, EventWindow) else None


def _last_asks(match: Match) -> bool:
    """True if the last of the cards that are asked for one by one is confirmed."""
    side = match.to_act()
    return last_card_asks(match.state, alone=alone(match.seats), seat=match.seats[side] if side else None)


_SHOWING: Final = frozenset((PayCard, PlayEvent))
"""Answers that show a card."""


def _action_info(match: Match) -> dict[int, ActionInfo]:
    """Details of the legal actions beyond their verb."""
    found = answers.action_info(match.state)
    side = match.to_act()
    seat = match.seats[side] if side else None
    by_myself = alone(match.seats)
    for index, why in barriers_ahead(match.state, alone=by_myself, seat=seat).items():
        plain = found.get(index, ActionInfo())
        asks = plain.asks or asks_first(match.state, match.state.options[index], why)
        found[index] = msgspec.structs.replace(plain, barrier=tell(why).text, barrier_code=why.code, asks=asks)
    shown = not by_myself and not _SHOWING.isdisjoint(map(type, match.state.options))
    for index, action in enumerate(match.state.options if shown else ()):
        plain = found.get(index, ActionInfo())
        if isinstance(action, PayCard | PlayEvent) and not plain.barrier:
            found[index] = msgspec.structs.replace(plain, shows=True)
    return found


def _targets(state: State, actions: tuple[Action, ...]) -> dict[str, OddsView]:
    """The best odds against the hexes that are marked, and against those that may be marked now."""
    offered = queries.counterblow_odds(state) if actions else {}
    declaring = DeclareTarget in map(type, actions)
    if not declaring and state.phase != Phase.COMBAT:
        return offered
    return queries.best_odds(state, declaring=declaring) | offered


def _together(state: State, actions: tuple[Action, ...]) -> dict[str, PlannedBattle]:
    """The battles that could be fought together, by their hexes, and those for further hexes that may be marked."""
    if state.phase != Phase.COMBAT:
        return {}
    found = {name: battle for battle in together(state) for name in battle.targets}
    further = [BOARD.node_of[action.hex] for action in actions if isinstance(action, DeclareTarget)]
    return found | with_another(state, further)


def log_lines(
    entries: Iterable[LogEntry], viewer: Side | None, faces: Sequence[int], owned: Sequence[Side] = ()
) -> list[LogLine]:
    """The log lines of some entries, as `viewer` may read them; units are named by the `faces` they show. What was
    played by standing orders is told of the seats in `owned`.
    """
    return [line_of(entry, happened, viewer, faces, owned) for entry in entries for happened in entry.events]


def open_lines(entries: Iterable[LogEntry], match: Match, owned: Sequence[Side]) -> list[LogLine]:
    """The log lines of some entries with the secrets of both sides, for one who may see both hands."""
    return [
        line_of(entry, event, getattr(event, "side", None), match.state.face, owned)
        for entry in entries
        for event in entry.events
    ]


def hands_of(state: State) -> dict[Side, list[CardNumber]]:
    """Both hands."""
    return {side: list(cards_in(state.hands[index])) for index, side in enumerate(SIDES)}


_PHASES: Final = (PhaseBegan, TurnBegan)
"""Consequences of an answer that are not part of it."""


def line_of(
    entry: LogEntry, happened: Event, viewer: Side | None, faces: Sequence[int], owned: Sequence[Side] = ()
) -> LogLine:
    """The log line of an event, as `viewer` may read it."""
    event = redacted(happened, viewer)
    by = Side(entry.actor) if entry.actor in SIDE_INDEX else None
    text = wording.describe(event, viewer, faces, by)
    line, side = wording.line_of(event, by), _side_of(event, entry.actor)
    hexes = wording.hexes_of(event)
    ordered = entry.ordered and side == entry.actor and side in owned and not isinstance(event, _PHASES)
    return LogLine(
        entry.ply, type(event).__name__, side, text, line.said, dict(line.args), hexes, event, ordered=ordered
    )


def _side_of(event: Event, actor: str) -> Side | None:
    """The side of a log line: the one the event names, that of the arriving or leaving unit, else the acting side."""
    if isinstance(event, (UnitAvailable, UnitRemoved)):
        return SIDES[BOARD.units[BOARD.unit_index[event.unit]].side]
    named: Side | None = getattr(event, "side", None)
    return named or (Side(actor) if actor != "chance" else None)


def _index(match: Match, since: int) -> int:
    """The index of the first entry after ply `since`; entries are numbered from 1 without gaps."""
    return max(0, min(since, len(match.log)))


def game_info(match: Match, owned: list[Side]) -> GameInfo:
    """The head of the package."""
    row = match.row
    rules = rules_in_words(row.options)
    note, name = told_note(row.note), game_names.told(row.name)
    return GameInfo(
        id=row.id,
        name=name.words,
        name_said=name.said,
        scenario=scenario_shown(row.scenario),
        scenario_title=scenario_title(row.scenario),
        rules=rules.id,
        rules_title=rules.title,
        options=rules.options,
        seats=seats_shown(match.seats, owned),
        finished=game.outcome(match.state) is not None,
        created=row.created,
        updated=row.updated,
        differences=rules.differences,
        unusual=rules.unusual,
        phases=[*PHASES, *(CLEAN_UP[part] for part in match.state.rules.cleanup_order)],
        note=note.text if note else row.note,
        note_said=note,
        commitment=chance.commitment(match.chance) if match.chance else "",
        seeded=[each.side for each in chance.seeds_of(match.chance) if each.seed] if match.chance else [],
        parts=chance.parts_of(match.chance) if match.chance else {},
        sandbox=told_origin(row.scenario, owned=bool(owned)),
        open_hands=match.manner.open_hands,
        own_dice=match.manner.own_dice,
        help="hints" if helps(match) else "none",
        seen=match.manner.seen,
    )


def seats_shown(seats: Mapping[Side, SeatRow], owned: Sequence[Side]) -> dict[Side, Seat]:
    """The seats of a game for a browser that owns some of them."""
    return {
        side: Seat(
            msgspec.convert(seat.kind, SeatKind), seat.name, level_behind(seat.level), side in owned, seat.left_at
        )
        for side, seat in seats.items()
    }


def told_note(note: str) -> Told | None:
    """A stored note as a code; None if there is none, or one of earlier versions in plain English."""
    return msgspec.json.decode(note, type=Told) if note.startswith("{") else None


def scenario_shown(scenario: str) -> str:
    """The id of a scenario; a position is not shown, because its text names the cards of both hands."""
    return "position" if is_position(scenario) else scenario


def scenario_title(scenario: str) -> str:
    """The title of a scenario, or its id if it no longer exists."""
    return telling.scenario_title(scenario_shown(scenario))
