"""Cards, trains, losses, retreats and advances of the computer player, in positions with one good answer."""

from __future__ import annotations

import pytest
from cards.battles import soviet_attack
from rules.combat_helpers import Table

from noretreat.ai.evaluation.card_values import hand_worth, price_of
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import GreedyPlayer
from noretreat.ai.proposals import aftermath, trains, upkeep
from noretreat.ai.search.event_timing import MARGIN, best_event
from noretreat.ai.search.habits import Answer
from noretreat.ai.search.lookahead import lookahead, reply
from noretreat.core.actions import Action, AdvanceUnit, Done, EntrainUnit, Pass, PlayEvent, ReplaceUnit, RetreatUnit
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.data.facts import Side
from noretreat.game import actor, legal_actions

FRONT = {"G4": "1511", "G6": "1512", "S_W": "1711", "S_SW": "1712", "S_KAL": "1910"}
KETTLE = {"G1Pz": "1710", "G2Pz": "1510", "G3Pz": "1611 strong", "S_W": "1610", "S_S": "2111"}


def answer(table: Table) -> Action:
    """What the player chooses here for whoever is asked."""
    side = actor(table.state)
    assert isinstance(side, Side)
    return GreedyPlayer(1).choose(observe(table.state, side))


def carried_out(table: Table) -> list[PlayEvent]:
    """The events that the player plays until somebody else decides."""
    played = []
    side = actor(table.state)
    for _ in range(12):
        if actor(table.state) is not side:
            break
        action = answer(table)
        if isinstance(action, PlayEvent):
            played.append(action)
        table.do(action)
    return played


# --- events of several steps -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("card", "words"),
    [
        (6, {"phase": "organization soviet", "units": FRONT, "hands": {"soviet": [6, 3, 4, 39, 32]}}),
        (8, {"phase": "organization soviet", "units": FRONT, "hands": {"soviet": [8, 3]}, "turn": 8}),
        (3, {"phase": "organization axis", "units": {**FRONT, "G9": "box:destroyed"}, "hands": {"axis": [3, 8, 41]}}),
        (2, {"phase": "organization soviet", "units": {**FRONT, "S_BRY": "box:destroyed", "S_S": "box:destroyed"},
             "hands": {"soviet": [2, 4, 39]}}),
    ],
)  # fmt: skip
def test_an_event_of_several_steps_is_played_for_what_all_of_them_bring(card: int, words: dict[str, object]) -> None:
    table = Table(cards=True, **words)
    assert card in {event.card for event in carried_out(table)}


# --- cards -----------------------------------------------------------------------------------------------------
def test_a_card_that_must_be_discarded_anyway_costs_less_than_one_that_is_kept() -> None:
    state = Table(cards=True, phase="combat soviet", units=FRONT, hands={"axis": [4, 21, 29, 32, 34, 38]}).state
    assert price_of(state, AXIS, 1) < price_of(state, AXIS, 5) / 5


def test_what_is_owed_already_makes_the_next_purchase_dearer() -> None:
    state = Table(cards=True, phase="organization soviet", units=FRONT, hands={"soviet": [2, 8, 20, 38]}).state
    before = price_of(state, SOVIET, 1)
    state.bill = 2
    assert price_of(state, SOVIET, 1) > before


def test_an_event_whose_moment_has_passed_is_worth_less_than_before() -> None:
    early = Table(cards=True, phase="organization soviet", units=FRONT, hands={"soviet": [8, 20, 6]}, turn=8).state
    late = Table(cards=True, phase="combat soviet", units=FRONT, hands={"soviet": [8, 20, 6]}, turn=8).state
    assert hand_worth(late, SOVIET, late.hands[SOVIET]) < hand_worth(early, SOVIET, early.hands[SOVIET])


# --- what follows a battle -------------------------------------------------------------------------------------
def test_a_retreat_does_not_end_where_units_are_too_many() -> None:
    units = {"G4": "1511", "G6": "1610", "G17": "1512", "S_W": "1611", "S_SW": "1811", "S_KAL": "1812"}
    table = Table(units=units, turn=3, rules="deluxe").fight("1611", "G4", "G6", "G17").roll(6)
    paths = table.of(RetreatUnit)
    assert {path.path[-1] for path in paths} & {"1811", "1812"}, "it could"
    action = aftermath.retreat(table.state, SOVIET, legal_actions(table.state))
    assert isinstance(action, RetreatUnit)
    assert action.path[-1] not in {"1811", "1812"}


def test_a_city_just_won_is_entered() -> None:
    units = {"G1Pz": "1608", "G2Pz": "1709", "S_W": "1708", "S_KAL": "2008", "G4": "1407"}
    table = Table(units=units, turn=3, control={"soviet": ["1708"], "axis": ["1307"]})
    table.fight("1708", "G1Pz", "G2Pz")
    table.roll(6)
    while table.of(RetreatUnit):
        table.do(table.of(RetreatUnit)[0])
    assert table.of(AdvanceUnit)
    assert isinstance(answer(table), AdvanceUnit)


# --- replacements ----------------------------------------------------------------------------------------------
def test_a_replacement_does_not_come_back_weak_where_only_armor_may_join_another_unit() -> None:
    units = {"S_CRI": "2007", "S_CEN": "box:destroyed back", "G4": "1511", "S_W": "1711"}
    table = Table(phase="organization soviet", units=units, turn=17, rules="digital", hands={"soviet": [2, 8, 20, 38]})
    while not table.of(ReplaceUnit):
        table.do(legal_actions(table.state)[-1])
    hexes = {action.to for action in table.of(ReplaceUnit) if action.unit == "S_CEN"}
    assert "2007" in hexes, "it could"
    assert any(BOARD.vp_hexes >> BOARD.node_of[name] & 1 for name in hexes - {"2007"})
    beside = tuple(action for action in table.of(ReplaceUnit) if action.to == "2007")
    assert upkeep.place(table.state, SOVIET, (*beside, Done())) == Done()


# --- trains ----------------------------------------------------------------------------------------------------
def test_a_unit_far_from_the_enemy_takes_the_train() -> None:
    units = {"G4": "1511", "G6": "1411", "G17": "0505", "S_W": "1711", "S_SW": "1712"}
    table = Table(phase="organization axis", units=units, turn=8)
    while not table.of(EntrainUnit):
        table.do(legal_actions(table.state)[-1])
    riders = [BOARD.unit_index[action.unit] for action in table.of(EntrainUnit)]
    ride = trains.best_ride(table.state, AXIS, riders)
    assert ride is not None
    assert BOARD.unit_ids[ride.unit] == "G17"
    assert answer(table) == EntrainUnit("G17")


# --- the enemy's answers ---------------------------------------------------------------------------------------
def test_the_enemy_is_expected_to_answer_with_an_event_that_saves_it() -> None:
    units = {"G4": "1511", "S_W": "1611 back", "S_KAL": "1610 back", "S_SW": "1510 back"}
    table = soviet_attack({"axis": [8, 29], "soviet": [28]}, units=units, turn=19).do(Pass())
    assert table.actor == "axis"
    assert {action.card for action in table.of(PlayEvent)} == {8, 29}
    assert reply(table.state, AXIS, legal_actions(table.state)) == PlayEvent(29), "doubled, it may stand"


def test_what_the_enemy_may_answer_is_averaged_over_its_hands() -> None:
    units = {"G4": "1511", "S_W": "1611 back", "S_KAL": "1610 back", "S_SW": "1510 back"}
    with_answer, without = (
        soviet_attack({"axis": axis, "soviet": [28]}, units=units, turn=19).state for axis in ([29], [2])
    )
    event = PlayEvent(28)
    both = [lookahead(state, event, SOVIET) - lookahead(state, Pass(), SOVIET) for state in (with_answer, without)]
    chosen = best_event([with_answer, without], SOVIET, [event])
    assert (chosen == event) == (sum(both) / 2 > MARGIN)


ADVANCES = pytest.mark.parametrize("advance", [aftermath.advance, aftermath.advance_soon])
"""That of the player, and that of imagined games."""


@ADVANCES
def test_no_advance_ends_where_units_are_too_many(advance: Answer) -> None:
    units = {"G4": "1511", "S_W": "1611", "S_KAL": "1610", "S_SW": "1510"}
    table = soviet_attack({}, units=units, turn=9, rules="digital").roll(6)
    for _ in range(8):
        if not table.asked("advance"):
            break
        table.do(advance(table.state, SOVIET, legal_actions(table.state)))
    ended = [table.at(unit) for unit in units if unit != "G4"]
    assert len(set(ended)) == len(ended), "one Soviet unit in a hex"


@ADVANCES
def test_a_city_that_was_won_is_entered(advance: Answer) -> None:
    """Minsk, left by its only defenders."""
    minsk = BOARD.node_of["1307"]
    attackers = ("G1Pz", "G2Pz", "G3Pz", "G4")
    around = (BOARD.id_of[node] for node in bits(BOARD.adjacent[minsk] & BOARD.hexes))
    units = dict(zip(attackers, around, strict=False))
    table = Table(units={"S_W": "1307", **units}, control={"soviet": ["1307"]}).fight("1307", *attackers).roll(6)
    assert table.asked("advance")
    assert table.state.soviet_control >> minsk & 1
    action = advance(table.state, AXIS, legal_actions(table.state))
    assert isinstance(action, AdvanceUnit)
    assert action.to == "1307"
