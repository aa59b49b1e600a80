"""Events that standing orders play by rule: what they cancel, what they play in a battle and against Sudden Death."""

from __future__ import annotations

import pytest
from orders.test_standing_orders import questions
from rules.combat_helpers import Table

from noretreat import game
from noretreat.core.actions import Action, Pass, PlayEvent, Rolled
from noretreat.core.state import State
from noretreat.explain.ahead.battle_cards import results_of
from noretreat.orders.events_by_rule import against_a_loss, against_defeat, best_of_battle
from noretreat.orders.passing import blind
from noretreat.orders.standing import QUICK, answer
from noretreat.rules.windows import EventWindow, Window

WORTH = {"CA": -2, "CB": -1, "NE": 0, "EX": 1, "DR": 3, "DS": 4, "DD": 5}
"""Results by what they are worth to the attacker (10.6)."""


def attacked(place: str) -> Table:
    """The Soviets attack a hex and play 21S, which makes the battle worse for the Axis; it may cancel that with 31A."""
    table = Table(
        cards=True,
        phase="combat soviet",
        turn=20,
        units={"G4": place, "S_W": "1713", "G6": "1410"},
        hands={"axis": [31], "soviet": [21]},
    )
    return table.fight(place, "S_W").play_event(21)


def test_5_3_5_what_makes_a_battle_for_a_city_worse_is_canceled() -> None:
    table = attacked("1613")
    assert table.of(PlayEvent) == [PlayEvent(31)]
    assert answer(table.state, QUICK) == PlayEvent(31)


def test_5_3_5_the_card_is_kept_where_neither_city_nor_unit_is_lost_by_it() -> None:
    table = attacked("1712")
    assert table.of(PlayEvent) == [PlayEvent(31)]
    assert against_a_loss(table.state) is None
    assert answer(table.state, QUICK) == Pass()


def before_the_soviet_star(hand: list[int]) -> Table:
    """Turn 12: too few cities are held by the Axis, so that it loses at once (12.2)."""
    table = Table(
        cards=True,
        turn=11,
        phase="detraining soviet",
        units={"G4": "1007", "S_NW": "2310"},
        control={"soviet": ["1104", "0606", "0503"]},
        hands={"axis": hand},
    )
    while table.view.phase != "victory":
        table.do(table.legal[-1])
    return table


def test_12_2_a_card_against_sudden_death_is_played() -> None:
    table = before_the_soviet_star([40])
    assert against_defeat(table.state) == PlayEvent(40, "cancel")
    assert answer(table.state, QUICK) == PlayEvent(40, "cancel")
    assert table.do(Pass()).winner == ("soviet", "sudden_death"), "passing would have lost"


def worth(state: State, action: Action, attackers: set[int]) -> int | None:
    """What the faces of the die are worth to these attackers, summed, after an action and without any other event; None
    where a die is not what comes next. A defender who strikes back at once (CA) has made himself the attacker.
    """
    after, _ = game.apply_trusted(blind(state), action)
    while isinstance(after.question, EventWindow) and Pass() in after.options:
        after, _ = game.apply_trusted(after, Pass())
    if after.battle is None or set(after.battle.attackers) != attackers:
        return 6 * WORTH["CA"] if after.battle is not None and after.battle.round else None
    if Rolled(1) not in after.options:
        return None
    results = results_of(after, after.battle)
    return sum(WORTH.get(result, 0) for result in results) * 6 // len(results)


@pytest.mark.slow
def test_10_5_in_a_battle_the_event_is_played_that_helps_most() -> None:
    """Held against the battle itself: played on by the rules, after the event and after none."""
    seen = 0
    for state in questions():
        window, battle = state.question, state.battle
        if not isinstance(window, EventWindow) or window.window is not Window.COMMIT or battle is None:
            continue
        best, attackers = best_of_battle(state), set(battle.attackers)
        sign = 1 if battle.attacker == window.side else -1
        plain = worth(state, Pass(), attackers)
        plays = [option for option in state.options if isinstance(option, PlayEvent)]
        gains = {play: sign * (found - plain) for play in plays
                 if plain is not None and (found := worth(state, play, attackers)) is not None}  # fmt: skip
        if best is not None and best in gains:
            seen += 1
            assert gains[best] == max(gains.values()) > 0
        elif best is None:
            assert max(gains.values(), default=0) <= 0
    assert seen >= 4


@pytest.mark.parametrize("rule", [against_a_loss, against_defeat, best_of_battle])
def test_whatever_is_asked_a_rule_answers_with_an_event_of_the_options_or_none(rule: object) -> None:
    assert callable(rule)
    for state in questions():
        if isinstance(state.question, EventWindow):
            found = rule(state)
            assert found is None or found in state.options
