"""The save file: how a game began and what was done, one line each (docs/save-format.md).

The log of actions is the game; snapshots are a fallback for when the rules have changed since. Files are written as a
whole or not at all, and a file that cannot be read is refused and left alone.
"""

from __future__ import annotations

import codecs
import contextlib
import inspect
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from noretreat import game
from noretreat.core.actions import Action, Resign, SettleSides
from noretreat.core.events import Event
from noretreat.core.kernel import advance
from noretreat.core.reasons import Argument, Reason, because, reason
from noretreat.core.setup import RULES_UNNAMED, Options, Settings, Setup, options_from, stored_options
from noretreat.core.snapshot import Snapshot, dump
from noretreat.core.snapshot import load as load_state
from noretreat.core.state import State
from noretreat.data.contents import Content, digest, owned, require_known
from noretreat.data.facts import FORMER_LEVELS, Victory
from noretreat.data.load import DataError, add_scenario, load_scenario
from noretreat.explain.sentences.telling import tell
from noretreat.positions import PREFIX, begin, is_position, write_state
from noretreat.storage.save_migrations import Line, Lines, migrate

T = TypeVar("T")
FORMAT: Final = "noretreat-save"
FORMAT_VERSION: Final = 1


class SaveError(Exception):
    """A save file cannot be used: which file, which line (0: the whole file) and why."""

    def __init__(self, file: str, line: int, why: Reason) -> None:
        place = f"{file}, line {line}" if line else file
        super().__init__(f"{place}: {tell(why).text}")
        self.file, self.line, self.why = file, line, why

    @property
    def told(self) -> Reason:
        """The reason as a client shows it, without the name of the file."""
        return reason("save-line", why=self.why, line=self.line) if self.line else reason("save-whole", why=self.why)


# --- the three kinds of lines ------------------------------------------------------------------------------
class SavedSeat(msgspec.Struct):
    """The player of a side: a person, or the computer at a level."""

    kind: str = "human"
    level: str = ""

    def __post_init__(self) -> None:
        """A save of the past may name a level that is gone: the one that plays on for it takes the seat."""
        self.level = FORMER_LEVELS.get(self.level, self.level)


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Line 1: what is being played, under which version of the rules."""

    format: str
    version: int
    rules_version: int
    scenario: str
    options: Settings
    created: str = ""
    name: str = ""
    seats: dict[str, SavedSeat] = {}
    """Side -> who plays it."""
    open_hands: bool = False
    """One person plays both sides, with both hands open."""
    own_dice: bool = False
    """The dice and cards are those of a real table."""
    contents: tuple[Content, ...] = ()
    """The scenario and the rule set, where they do not come with the game, with their digests and texts."""


class ActionLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One action: its number (from 1), who decided it (axis, soviet, chance) and the action itself."""

    n: int
    by: str
    action: Action
    worth: float | None = None
    """The deciding computer's valuation of the position before it, in points."""


class SnapshotLine(msgspec.Struct, forbid_unknown_fields=True):
    """The whole state after action `n`."""

    n: int
    snapshot: Snapshot


@dataclass(slots=True)
class Entry:
    """One action of a saved game, with the line it came from (0: not read from a file)."""

    n: int
    by: str
    action: Action
    line: int = 0


@dataclass(slots=True, repr=False)
class SavedGame:
    """The contents of a save file."""

    header: Header
    entries: list[Entry] = field(default_factory=list)
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    """Number of an action -> the state after it, as data."""
    worths: dict[int, float] = field(default_factory=dict)
    """Number of an action -> what the position before it was worth to the computer that decided, where it said so."""
    file: str = "save"

    def __repr__(self) -> str:
        """The game and its progress, in a line."""
        scenario = "a position" if is_position(self.header.scenario) else self.header.scenario
        name = f"{self.header.name!r}: " if self.header.name else ""
        rules = self.header.options.get("rules", RULES_UNNAMED)
        return f"<SavedGame {name}{scenario}, rules {rules}, {_count(len(self.entries), 'action')}>"


@dataclass(slots=True, repr=False)
class Replayed:
    """The result of a replay: the state, and the actions from `start` on with the events they caused."""

    state: State
    ply: int
    start: int = 0
    """The replay began after this action: 0, or that of a snapshot if older actions no longer replay."""
    entries: list[tuple[Entry, tuple[Event, ...]]] = field(default_factory=list)
    note: Reason | None = None
    """A remark for the player: the game goes on from a snapshot, and actions were left out."""

    def __repr__(self) -> str:
        """The progress of the replay, in a line."""
        left_out = f" from action {self.start} on" if self.start else ""
        return f"<Replayed {_count(self.ply, 'action')}{left_out}: {self.state}>"


def _count(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'' if number == 1 else 's'}"


# --- making one ---------------------------------------------------------------------------------------------
def new_save(
    scenario: str | State,
    options: Options | Mapping[str, object] | None = None,
    *,
    name: str = "",
    seats: dict[str, SavedSeat] | None = None,
    created: str = "",
) -> SavedGame:
    """The record of a new game: of a scenario by its id or file, or of a state that is played on from.

    A state has its options. Raises `DataError` for a scenario that there is not, `PositionError` for a position that
    cannot be set up, and `ValueError` for options that do not exist.
    """
    if isinstance(scenario, State):
        return empty_save(
            PREFIX + write_state(scenario), scenario.setup.options, name=name, seats=seats, created=created
        )
    chosen = options_from(options)
    if is_position(scenario):
        begin(scenario, chosen)
    else:
        facts = load_scenario(scenario)
        if scenario != facts.id and digest("scenario", scenario) != digest("scenario", facts.id):
            add_scenario(scenario)
        scenario = facts.id
    return empty_save(scenario, chosen, name=name, seats=seats, created=created)


def empty_save(
    scenario: str, options: Options, *, name: str = "", seats: dict[str, SavedSeat] | None = None, created: str = ""
) -> SavedGame:
    """An empty save whose scenario is not checked: for games that were begun elsewhere, or long ago."""
    header = Header(
        format=FORMAT,
        version=FORMAT_VERSION,
        rules_version=game.RULES_VERSION,
        scenario=scenario,
        options=msgspec.json.decode(msgspec.json.encode(options)),
        created=created or datetime.now(UTC).isoformat(timespec="seconds"),
        name=name,
        seats=seats or {},
        contents=owned(scenario, options.rules),
    )
    return SavedGame(header)


def record(saved: SavedGame, by: str, action: Action, before: State, after: State) -> None:
    """Adds an action that was just played, and a snapshot if the phasing side has changed."""
    number = len(saved.entries) + 1
    saved.entries.append(Entry(number, by, action))
    if snapshot_due(before, after):
        saved.snapshots[number] = dump(after)


def recorder(saved: SavedGame) -> Callable[[State, Action, State, tuple[Event, ...]], None]:
    """A watcher for `play_game` that records a game in `saved`."""

    def watch(before: State, action: Action, after: State, _: tuple[Event, ...]) -> None:
        by = action.side.value if isinstance(action, Resign) else who(before)
        record(saved, by, action, before, after)

    return watch


def heeder(saved: SavedGame) -> Callable[[float], None]:
    """A companion of the `recorder` for `play_game` that keeps the computer's valuations."""

    def heed(points: float) -> None:
        saved.worths[len(saved.entries) + 1] = round(points, 2)

    return heed


def fork(saved: SavedGame, upto: int | None = None, *, name: str = "") -> SavedGame:
    """A save of its own with the first `upto` actions of another (None: all of them), to be played on otherwise.

    Nothing is shared: what is recorded in one is not in the other. Raises `SaveError` where there are fewer actions.
    """
    end = _end_of(saved, upto)
    header = msgspec.structs.replace(saved.header, name=name or saved.header.name, seats=dict(saved.header.seats))
    entries = [Entry(entry.n, entry.by, entry.action) for entry in saved.entries[:end]]
    return SavedGame(header, entries, _until(saved.snapshots, end), _until(saved.worths, end))


def _until(kept: Mapping[int, T], end: int) -> dict[int, T]:
    """The part that belongs to the first so many actions."""
    return {n: each for n, each in kept.items() if n <= end}


def _end_of(saved: SavedGame, upto: int | None) -> int:
    """The number of the action up to which a save is wanted; raises `SaveError` where there are fewer."""
    end = len(saved.entries) if upto is None else upto
    if not 0 <= end <= len(saved.entries):
        raise SaveError(saved.file, 0, reason("save-no-step", step=end, last=len(saved.entries)))
    return end


def snapshot_due(before: State, after: State) -> bool:
    """True at a hand-over between two states: the phasing side has changed, or the game is over."""
    return before.phasing != after.phasing or (game.outcome(after) is not None and game.outcome(before) is None)


# --- writing ------------------------------------------------------------------------------------------------
def encode(saved: SavedGame) -> bytes:
    """The contents of the save file."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in _lines(saved))


def _lines(saved: SavedGame) -> Iterator[Header | ActionLine | SnapshotLine]:
    yield saved.header
    if 0 in saved.snapshots:
        yield SnapshotLine(0, saved.snapshots[0])
    for entry in saved.entries:
        yield ActionLine(entry.n, entry.by, entry.action, saved.worths.get(entry.n))
        if entry.n in saved.snapshots:
            yield SnapshotLine(entry.n, saved.snapshots[entry.n])


def save(path: Path | str, saved: SavedGame) -> None:
    """Writes a save file completely or not at all: the old contents survive any failure."""
    path = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        error.filename = str(path)  # not that of the temporary file
        raise
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(encode(saved))
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself durable, if the system can (Windows does so on its own)."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# --- reading ------------------------------------------------------------------------------------------------
def load(path: Path | str) -> SavedGame:
    """Reads a save file; raises `SaveError` and never changes the file.

    A scenario or a rule set of its own is added from its text, where none of its id was added before; another one of
    the same id is an error. `decode` adds nothing.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(str(path), 0, reason("save-system", detail=error.strerror or str(error))) from None
    saved = decode(data, str(path))
    _admit(saved, bring=True)
    return saved


def _admit(saved: SavedGame, *, bring: bool) -> None:
    """Sees to it that the game is played with the contents it names; raises `SaveError` with both digests if not."""
    try:
        require_known(saved.header.contents, saved.file, bring=bring)
    except DataError as error:
        detail = str(error).removeprefix(f"{saved.file}: ")
        raise SaveError(saved.file, 1, reason("save-set-up", detail=detail)) from None


def decode(data: bytes, file: str = "save") -> SavedGame:
    """Reads the contents of a save file; `file` is its name for error messages."""
    first, lines = _parse(data, file)
    saved = SavedGame(_header(lines[0], file, first), file=file)
    try:
        lines = migrate(lines, FORMAT_VERSION)
    except LookupError as error:
        raise SaveError(file, first, because("save-no-version")) from error
    saved.header = _header(lines[0], file, first)
    for number, line in enumerate(lines[1:], start=first + 1):
        try:
            _read_line(saved, line, number)
        except _BadLineError as error:
            raise SaveError(file, number, error.why) from None
        except (msgspec.ValidationError, ValueError) as error:
            raise SaveError(file, number, reason("save-field", detail=str(error))) from None
    return saved


def _parse(data: bytes, file: str) -> tuple[int, Lines]:
    """The number of the first line that is not blank, and every line from there on as a JSON object.

    What editors and mail programs add to a file does not count: a byte-order mark, blank lines at its ends, carriage
    returns, a last line without an end.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    whole = data.rstrip()
    if not whole:
        raise SaveError(file, 0, because("save-empty"))
    if not whole.lstrip().startswith(b"{"):
        raise SaveError(file, 1, because("save-not-ours"))
    blank = data[: len(data) - len(data.lstrip())].count(b"\n")
    texts = whole.split(b"\n")
    lines: Lines = []
    for number, text in enumerate(texts[blank:], start=blank + 1):
        try:
            line = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            line = None
        if not isinstance(line, dict):
            cut_off = number == len(texts) and not data.endswith(b"\n")
            raise SaveError(file, number, because("save-cut-off" if cut_off else "save-not-json"))
        lines.append(line)
    return blank + 1, lines


def _header(line: Line, file: str, number: int) -> Header:
    """The checked first line, which has this number; refuses files of a newer version of the game."""
    if line.get("format") != FORMAT:
        raise SaveError(file, number, because("save-not-ours"))
    version, rules = line.get("version"), line.get("rules_version")
    if not isinstance(version, int) or version < 1 or not isinstance(rules, int):
        raise SaveError(file, number, because("save-no-version"))
    if version > FORMAT_VERSION or rules > game.RULES_VERSION:
        raise SaveError(file, number, because("save-newer"))
    try:
        return msgspec.convert(line, Header)
    except msgspec.ValidationError as error:
        raise SaveError(file, number, reason("save-field", detail=str(error))) from None


class _BadLineError(Exception):
    """A line is out of order; the text says why."""

    def __init__(self, why: Reason) -> None:
        super().__init__(tell(why).text)
        self.why = why


def _read_line(saved: SavedGame, line: Line, number: int) -> None:
    """Reads one line after the first; raises if it is out of order or malformed."""
    last = len(saved.entries)
    if "snapshot" in line:
        snapshot = msgspec.convert(line, SnapshotLine)
        if snapshot.n != last or last in saved.snapshots:
            raise _BadLineError(reason("save-snapshot-place", step=snapshot.n, after=last))
        saved.snapshots[last] = snapshot.snapshot
        return
    step = msgspec.convert(line, ActionLine)
    if step.n != last + 1:
        raise _BadLineError(reason("save-step-missing", step=last + 1, found=step.n))
    if step.by not in ("axis", "soviet", "chance"):
        raise _BadLineError(reason("save-nobody", name=step.by))
    saved.entries.append(Entry(step.n, step.by, step.action, number))
    if step.worth is not None and step.by != "chance":
        saved.worths[step.n] = step.worth


# --- replaying ----------------------------------------------------------------------------------------------
class _Mismatch(Exception):
    """An action or a snapshot does not fit the current rules: line and reason."""

    def __init__(self, line: int, why: Reason) -> None:
        super().__init__(tell(why).text)
        self.line, self.why = line, why


def replay(saved: SavedGame, upto: int | None = None) -> Replayed:
    """Replays the log up to and including action `upto` (None: all of it).

    A file of the current rules must replay in full. A file of older rules that does not goes on from the last snapshot
    that loads: past decisions stand. Raises `SaveError`.
    """
    end = _end_of(saved, upto)
    try:
        return _run(saved, _beginning(saved), 0, end)
    except _Mismatch as mismatch:
        if saved.header.rules_version >= game.RULES_VERSION:
            raise SaveError(saved.file, mismatch.line, mismatch.why) from None
        return _go_on(saved, end, mismatch)


def _beginning(saved: SavedGame) -> State:
    """The state before the first action, with the goals that the game was begun with."""
    _admit(saved, bring=False)
    try:
        state = set_up(saved)
    except Exception as error:  # an unknown scenario or option, whatever the engine raises
        raise _Mismatch(1, reason("save-set-up", detail=str(error))) from None
    state.setup = _with_its_goals(state.setup, saved)
    return state


def set_up(saved: SavedGame) -> State:
    """The first position of a saved game as its scenario has it today; raises whatever the engine raises."""
    options = stored_options(saved.header.options)
    return begin(saved.header.scenario, options, by_bids=by_bids(entry.action for entry in saved.entries))


def by_bids(actions: Iterable[Action]) -> bool:
    """True if the first action of a game settles its sides (15.11)."""
    return isinstance(next(iter(actions), None), SettleSides)


def _with_its_goals(setup: Setup, saved: SavedGame) -> Setup:
    """The frame of the game with the goals that its first snapshot names: those of the scenario may have changed."""
    for number in sorted(saved.snapshots):
        # One of another shape is read, or not, where it is compared.
        with contextlib.suppress(KeyError, TypeError, msgspec.ValidationError):
            goals = msgspec.convert(saved.snapshots[number]["setup"]["victory"], Victory | None)
            return msgspec.structs.replace(setup, victory=goals)
    return setup


def _run(saved: SavedGame, state: State, start: int, end: int) -> Replayed:
    """Applies the actions after `start` up to `end`; raises `_Mismatch` at the first one that does not fit."""
    done = Replayed(state, start, start)
    for entry in saved.entries[start:end]:
        by = who(done.state)
        if entry.by != by and type(entry.action).__name__ not in ("Resign", "Conclude", "SettleSides"):
            raise _Mismatch(entry.line, reason("save-by", step=entry.n))
        try:
            done.state, events = game.apply(done.state, entry.action)
        except game.IllegalAction as error:
            raise _Mismatch(entry.line, reason("save-illegal", step=entry.n, why=error.reason)) from None
        snapshot = saved.snapshots.get(entry.n)
        if snapshot is not None and not _same(snapshot, done.state):
            raise _Mismatch(entry.line, reason("save-other-position", step=entry.n))
        done.entries.append((entry, events))
        done.ply = entry.n
    return done


def _same(snapshot: Snapshot, state: State) -> bool:
    """True if a snapshot holds this state; both go through JSON, which knows no tuples and no order of names.

    A snapshot of an earlier version may lack what has a default since: it counts as what it is read as.
    """

    def canonical(data: Snapshot) -> bytes:
        return msgspec.json.encode(data, order="sorted")

    if canonical(dump(state)) == canonical(snapshot):
        return True
    try:
        return canonical(dump(state)) == canonical(dump(load_state(snapshot)))
    except Exception:  # whatever a state of another version may do to today's rules
        return False


def _go_on(saved: SavedGame, end: int, mismatch: _Mismatch) -> Replayed:
    """The game from the last snapshot that loads, with the steps after it as far as all of them replay."""
    for number in sorted((n for n in saved.snapshots if n <= end), reverse=True):
        try:
            state = revived(saved.snapshots[number])
        except Exception:  # a snapshot of an older shape; the one before it may still load
            continue
        said: dict[str, Argument] = {
            "old": saved.header.rules_version,
            "new": game.RULES_VERSION,
            "why": mismatch.why,
            "step": number,
        }
        try:
            done = _run(saved, state, number, end)
            done.note = reason("goes-on", **said)
        except _Mismatch:
            done = Replayed(state, number, number, note=reason("goes-on-without", n=end - number, **said))
        return done
    raise SaveError(saved.file, mismatch.line, reason("save-no-snapshot", why=mismatch.why))


def revived(data: Snapshot) -> State:
    """The state that a snapshot holds, ready to be played on; raises when the data does not fit."""
    state = load_state(data)
    advance(state)  # a snapshot does not keep the legal actions: the decision on top works them out again
    state.happened = []
    return state


def who(state: State) -> str:
    """The side to decide, as saves and the protocol write it; empty when the game is over."""
    side = game.actor(state)
    return "" if side is None else str(side.value)


def schema() -> dict[str, Any]:
    """The JSON Schema of a line of a save file (docs/save-format.schema.json)."""
    kinds = (Header, ActionLine, SnapshotLine)
    refs, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    definitions["ActionLine"]["properties"]["action"] = {"$ref": "#/$defs/Action"}
    definitions["ActionLine"]["properties"]["by"] = {"enum": ["axis", "soviet", "chance"]}
    definitions["Header"]["properties"]["format"] = {"const": FORMAT}
    (action,), verbs = msgspec.json.schema_components((Action,), ref_template="#/$defs/{name}")
    for entry in (*definitions.values(), *verbs.values()):
        if "description" in entry:  # the docstring, which msgspec gives with or without the indents of the source
            entry["description"] = inspect.cleandoc(entry["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a No Retreat save file",
        "oneOf": list(refs),
        "$defs": {**definitions, **verbs, "Action": action},
    }


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=2).decode())
