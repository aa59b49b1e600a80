"""The lints: each sees what it is named for, in prepared positions and in whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from noretreat import game
from noretreat.ai.referee import lints
from noretreat.ai.referee.envelope import Curve, envelope
from noretreat.ai.referee.lint_report import Linted, as_text, lint_row, tallies
from noretreat.ai.referee.lints import Lint, Linter, from_one_side
from noretreat.ai.referee.match import Game, play_one, replay
from noretreat.ai.referee.results import Results
from noretreat.cli import main
from noretreat.core import events as happened
from noretreat.core.actions import Action, Done, MoveUnit, PlayEvent
from noretreat.core.board import BOARD, SIDE_INDEX
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import CardNumber
from noretreat.data.facts import Side
from noretreat.positions import PREFIX, begin
from noretreat.storage import savegame

ROOT = Path(__file__).resolve().parents[2]
QUICK = Options(rules="deluxe", guarded=False)


def position(text: str) -> State:
    return begin(PREFIX + text, QUICK)


def moving(phase: str = "movement axis") -> State:
    """Panzers beside Smolensk, which is empty."""
    return position(f"turn 2\nphase {phase}\nunit G2Pz 1608\nunit S_W 2208\ncontrol soviet 1708 2008")


def through(lint: Lint, state: State, *actions: Action) -> Lint:
    for action in actions:
        after, events = game.apply(state, action)
        lint.see(state, action, after, events)
        state = after
    return lint


def told(lint: Lint, *events: Event) -> list[float]:
    state = moving()
    lint.see(state, Done(), state, events)
    return lint.counts


def city_beside(state: State, unit: str) -> str:
    """An open Soviet city that this unit can enter."""
    held = state.control(1) & BOARD.vp_hexes & ~state.occupied(1)
    offers = [each.to for each in game.legal_actions(state) if isinstance(each, MoveUnit) and each.unit == unit]
    return next(to for to in offers if held >> BOARD.node_of[to] & 1)


def test_a_city_that_is_walked_into_counts_for_the_side_that_left_it() -> None:
    state = moving()
    move = MoveUnit("G2Pz", city_beside(state, "G2Pz"))
    far = through(lints.WalkedInto(), state, move)
    assert (far.counts, far.chances) == ([0, 0], [0, 1])
    holder = position(f"turn 1\nphase movement soviet\nunit G2Pz 1608\nunit S_KAL {move.to}")
    near = through(lints.WalkedInto(), holder, Done())
    assert through(near, state, move).counts == [0, 1]


@pytest.mark.parametrize(("enter", "declined"), [(True, 0), (False, 1)])
def test_an_open_city_that_nobody_enters_is_declined(enter: bool, declined: int) -> None:
    state = moving()
    city = city_beside(state, "G2Pz")
    lint = lints.OpenHexes()
    if enter:
        through(lint, state, MoveUnit("G2Pz", city))
        state = game.apply(state, MoveUnit("G2Pz", city))[0]
    through(lint, state, Done())
    assert lint.chances[0] >= 1
    assert lint.counts[0] == lint.chances[0] - 1 + declined


def test_units_lost_count_for_their_owner_by_the_reason() -> None:
    lost = (
        happened.UnitEliminated("S_W", "1708", "surrendered", "supply"),
        happened.UnitEliminated("G4", "1608", "destroyed", "combat"),
        happened.UnitShattered("G9", "1608", "overstack"),
    )
    assert told(lints.Starved(), *lost) == [0, 1]
    assert told(lints.Overstacked(), *lost) == [1, 0]


def test_cards_count_by_what_becomes_of_them() -> None:
    cards = (
        happened.CardDiscarded(Side.AXIS, 3, "discard"),
        happened.CardDiscarded(Side.SOVIET, 4, "payment"),
        happened.EventPlayed(Side.SOVIET, 5),
    )
    assert told(lints.ThrownAway(), *cards) == [1, 0]
    assert told(lints.CardsPaid(), *cards) == [0, 1]
    assert told(lints.EventsPlayed(), *cards) == [0, 1]


def test_only_chosen_counterblows_count() -> None:
    placed = [happened.CounterblowPlaced(Side.SOVIET, "1708", why) for why in ("paid", "event", "result")]
    assert told(lints.Counterblows(), *placed) == [0, 2]


@pytest.mark.parametrize(
    ("sides", "one"),
    [((0,), True), ((0, 1, 2), True), ((4, 5, 0), True), ((0, 3), False), ((0, 2, 4), False), ((0, 1, 2, 3), False)],
)
def test_attackers_on_three_hexsides_in_a_row_come_from_one_side(sides: tuple[int, ...], one: bool) -> None:
    target = BOARD.node_of["1708"]
    q, r = BOARD.axial[target]
    around = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    places = {place: node for node, place in BOARD.axial.items()}
    stand = sum(1 << places[q + around[side][0], r + around[side][1]] for side in sides)
    assert from_one_side(target, stand) is one


@pytest.mark.parametrize(("to", "back"), [("1408", 1), ("1808", 0)])
def test_panzers_that_go_back_are_seen(to: str, back: int) -> None:
    state = position("turn 2\nphase movement axis\nunit G2Pz 1608\nunit S_W 2108")
    assert through(lints.Backwards(), state, MoveUnit("G2Pz", to), Done()).counts == [back, 0]


def played(scenario: str = "na_berlin") -> Linted:
    found = play_one(Game("random", "easy", scenario, Options(guarded=False), 3, 1, Side.AXIS))
    return lint_row(found.row, found.moves)


@pytest.mark.slow
def test_a_whole_game_is_counted_for_the_players_of_its_sides() -> None:
    found = played()
    tally = tallies([found, found])
    assert set(tally) == {("random", Side.AXIS), ("easy", Side.SOVIET)}
    assert tally["random", Side.AXIS].games == 2
    one = found.findings.counts["walked into"][0]
    assert tally["random", Side.AXIS].each("walked into") == one
    assert set(found.findings.played) <= set(found.findings.offered)
    said = as_text([found])
    for lint in lints.LINTS:
        assert lint.says in said


@pytest.mark.slow
def test_the_lints_agree_with_the_log_of_a_game() -> None:
    found = play_one(Game("random", "easy", "fall_blau", Options(guarded=False), 3, 1, Side.AXIS))
    linter, log = Linter(), []
    for step in replay(found.row, found.moves):
        linter.watch(*step)
        log += step[3]
    counts = linter.findings().counts
    starved = [each for each in log if isinstance(each, happened.UnitEliminated) and each.why == "supply"]
    assert sum(counts["starved"]) == len(starved)
    blows = [each for each in log if isinstance(each, happened.CounterblowPlaced) and each.why != "result"]
    assert sum(counts["counterblows"]) == len(blows)


@pytest.mark.slow
def test_moves_that_do_not_fit_are_refused() -> None:
    found = play_one(Game("random", "easy", "na_berlin", Options(guarded=False), 3, 1, Side.AXIS))
    with pytest.raises(ValueError, match=r"do not fit|another end"):
        lint_row(found.row, (*found.moves[:40], *(9999 for _ in found.moves[40:])))
    with pytest.raises(ValueError, match="another end"):
        lint_row(found.row, found.moves[:-1])


def test_the_envelope_says_what_campaigns_came_to() -> None:
    early = Curve(dict.fromkeys(range(1, 7), 20))
    late = Curve({turn: 10 + min(turn, 18 - turn) for turn in range(1, 16)})
    found = envelope([early, late])
    assert found.at[5] == (2, 17.5, 0.5)
    assert found.at[9] == (1, 19.0, 0.0)
    assert 22 not in found.at
    assert (early.high_tide, late.high_tide) == (1, 9)
    assert found.tides == {"median": 5.0, "share": 0.5}
    assert (found.left[6], found.left[12]) == (1.0, 0.5)
    with pytest.raises(ValueError, match="no games"):
        envelope([])


def test_an_event_is_offered_once_a_player_turn_wherever_it_can_be_played() -> None:
    state = position("turn 6\nphase organization soviet\nunit G2Pz 1608\nunit S_W 2008\nhand soviet 6 12\nhand axis 1")
    partisans = PlayEvent(6)
    assert partisans in game.legal_actions(state), "beside the other answers of the Organization Phase"
    assert state.question is not None
    assert state.question.CODE != "window"
    lint = lints.Hoarded()
    lint.see(state, Done(), state, ())
    assert (lint.offered, lint.played) == ({"6-soviet": 1}, {})
    after, events = game.apply(state, partisans)
    lint.see(state, partisans, after, events)
    assert (lint.offered, lint.played, lint.counts) == ({"6-soviet": 1}, {"6-soviet": 1}, [0, 1])


def test_a_red_event_that_waits_is_no_offer() -> None:
    state = position("turn 6\nphase organization soviet\nunit G2Pz 1608\nunit S_W 2008\nhand soviet 12 6").copy()
    state.red_due[SIDE_INDEX[Side.SOVIET]] |= 1 << CardNumber(12)
    assert state.question is not None
    state.options = tuple(state.question.options(state))
    assert {PlayEvent(6), PlayEvent(12)} < set(game.legal_actions(state))
    lint = lints.Hoarded()
    lint.see(state, Done(), state, ())
    assert set(lint.offered) == {"6-soviet"}


@pytest.mark.slow
def test_lint_games_reads_results_and_saves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = Results(tmp_path / "match.csv")
    results.add(play_one(Game("random", "easy", "na_berlin", Options(guarded=False), 3, 1, Side.AXIS)))
    assert main.main(["lint-games", str(results.path)]) == 0
    assert "easy soviet" in capsys.readouterr().out
    kept = next((ROOT / "tests" / "saved_games").glob("0*.jsonl"))
    assert savegame.load(kept).entries
    assert main.main(["lint-games", str(kept), "--json"]) == 0
    assert '"walked into"' in capsys.readouterr().out


def test_results_without_moves_are_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = Results(tmp_path / "match.csv")
    assert main.main(["lint-games", str(results.path)]) == 1
    assert "no moves" in capsys.readouterr().err
