"""Loading games from the store, and importing and exporting save files."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

import msgspec

from noretreat import game
from noretreat.core.reasons import Reason, reason
from noretreat.core.setup import stored_options
from noretreat.core.snapshot import dump
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import scenario_ids
from noretreat.explain.sentences.telling import tell
from noretreat.positions import begin, is_position
from noretreat.server.clocks.now import now
from noretreat.server.game import manner
from noretreat.server.game.chance import new_chance
from noretreat.server.game.game_names import LOADED, given, kept, named, words
from noretreat.server.game.lessons import level_behind
from noretreat.server.game.listing import new_id
from noretreat.server.game.log import Log, LogEntry
from noretreat.server.game.match import Match, decoded, encoded, run_on
from noretreat.server.game.set_up import set_up
from noretreat.server.game.summary import summary
from noretreat.server.http.errors import Problem
from noretreat.storage import savegame
from noretreat.storage.games import GameRow, SeatRow
from noretreat.storage.texts import storable

log = logging.getLogger("noretreat.server")

MOST_LINES: Final = 10_000
"""The most lines of a save file: the longest games have a few thousand."""


def restored(row: GameRow, seats: list[SeatRow], log: Log, snapshots: dict[int, str]) -> Match:
    """The game as it was stored; `snapshots` by their ply. `row` is rewound, with a note, if this version can only go
    on from an earlier ply.
    """
    state = _state_of(row, log, snapshots)
    kept = {ply: text for ply, text in snapshots.items() if ply <= row.ply}
    # Whoever looks back starts from a snapshot: without any, the game can be shown as it stands.
    chairs = {Side(seat.side): seat for seat in seats}
    return Match(row, chairs, state, log.until(row.ply), kept or {row.ply: row.state})


def _state_of(row: GameRow, entries: Log, snapshots: dict[int, str]) -> State:
    """The current state; from the whole log, or from a snapshot if this version cannot read it."""
    try:
        return _playable(row.state)
    except Exception as error:  # a state of another version may make the current rules fail in any way
        fault = str(error) or type(error).__name__
    log.warning("game %s: the stored state cannot be read: %s", row.id, fault)
    try:
        return _replayed(row, entries)
    except Exception as error:
        log.warning("game %s: the log does not replay: %s", row.id, error)
    for ply, text in sorted(snapshots.items(), reverse=True):
        try:
            state = _playable(text)
        except Exception:  # an older one may still load
            continue
        row.undone = ""
        row.note = kept_note(reason("goes-on-here", step=ply, played=row.ply))
        row.ply, row.state, row.summary, row.ended = ply, text, summary(state), ""
        return state
    raise Problem(409, "unreadable", "game-unreadable")


def kept_note(note: Reason) -> str:
    """A note in its stored form; `told_note` reads it."""
    return msgspec.json.encode(tell(note)).decode()


def _playable(text: str) -> State:
    """The state in a JSON text; raises unless play can go on from it."""
    state = decoded(text)
    if game.outcome(state) is None and not game.legal_actions(state):
        raise ValueError("nothing is legal in it")
    return state


def _replayed(row: GameRow, entries: Log) -> State:
    """The state after the whole log, if the current rules allow every action of it."""
    options = stored_options(msgspec.json.decode(row.options))
    state = begin(row.scenario, options, by_bids=savegame.by_bids(entry.action for entry in entries))
    for entry in entries:
        state, _ = game.apply(state, entry.action)
    return state


def shows_others(match: Match, owned: Collection[Side]) -> bool:
    """True if the save file of a running game would show the cards of somebody else than the player of these sides: of
    who sits there, of who may come to do so, or of who may come back, while the computer plays.
    """
    others = [seat for side, seat in match.seats.items() if side not in owned]
    return game.outcome(match.state) is None and any(seat.kind != "computer" or seat.former for seat in others)


def export_of(match: Match) -> savegame.SavedGame:
    """The game as a save file, with a final snapshot of its current position."""
    row = match.row
    seats = {side.value: savegame.SavedSeat(seat.kind, seat.level) for side, seat in match.seats.items()}
    options = stored_options(msgspec.json.decode(row.options))
    saved = savegame.empty_save(row.scenario, options, name=words(named(row.name)), seats=seats, created=row.created)
    saved.header.rules_version = row.rules_version
    saved.header.open_hands, saved.header.own_dice = match.manner.open_hands, match.manner.own_dice
    saved.entries = [savegame.Entry(entry.ply, entry.actor, entry.action) for entry in match.log]
    if game.outcome(match.state) is not None:
        saved.worths = {entry.ply: entry.worth for entry in match.log if entry.worth is not None}
    for ply, text in match.snapshots.items():
        if ply:
            saved.snapshots[ply] = msgspec.json.decode(text)
    if row.ply:
        saved.snapshots[row.ply] = dump(match.state)
    return saved


def read_in(text: str, owner: str) -> Match:
    """A new game from the text of a save file, played on to its first decision; raises `Problem` if it is none.

    This can take seconds, so it must not run in the event loop.
    """
    if text.count("\n") > MOST_LINES:
        raise Problem(400, "bad_save", reason("save-steps", most=MOST_LINES))
    try:
        match = imported(savegame.decode(text.encode(errors="replace"), "The file"), new_id(), owner, now())
        match.chance = None if match.manner.own_dice else new_chance(match.id, match.log)
        extra: list[LogEntry] = []
        match.state = run_on(match, match.state, extra)
        match.log += extra
    except savegame.SaveError as error:
        raise Problem(400, "bad_save", error.told) from None
    except Exception as error:  # a state or an action that no game can come to may fail anywhere
        raise Problem(400, "bad_save", reason("cannot-set-up", detail=str(error))) from None
    set_up(lambda: match.state)
    return match


def imported(saved: savegame.SavedGame, name: str, owner: str, now: str) -> Match:
    """A new game from a save file. Computer seats stay with the computer; the others go to the importer."""
    saved.header.scenario = storable(saved.header.scenario)
    if saved.header.scenario not in scenario_ids() and not is_position(saved.header.scenario):
        # It might name a file of this machine, which a browser must not be able to choose.
        raise savegame.SaveError(saved.file, 1, reason("save-no-scenario", name=saved.header.scenario))
    done = savegame.replay(saved)
    row = GameRow(
        id=name,
        owner=owner,
        name=kept(named(given(saved.header.name)) if saved.header.name else LOADED),
        scenario=saved.header.scenario,
        options=msgspec.json.encode(done.state.setup.options).decode(),
        created=now,
        updated=now,
        ply=done.ply,
        rules_version=saved.header.rules_version,
        state="",
        summary="{}",
        note=kept_note(done.note) if done.note else "",
        manner=manner.kept(_manner(saved)),
    )
    # Entries before the snapshot that the game goes on from are history: their actions are known, their events are not.
    known = [(entry, ()) for entry in saved.entries[: done.start]] + done.entries
    entries = [
        LogEntry(entry.n, entry.by, entry.action, events, worth=saved.worths.get(entry.n)) for entry, events in known
    ]
    return Match(row, _seats(saved, name, owner), done.state, Log(entries), _snapshots(saved, done))


def _snapshots(saved: savegame.SavedGame, done: savegame.Replayed) -> dict[int, str]:
    """The snapshots that undo can use, and one of the current state."""
    usable = {
        ply: msgspec.json.encode(data).decode()
        for ply, data in saved.snapshots.items()
        if done.start <= ply <= done.ply
    }
    if done.start == 0 and 0 not in usable:
        usable[0] = encoded(savegame.set_up(saved))
    usable.setdefault(done.ply, encoded(done.state))
    return usable


def _manner(saved: savegame.SavedGame) -> manner.Manner:
    """The manner of the game in a save file, if one browser plays both sides of it."""
    if any(seat.kind == "computer" for seat in saved.header.seats.values()):
        return manner.USUAL
    return manner.Manner(open_hands=saved.header.open_hands, own_dice=saved.header.own_dice)


def _seats(saved: savegame.SavedGame, name: str, owner: str) -> dict[Side, SeatRow]:
    from noretreat.ai.players.levels import LEVELS, default_level

    seats = {}
    for side in Side:
        said = saved.header.seats.get(side.value, savegame.SavedSeat())
        if said.kind == "computer":
            level = said.level
            level = level if level in LEVELS or level_behind(level) != level else default_level()
            seats[side] = SeatRow(name, side.value, "computer", level=level)
        else:
            seats[side] = SeatRow(name, side.value, "human", token=owner, claimed=True)
    return seats
