"""Plans of whole turns: what is decided when, what the enemy can do, and no position that they cannot cope with."""

import random

import pytest

from noretreat import game
from noretreat.ai.evaluation.assessment import Assessment, arrange
from noretreat.ai.evaluation.horizon import Horizon
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import GreedyPlayer
from noretreat.ai.proposals.attacks import BattlePlanner
from noretreat.ai.proposals.moves import Effort, MovePlanner
from noretreat.ai.search.arrivals import Arrivals
from noretreat.ai.search.enemy_answers import answer_to
from noretreat.core.actions import PlaceUnit, Resign
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.boxes import PENDING
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, Segment
from noretreat.data.facts import Phase, Side
from noretreat.rules import movement

SCENARIOS = ("barbarossa", "tournament", "fall_blau", "saturn", "citadel", "bagration", "na_berlin")
RULES = ("deluxe", "digital", "digital-0.1", "living", "classic")
LONG = 600.0
"""Seconds of processor time that no test uses up, however busy the machine: only what is counted decides."""


class Hasty(GreedyPlayer):
    """Weighs plans against answers as the level `normal` does, with hardly any thought."""

    effort = Effort(candidates=2, passes=1, evaluations=4, seconds=LONG, answers=1, answer=3)


def _bare(turn: int = 2, **places: str) -> State:
    """A position in a Movement Phase of the Axis with these units only."""
    state = game.new_game("barbarossa", Options(rules="digital", guarded=False))
    dice = random.Random(1)
    while state.question is None or state.question.CODE != "move":
        actions = game.legal_actions(state)
        state, _ = game.apply(state, actions[int(dice.random() * len(actions))])
    state = state.copy()
    state.turn = turn
    for info in BOARD.units:
        state.put(info.index, PENDING)
    for unit, place in places.items():
        index = BOARD.unit_index[unit]
        state.put(index, BOARD.node_of[place])
        state.turn_over(index, BOARD.units[index].strong if BOARD.units[index].side == AXIS else 0)
    return state


def _with_score(state: State, hexes: int) -> State:
    """The same position with the Axis in control of so many cities and oil fields."""
    state = state.copy()
    state.axis_control = sum((1 << node for node in list(bits(BOARD.vp_hexes))[:hexes]), NO_NODES)
    state.soviet_control = BOARD.vp_hexes & ~state.axis_control
    return state


@pytest.mark.parametrize("turn", [2, 5, 10, 12, 17, 22, 25])
def test_a_point_more_is_never_worth_less(turn: int) -> None:
    """Near a mark points are dear, past it cheap: what was won on the way there must not lose its worth by that."""
    state = _bare(turn)
    state.initiative = AXIS if turn < 12 else SOVIET
    worths = []
    for hexes in range(10, BOARD.vp_hexes.bit_count() + 1):
        held = _with_score(state, hexes)
        worths.append(Horizon(held).reached(held, AXIS))
        assert Horizon(held).reached(held, SOVIET) == -worths[-1]
    assert worths == sorted(worths)


def test_the_points_about_a_mark_decide_most() -> None:
    """As turn 9 begins the Axis wins at once with more than 26 points (WIN-3, DAT-4, C-5)."""
    state = _bare(8)
    state.initiative = AXIS
    low, mark, high = (
        Horizon(held).reached(held, AXIS) for held in (_with_score(state, score) for score in (17, 23, 29))
    )
    assert high - mark > 2 * (mark - low)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_position_is_too_much_for_it(scenario: str) -> None:
    """Every scenario and every rule set; the optional rules in every other game."""
    seed = SCENARIOS.index(scenario)
    rules, odd = RULES[seed % len(RULES)], bool(seed % 2)
    options = Options(
        rules=rules,
        joker=odd,
        simultaneous_battles=odd,
        detachments=odd,
        local_support=odd,
        rezervy=odd,
        paratroops=odd,
    )
    state = game.new_game(scenario, options)
    dice = random.Random(f"{scenario} {seed}")
    players = {side: Hasty(seed) for side in Side}
    for _ in range(150):
        who = game.actor(state)
        if who is None:
            break
        actions = game.legal_actions(state)
        if isinstance(who, Side):
            action = players[who].choose(observe(state, who))
            assert action in actions
        else:
            action = actions[int(dice.random() * len(actions))]
        state, _ = game.apply_trusted(state, action)


def test_a_point_counts_most_at_the_mark_and_before_the_check() -> None:
    state = game.new_game("fall_blau", Options(rules="digital"))
    far = Horizon(state).point
    late = state.copy()
    late.turn = state.setup.last_turn
    late.phasing = SOVIET
    goal = late.setup.victory
    assert goal is not None
    assert goal.any_of[0].points is not None
    missing = goal.any_of[0].points - 1 - (late.axis_control & BOARD.vp_hexes).bit_count()
    late.event_vp = missing
    assert Horizon(late).point > 2 * far
    assert Horizon(late).troops < 0.2 < Horizon(state).troops
    late.event_vp = missing - 6
    assert Horizon(late).point < 2


def test_the_objective_that_wins_is_worth_more_than_the_first() -> None:
    state = _bare(G1Pz="1909", S_MOS="2310")
    moscow, leningrad = BOARD.node_of["2008"], BOARD.node_of["1902"]
    first = Horizon(state).hexes[moscow]
    state.axis_control |= BOARD.mask("1902", "1318")
    state.soviet_control &= ~BOARD.mask("1902", "1318")
    assert Horizon(state).hexes[moscow] > first + 3
    assert Horizon(state).hexes[leningrad] > first


def test_the_berlin_garrison_is_attacked_before_anything_else() -> None:
    """WIN-7: with it the war is won, while the fort beside it brings nothing but itself."""
    state = _bare(BERLIN_G="0503", G9="0602", S_W="0603", S_NC="0603")
    state.turn, state.phasing = 27, SOVIET
    for name in ("S_W", "S_NC"):
        state.face[BOARD.unit_index[name]] = 1
    state.axis_control |= BOARD.mask("0503")
    state.soviet_control &= ~BOARD.mask("0503")
    planner = BattlePlanner(state, SOVIET)
    assert BOARD.id_of[planner.assaults()[0].target] == "0503"
    assert planner.units(planner.assaults()[0]) == ["S_W", "S_NC"]
    without = state.copy()
    without.put(BOARD.unit_index["BERLIN_G"], PENDING)
    assert Horizon(without).units == {}
    assert Horizon(state).units[BOARD.unit_index["BERLIN_G"]] > 5


def test_each_enemy_unit_threatens_one_hex_only() -> None:
    state = _bare(G6="1109", G17="1105", S_SW="1307")
    both = Scorer(Assessment(state, AXIS))
    at = [piece.node for piece in both.assessment.own]

    def feared(places: list[int]) -> float:
        arrangement = arrange(both.assessment, places)
        everywhere = (1 << 600) - 1
        reaches = both.threats.reaches(arrangement, everywhere)
        danger = BOARD.hexes
        return both.threats.attacks(arrangement, reaches, danger, 0, everywhere)

    alone = [feared([node if index == one else -1 for index, node in enumerate(at)]) for one in range(2)]
    assert feared(at) == pytest.approx(max(alone))


def test_the_terms_add_up_to_the_score() -> None:
    state = _bare(G1Pz="1107", G4="1105", S_SW="1307", S_W="1207")
    planner = MovePlanner(state, AXIS, Effort(candidates=6, passes=1, evaluations=60, seconds=LONG))
    found = planner.scorer.valuation(planner.at, True)
    assert found.total == pytest.approx(planner.scorer.score(planner.at, True))
    assert found.total == pytest.approx(sum(found.terms.values()))


def test_a_score_that_cannot_matter_is_bounded_and_worked_out_when_it_can() -> None:
    state = _bare(G1Pz="1107", G4="1105", G6="1109", S_SW="1307", S_W="1207", S_BRY="1310")
    plain, hurried = (Scorer(Assessment(state, AXIS)) for _ in range(2))
    at = [piece.node for piece in plain.assessment.own]
    exact = plain.score(at, True)
    for least in (exact + 5, exact + 0.01):
        assert exact <= hurried.score(at, True, least=least) <= least
    assert hurried.score(at, True, least=exact - 0.01) == pytest.approx(exact)
    assert hurried.score(at, True) == pytest.approx(exact)
    assert hurried.evaluations == 4


def test_the_answer_takes_a_city_that_is_left_open() -> None:
    state = _bare(G1Pz="1613", G4="1305", S_SW="1510")
    state.axis_control |= BOARD.mask("1307", "1211")
    state.soviet_control &= ~BOARD.mask("1307", "1211")
    effort = Effort(candidates=8, passes=1, evaluations=60, seconds=LONG, answers=2, answer=60)
    planner = MovePlanner(state, AXIS, effort)
    at = {piece.unit: node for piece, node in zip(planner.assessment.own, planner.at, strict=True)}
    kiev = dict(at) | {BOARD.unit_index["G1Pz"]: BOARD.node_of["1211"]}
    assert answer_to(planner, list(kiev.values()), effort) < answer_to(planner, planner.at, effort)


# --- arrivals ---------------------------------------------------------------------------------------------------
def _arriving(soviet: bool) -> State:
    """A position of Fall Blau in which a side has several units to place, each in one of several hexes."""
    dice = random.Random(2)
    state = game.new_game("fall_blau", Options(rules="digital", guarded=False))
    while True:
        actions = game.legal_actions(state)
        if not actions:
            state = game.new_game("fall_blau", Options(rules="digital", guarded=False))
            continue
        places = [action for action in actions if isinstance(action, PlaceUnit)]
        if len({action.unit for action in places}) > 2 and (state.phasing == SOVIET) == soviet:
            return state
        moves = [action for action in actions if not isinstance(action, Resign)]
        state, _ = game.apply(state, moves[int(dice.random() * len(moves))])


def test_a_unit_arrives_where_it_can_march_to_its_place_in_the_plan() -> None:
    state = _arriving(soviet=True)
    arrivals = Arrivals(Effort(candidates=6, passes=1, evaluations=1, seconds=LONG, arrivals=60))
    goals = {}
    while any(isinstance(action, PlaceUnit) for action in game.legal_actions(state)):
        action = arrivals.place(state, SOVIET, tuple(game.legal_actions(state)))
        if not isinstance(action, PlaceUnit):
            break
        unit = BOARD.unit_index[action.unit]
        state, _ = game.apply(state, action)
        goals[unit] = arrivals.plan_of(state)[unit]
    assert len(goals) > 2
    state = state.copy()
    state.phase, state.segment, state.moved = Phase.MOVEMENT, Segment.NONE, NO_UNITS
    marching = 0
    for unit, goal in goals.items():
        stands = state.where[unit] == goal
        marching += not stands
        assert stands or movement.journey_of(state, unit).total >> goal & 1, BOARD.unit_ids[unit]
    assert marching, "none of them is wanted anywhere but where it arrives: choose another position for this test"


def test_a_plan_of_arrivals_is_for_its_own_game_alone() -> None:
    """A process of the server has one player of a level for all games in turn."""
    state = _arriving(soviet=True)
    effort = Effort(candidates=2, passes=1, evaluations=1, seconds=LONG, arrivals=20)
    arrivals = Arrivals(effort)
    assert arrivals.plan_of(state) == {}
    action = arrivals.place(state, SOVIET, tuple(game.legal_actions(state)))
    after, _ = game.apply(state, action)
    assert arrivals.plan_of(after)
    assert arrivals.plan_of(state) == {}
    later = after.copy()
    later.turn += 1
    assert arrivals.plan_of(later) == {}
    other = after.copy()
    other.put(next(iter(other.on_map(AXIS))), PENDING)
    assert arrivals.plan_of(other) == {}
    fresh = Arrivals(effort).place(other, SOVIET, tuple(game.legal_actions(other)))
    assert arrivals.place(other, SOVIET, tuple(game.legal_actions(other))) == fresh


def test_the_search_sets_out_from_a_plan_that_is_better_than_staying() -> None:
    state = _bare(G1Pz="1710", G4="1511", S_W="1911")
    effort = Effort(candidates=6, passes=2, evaluations=200, seconds=LONG)
    found = MovePlanner(state, AXIS, effort)
    found.search()
    goals = {piece.unit: node for piece, node in zip(found.assessment.own, found.at, strict=True)}
    again = MovePlanner(state, AXIS, effort)
    stays = again.best
    again.set_out(goals)
    assert again.best == pytest.approx(found.best)
    assert again.best > stays
    far = dict.fromkeys(goals, BOARD.node_of["2211"])
    other = MovePlanner(state, AXIS, effort)
    other.set_out(far)
    assert other.best == stays, "nobody gets there"
