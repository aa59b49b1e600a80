r"""Positions in a few readable lines: set one up, play on from it, write one down.

A position is text, one thing a line; `#` starts a comment, what is left out keeps its default:

    turn 6                              # weather and supports follow from the turn
    phase movement axis                 # cards supply organization movement combat removal detraining
    initiative axis
    unit G4Pz 1204                      # on its front; boxes are written box:rail, box:destroyed, ...
    unit S_KAL 2006 back disorganized   # markers: unsupplied disorganized moved reserve
    unit RUM3 box:track due 9
    control axis 1403 1708              # the other side keeps what is not named
    hand axis 1 16 22
    hand soviet 34
    discards 3 7                        # bottom first; where each side has a deck, the Axis ones
    soviet_discards 12                  # and those of the Soviets
    joker soviet                        # who holds it, if it is in the game
    supports 3 0                        # Blitz, Shock
    event_vp 2
    high_tide 24
    counterblow 1204                    # CB-result marker left from the enemy's last turn
    weather mud                         # instead of the printed weather of the turn
    upgrades 1
    extension laid                      # by the first edition, before its turn
    rules digital                       # deluxe where nothing is said: an old position keeps its meaning
    goal axis 10 points 24              # at the end of turn 10 the Axis wins with this, or with the goal of another
    goal axis 10 hexes 2117 objectives 2  # such line, and loses without: points held objectives hexes high_tide

A position can also be a whole state, decisions in progress included, in one line that stands alone (comments may go
before it): `state {...}`, written by `write_state`.

Units that are not named wait outside the game. `position` reads text or the same things as a dict,
`write_position` writes the text back:

>>> state = position("turn 2\nunit G1Pz 0910\nunit S_SW 1010")
>>> print(write_position(state))
turn 2
phase movement axis
initiative axis
rules deluxe
unit G1Pz 0910
unit S_SW 1010
control axis 0503 0704 1104 0406 0606 0906 0309 0910 0511 0414 0816 0717
supports 3 0
>>> from noretreat.core.actions import MoveUnit
>>> from noretreat.game import legal_actions
>>> MoveUnit("G1Pz", "0911") in legal_actions(state)
True
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from noretreat import game
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET, bits, cards_in
from noretreat.core.boxes import BOX_OF, RAIL, REMOVED, TRACK
from noretreat.core.kernel import advance
from noretreat.core.reasons import Argument, Reason, because, reason
from noretreat.core.setup import RULES_UNNAMED, Options, Setup, stored_options
from noretreat.core.snapshot import Snapshot, dump, load
from noretreat.core.state import State, require_state
from noretreat.core.types import NO_CARDS, CardMask, CardNumber, SideIndex, UnitIndex
from noretreat.data.facts import Goal, Phase, Side, Victory, Weather
from noretreat.data.load import ruleset_ids
from noretreat.explain.sentences.telling import tell
from noretreat.rules import calendar, deck, victory
from noretreat.rules.deployment import empty_state
from noretreat.rules.joker import NOBODY
from noretreat.rules.sequence import GameTurn, PlayerTurn

PHASES: Final = {
    Phase.CARDS: "cards",
    Phase.SUPPLY: "supply_check",
    Phase.ORGANIZATION: "organization",
    Phase.MOVEMENT: "movement",
    Phase.COMBAT: "combat",
    Phase.REMOVAL: "removal",
    Phase.DETRAINING: "detraining",
}
"""Phase -> step of `PlayerTurn` that opens it in the board game."""


def _step_of(state: State, phase: Phase) -> str:
    """The step of `PlayerTurn` that opens a phase in the order of this rule set (C-20, C-44)."""
    if phase == Phase.SUPPLY and state.rules.supply_check_when == "turn_start":
        return "early_supply_check"
    if phase in (Phase.REMOVAL, Phase.DETRAINING):
        half = "remove" if phase == Phase.REMOVAL else "detrain"
        return ("removal", "detraining")[state.rules.cleanup_order.index(half)]
    return PHASES[phase]


POSITION: Final = "position"
"""The name of the scenario of a position."""
PREFIX: Final = "position:"
"""A scenario's name that begins so is not a name: a position follows, as text."""

_STATE: Final = "state "
_MARKERS: Final = ("unsupplied", "disorganized", "moved")


class PositionError(ValueError):
    """A position that cannot be set up: the line number (0: all of it), what the line says, what is wrong with it."""

    def __init__(self, line: int, why: Reason, said: str = "") -> None:
        self.line, self.why, self.said = line, why, said
        self.reason = f"{tell(why).text} ({said})" if said else tell(why).text
        super().__init__(f"line {line}: {self.reason}" if line else self.reason)

    @property
    def told(self) -> Reason:
        """The reason that a client shows for it."""
        if self.line:
            return reason("position-line", why=self.why, line=self.line, said=self.said)
        return reason("position-entry", why=self.why, said=self.said) if self.said else self.why


class _BadWordError(ValueError):
    """A problem with the words of a line."""

    def __init__(self, why: Reason) -> None:
        super().__init__(tell(why).text)
        self.why = why


def _bad(code: str, **args: Argument) -> _BadWordError:
    return _BadWordError(reason(f"position-{code}", **args))


def _one_of(word: str, words: Iterable[str]) -> None:
    """Raises unless a word is one of those that may stand in its place."""
    if word not in words:
        raise _bad("choice", word=word, words=", ".join(words))


def position(source: str | Mapping[str, Any], **changes: object) -> State:
    """The state of a position, run on to its first decision.

    `source` is text as described above, or a mapping of the same words (`{"turn": 6, "units": {"G4Pz": "1204"}}`);
    keyword arguments are further lines of the mapping. Raises `PositionError` for what does not fit.
    """
    if isinstance(source, str) and (whole := _whole_state(source)):
        return whole
    lines = _lines_of_text(source) if isinstance(source, str) else _lines_of_mapping(source)
    return _of_lines(lines + _lines_of_mapping(changes), Options())


def _of_lines(lines: list[tuple[int, list[str]]], options: Options) -> State:
    """The state of a position under these options, run on to its first decision; the rule set is its own."""
    rules = RULES_UNNAMED
    for number, words in lines:
        if words[0] == "rules":
            rules = _rules_named(number, words)
    setup = Setup(POSITION, "A position", 1, 28, AXIS, (), msgspec.structs.replace(options, rules=rules))
    state = empty_state(setup)
    state.where = [REMOVED] * len(BOARD.units)
    state.axis_control = BOARD.vp_hexes & BOARD.germany
    state.soviet_control = BOARD.vp_hexes & ~state.axis_control
    builder = _Builder(state)
    for number, words in lines:
        builder.read(number, words)
    builder.finish()
    advance(state)
    state.happened = []
    return state


def _rules_named(number: int, words: list[str]) -> str:
    """The rule set that a line names; raises `PositionError` for an unknown one."""
    name = " ".join(words[1:])
    try:
        _one_of(name, ruleset_ids())
    except _BadWordError as error:
        raise PositionError(number, error.why, " ".join(words)) from error
    return name


def _whole_state(text: str, options: Options | None = None) -> State | None:
    """The state of a text that is a `state` line, under these options instead of its own, its rule set apart; None for
    any other text.
    """
    said = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if len(said) != 1 or not said[0].startswith(_STATE):
        return None
    try:
        data = msgspec.json.decode(said[0].removeprefix(_STATE), type=dict[str, Any])
        return load(data if options is None else _under(data, options))
    except Exception as error:  # a text from anywhere may make any part of a state fail
        raise PositionError(0, because("position-state")) from error


def _under(data: Snapshot, options: Options) -> Snapshot:
    """A snapshot under other options, its rule set apart."""
    kept = msgspec.structs.replace(options, rules=stored_options(data["setup"]["options"]).rules)
    return {**data, "setup": {**data["setup"], "options": msgspec.to_builtins(kept)}}


def write_state(state: State) -> str:
    """The whole state as the one line of a position, for a game that begins in the middle of things."""
    return _STATE + msgspec.json.encode(dump(state)).decode()


def is_position(scenario: str) -> bool:
    """True if a game's scenario is a position written out, not the name of one."""
    return scenario.startswith(PREFIX)


def begin(scenario: str, options: Options | None = None, *, by_bids: bool = False) -> State:
    """The first decision of a game: of a scenario by its name, or of a position that stands in its place.

    A position brings its own rule set; the other options are taken over before anything is asked or dealt. `by_bids`:
    as for a new game.
    """
    if not is_position(scenario):
        return game.new_game(scenario, options, by_bids=by_bids)
    text = scenario.removeprefix(PREFIX)
    if options is None:
        return position(text)
    return _whole_state(text, options) or _of_lines(_lines_of_text(text), options)


def _lines_of_text(text: str) -> list[tuple[int, list[str]]]:
    """Numbered word lists of the lines that say something."""
    numbered = enumerate(text.splitlines(), 1)
    split = ((number, line.split("#")[0].split()) for number, line in numbered)
    return [(number, words) for number, words in split if words]


def _lines_of_mapping(mapping: Mapping[str, Any]) -> list[tuple[int, list[str]]]:
    """Return the lines of a position given as a mapping: `units` maps ids to places, `hands` and `control` sides to
    lists.
    """
    lines: list[list[str]] = []
    for word, value in mapping.items():
        if word == "units":
            lines += [["unit", unit, *str(place).split()] for unit, place in value.items()]
        elif word in ("hands", "control"):
            key = "hand" if word == "hands" else "control"
            lines += [[key, side, *(str(item) for item in items)] for side, items in value.items()]
        elif isinstance(value, (list, tuple)):
            lines.append([word, *(str(item) for item in value)])
        else:
            lines.append([word, *str(value).split()])
    return [(0, words) for words in lines]


def _side(word: str) -> SideIndex:
    """The number of a side by its name."""
    _one_of(word, SIDE_INDEX)
    return SIDE_INDEX[Side(word)]


def _cards(words: Iterable[str]) -> list[CardNumber]:
    """The numbers of existing cards."""
    for word in words:
        if int(word) not in BOARD.cards:
            raise _BadWordError(reason("no-card", card=int(word)))
    return [CardNumber(int(word)) for word in words]


def _count(word: str) -> int:
    """Return the number of markers: none, or as many as anybody will ever need."""
    if not 0 <= int(word) < 100:
        raise _bad("number")
    return int(word)


class _Builder:
    """Carries the lines of a position out, one method a word."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.phase, self.phasing = Phase.MOVEMENT, AXIS
        self.supports: list[int] | None = None
        self.initiative: SideIndex | None = None
        self.goals: list[Goal] = []

    def read(self, number: int, words: list[str]) -> None:
        """One line; raises `PositionError` naming it."""
        method = getattr(self, f"_read_{words[0]}", None)
        if method is None:
            raise PositionError(number, reason("position-word", word=words[0]))
        said = " ".join(words)
        try:
            method(*words[1:])
        except TypeError as error:
            raise PositionError(number, because("position-count"), said) from error
        except _BadWordError as error:
            raise PositionError(number, error.why, said) from error
        except (ValueError, KeyError, IndexError) as error:
            code = "position-number" if "invalid literal" in str(error) else "position-unread"
            raise PositionError(number, because(code), said) from error

    def finish(self) -> None:
        """Complete the state from all lines together: the stack, supports, initiative, the draw pile."""
        state = self.state
        state.phasing = self.phasing
        state.initiative = self.initiative if self.initiative is not None else (SOVIET if state.turn >= 12 else AXIS)
        if self.supports is None:
            calendar.set_supports(state)
        else:
            state.supports = self.supports
        own = state.has_own_deck(SOVIET)
        used = state.hands[AXIS] | (NO_CARDS if own else state.hands[SOVIET])
        for card in state.discards:
            used |= 1 << card
        state.draw_pile = _deck_of(state) & ~used
        if own:
            laid = sum((1 << card for card in state.soviet_discards), NO_CARDS)
            state.soviet_pile = _deck_of(state) & ~state.hands[SOVIET] & ~laid
        elif both := state.hands[AXIS] & state.hands[SOVIET]:
            raise PositionError(0, reason("position-both-hands", card=cards_in(both)[0]))
        if self.goals and state.setup.last_turn < state.turn:
            raise PositionError(0, because("position-goal-turn"))
        state.vp_shown = victory.victory_points(state, state.initiative)
        following = "soviet_turn" if self.phasing == AXIS else "next_turn"
        state.stack = [GameTurn(at=following), PlayerTurn(self.phasing, at=_step_of(state, self.phase))]

    def _read_turn(self, turn: str) -> None:
        if int(turn) not in BOARD.calendar:
            raise _bad("turns")
        self.state.turn = int(turn)

    def _read_phase(self, phase: str, side: str = "axis") -> None:
        _one_of(phase, PHASES)
        self.phase, self.phasing = Phase(phase), _side(side)

    def _read_initiative(self, side: str) -> None:
        self.initiative = _side(side)

    def _read_unit(self, name: str, place: str, *words: str) -> None:
        if name not in BOARD.unit_index:
            raise _BadWordError(reason("no-unit", name=name))
        unit = BOARD.unit_index[name]
        node = BOX_OF.get(place) if place.startswith("box:") else BOARD.node_of.get(place)
        if node is None:
            raise _bad("place", name=place)
        state = self.state
        state.where[unit] = node
        for index, word in enumerate(words):
            if word == "back":
                if not state.two_sided(unit):
                    raise _bad("one-sided", unit=name)
                state.face[unit] = 1
            elif word in _MARKERS:
                setattr(state, word, getattr(state, word) | 1 << unit)
            elif word == "reserve":
                state.reserve = unit
            elif word == "due":
                state.due[unit] = int(words[index + 1])
            elif word not in ("front",) and not word.isdigit():
                raise _bad("marker", word=word)

    def _read_control(self, side: str, *hexes: str) -> None:
        mask = BOARD.mask(*hexes)
        if mask & ~BOARD.vp_hexes:
            raise _bad("control")
        if _side(side) == AXIS:
            self.state.axis_control |= mask
            self.state.soviet_control &= ~mask
        else:
            self.state.soviet_control |= mask
            self.state.axis_control &= ~mask

    def _read_hand(self, side: str, *cards: str) -> None:
        for card in _cards(cards):
            self.state.hands[_side(side)] |= 1 << card

    def _read_discards(self, *cards: str) -> None:
        self.state.discards = tuple(dict.fromkeys(_cards(cards)))

    def _read_joker(self, side: str) -> None:
        self.state.joker = _side(side)

    def _read_soviet_discards(self, *cards: str) -> None:
        self.state.soviet_discards = tuple(dict.fromkeys(_cards(cards)))

    def _read_supports(self, blitz: str, shock: str) -> None:
        self.supports = [_count(blitz), _count(shock)]

    def _read_event_vp(self, points: str) -> None:
        self.state.event_vp = int(points)

    def _read_high_tide(self, points: str) -> None:
        self.state.high_tide = int(points)

    def _read_counterblow(self, *hexes: str) -> None:
        self.state.standing_counterblows |= BOARD.mask(*hexes)

    def _read_weather(self, word: str) -> None:
        _one_of(word, calendar.LETTERS)
        now, turn, letters = Weather(word), self.state.turn, list(self.state.weather)
        follows = now == Weather.LONG_WINTER  # it is Snow after Snow before 1945 (WEA-5)
        letters[turn - 1] = calendar.LETTERS[Weather.SNOW if follows and turn < 23 else now]
        if turn > 1:
            letters[turn - 2] = calendar.LETTERS[Weather.SNOW if follows else Weather.CLEAR]
        self.state.weather = "".join(letters)

    def _read_upgrades(self, count: str) -> None:
        self.state.upgrades_left = _count(count)

    def _read_trigger(self, name: str, turn: str) -> None:
        _one_of(name, calendar.TRIGGER_NAMES)
        self.state.triggers[calendar.TRIGGER_NAMES.index(name)] = int(turn)

    def _read_extension(self, word: str) -> None:
        _one_of(word, ("laid",))
        self.state.extension_laid = True

    def _read_captured(self, *hexes: str) -> None:
        self.state.captured |= BOARD.mask(*hexes)

    def _read_goal(self, side: str, turn: str, *words: str) -> None:
        _side(side)
        if int(turn) not in BOARD.calendar:
            raise _bad("turns")
        setup, whose = self.state.setup, Side(side)
        if setup.victory is not None and (setup.victory.side, setup.last_turn) != (whose, int(turn)):
            raise _bad("goals")
        self.goals.append(_goal(words))
        conditions = Victory(side=whose, any_of=tuple(self.goals))
        self.state.setup = msgspec.structs.replace(setup, last_turn=int(turn), victory=conditions)

    def _read_rules(self, name: str) -> None:
        assert name == self.state.setup.options.rules


_NUMBERED: Final = ("points", "held", "objectives")
"""The conditions of a goal that are numbers."""


def _goal(words: Sequence[str]) -> Goal:
    """A goal from the words of its conditions."""
    goal, left = Goal(), list(words)
    while left:
        word = left.pop(0)
        _one_of(word, (*_NUMBERED, "hexes", "high_tide"))
        if word in _NUMBERED:
            goal = msgspec.structs.replace(goal, **{word: _count(left.pop(0))})
        elif word == "high_tide":
            goal = msgspec.structs.replace(goal, high_tide=True)
        else:
            hexes = tuple(itertools.takewhile(lambda place: place[:1].isdigit(), left))
            del left[: len(hexes)]
            if not hexes or BOARD.mask(*hexes) & ~BOARD.vp_hexes:
                raise _bad("control")
            goal = msgspec.structs.replace(goal, hexes=hexes)
    if goal == Goal():
        raise _bad("goal")
    return goal


def _goal_lines(state: State) -> list[str]:
    """The goals of a position, a line each; those of a scenario belong to it, and are left out."""
    conditions = state.setup.victory
    if conditions is None or state.setup.scenario != POSITION:
        return []
    head = ["goal", conditions.side, str(state.setup.last_turn)]
    return [" ".join([*head, *_conditions(goal)]) for goal in conditions.any_of]


def _conditions(goal: Goal) -> list[str]:
    """The words of a goal's conditions; lost units have none."""
    words = [f"{name} {value}" for name in _NUMBERED if (value := getattr(goal, name)) is not None]
    words += [f"hexes {' '.join(goal.hexes)}"] if goal.hexes else []
    return [*words, "high_tide"] if goal.high_tide else words


def _deck_of(state: State) -> CardMask:
    """The cards of a deck on a turn (SET-4, CRD-11)."""
    early = deck.starting_pile(state.rules)
    if state.turn < victory.LAST_YEAR:
        return early
    out, new = deck.changes_of_1945(state)
    return (early | new) & ~out


def write_position(state: State) -> str:
    """The text of a state: its position, without the decisions in progress."""
    require_state(state)
    lines = [
        f"turn {state.turn}",
        f"phase {state.phase if state.phase in PHASES else Phase.MOVEMENT} {SIDES[state.phasing]}",
        f"initiative {SIDES[state.initiative]}",
        f"rules {state.setup.options.rules}",
    ]
    lines += _weather_line(state)
    lines += [_unit_line(state, info.index) for info in BOARD.units if state.where[info.index] != REMOVED]
    axis = [BOARD.id_of[node] for node in bits(state.axis_control)]
    if axis:
        lines.append(f"control axis {' '.join(axis)}")
    lost = BOARD.vp_hexes & BOARD.germany & ~state.axis_control
    if lost:
        lines.append(f"control soviet {' '.join(BOARD.ids(lost))}")
    for side in (AXIS, SOVIET):
        if state.hands[side]:
            lines.append(f"hand {SIDES[side]} {' '.join(str(card) for card in cards_in(state.hands[side]))}")
    for word, cards in (("discards", state.discards), ("soviet_discards", state.soviet_discards)):
        if cards:
            lines.append(f"{word} {' '.join(str(card) for card in cards)}")
    if state.joker != NOBODY:
        lines.append(f"joker {SIDES[state.joker]}")
    lines.append(f"supports {state.supports[AXIS]} {state.supports[SOVIET]}")
    points = (("event_vp", state.event_vp), ("high_tide", state.high_tide))
    lines += [f"{word} {value}" for word, value in points if value]
    if state.standing_counterblows:
        lines.append(f"counterblow {' '.join(BOARD.ids(state.standing_counterblows))}")
    if state.extension_laid:
        lines.append("extension laid")
    for name, turn in zip(calendar.TRIGGER_NAMES, state.triggers, strict=True):
        if turn:
            lines.append(f"trigger {name} {turn}")
    lines += _goal_lines(state)
    return "\n".join(lines)


def _weather_line(state: State) -> list[str]:
    """The weather, where this turn or the one before (WEA-5) does not show the printed one."""
    now = slice(max(0, state.turn - 2), state.turn)
    same = state.weather[now] == calendar.printed_weather()[now]
    return [] if same else [f"weather {calendar.weather(state)}"]


def _unit_line(state: State, unit: UnitIndex) -> str:
    """One counter: where it is, which side is up, its markers."""
    place = state.where[unit]
    words = ["unit", BOARD.unit_ids[unit], BOARD.place_id(place)]
    if state.face[unit]:
        words.append("back")
    words += [marker for marker in _MARKERS if getattr(state, marker) >> unit & 1]
    if state.reserve == unit and place == RAIL:
        words.append("reserve")
    if place == TRACK:
        words += ["due", str(state.due[unit])]
    return " ".join(words)
