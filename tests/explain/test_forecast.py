"""The forecast of a battle against the battle itself: every die is rolled, and everybody ends as was foretold."""

from __future__ import annotations

from random import Random

import pytest
from cards.battles import axis_attack, soviet_attack
from rules.combat_helpers import Table

from noretreat import game
from noretreat.core.actions import Action, ChooseUnit, CommitSupport, Done, Pass, Resign
from noretreat.core.board import BOARD
from noretreat.core.events import CounterblowPlaced
from noretreat.data.facts import Side
from noretreat.explain.ahead.forecast import Chance, Consequence, Forecast
from noretreat.explain.knowledge.view import odds_view
from noretreat.explain.questions import queries
from noretreat.game import IllegalAction
from noretreat.rules.battle import OfferSupport
from noretreat.rules.battle_record import battle_of

UNSUPPLIED_CORNER = {"G4": "1511", "G6": "1910", "G9": "1911", "G11": "1912", "G17": "1612", "G16": "1610"}

BATTLES = {
    "in the open": ({"G1Pz": "1511", "G4": "1610", "S_W": "1611"}, "1611", ("G1Pz", "G4")),
    "no route to retreat": ({**UNSUPPLIED_CORNER, "G18": "1710", "S_W": "1611"}, "1611", ("G4",)),
    "a fort": ({"G1Pz": "1511", "G4": "1610", "S_LEN": "1611 back"}, "1611", ("G1Pz", "G4")),
    "against the odds": ({"G4": "1511", "S_SW": "1611 back"}, "1611", ("G4",)),
    "hopeless": ({"ITA8": "1511", "S_SW": "1611 back"}, "1611", ("ITA8",)),
    "two attackers, white defender": ({"G4": "1511", "G6": "1610", "S_CRI": "1611"}, "1611", ("G4", "G6")),
}


def foretell(table: Table, target: str, *attackers: str, support: bool = False) -> Forecast:
    """The forecast of these units against this hex."""
    found = queries.forecast_of(table.state, list(attackers), [target], support)
    assert found is not None
    return found


def last(table: Table) -> Action:
    """The answer of a player who is as different as possible from the one in the forecast, but does no more."""
    return next((action for action in table.legal if isinstance(action, Done | Pass)), table.legal[-1])


def played_out(table: Table) -> Table:
    """Plays on until the battle is over."""
    while table.state.battle is not None and table.state.ended is None:
        table.do(last(table))
    return table


def position_of(table: Table, unit: str) -> tuple[str, int]:
    shown = table.unit(unit)
    return shown.at, shown.steps


def agrees(before: Table, after: Table, told: Consequence) -> None:
    """Has every unit come to what was foretold?"""
    fates = {fate.unit: fate for fate in told.fates if fate.unit not in told.choice}
    for unit in before.view.units:
        if unit.at.startswith("box:") or unit.id in told.choice:
            continue
        at, steps = position_of(after, unit.id)
        fate = fates.get(unit.id)
        if fate is None:
            assert (at, steps) == (unit.at, unit.steps), unit.id
        elif fate.fate == "retreats":
            assert at != unit.at
            assert not at.startswith("box:")
        elif fate.fate == "shattered":
            assert at == "box:shattered"
        elif fate.fate == "lost":
            assert at in ("box:destroyed", "box:surrendered", "box:track", "box:removed")
        else:
            assert (steps, at.startswith("box:")) == (unit.steps - 1, False)
    hurt = [unit for unit in told.choice if position_of(before, unit) != position_of(after, unit)]
    assert len(hurt) == len({before.unit(unit).side for unit in told.choice})


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", list(BATTLES))
def test_every_die_does_what_was_foretold(name: str, die: int) -> None:
    units, target, attackers = BATTLES[name]
    table = Table(units=units)
    told = foretell(table, target, *attackers)
    assert told.warnings == ()
    before = Table(units=units)
    fought = Table(units=units).fight(target, *attackers)
    if told.odds.automatic:
        assert [told.dice[0].result, len(told.dice)] == ["CA", 1]
        return
    assert fought.odds == told.odds
    fought.roll(die)
    consequence = told.dice[die - 1]
    played_out(fought)
    agrees(before, fought, consequence)
    assert consequence.marker == bool(fought.seen(CounterblowPlaced))


def test_the_battles_of_this_test_see_every_kind_of_fate() -> None:
    """So that no branch above is idle."""
    seen = set()
    for units, target, attackers in BATTLES.values():
        for told in foretell(Table(units=units), target, *attackers).dice:
            seen |= {fate.fate for fate in told.fates} | {told.result} | ({"choice"} if told.choice else set())
    assert seen >= {"retreats", "shattered", "lost", "CA", "CB", "EX", "DR", "DS", "choice"}


def test_the_chances_add_up_to_six_and_count_the_dice() -> None:
    for units, target, attackers in BATTLES.values():
        told = foretell(Table(units=units), target, *attackers)
        assert sum(chance.times for chance in told.chances) == 6
        if len(told.dice) == 6:
            results = [consequence.result for consequence in told.dice]
            assert {chance.result: chance.times for chance in told.chances} == {r: results.count(r) for r in results}


def test_a_choice_of_losses_names_everybody_who_may_be_chosen() -> None:
    """10.7.1: the owner chooses which attacker loses the step of an exchange."""
    units, target, attackers = BATTLES["in the open"]
    told = foretell(Table(units=units), target, *attackers)
    exchange = next(consequence for consequence in told.dice if consequence.result == "EX")
    assert exchange.choice == ("G1Pz", "G4")
    assert "The attacker loses a step, of one of these: 1st Panzer Army, 4th Army." in exchange.text


@pytest.mark.parametrize("friend", ["1810", "1812"])
def test_who_retreats_is_not_foretold_to_be_shattered_where_a_way_leads_to_room(friend: str) -> None:
    """8.4.3, digital: whoever retreats onto a friend is shattered, but the owner chooses another way.

    Seen: "Bryansk Front is shattered" beside the result of a retreat that it came through.
    """
    units = {**BATTLES["in the open"][0], "S_BRY": friend}
    told = foretell(Table(turn=7, rules="digital", units=units), "1611", "G1Pz", "G4")
    retreat = next(consequence for consequence in told.dice if consequence.result == "DR")
    assert retreat.text == "West Front retreats."


def test_who_cannot_retreat_is_named() -> None:
    """10.7.5, RET-1: there is a first hex, but all behind it lies in enemy zones."""
    units, target, attackers = BATTLES["no route to retreat"]
    told = foretell(Table(units=units), target, *attackers)
    assert told.blocked == ("S_W",)
    assert any("no route to retreat" in consequence.text for consequence in told.dice if consequence.result == "DR")
    free = foretell(Table(units=BATTLES["in the open"][0]), "1611", "G1Pz")
    assert free.blocked == ()


def test_the_counterattack_has_the_odds_it_will_have() -> None:
    """10.7.2: the forecast of the second round is that of the round that is then fought."""
    units, target, attackers = BATTLES["against the odds"]
    told = foretell(Table(units=units), target, *attackers)
    die = [consequence.result for consequence in told.dice].index("CA") + 1
    fought = Table(units=units).fight(target, *attackers).roll(die).counterattack()
    assert told.counterattack == fought.odds
    assert sum(chance.times for chance in told.counterattack_chances) == 6
    results = tuple(consequence.result for consequence in told.counterattack_dice)
    assert results == fought.odds.results


def test_a_support_marker_is_a_column() -> None:
    """10.6.2."""
    units, target, attackers = BATTLES["in the open"]
    without, with_it = (foretell(Table(units=units), target, *attackers, support=yes) for yes in (False, True))
    columns = ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1"]
    assert columns.index(with_it.odds.column) == columns.index(without.odds.column) + 1
    fought = Table(units=units, supports="1 0").fight(target, *attackers)
    assert fought.do(CommitSupport()).odds == with_it.odds


def test_the_enemy_against_us_has_the_odds_of_his_own_turn() -> None:
    """The Soviet attack asked for in the Axis turn is that of the same position in the Soviet one."""
    units = {"G4": "1511", "S_W": "1611 back", "S_SW": "1610"}
    theirs = foretell(Table(units=units), "1511", "S_W", "S_SW")
    fought = Table(units=units, phase="combat soviet").fight("1511", "S_W", "S_SW")
    assert theirs.odds == fought.odds
    assert theirs.odds.table is Side.SOVIET


def test_the_battle_that_is_being_fought() -> None:
    units, target, attackers = BATTLES["in the open"]
    fought = Table(units=units).fight(target, *attackers)
    now = queries.forecast_of(fought.state, [], [])
    assert now is not None
    assert now.odds == fought.odds
    assert now.dice == foretell(Table(units=units), target, *attackers).dice
    assert queries.forecast_of(Table(units=units).state, [], []) is None


def test_what_could_not_be_fought_is_said() -> None:
    """10.1.1, 10.3."""
    words = {"units": {"G4": "1511", "G6": "0910", "G9": "1610 disorganized", "S_W": "1611", "G11": "box:destroyed"}}
    told = foretell(Table(**words), "1611", "G4", "G6", "G9", "G11")
    assert tuple(warning.text for warning in told.warnings) == (
        "6th Army is not next to every target (10.3).",
        "9th Army is disorganized: it can attack only a Counterblow hex (10.1.1).",
        "11th Army is not on the map (10.3).",
    )


@pytest.mark.parametrize(
    ("attackers", "targets", "text"),
    [
        (["G4"], [], "Choose attackers and a target."),
        (["G4", "S_W"], ["1611"], "All attackers must belong to the same side."),
        (["G4"], ["1610"], "There is no enemy in that hex."),
        (["G4", "G4"], ["1611"], "Each unit and each hex counts once."),
        (["NOBODY"], ["1611"], "There is no unit NOBODY."),
        (["G4"], ["9999"], "There is no hex 9999."),
    ],
)
def test_a_question_without_sense_is_refused(attackers: list[str], targets: list[str], text: str) -> None:
    state = Table(units={"G4": "1511", "S_W": "1611"}).state
    with pytest.raises(IllegalAction) as refused:
        queries.forecast_of(state, attackers, targets)
    assert refused.value.text == text


def test_asking_changes_nothing() -> None:
    units, target, attackers = BATTLES["in the open"]
    table = Table(units=units)
    before = table.view
    foretell(table, target, *attackers)
    assert table.view == before


# --- what stands in the way of the plain answer -----------------------------------------------------------------
@pytest.mark.parametrize(("die", "dice"), [("axis", (2, 5)), ("soviet", (5, 2)), ("both", (4, 4))])
def test_a_duel_is_told_and_not_carried_out(die: str, dice: tuple[int, int]) -> None:
    """38A Hedgehogs: each side rolls, the lower one loses a step, on a tie both do."""
    table = soviet_attack({"axis": [38]}).play_event(38)
    told = queries.forecast_of(table.state, [], [])
    assert told is not None
    assert told.chances == (Chance(6, "duel"),)
    assert "the lower one loses a step; on a tie both do" in told.dice[0].text
    table.roll(dice[0]).roll(dice[1])
    losers = set()
    while table.asked("step_loss"):
        losers.add(table.actor)
        table.do(table.legal[0])
    losers |= {"axis"} if table.unit("G4").face or table.at("G4") != "1511" else set()
    assert losers == ({"axis", "soviet"} if die == "both" else {die})


def test_a_duel_that_may_end_in_a_battle_says_so() -> None:
    """16S NKVD: a tie is fought out on the Axis table."""
    table = axis_attack({"soviet": [16]}).play_event(16)
    told = queries.forecast_of(table.state, [], [])
    assert told is not None
    assert told.dice[0].text.endswith("on a tie the battle is fought on the Axis table.")
    assert table.roll(3).roll(3).odds.table == "axis"


def test_10_3_who_is_white_or_has_fought_is_warned_of() -> None:
    """10.1.1, 10.3.4."""
    units = {"G4": "1511", "KG1": "1610", "S_W": "1611", "G6": "1704", "S_KAL": "1804"}
    table = Table(units=units).fight("1611", "G4", also=("1804",))
    table.roll(table.odds.results.index("NE") + 1)
    assert tuple(warning.text for warning in foretell(table, "1611", "G4", "KG1").warnings) == (
        "4th Army has fought already (10.3).",
        "Kampfgruppe 1 has a white strength: it can attack only a Counterblow hex (10.1.1).",
    )


def test_the_odds_of_the_battle_on_the_table_count_its_cards() -> None:
    """Asked with the very hex of the battle, the cards played in it count; for another hex they do not (01A)."""
    units = {"G4": "1511", "G6": "1610", "S_W": "1611", "S_SW": "1710"}
    table = axis_attack({"axis": [1]}, units).play_event(1, "double").do(ChooseUnit("G4"))
    here, there = (queries.forecast_of(table.state, ["G4", "G6"], [target]) for target in ("1611", "1710"))
    assert here is not None
    assert there is not None
    assert here.odds == table.odds
    assert here.odds.attack == there.odds.attack + table.unit("G4").strength


def test_10_7_3_a_counterblow_without_a_marker_does_nothing() -> None:
    """From turn 26 on the Axis has one marker, and it lies on its target."""
    units = {"G4": "1511", "G6": "1511", "S_W": "1611", "S_SW": "1610"}
    table = Table(turn=26, units=units, counterblow="1610", rules="deluxe").declare("1611")
    told = {fate.result: fate.text for fate in foretell(table, "1610", "G4", "G6").dice}
    assert told["CB"] == "A counterblow, but no marker is left for it: nothing happens (10.7.3)."
    table.attack("1610", "G4")
    table.roll(table.odds.results.index("CB") + 1)
    assert not table.seen(CounterblowPlaced)


@pytest.mark.slow
def test_what_a_marker_would_change_is_said_of_the_round_that_is_fought() -> None:
    """10.6.2, 10.7.2: whenever a marker is offered, the odds told without it and with it are those of the battle."""
    rng, asked, back = Random(7), 0, 0
    state = game.new_game("fall_blau")
    while asked < 40 or back < 3:
        legal = [action for action in game.legal_actions(state) if not isinstance(action, Resign)]
        if not legal:
            state = game.new_game("fall_blau")
            continue
        if isinstance(state.question, OfferSupport):
            battle = battle_of(state)
            units, hexes = [BOARD.unit_ids[u] for u in battle.attackers], [BOARD.id_of[n] for n in battle.targets]
            for support, answer in ((False, Pass()), (True, CommitSupport())):
                after, _ = game.apply(state, answer)
                known = odds_view(after, battle_of(after))
                told = queries.forecast_of(state, units, hexes, support)
                assert told is not None
                assert told.odds == known == queries.odds_for(state, units, hexes, support)
            asked, back = asked + 1, back + (battle.round > 0)
        state, _ = game.apply(state, rng.choice(legal))
