"""The coach: the parts add up to the curve, luck is none on average, and what is told is proved by the game."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from statistics import fmean

import msgspec
import pytest

from noretreat import game
from noretreat.ai.referee.play import play_game
from noretreat.coach.certain import _by_counting, _gains, decided, takeable
from noretreat.coach.course import Course, certain, ends_a_phase, foreseen, turn_of, worth
from noretreat.coach.decisions import said_of
from noretreat.coach.faces import Faces, by_face
from noretreat.coach.features import NAMES, features
from noretreat.coach.findings import AREAS, MATTERS, Findings, gain_of
from noretreat.coach.records import Decision, Finding, Kind, Review
from noretreat.coach.review import NotOver, Reviewer, Stopped, review
from noretreat.coach.telling import as_text
from noretreat.coach.trying import tried
from noretreat.coach.turning import DECIDING, Turns, alternative, deciding
from noretreat.coach.value import WEIGHTS, before_a_phase, chance_of_winning, log_odds, weights
from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    Counterattack,
    Done,
    LoseStep,
    MoveUnit,
    Pass,
    PayCard,
    PlaceCounterblow,
    Rolled,
)
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SOVIET, bits
from noretreat.core.boxes import DESTROYED
from noretreat.core.names import unit_name
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS, NO_NODES, CardMask
from noretreat.data.facts import Phase, Side
from noretreat.positions import PREFIX, position, write_state
from noretreat.rules import victory
from noretreat.storage import savegame
from noretreat.storage.savegame import Entry, SavedGame, new_save, recorder

SAVES = Path(__file__).parent.parent / "saved_games"
OVER = "126-fall_blau-digital_0_1-soviet-sudden_death.jsonl"
OLD = "17-saturn-deluxe-axis-resigned.jsonl"
CLASSIC = "103-saturn-classic-axis-objectives.jsonl"


@cache
def reviewed(name: str) -> Reviewer:
    return Reviewer(savegame.load(SAVES / name))


@cache
def random_game(scenario: str, seed: int) -> SavedGame:
    """A short game between players at random."""
    saved = new_save(scenario, Options())
    play_game(game.new_game(scenario, Options()), "random", "random", seed, recorder(saved))
    return saved


def adds_up(found: Review) -> None:
    """The parts of each stretch are the whole change of the curve."""
    assert len(found.parts) == len(found.curve) - 1
    for first, last, part in zip(found.curve, found.curve[1:], found.parts, strict=False):
        assert last.chance - first.chance == pytest.approx(part.total, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", [OVER, OLD])
def test_the_parts_add_up_to_the_curve_of_kept_games(name: str) -> None:
    found = reviewed(name).review
    adds_up(found)
    assert found.ended
    assert found.curve[-1].chance == {Side.AXIS: 1.0, Side.SOVIET: 0.0, None: 0.5}[found.winner]


@pytest.mark.slow
def test_the_parts_add_up_to_the_curve_of_a_random_game() -> None:
    found = review(random_game("saturn", 3))
    adds_up(found)
    of_dice = sum(part.dice for part in found.parts)
    assert found.axis.luck_of_dice == pytest.approx(of_dice)
    assert found.soviet.luck_of_dice == pytest.approx(-of_dice)
    for side in Side:
        assert found.of(side).net.keys() == found.of(side).given.keys()


def chances(dice: bool, number: int = 2) -> list[State]:
    """Positions in which a die is rolled, or a card dealt."""
    rng, state, found = random.Random(4), game.new_game("fall_blau", Options()), []
    while len(found) < number and state.ended is None:
        options = game.legal_actions(state)
        if game.actor(state) is game.Chance.CHANCE and isinstance(options[0], Rolled) is dice:
            found.append(state)
        state = game.apply(state, rng.choice(options))[0]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("dice", [True, False])
def test_luck_is_none_on_average(dice: bool) -> None:
    """Over all faces of a die, and over all cards that could be dealt."""
    for state in chances(dice, 2 if dice else 1):
        luck = []
        for outcome in game.legal_actions(state):
            after, events = game.apply(state, outcome)
            course = Course(state)
            course.watch(state, outcome, after, events)
            luck += [each.gain for each in course.changes if each.kind in (Kind.DICE, Kind.DEALS)]
        assert luck
        assert fmean(luck) == pytest.approx(0, abs=1e-12)
        if dice:
            assert any(abs(each) > 1e-6 for each in luck)


def test_what_a_die_brings_is_told_before_the_losses_are_taken() -> None:
    """In the middle of a battle the worth is that of its end: the worth before a die is the mean over its faces."""
    for state in chances(True):
        after = [worth(game.apply(state, face)[0]) for face in game.legal_actions(state)]
        assert worth(state) == pytest.approx(fmean(after), abs=1e-9)


def test_the_chance_is_one_for_both_and_certain_at_the_end() -> None:
    state = game.new_game("fall_blau", Options())
    assert chance_of_winning(state, AXIS) + chance_of_winning(state, SOVIET) == pytest.approx(1)
    assert 0 < chance_of_winning(state, AXIS) < 1
    end = savegame.replay(savegame.load(SAVES / OVER)).state
    assert (chance_of_winning(end, AXIS), chance_of_winning(end, SOVIET)) == (0, 1)


def test_a_city_more_is_worth_something() -> None:
    """Whoever it belongs to, in the middle of Fall Blau."""
    state = game.new_game("fall_blau", Options())
    more = state.copy()
    kharkov = BOARD.mask("1613")
    more.axis_control, more.soviet_control = state.axis_control | kharkov, state.soviet_control & ~kharkov
    less = state.copy()
    less.axis_control, less.soviet_control = state.axis_control & ~kharkov, state.soviet_control | kharkov
    assert chance_of_winning(more, AXIS) > chance_of_winning(less, AXIS)


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    assert WEIGHTS.stat().st_size < 200_000
    assert len(weights().weights) == len(NAMES) == len(features(game.new_game("citadel", Options())))
    assert {"command", "seed", "games", "games_sha256", "rules_version"} <= weights().provenance.keys()


def test_nothing_is_needed_that_only_learning_needs() -> None:
    code = "import sys, noretreat.coach.review, noretreat.coach.telling; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    saved = savegame.fork(savegame.load(SAVES / OVER), 40)
    with pytest.raises(NotOver):
        review(saved)
    found = review(saved, unfinished=True)
    adds_up(found)
    assert (found.ended, found.winner, found.curve[-1].ply) == (False, None, 40)


@pytest.mark.slow
def test_a_review_can_be_stopped() -> None:
    with pytest.raises(Stopped):
        review(savegame.load(SAVES / OVER), progress=lambda share: share < 0.1)


def test_a_review_is_plain_data() -> None:
    found = reviewed(OVER).review
    data = msgspec.json.encode(found)
    assert msgspec.json.decode(data)["winner"] == "soviet"
    assert len(found.scores) == len(found.curve)


def test_a_review_in_words() -> None:
    found = reviewed(OVER).review
    text = as_text(found)
    assert text.startswith("B. Fall Blau")
    assert found.outcome in text
    assert "Luck of dice" in text
    assert all(f"turn {point.turn}, " in text for point in found.turning_points)


# --- findings ------------------------------------------------------------------------------------------------------
def findings_in(saved: SavedGame) -> tuple[list[Finding], list[tuple[State, Action, State]]]:
    """The findings in a game, and its steps."""
    state, watch, steps = savegame.replay(saved, 0).state, Findings(), []
    for entry in saved.entries:
        after, events = game.apply(state, entry.action)
        watch.watch((state, entry.action, after, events))
        steps.append((state, entry.action, after))
        state = after
    return watch.found, steps


def spared_most_easily(
    steps: list[tuple[State, Action, State]], turn: tuple[int, Side], taken: State, name: str
) -> str:
    """The unit that could have held a hex in a player turn: one that leaves no city empty, and of these the weakest, as
    they stood when the hex was `taken`.
    """
    begun = next(
        one for one, *_ in steps
        if turn_of(one) == turn and any(isinstance(option, MoveUnit) for option in game.legal_actions(one))
    )  # fmt: skip
    side = begun.phasing
    able = [one.unit for one in game.legal_actions(begun) if isinstance(one, MoveUnit) and one.to == name]
    able += [BOARD.unit_ids[unit] for unit in begun.units_at(BOARD.node_of[name], side)]
    cities = taken.control(side) & victory.counted_hexes(taken)

    def price(name: str) -> tuple[bool, int, int]:
        unit = BOARD.unit_index[name]
        node = taken.node_of(unit)
        alone = bool(cities >> node & 1) and len(taken.units_at(node, side)) == 1
        return alone, taken.face_of(unit).strength, able.index(name)

    return min((name for name in able if taken.where[BOARD.unit_index[name]] >= 0), key=price)


def test_findings_are_proved_by_the_game() -> None:
    """What could have been done was legal when the finding says so; what happened did happen."""
    found, steps = findings_in(random_game("fall_blau", 1))
    kinds = {each.kind for each in found}
    assert {"open-city", "walked-into"} <= kinds
    for each in found:
        before, _, after = steps[each.ply - 1]
        side = SIDE_INDEX[each.side]
        match each.kind:
            case "open-city":
                assert MoveUnit(each.units[0], each.hexes[0]) in game.legal_actions(before)
                over = next((one for one, *_ in steps[each.ply :] if one.phasing != side), steps[-1][2])
                assert not over.control(side) >> BOARD.node_of[each.hexes[0]] & 1
            case "not-entered":
                assert AdvanceUnit(each.units[0], each.hexes[0]) in game.legal_actions(before)
            case "walked-into":
                node = BOARD.node_of[each.hexes[0]]
                assert before.phasing == side
                assert not after.occupied(side) >> node & 1
                taken = next(two for one, _, two in steps[each.ply :] if two.control(ENEMY[side]) >> node & 1)
                assert taken.phasing == ENEMY[side]
                assert taken.where[BOARD.unit_index[each.units[0]]] >= 0, "what is lost could not stand there"
                assert each.units[0] == spared_most_easily(steps, turn_of(before), taken, each.hexes[0])
            case "hand":
                assert not after.hands[side]
            case "mark":
                assert steps[each.ply - 1][1] == Done()
        assert each.told.text
        assert "{" not in each.told.words


def test_turning_points_are_the_turns_that_changed_most() -> None:
    found = reviewed(OVER).review
    assert len(found.turning_points) <= 8
    for point in found.turning_points:
        assert point.gain == pytest.approx(sum(point.areas.values()))
        assert all(each.side is point.decided for each in point.findings)
        assert found.curve[[each.ply for each in found.curve].index(point.ply)].turn == point.turn


def test_a_finding_belongs_to_a_loss() -> None:
    """Also beside a gain: what it is about cost something in that player turn."""
    points = reviewed(OVER).review.turning_points
    told = [(point, finding) for point in points for finding in point.findings]
    assert told
    for point, finding in told:
        assert sum(point.areas[area] for area in AREAS[finding.kind]) < 0
    assert {each.kind for each in findings_in(savegame.load(SAVES / OVER))[0]} <= AREAS.keys()


def forced(start: str, *others: str) -> list[Finding]:
    """A weak army beside an enemy front, on which the Soviets pay for a Counterblow; its attack is repulsed, and the
    counterattack costs it. It begins its move in `start`, and ends it in 1511.
    """
    units = "".join(f"unit {other}\n" for other in others)
    text = f"turn 8\nphase movement axis\nunit RUM3 {start}\nunit S_W 1611\n{units}hand soviet 1\nweather clear"
    state, watch, dice = position(text), Findings(), iter((1, 3, 3))
    if start != "1511":
        state = played(state, MoveUnit("RUM3", "1511"), watch)
    while state.phase in (Phase.MOVEMENT, Phase.COUNTERBLOWS, Phase.COMBAT) and state.ended is None:
        options = game.legal_actions(state)
        liked = (PayCard, BeginBattle, AssignAttacker, Counterattack, LoseStep, Pass)
        action = next((each for kind in liked for each in options if isinstance(each, kind)), options[-1])
        if PlaceCounterblow("1611") in options:
            action = PlaceCounterblow("1611")
        if isinstance(action, Rolled):
            action = Rolled(next(dice))
        state = played(state, action, watch)
    return [each for each in watch.found if each.kind == "counterblow"]


def played(state: State, action: Action, watch: Findings) -> State:
    """The position after an action that is watched."""
    after, events = game.apply(state, action)
    watch.watch((state, action, after, events))
    return after


def test_a_counterblow_is_a_finding_where_no_unit_had_to_be_beside_it() -> None:
    assert [(each.side, each.hexes, each.units) for each in forced("1411")] == [(Side.AXIS, ("1611",), ("RUM3",))]
    assert forced("1511", "S_S 1510", "S_KAL 1411", "S_STA 1512") == [], (
        "it could only go where it would be beside it, too"
    )


def test_what_comes_before_the_first_player_turn_is_part_of_it() -> None:
    """Where there is one Victory Phase for both sides, the Soviets are still the phasing ones in it."""
    saved = savegame.load(SAVES / CLASSIC)
    state, turns = savegame.replay(saved, 0).state, []
    for entry in saved.entries:
        turns.append(turn_of(state))
        state = game.apply(state, entry.action)[0]
    order = [(turn, SIDE_INDEX[side]) for turn, side in dict.fromkeys(turns)]
    assert len(order) > 5
    assert order == sorted(order)
    assert turns == sorted(turns, key=lambda one: (one[0], SIDE_INDEX[one[1]]))


def test_an_end_that_is_certain_is_foreseen() -> None:
    """No event is left to the side that loses: the last Victory Phase brings nothing new."""
    saved = savegame.load(SAVES / OVER)
    before = savegame.replay(saved, len(saved.entries) - 1).state
    assert before.ended is None
    assert foreseen(before) is not None
    assert worth(before) == 0.0
    assert foreseen(savegame.replay(saved, 40).state) is None
    assert abs(reviewed(OVER).review.parts[-1].course) < 0.01


@pytest.mark.slow
def test_a_turn_tried_again_is_judged_once_its_moves_are_over() -> None:
    origin = savegame.load(SAVES / OVER)
    ply = reviewed(OVER).review.turning_points[0].begins
    assert ply is not None
    before = savegame.replay(origin, ply).state
    assert (before.phase, before.question and before.question.CODE) == (Phase.MOVEMENT, "move")
    sandbox = new_save(f"{PREFIX}{write_state(before)}", before.setup.options)
    early = tried(origin, ply, sandbox, games=2)
    assert early is not None
    assert (early.over, early.games, early.side) == (False, 0, Side.AXIS)
    sandbox.entries.append(Entry(1, Side.AXIS, Done()))
    late = tried(origin, ply, sandbox, games=2)
    assert late is not None
    assert (late.over, late.moves, late.games) == (True, (), 2)
    assert late.low <= late.gain <= late.high
    assert late.gain > 0, "it was a player at random who moved"
    assert tried(origin, 0, sandbox) is None, "not begun in a Movement Phase"


@pytest.mark.slow
def test_another_plan_is_shown_only_if_it_is_better() -> None:
    """Another plan is shown only where it is clearly better."""
    saved = random_game("fall_blau", 1)
    _, steps = findings_in(saved)
    turns = Turns()
    for before, action, after in steps[:260]:
        turns.watch((before, action, after, tuple(game.apply(before, action)[1])))
    marches = next(each for each in turns.of.values() if each.before is not None)
    found = alternative(marches, games=2, adviser="easy")
    assert found is None or found.low > 0
    assert marches.deeds()


@pytest.mark.slow
def test_the_end_of_a_phase_is_a_decision_only_beyond_what_it_changes_on_the_mean() -> None:
    """And it is none at all where nothing else could be answered."""
    saved = savegame.load(SAVES / OVER)
    state = savegame.replay(saved, 0).state
    course = Course(state)
    forced, usual = [], []
    for entry in saved.entries:
        after, events = game.apply(state, entry.action)
        course.watch(state, entry.action, after, events)
        if ends_a_phase(state, entry.action, after):
            changes = [each for each in course.changes if each.ply == course.ply]
            if len(game.legal_actions(state)) == 1:
                forced += [each.gain for each in changes if each.kind is Kind.PLAY and not each.usual]
            elif state.phase is Phase.MOVEMENT:
                usual += [each for each in changes if each.kind is Kind.COURSE and not each.usual]
        state = after
    assert set(forced) <= {0.0}
    assert len(usual) > 2
    assert all((each.gain < 0) == (each.phasing is Side.AXIS) for each in usual), "who has moved waits for the enemy"


def test_a_phase_is_play_only_beyond_what_such_a_phase_brings_on_the_mean() -> None:
    """As it ends, that is taken over from play to course, in one sum: of the side whose turn it is, where it chose."""
    found = reviewed(OVER)
    usual = [each for each in found._course.changes if each.usual]
    play, course = usual[::2], usual[1::2]
    assert len(play) > 5
    for one, other in zip(play, course, strict=True):
        assert (one.kind, other.kind, one.ply) == (Kind.PLAY, Kind.COURSE, other.ply)
        assert one.by is one.phasing
        assert one.gain == -other.gain
        assert any(
            each.kind is Kind.PLAY and each.by is one.by and each.area is one.area and not each.usual
            for each in found._course.changes
            if (each.turn, each.phasing) == (one.turn, one.phasing)
        )
    line, name = weights(), "axis movement"
    assert name in line.phases
    assert log_odds(0.5) - log_odds(before_a_phase(0.5, AXIS, Phase.MOVEMENT)) == pytest.approx(
        line.phases[name] - line.phase_ends[name]
    )
    assert before_a_phase(0.5, AXIS, Phase.REMOVAL) == 0.5


def test_a_unit_is_blamed_for_one_open_city_alone() -> None:
    found, steps = findings_in(random_game("fall_blau", 1))
    named = [(turn_of(steps[each.ply - 1][0]), each.units[0]) for each in found if each.kind == "open-city"]
    assert len(named) > 2
    assert len(named) == len(set(named))


def test_the_player_turn_that_ends_the_game_is_looked_at_as_well() -> None:
    """A city that the losing side left alone in its last turn."""
    name = "52-"
    file = next(SAVES.glob(f"{name}*.jsonl"))
    found, steps = findings_in(savegame.load(file))
    last = turn_of(steps[-1][0])
    assert [each for each in found if each.kind == "open-city" and turn_of(steps[each.ply - 1][0]) == last]


# --- what the rules have decided -----------------------------------------------------------------------------------
GOAL_MET = "85-citadel-classic-soviet-scenario.jsonl"


@pytest.mark.slow
def test_a_goal_that_cannot_be_lost_any_more_is_won() -> None:
    """The Soviets have their points, and more of them than the Axis can still take; the end agrees."""
    found = [(state, certain(state)) for state in states_of(GOAL_MET)]
    first = next(n for n, (_, won) in enumerate(found) if won)
    assert {won for _, won in found[:first]} == {None}
    assert {won for _, won in found[first:]} == {Side.SOVIET}, "what is certain stays so"
    assert all(state.turn == state.setup.last_turn for state, _ in found[first:])
    assert Phase.MOVEMENT in {state.phase for state, _ in found[first:]}
    last = reviewed(GOAL_MET).review.curve[-2:]
    assert [point.chance for point in last] == [0.0, 0.0], "the last player turn begins with a certain win"


@cache
def states_of(name: str) -> tuple[State, ...]:
    """The position before each action of a kept game."""
    saved = savegame.load(SAVES / name)
    states = [savegame.replay(saved, 0).state]
    for entry in saved.entries[:-1]:
        states.append(game.apply(states[-1], entry.action)[0])
    return tuple(states)


def test_a_goal_that_is_out_of_reach_is_lost_and_one_in_reach_is_open() -> None:
    """In the last Soviet player turn, with all cities for the one side or the other, and with just enough."""
    last = [one for one in states_of(GOAL_MET) if one.turn == one.setup.last_turn and one.phasing == SOVIET]
    state = next(one for one in last if one.phase is Phase.COMBAT)
    none = state.copy()
    none.hands = [NO_CARDS, NO_CARDS]
    cities = BOARD.vp_hexes & ~state.scorched
    none.soviet_control, none.axis_control = none.soviet_control & ~cities, none.axis_control | cities
    none.event_vp = -20
    assert decided(none) is Side.AXIS
    assert worth(none) == 1.0
    near = none.copy()
    conditions = state.setup.victory
    assert conditions is not None
    points = conditions.any_of[0].points
    assert points is not None
    near.event_vp = points - 1
    assert decided(near) is None, "one point is missing, and a city is beside a unit"


def test_a_goal_that_is_met_is_open_while_the_enemy_can_still_take_from_it() -> None:
    """12.1 to 12.6: as the Axis begins its last moves, the Soviets have just their points, or many more."""
    state = next(
        one
        for one in states_of(GOAL_MET)
        if one.turn == one.setup.last_turn and one.phasing == AXIS and one.phase is Phase.MOVEMENT
    ).copy()
    conditions = state.setup.victory
    assert conditions is not None
    points = conditions.any_of[0].points
    assert points is not None
    assert takeable(state, AXIS)
    state.event_vp += points - victory.victory_points(state, SOVIET)
    assert victory.victory_points(state, SOVIET) == points
    assert _by_counting(state) is None
    state.event_vp += 40
    assert _by_counting(state) is Side.SOVIET


def test_a_unit_that_may_surrender_counts_for_the_enemy() -> None:
    """11.1: each that is without supply can bring a point."""
    state = next(one for one in states_of(GOAL_MET) if one.turn == one.setup.last_turn).copy()
    before = _gains(state, AXIS, NO_NODES)
    supplied = next(unit for unit in state.on_map(SOVIET) if not state.unsupplied >> unit & 1)
    state.unsupplied |= 1 << supplied
    assert _gains(state, AXIS, NO_NODES) == before + 1


def test_objectives_are_never_counted_as_safe() -> None:
    """12.1: they have to be supplied, and supply can be cut, though nobody can take them."""
    state = game.new_game("fall_blau").copy()
    state.turn, state.phasing, state.phase = state.setup.last_turn, SOVIET, Phase.MOVEMENT
    state.hands = [NO_CARDS, NO_CARDS]
    for unit in list(state.on_map(SOVIET)):
        state.put(unit, DESTROYED)
    held = BOARD.mask("2117", "1902", "2008")
    state.soviet_control, state.axis_control = state.soviet_control & ~held, state.axis_control | held
    state.event_vp -= victory.victory_points(state, AXIS)
    assert not takeable(state, SOVIET) & held
    assert _by_counting(state) is None
    state.event_vp += 40
    assert _by_counting(state) is Side.AXIS, "with the points alone it would be sure"


def test_what_a_side_can_still_take_is_as_far_as_battles_and_marches_lead() -> None:
    """10.8.2: from a battle beside it a unit gets three hexes on at most, with an event four; before that it moves."""
    state = game.new_game("fall_blau").copy()
    state.phasing, state.phase = SOVIET, Phase.MOVEMENT
    cities = list(bits(state.soviet_control & victory.counted_hexes(state)))
    units = {unit: state.node_of(unit) for unit in state.on_map(AXIS)}
    near = {city: min(BOARD.distance(node, city) for node in units.values()) for city in cities}
    assert 4 in near.values(), "a city at the limit, or the test is worth little"
    state.hands = [NO_CARDS, NO_CARDS]
    assert not takeable(state, AXIS), "its player turn is over, and no card forces a battle"
    state.hands = [CardMask(1), NO_CARDS]
    assert set(bits(takeable(state, AXIS))) == {city for city in cities if near[city] <= 4}
    state.phasing = AXIS
    marched = {
        city
        for city in cities
        if any(BOARD.distance(node, city) <= 4 + max(BOARD.printed_move[unit]) for unit, node in units.items())
    }
    assert set(bits(takeable(state, AXIS))) == marched


def test_nothing_is_certain_before_the_last_turn() -> None:
    state = states_of(GOAL_MET)[100]
    assert state.turn < state.setup.last_turn
    assert decided(state) is None


# --- what was decided in the enemy's turn, and what units are called ------------------------------------------------
def test_the_decisions_that_weighed_most_are_named() -> None:
    """Each is an action of the side that the turning point is about, in that player turn, and worth as much; a move at
    most as much, as another one may have undone what it did.
    """
    found, saved = reviewed(GOAL_MET), savegame.load(SAVES / GOAL_MET)
    changes = {each.ply: each for each in found._course.changes if each.kind is Kind.PLAY and not each.usual}
    assert {game.actor(states_of(GOAL_MET)[ply - 1]) for ply in found._turns.said} == set(Side)
    for ply, said in found._turns.said.items():
        before, action = states_of(GOAL_MET)[ply - 1], saved.entries[ply - 1].action
        assert said_of(before, action, game.apply(before, action)[1]) == said
    told = [(point, each) for point in found.review.turning_points for each in point.decisions]
    assert any(point.decided is point.side for point, _ in told)
    for point, each in told:
        assert changes[each.ply].by is point.decided
        assert abs(each.gain) >= DECIDING
        if point.decided is point.side:
            assert each.told.code != "info-coach-did-paid", "the bill of what was bought"
        if not isinstance(saved.entries[each.ply - 1].action, MoveUnit):
            gain = changes[each.ply].gain
            assert each.gain == pytest.approx(gain if point.decided is Side.AXIS else -gain)
        assert (each.gain < 0) == (point.gain < 0)
        assert "{" not in each.told.words


def test_the_decisions_that_weigh_most_are_chosen() -> None:
    told = findings_in(random_game("fall_blau", 1))[0][0].told
    made = [Decision(ply, gain, told) for ply, gain in enumerate([-0.02, 0.3, -0.2, -0.001, -0.1, -0.05], 1)]
    assert [each.ply for each in deciding(made, -0.4)] == [3, 5, 6], "in the order of the game, and no gain for a loss"
    assert [each.ply for each in deciding(made, 0.4)] == [2]
    assert deciding([], -1.0) == ()


def test_a_unit_has_one_name_in_all_that_is_said_of_a_turn() -> None:
    """In a finding and among the moves: that of the face it showed as the player turn began."""
    names: dict[tuple[int, Side, str], set[str]] = {}
    for name in (OVER, GOAL_MET):
        for point in reviewed(name).review.turning_points:
            for deed in point.moves:
                names.setdefault((point.turn, point.side, deed.unit), set()).add(deed.name)
            for finding in point.findings:
                for face in (finding.told.args.get("unit"), finding.told.args.get("foe")):
                    if face is not None:
                        unit, _, back = face.partition(".")
                        key = (point.turn, point.side, unit)
                        names.setdefault(key, set()).add(unit_name(unit, int(bool(back))))
    assert len(names) > 20
    assert all(len(each) == 1 for each in names.values())


def test_faces_are_those_of_the_beginning_of_the_turn() -> None:
    state = game.new_game("fall_blau", Options())
    faces = Faces()
    faces.watch(state, 1)
    flipped = state.copy()
    unit = next(iter(state.on_map(AXIS)))
    flipped.face[unit] = 1
    faces.watch(flipped, 2)
    assert by_face({"unit": BOARD.unit_ids[unit], "n": 3}, faces.at(2)) == {"unit": BOARD.unit_ids[unit], "n": 3}
    flipped.phasing = ENEMY[state.phasing]
    faces.watch(flipped, 3)
    assert by_face({"units": (BOARD.unit_ids[unit],)}, faces.at(3)) == {"units": (f"{BOARD.unit_ids[unit]}.back",)}
    assert by_face({"unit": BOARD.unit_ids[unit]}, faces.at(2)) == {"unit": BOARD.unit_ids[unit]}


# --- whether a city matters ----------------------------------------------------------------------------------------
def test_an_open_city_is_told_only_where_it_matters() -> None:
    """With the goal lost or won for certain, one city more changes nothing; in the middle of the game it does."""
    early, won = states_of(GOAL_MET)[100], states_of(GOAL_MET)[-3]
    assert certain(won) is Side.SOVIET
    gains = []
    for state in (early, won):
        empty = state.control(AXIS) & victory.counted_hexes(state) & ~state.occupied(AXIS)
        unit = BOARD.unit_ids[next(iter(state.on_map(SOVIET)))]
        gains.append([gain_of(state, SOVIET, unit, BOARD.id_of[node]) for node in bits(empty)])
    assert any(each >= MATTERS for each in gains[0])
    assert gains[1]
    assert set(gains[1]) == {0.0}
    found, _ = findings_in(savegame.load(SAVES / GOAL_MET))
    assert not [each for each in found if each.kind == "open-city" and certain(states_of(GOAL_MET)[each.ply - 1])]
