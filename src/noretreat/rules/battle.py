"""A battle round (chapter 10.5; BAT-1 to BAT-8, RES-2): from commitment to its result, and to the counterattack."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.actions import (
    Action,
    CommitSupport,
    Counterattack,
    Pass,
)
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET
from noretreat.core.kernel import Decision, Procedure, call, restart_at
from noretreat.core.lasting import ROWS, Kind, Scope
from noretreat.core.names import half_id
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import SideIndex, UnitIndex
from noretreat.rules import effects, windows
from noretreat.rules.battle_record import battle_of, update
from noretreat.rules.dice import DUEL, DUELS, Duel, offer_table, reroll_duel, throw_for_battle
from noretreat.rules.odds import Odds, balanced_die, column_name, odds_of, result_at
from noretreat.rules.results import RETREATING, StepLoss, apply_result
from noretreat.rules.retreat import Advance
from noretreat.rules.stacking import check_stacking
from noretreat.rules.waiting import COMMITTING, put_aside
from noretreat.rules.windows import Window


class BattleRound(Procedure, frozen=True, gc=False):
    """The steps of one battle round (10.5): the list is the rule."""

    STAGES = (
        "muster",
        "attacker_supports",
        "attacker_commits",
        "await_attackers",
        "defender_commits",
        "await_defenders",
        "set_final_odds",
        "choose_table",
        "roll_die",
        "offer_reroll",
        "offer_column",
        "look_up_result",
        "await_dice",
        "offer_result",
        "apply_result",
        "after_exchange",
        "advance_after_combat",
        "lose_more",
        "end_round",
    )

    def muster(self, state: State) -> None:
        """Drops units that have left (BAT-8); there is no battle if one side is empty."""
        battle = battle_of(state)
        attackers = tuple(unit for unit in battle.attackers if state.where[unit] >= 0)
        defenders = tuple(unit for unit in battle.defenders if state.where[unit] >= 0)
        battle = update(state, attackers=attackers, defenders=defenders)
        if not attackers or not defenders:
            finish_battle(state)
            return
        state.emit(
            events.BattleBegan(
                SIDES[battle.attacker],
                tuple(BOARD.unit_ids[unit] for unit in attackers),
                tuple(BOARD.id_of[node] for node in battle.targets),
                battle.round > 0,
            )
        )

    def attacker_supports(self, state: State) -> None:
        """A Blitz or Shock marker (10.6.2)."""
        battle = battle_of(state)
        if not battle.repeated and (battle.round == 0 or state.rules.ca_support):
            call(state, OfferSupport())

    def attacker_commits(self, state: State) -> None:
        """The attacker's event (BAT-2)."""
        _offer_event(state, battle_of(state).attacker)

    def await_attackers(self, state: State) -> None:
        """Simultaneous battles: the other attackers commit before any defender does (SIM-1)."""
        _halt(state)

    def defender_commits(self, state: State) -> None:
        """The defender's event, chosen in knowledge of the attacker's."""
        _offer_event(state, ENEMY[battle_of(state).attacker])

    def await_defenders(self, state: State) -> None:
        """Simultaneous battles: all cards are played before the first die (SIM-1)."""
        _halt(state)

    def set_final_odds(self, state: State) -> None:
        """Strengths, column, shifts (10.5 steps 3 and 4)."""
        odds = odds_of(state, battle_of(state))
        update(state, column=odds.column, forced=in_play_order(state, odds, "", "")[0])
        state.emit(
            events.OddsSet(
                odds.attack,
                odds.defense,
                column_name(odds.initial),
                tuple((shift.columns, shift.code) for shift in odds.shifts),
                column_name(odds.column),
            )
        )

    def choose_table(self, state: State) -> None:
        """Events that let a side choose the table."""
        if not battle_of(state).forced and battle_of(state).column >= 0:
            offer_table(state)

    def roll_die(self, state: State) -> None:
        """No die is rolled for a forced result or an automatic counterattack; a duel has its own."""
        battle = battle_of(state)
        if battle.forced in DUELS:
            call(state, Duel())
        elif not battle.forced and battle.column >= 0:
            throw_for_battle(state)

    def offer_reroll(self, state: State) -> None:
        """Cards that reroll the die."""
        if battle_of(state).die and not battle_of(state).forced:
            _offer_both(state, Window.ROLL)

    def offer_column(self, state: State) -> None:
        """Cards that read the same die in another column."""
        if battle_of(state).die and not battle_of(state).forced:
            _offer_both(state, Window.ROLLED)

    def look_up_result(self, state: State) -> None:
        """The table, then the cards that change its result, in play order (BAT-6)."""
        battle = battle_of(state)
        odds = odds_of(state, battle)
        if battle.forced:
            result, how = in_play_order(state, odds, "", "")
            result = DUEL if result in DUELS else result
        else:
            result = result_at(odds.table, battle.column, balanced_die(state, battle.attacker, battle.die))
            if result == "NE" and effects.in_force(state, Kind.REROLL_NE):
                reroll(state)
                return
            result, how = in_play_order(state, odds, result, "table" if battle.column >= 0 else "below_1_3")
        update(state, result=result)
        state.emit(events.ResultFound(result, how))

    def await_dice(self, state: State) -> None:
        """Simultaneous battles: all dice are rolled before the first result is applied (SIM-1)."""
        _halt(state)

    def offer_result(self, state: State) -> None:
        """Cards played on a known result."""
        _offer_both(state, Window.RESULT)

    def apply_result(self, state: State) -> None:
        """Applies the result (10.7)."""
        if battle_of(state).result == "CA":
            call(state, OfferCounterattack())
        else:
            apply_result(state)

    def after_exchange(self, state: State) -> None:
        """Cards played after an exchange."""
        battle = battle_of(state)
        if battle.result == "EX" or (battle.result == "DS" and battle.barred):
            _offer_both(state, Window.AFTER_EX)

    def advance_after_combat(self, state: State) -> None:
        """The attacker may follow into a vacated hex (10.8)."""
        if battle_of(state).result in RETREATING:
            call(state, Advance())

    def lose_more(self, state: State) -> None:
        """An event costs both sides a step once the battle is over, its counterattacks included (11S)."""
        # RULING (C-141): its text reaches beyond the battle itself, so that no counterattack discards it.
        if effects.in_force(state, Kind.EXTRA_LOSS):
            for side in (battle_of(state).attacker, ENEMY[battle_of(state).attacker]):
                call(state, StepLoss(side, attacking=side == battle_of(state).attacker, by_event=True))

    def end_round(self, state: State) -> None:
        """Checks stacking at the end of the battle (STK-3, SEQ-3)."""
        finish_battle(state)


def in_play_order(state: State, odds: Odds, result: str, how: str) -> tuple[str, str]:
    """The result after all cards, in the order they were played, and where it comes from (BAT-6, C-93).

    A card that sets the result without a roll counts if the odds meet its condition (C-78); the latest wins. Called
    with no result, it shows whether a die is needed at all.
    """
    column = odds.column if state.rules.odds_condition == "final" else odds.initial
    for effect in state.effects:
        row = ROWS[effect.kind]
        if row.forces and column >= effect.value:
            result, how = row.forces, half_id(effect.card, SIDES[effect.side])
        elif row.turns and result == row.turns[0]:
            result, how = row.turns[1], half_id(effect.card, SIDES[effect.side])
    return result, how


def _halt(state: State) -> None:
    """Makes the round wait here for the others while battles are committed together."""
    if state.together == COMMITTING:
        below = state.stack[-2]
        put_aside(state, more=bool(getattr(below, "left", 0) or state.planned))


def finish_battle(state: State) -> None:
    """Ends the battle: removes the markers of empty hexes, ends the effects of its cards, checks stacking."""
    effects.round_over(state, next_battle=True)
    effects.expire(state, Scope.WHOLE_BATTLE)
    while state.stack and isinstance(state.stack[-1], BattleRound):
        state.stack.pop()
    state.battle = None
    state.result_counterblows &= state.occupied(state.phasing)
    check_stacking(state)


def _offer_event(state: State, side: SideIndex) -> None:
    """Offers one event per side and round (BAT-2); in counterattacks only if cards are allowed there (C-17)."""
    if not battle_of(state).repeated and _cards_allowed(state):
        windows.open_window(state, Window.COMMIT, side)


def _offer_both(state: State, window: Window) -> None:
    """Offers both sides a window on a die, a result or an exchange."""
    if _cards_allowed(state):
        windows.open_window(state, window, AXIS, SOVIET)


def _cards_allowed(state: State) -> bool:
    """Under the digital rules no card may be played in a counterattack (C-17)."""
    return battle_of(state).round == 0 or state.rules.ca_cards


class OfferSupport(Decision, frozen=True, gc=False):
    """Commit a support marker (D-65)? It is spent then, and not removed later (REM-2)."""

    CODE = "support"

    def actor(self, state: State) -> SideIndex:
        """The attacker of this round."""
        return battle_of(state).attacker

    def options(self, state: State) -> Sequence[Action]:
        """Yes or no, if there is a marker and not all attackers are unsupplied (10.6.2)."""
        battle = battle_of(state)
        if not state.supports[battle.attacker] or all(state.unsupplied >> unit & 1 for unit in battle.attackers):
            return ()
        return (Pass(), CommitSupport())

    def choose(self, state: State, action: Action) -> None:
        """Spends the marker."""
        if isinstance(action, CommitSupport):
            battle = battle_of(state)
            state.supports[battle.attacker] -= 1
            update(state, supports=1)
            state.emit(events.SupportCommitted(SIDES[battle.attacker]))


def reroll(state: State) -> None:
    """Rerolls the die: its windows open again, and a changed column is forgotten."""
    if reroll_duel(state):
        return
    update(state, column=odds_of(state, battle_of(state)).column, die=0)
    restart_at(state, BattleRound, "roll_die", windows.EventWindow)


def fight_again(state: State) -> None:
    """Makes the survivors of both sides fight again over the same hexes, without new supports and cards (51S)."""
    battle = battle_of(state)
    effects.round_over(state, next_battle=True)
    state.battle = Battle(
        attacker=battle.attacker,
        attackers=tuple(unit for unit in battle.attackers if state.where[unit] >= 0),
        defenders=strikers(state, battle),
        targets=battle.targets,
        counterblows=battle.counterblows,
        paid=battle.paid,
        round=battle.round,
        voluntary=battle.voluntary,
        aside=battle.aside,
        repeated=True,
    )
    restart_at(state, BattleRound, "muster", windows.EventWindow)


class OfferCounterattack(Decision, frozen=True, gc=False):
    """CA: counterattack or decline (RES-2, D-70)?"""

    CODE = "counterattack"

    def actor(self, state: State) -> SideIndex:
        """The defender of this round."""
        return ENEMY[battle_of(state).attacker]

    def options(self, state: State) -> Sequence[Action]:
        """Both, unless a card makes the counterattack mandatory."""
        return (Counterattack(),) if battle_of(state).forced == "CA" else (Pass(), Counterattack())

    def choose(self, state: State, action: Action) -> None:
        """Starts the round with the roles swapped."""
        battle = battle_of(state)
        if isinstance(action, Counterattack):
            counterattack(state, battle)
        else:
            state.emit(events.CounterattackDeclined(SIDES[ENEMY[battle.attacker]]))


def strikers(state: State, battle: Battle) -> tuple[UnitIndex, ...]:
    """The units that would counterattack: all defenders that took part and are still there (RES-2)."""
    return tuple(unit for unit in battle.defenders if state.where[unit] >= 0)


def counterattack(state: State, battle: Battle) -> None:
    """Starts a round between the same units with the roles swapped; supports and cards of the old round are gone."""
    effects.round_over(state, next_battle=state.rules.counterattack_is_new_battle)
    attackers = strikers(state, battle)
    targets = tuple(sorted({state.node_of(unit) for unit in battle.attackers}))
    state.battle = Battle(
        attacker=ENEMY[battle.attacker],
        attackers=attackers,
        defenders=battle.attackers,
        targets=targets,
        round=battle.round + 1,
        voluntary=battle.voluntary,
    )
    restart_at(state, BattleRound, "muster", windows.EventWindow)
    if state.together:
        put_aside(state, more=False)
