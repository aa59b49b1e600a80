"""Puzzles: judged by the rules and not by the stored line, proved, found again, and free of hidden cards."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from rules.combat_helpers import Table

from noretreat import game, positions
from noretreat.checks.data_files import problems_of
from noretreat.core.actions import Action, Done, MoveUnit, PlayEvent
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SOVIET
from noretreat.core.names import place_name
from noretreat.core.setup import Options
from noretreat.core.types import CardNumber
from noretreat.data.lessons import lessons
from noretreat.data.load import load_information
from noretreat.explain.ahead.battle_cards import results_of
from noretreat.puzzles import book, judging, rolls, training
from noretreat.puzzles.attacks import faces_emptying
from noretreat.puzzles.making import collecting, proof
from noretreat.puzzles.making.maker import Made, made_of
from noretreat.puzzles.making.sources import Game, Source, positions_of
from noretreat.puzzles.making.writing import as_toml
from noretreat.puzzles.moves import attacks_on
from noretreat.puzzles.records import Kind, Origin, Puzzle, PuzzleLine, Task, Verdict
from noretreat.puzzles.telling import task_of
from noretreat.rules.dice import DUEL_OR_BATTLE
from noretreat.rules.effects import force_result

KEPT = Path(__file__).parent / "kept.toml"
"""Three puzzles as the first version wrote them: they stay readable."""
DULL = Path(__file__).parent / "dull.toml"
OTHER_WAYS = {
    "trap-try": [MoveUnit("G1Pz", "1011"), MoveUnit("G4", "1109")],
    "cut-off-try": [MoveUnit("G6", "1311"), MoveUnit("G4", "1407")],
    "hold-try": [MoveUnit("G1Pz", "1716"), MoveUnit("G18", "1307")],
}
"""Plays that solve these three and are not in the file."""
LAST_STEPS = """
turn 8
phase movement axis
rules digital
unit G4Pz 1210 back
unit SRUM 1211 back
"""
"""A unit with one step attacks another in a city."""
SAMPLE = sorted(book.puzzles())[:: max(1, len(book.puzzles()) // 12)]


def kept(name: str) -> Puzzle:
    return next(puzzle for puzzle in book.read(KEPT) if puzzle.id == name)


def codes(lines: tuple[PuzzleLine, ...]) -> list[str]:
    return [line.told.code.removeprefix("info-puzzle-") for line in lines]


# --- judging ------------------------------------------------------------------------------------------------------
def test_a_city_is_taken_only_by_who_is_left_to_advance() -> None:
    """An exchange that costs both sides their last step empties the hex, and nobody can enter it (10.7.1, 10.8)."""
    state = positions.position(LAST_STEPS)
    node = BOARD.node_of["1211"]
    (battle,) = attacks_on(state, node)
    results = results_of(state, battle)
    assert "EX" in results
    emptied, taken = faces_emptying(state, battle), faces_emptying(state, battle, entered=True)
    assert emptied - taken == results.count("EX") * 6 // len(results)


@pytest.mark.parametrize("name", OTHER_WAYS)
def test_any_play_that_is_worth_enough_solves_a_puzzle(name: str) -> None:
    puzzle = kept(name)
    assert set(OTHER_WAYS[name]) != set(puzzle.solution)
    for actions in (puzzle.solution, tuple(reversed(puzzle.solution)), OTHER_WAYS[name]):
        verdict = judging.judge(puzzle, actions)
        assert (verdict.done, verdict.solved, verdict.worth) == (True, True, puzzle.worth)
        assert judging.why_not(puzzle, actions) == ()


@pytest.mark.parametrize("name", OTHER_WAYS)
def test_half_a_solution_is_open_and_is_missed_when_the_phase_ends(name: str) -> None:
    puzzle = kept(name)
    half = puzzle.solution[:1]
    assert not judging.judge(puzzle, half).done
    over = judging.judge(puzzle, [*half, Done()])
    assert (over.done, over.solved) == (True, False)
    assert over.worth < over.needed


def test_what_comes_after_the_task_changes_nothing() -> None:
    puzzle = kept("cut-off-try")
    state = judging.played(puzzle, puzzle.solution)
    state, _ = game.apply(state, Done())
    assert judging.judge(puzzle, [*puzzle.solution, Done(), game.legal_actions(state)[0]]).solved


def test_why_not_names_the_path_that_stays_open_with_its_rule() -> None:
    puzzle = kept("cut-off-try")
    found = judging.why_not(puzzle, [MoveUnit("G6", "1311")])
    assert codes(found) == ["is-cut-off", "is-cut-off", "path-open"]
    last = found[-1]
    assert last.units == ("OST1",)
    assert last.told.rule == "6.1"
    assert last.told.args["way"] == list(last.hexes[1:]) != []


def test_a_unit_that_gives_its_own_supply_away_has_not_solved_it() -> None:
    alone = "turn 5\nphase movement axis\nrules digital\nunit G1Pz 1010\nunit S_CEN 1310\nsupports 0 0"
    puzzle = msgspec.structs.replace(kept("cut-off-try"), position=alone, turn=5, task=Task(units=("S_CEN",)), needed=1)
    found = judging.judge(puzzle, [MoveUnit("G1Pz", "1312")])
    assert codes(found.reasons) == ["path-open", "own-cut-off"]
    assert (found.worth, found.solved) == (-1, False)


def test_why_not_names_retreats_and_those_who_walk_in() -> None:
    assert codes(judging.why_not(kept("trap-try"), ())) == ["retreat-open"]
    held = judging.why_not(kept("hold-try"), [MoveUnit("G1Pz", "1716")])
    assert sorted(codes(held)) == ["is-held", "walks-in"]


def test_too_many_units_in_a_hex_are_no_solution() -> None:
    puzzle = kept("trap-try")
    crowd = judging.judge(puzzle, [MoveUnit(unit, "1109") for unit in ("G4", "G6", "G9")])
    assert codes(crowd.reasons) == ["overstacked"]
    assert not crowd.solved


def test_hints_tell_where_then_who_then_why() -> None:
    puzzle = kept("trap-try")
    where, who, why = judging.hints(puzzle)
    assert (where.hexes, where.units) == (("1109", "1011"), ())
    assert (who.hexes, who.units) == ((), ("G1Pz", "G17"))
    assert why.told.rule == puzzle.rule


def test_the_task_is_a_sentence_with_its_names() -> None:
    told = task_of(kept("trap-try"), book.position(kept("trap-try")))
    assert told.text == "Move so that you can attack 1110 and leave no retreat open to Central Front."
    assert told.args == {"units": ["S_CEN"], "places": ["1110"]}


# --- the puzzles of the game --------------------------------------------------------------------------------------
def test_there_are_many_of_every_kind() -> None:
    known = list(book.puzzles().values())
    assert len(known) >= 100
    for kind in Kind:
        assert sum(puzzle.kind is kind for puzzle in known) >= 7, kind
    turns = [(puzzle.scenario, puzzle.origin.seed, puzzle.origin.number, puzzle.turn, puzzle.side) for puzzle in known]
    assert len(turns) == len(set(turns)), "one puzzle of a side and game turn at most"
    assert {puzzle.level for puzzle in known} == {1, 2, 3, 4, 5}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_a_puzzle_is_proved(name: str) -> None:
    assert proof.prove(book.puzzles()[name]) == []


@pytest.mark.parametrize("name", SAMPLE)
def test_the_other_side_has_no_cards_and_nothing_depends_on_any(name: str) -> None:
    puzzle = book.puzzles()[name]
    side = SIDE_INDEX[puzzle.side]
    state = book.position(puzzle)
    assert not state.hands[ENEMY[side]]
    known = judging.verdict(puzzle, judging.played(puzzle, puzzle.solution))
    after = judging.played(puzzle, puzzle.solution).copy()
    after.hands[ENEMY[side]] = next(1 << card for card in BOARD.cards if not after.hands[side] >> card & 1)
    if puzzle.kind is not Kind.CARD:  # there the other side would be asked first
        assert judging.verdict(puzzle, after) == known


def test_a_hand_of_the_other_side_speaks_against_a_puzzle() -> None:
    puzzle = kept("trap-try")
    armed = msgspec.structs.replace(puzzle, position=f"{puzzle.position}\nhand soviet 20")
    assert proof.prove(armed) == ["the other side holds cards"]


def test_a_false_solution_and_a_giveaway_are_noticed() -> None:
    puzzle = kept("trap-try")
    assert proof.prove(puzzle) == []
    lazy = msgspec.structs.replace(puzzle, solution=puzzle.solution[:1])
    assert proof.prove(lazy) == ["the solution is worth 0, and 1 is needed"]
    free = msgspec.structs.replace(puzzle, needed=0.0)
    assert proof.prove(free) == ["it is solved before anything is done"]
    unknown = msgspec.structs.replace(puzzle, position="turn 99")
    assert "cannot be played" in proof.prove(unknown)[0]


def first(kind: Kind) -> Puzzle:
    return next(puzzle for puzzle in book.puzzles().values() if puzzle.kind is kind)


@pytest.mark.parametrize("kind", [Kind.RETREAT, Kind.COUNTERBLOW, Kind.CARD])
def test_a_wrong_answer_to_a_question_is_told_why(kind: Kind) -> None:
    puzzle = first(kind)
    start = book.position(puzzle)
    assert game.actor(start) is puzzle.side
    verdicts = [judging.judge(puzzle, [action]) for action in game.legal_actions(start)]
    assert any(verdict.solved for verdict in verdicts) or len(puzzle.solution) > 1
    wrong = [verdict for verdict in verdicts if not verdict.solved]
    assert len(wrong) >= 2
    assert all(verdict.reasons and verdict.worth < puzzle.needed for verdict in wrong)
    assert len(judging.hints(puzzle)) == 3


# --- what is told ---------------------------------------------------------------------------------------------------
def told(puzzle: Puzzle, actions: tuple[Action, ...]) -> dict[str, PuzzleLine]:
    return {line.told.code.removeprefix("info-puzzle-"): line for line in judging.judge(puzzle, actions).reasons}


def test_who_is_in_supply_is_told_how() -> None:
    ways: dict[str, PuzzleLine] = {}
    for puzzle in book.puzzles().values():
        if puzzle.kind in (Kind.POCKET, Kind.RETREAT):
            ways |= told(puzzle, puzzle.solution)
    path, beside = ways["supplied-path"], ways["supplied-neighbor"]
    assert path.told.args["way"][-1] == path.told.args["source"]
    assert f"by a supply path to {place_name(path.told.args['source'])}" in path.told.text
    assert list(path.hexes) == [path.told.args["hex"], *path.told.args["way"]]
    assert beside.told.rule == "6.2"
    assert beside.told.args["neighbor"] in beside.hexes


def test_a_task_to_hold_names_the_weather_that_limits_the_enemy_or_changes() -> None:
    said = {puzzle.id: task_of(puzzle, book.position(puzzle)) for puzzle in book.puzzles().values()}
    tasks = [task for name, task in said.items() if name.startswith("hold-")]
    weathers = {task.args["weather"] for task in tasks if "weather" in task.args}
    assert {"mud", "snow"} <= weathers
    assert any("weather" not in task.args for task in tasks)
    snow = next(task for task in tasks if task.args.get("weather") == "snow")
    assert f"(turn {snow.args['turn']}, weather: snow)" in snow.text


def test_an_own_path_that_opens_as_the_enemy_is_checked_first_is_told() -> None:
    """16th Army has no path of its own until 1st Baltic Front has lost its zone of control (6.0)."""
    puzzle = book.puzzles()["cut-off-f9410f"]
    found = told(puzzle, puzzle.solution)["checked-first"]
    assert (found.units, found.told.rule) == (("G16",), "6.0")


def test_shifts_are_told_with_their_columns() -> None:
    lines = [
        line
        for puzzle in book.puzzles().values()
        if puzzle.kind is Kind.ODDS
        for line in judging.judge(puzzle, puzzle.solution).reasons
    ]
    shifts = [line.told for line in lines if "shift" in line.told.code]
    assert all(line.rule and "column" in line.text for line in shifts)
    assert any("Defender's terrain: -1 column (" in line.text for line in shifts)


def after_the_card(name: str, card: int) -> tuple[Verdict, dict[str, PuzzleLine]]:
    """What the play of a card comes to, in a puzzle that has left the book."""
    puzzle = next(one for one in book.read(DULL) if one.id == name)
    play = next(
        action for action in game.legal_actions(book.position(puzzle))
        if isinstance(action, PlayEvent) and action.card == card
    )  # fmt: skip
    return judging.judge(puzzle, [play]), told(puzzle, (play,))


def test_a_card_that_settles_the_battle_without_a_roll_counts_like_every_face() -> None:
    """Guderian drives the defenders out without a die (37A); Luftwaffe Support does it with each face."""
    without, said = after_the_card("card-025777", 37)
    assert (without.solved, without.worth) == (True, 6)
    assert list(said) == ["card-played", "no-die-empties"]
    support, said = after_the_card("card-025777", 6)
    assert (support.solved, support.worth) == (True, 6)
    assert list(said) == ["card-played", "fought-at", "faces"]


def test_a_duel_and_two_dice_are_counted_by_their_throws() -> None:
    """A lower or equal die costs a unit its last step (38A); of two dice only a pair of ones fails (21A)."""
    duel, said = after_the_card("card-b657f8", 38)
    assert (duel.solved, duel.worth) == (False, -3.5)
    assert (said["cases"].told.args["n"], said["cases"].told.args["cases"]) == (21, 36)
    two, said = after_the_card("card-025777", 21)
    assert not two.solved
    assert (said["cases"].told.args["n"], said["cases"].told.args["cases"]) == (35, 36)


def test_a_die_that_is_thrown_again_counts_its_other_faces_alone() -> None:
    """Without effect it is thrown again, as often as that comes (27A): two of the five other faces empty the hex."""
    start = book.position(book.puzzles()["card-bfcd3e"])
    play = next(action for action in game.legal_actions(start) if isinstance(action, PlayEvent) and action.card == 27)
    now, again = rolls.ahead(start, start), rolls.ahead(start, game.apply(start, play)[0])
    assert now
    assert again
    assert (now.share, now.by) == (Fraction(2, 6), "die")
    assert (again.share, again.by) == (Fraction(2, 5), "dice")


def test_a_duel_that_ends_in_a_tie_is_fought_on_the_axis_table() -> None:
    """16S: of 36 throws the Soviet die is lower in 15, and six are ties. In the second battle, fought in snow on the
    Soviet table, two faces empty the hex, three on that of the Axis, and a step lost does not empty it.
    """
    found = []
    for name in ("card-63e518", "card-bfcd3e"):
        start = book.position(book.puzzles()[name])
        duel = start.copy()
        force_result(duel, CardNumber(16), SOVIET, DUEL_OR_BATTLE)
        found += [one and (one.share, one.by) for one in (rolls.ahead(start, start), rolls.ahead(start, duel))]
    assert found[:2] == [(Fraction(4, 6), "die"), (Fraction(15 + 6 * 4 // 6, 36), "apart")]
    assert found[2:] == [(Fraction(2, 6), "die"), (Fraction(6 * 3 // 6, 36), "apart")]


def test_a_counterattack_costs_the_hex_if_its_die_costs_all_who_make_it() -> None:
    """42S: at 2:1 the two exchanges cost West Front its only step; of two units one is left to hold the hex."""
    shares = []
    for more in ({}, {"S_SW": "1611"}):
        table = Table(cards=True, units={"RUM4": "1511", "S_W": "1611", **more}, hands={"soviet": [42]})
        table.fight("1611", "RUM4")
        start = table.state
        found = rolls.ahead(start, table.play_event(42).state)
        shares.append(found and (found.share, found.by))
    assert shares == [(Fraction(2, 6), "apart"), (0, "apart")]


def test_a_task_of_a_card_says_what_the_die_does_now() -> None:
    for puzzle in book.puzzles().values():
        if puzzle.kind is Kind.CARD:
            task = task_of(puzzle, book.position(puzzle))
            before = judging.judge(puzzle, ()).worth
            assert task.args["now"] == abs(before) != puzzle.task.number
            assert f"(now: {abs(before):g}" in task.text


def test_a_trap_and_a_counterblow_say_what_bars_the_way_and_who_is_missing() -> None:
    ways: dict[str, PuzzleLine] = {}
    for puzzle in book.puzzles().values():
        if puzzle.kind in (Kind.TRAP, Kind.COUNTERBLOW):
            ways |= told(puzzle, puzzle.solution)
    assert "no-retreat" not in ways
    around, onward, missing = ways["no-retreat-around"], ways["no-retreat-onward"], ways["drawn-off"]
    assert len(around.told.args["places"]) <= 6
    assert set(onward.told.args["places"]).isdisjoint(onward.told.args["onward"])
    assert list(missing.units) == missing.told.args["units"] != []


# --- making -------------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_maker_finds_a_puzzle_in_its_position() -> None:
    puzzle = kept("trap-try")
    source = Source(positions.position(puzzle.position), puzzle.scenario, puzzle.origin)
    found = [made.puzzle for made in made_of(source, (Kind.TRAP,))]
    assert any(each.task == puzzle.task and judging.judge(puzzle, each.solution).solved for each in found)


def test_positions_of_a_game_begin_each_phase_once() -> None:
    start = game.new_game("citadel")
    actions: list[Action] = []
    while start.turn == 13 or len(actions) < 120:
        actions.append(game.legal_actions(start)[-1])
        start, _ = game.apply(start, actions[-1])
    found = list(positions_of(Game("citadel", Options(), Origin(seed=5), tuple(actions))))
    begun = [(each.state.turn, each.state.phasing, each.state.phase) for each in found]
    assert len(begun) == len(set(begun)) > 2
    assert all(each.origin.seed == 5 for each in found)


@pytest.mark.slow
def test_what_was_found_is_chosen_from_once_a_turn(tmp_path: Path) -> None:
    made = [Made(puzzle, 0.0, ("easy 1",)) for puzzle in book.read(KEPT)]
    twin = msgspec.structs.replace(made[0].puzzle, id="twin")
    chosen = collecting.chosen([*made, Made(twin, 0.0, ())])
    assert len(chosen) == 2, "the twin is of the same turn, and hold-try needs no thought"
    collecting.write(tmp_path, chosen)
    assert sorted(path.stem for path in tmp_path.glob("*.toml")) == ["cut_off", "trap"]
    assert problems_of(sorted(tmp_path.glob("*.toml"))) == []
    assert {puzzle.id for path in tmp_path.glob("*.toml") for puzzle in book.read(path)} == {one.id for one in chosen}


def test_a_file_of_finds_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    assert list(collecting.entries(file)) == []
    whole = msgspec.json.encode(collecting.Entry(seed=3, number=7)) + b"\n"
    file.write_bytes(whole + whole[:9])
    assert collecting.looked_through(file) == {(3, 7)}


def test_what_needs_no_thought_or_is_not_so_is_refused() -> None:
    """The map shows that every wrong way ends on a full hex; a unit in each city does; and two cards do, or none."""
    assert {puzzle.id: proof.prove(puzzle) for puzzle in book.read(DULL)} == {
        "retreat-93a006": ["every wrong retreat ends in a hex that is full already"],
        "hold-a05936": ["it is enough to walk into each of the places"],
        "card-025777": ["2 of 4 answers solve it"],
        "card-b657f8": ["the solution is worth -3.5, and 0 is needed"],
    }


# --- files --------------------------------------------------------------------------------------------------------
MISTAKES = {
    "unit": ('units = ["S_CEN"]', 'units = ["S_CENT"]', "puzzle trap-try: there is no unit 'S_CENT'"),
    "place": ("unit G1Pz 1009", "unit G1Pz 9999", "puzzle trap-try: line 5"),
    "solution": ('to = "1109"', 'to = "1108"', "puzzle trap-try: it is worth 0, and 1 is needed"),
    "illegal": ('to = "1109"', 'to = "1211"', "puzzle trap-try: an action is not legal"),
    "turn": ("turn = 2", "turn = 3", "puzzle trap-try: the turn is 2 in the position"),
    "field": ("needed = 1", "neded = 1", "there is no field called 'neded' here"),
    "level": ("level = 2", "level = 7", "puzzle trap-try: the level is 1 to 5, not 7"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_file_is_told_by_its_line(tmp_path: Path, name: str) -> None:
    right, wrong, said = MISTAKES[name]
    file = tmp_path / "mine.toml"
    text = as_toml([kept("trap-try")])
    assert right in text
    file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    reasons = [problem.reason for problem in problems_of([file])]
    assert any(said in reason for reason in reasons), reasons


def test_two_puzzles_of_one_id_are_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(as_toml([kept("trap-try"), kept("trap-try")]), encoding="utf-8")
    assert [problem.reason for problem in problems_of([file])] == 2 * ["another puzzle has the id 'trap-try', too"]


# --- what trains what ---------------------------------------------------------------------------------------------
def test_every_finding_of_the_coach_has_puzzles_that_train_it() -> None:
    source = (Path(judging.__file__).parent.parent / "coach" / "findings.py").read_text(encoding="utf-8")
    said = {name for name in re.findall(r'"([a-z-]+)"', source) if f"info-coach-{name}" in load_information()}
    assert said == set(training.OF_FINDINGS)
    assert training.puzzles_for("walked-into")[0] is Kind.HOLD
    assert training.puzzles_for("no such finding") == ()


def test_lessons_go_on_with_puzzles_and_every_kind_is_trained() -> None:
    assert set(training.OF_LESSONS) <= set(lessons())
    trained = {kind for kinds in (*training.OF_LESSONS.values(), *training.OF_FINDINGS.values()) for kind in kinds}
    assert trained == set(Kind)
    assert training.lessons_before(Kind.POCKET) == ("pocket",)
    assert training.kinds_after("evening") == ()
