"""Events about cards, points and supports."""

from __future__ import annotations

from typing import Final

from noretreat.cards.conditions import in_clear_weather
from noretreat.core.actions import (
    Action,
    ChooseCard,
    ChooseHex,
    ChooseOption,
    ChooseUnit,
    DetrainUnit,
    EntrainUnit,
    LoseStep,
)
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, bits, cards_in
from noretreat.core.events import CityScorched, HandSeen, SuddenDeathCancelled
from noretreat.core.kernel import call
from noretreat.core.lasting import Kind, Scope
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.data.facts import Phase, Weather
from noretreat.rules import calendar, joker, losses, obligations, rail, victory
from noretreat.rules.choices import DiscardOne, ask, lose_a_step, offer
from noretreat.rules.deck import RandomDiscard, Reshuffle, discard, draw, draw_and_keep_one, take_card
from noretreat.rules.effects import lasting
from noretreat.rules.supply import is_supplied
from noretreat.rules.windows import Window, event, half_of


# --- events again -----------------------------------------------------------------------------------------
@event(2, AXIS, Window.ANY, copies=True)
def gott_mit_uns(state: State, side: SideIndex, mode: str) -> None:
    """Repeats the Axis event of the top discard."""


@event(26, SOVIET, Window.ANY, copies=True)
def na_berlin(state: State, side: SideIndex, mode: str) -> None:
    """Repeats the Soviet event of the top discard."""


@event(joker.JOKER, AXIS, Window.PAYMENT, copies=True)
@event(joker.JOKER, SOVIET, Window.PAYMENT, copies=True)
def joker_as_event(state: State, side: SideIndex, mode: str) -> None:
    """Repeats its holder's event on the top discard, if the rules allow it (C-56)."""


# --- cards ------------------------------------------------------------------------------------------------
@event(22, AXIS, Window.ANY)
def albert_speer_reorganizes_economy(state: State, side: SideIndex, mode: str) -> None:
    """The Axis draws three cards and discards one from its hand."""
    call(state, DiscardOne(side))
    draw(state, side, 3)


@event(45, AXIS, Window.CARD, turn=AXIS)
def desperate_offensive(state: State, side: SideIndex, mode: str) -> None:
    """Three more Blitz markers this turn and a card, for a victory point."""
    state.supports[AXIS] += 3
    losses.change_event_vp(state, side, -1, "45-axis")
    draw(state, side, 1)


def _top_three(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """The top three discards whose Axis event is not red."""
    return [ChooseCard(card) for card in state.discarded(side)[:-4:-1] if not half_of(card, side).mandatory]


def _some_discard(state: State, side: SideIndex, mode: str) -> Reason | None:
    """There is such a discard."""
    return None if state.discarded(side) else because("no-discards")


@event(5, AXIS, Window.CARD, turn=AXIS, requires=(_some_discard,))
def okh(state: State, side: SideIndex, mode: str) -> None:
    """The Axis may take one of three discards; then the deck is shuffled."""
    call(state, Reshuffle(side))
    ask(state, CardNumber(5), side)


@offer(5, AXIS, _top_three)
def keep_it(state: State, side: SideIndex, action: Action) -> None:
    """Takes the card; the enemy does not learn which."""
    assert isinstance(action, ChooseCard)
    take_card(state, side, action.card, "search")


def _usable_discard(state: State, side: SideIndex) -> CardNumber | None:
    """The top discard whose event of this side is not red."""
    return next((card for card in reversed(state.discarded(side)) if not half_of(card, side).mandatory), None)


def _something_for_stavka(state: State, side: SideIndex, mode: str) -> Reason | None:
    """There is such a discard, or the enemy has the Joker."""
    if mode == "joker":
        return None if state.joker == ENEMY[side] else because("joker-elsewhere")
    return None if _usable_discard(state, side) else because("no-own-discard")


@event(33, SOVIET, Window.ANY, modes=("", "joker"), requires=(_something_for_stavka,))
def stavka(state: State, side: SideIndex, mode: str) -> None:
    """The Soviets take the top usable discard, or flip the Joker to Stalin and so get it (our ruling)."""
    if mode == "joker":
        joker.hand_over(state, side, "turned")
        return
    card = _usable_discard(state, side)
    assert card is not None
    take_card(state, side, card, "top")


@event(25, SOVIET, Window.ANY)
def red_orchestra(state: State, side: SideIndex, mode: str) -> None:
    """The Soviets see the Axis hand and discard one of its cards."""
    state.shown[ENEMY[side]] = state.hands[ENEMY[side]]
    state.emit(HandSeen(SIDES[ENEMY[side]], SIDES[side], tuple(cards_in(state.hands[ENEMY[side]]))))
    ask(state, CardNumber(25), side, must=True)


def _enemy_hand(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """The cards of the other side."""
    return [ChooseCard(card) for card in cards_in(state.hands[ENEMY[side]])]


@offer(25, SOVIET, _enemy_hand)
def throw_out(state: State, side: SideIndex, action: Action) -> None:
    """It goes to the discards."""
    assert isinstance(action, ChooseCard)
    discard(state, ENEMY[side], action.card, "event")


def _enemy_holds_cards(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The enemy has cards; the size of a hand is public (CRD-14)."""
    return None if state.hands[ENEMY[side]] else because("enemy-hand-empty")


@event(42, AXIS, Window.CARD_OPPONENT, turn=SOVIET, requires=(_enemy_holds_cards,))
def soviet_industrial_relocation(state: State, side: SideIndex, mode: str) -> None:
    """Discards a random Soviet card."""
    call(state, RandomDiscard(ENEMY[side]))


# --- Sudden Death, or the better of two cards -------------------------------------------------------------
def _before_the_test(state: State, side: SideIndex, mode: str) -> Reason | None:
    """One alternative needs the Victory Phase of a turn with a Sudden Death mark."""
    if mode == "draw":
        return None
    tested = state.phase == Phase.VICTORY and state.initiative != side and victory.mark_tested(state) is not None
    return None if tested else because("no-sudden-death")


@event(9, SOVIET, Window.VICTORY, Window.ANY, modes=("cancel", "draw"), requires=(_before_the_test,))
def za_rodinu(state: State, side: SideIndex, mode: str) -> None:
    """Cancels this turn's Axis Sudden Death check, or draws two cards and keeps one."""
    _hold_out(state, side, mode)


@event(40, AXIS, Window.VICTORY, Window.ANY, modes=("cancel", "draw"), requires=(_before_the_test,))
def das_vaterland(state: State, side: SideIndex, mode: str) -> None:
    """Cancels this turn's Soviet Sudden Death check, or draws two cards and keeps one."""
    _hold_out(state, side, mode)


def _hold_out(state: State, side: SideIndex, mode: str) -> None:
    """The effect of both cards."""
    if mode == "draw":
        draw_and_keep_one(state, side, 2)
    else:
        state.sudden_death_cancelled |= 1 << ENEMY[side]
        state.emit(SuddenDeathCancelled(SIDES[ENEMY[side]]))


# --- offensives -------------------------------------------------------------------------------------------
_SUMMER_ATTACKS: Final = obligations.demand(CardNumber(13), AXIS, 4)
_OFFENSIVE_ATTACKS: Final = obligations.demand(CardNumber(20), SOVIET, 4)
_HITLERS_ATTACKS: Final = obligations.demand(CardNumber(19), SOVIET, 3)
_STALINS_ATTACKS: Final = obligations.demand(CardNumber(23), AXIS, 4)


@event(13, AXIS, Window.CARD, turn=AXIS, requires=(in_clear_weather,))
def summer_campaign(state: State, side: SideIndex, mode: str) -> None:
    """Three cards, and four targets to declare."""
    obligations.oblige(state, CardNumber(13), side, obligations.DECLARED, _SUMMER_ATTACKS, 1)
    draw(state, side, 3)


def _clear_or_snow(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Neither mud nor Long Winter."""
    fit = calendar.weather(state) in (Weather.CLEAR, Weather.SNOW)
    return None if fit else because("clear-or-snow")


@event(20, SOVIET, Window.CARD, turn=SOVIET, requires=(_clear_or_snow,))
def major_offensive(state: State, side: SideIndex, mode: str) -> None:
    """Four cards, and four targets to declare."""
    obligations.oblige(state, CardNumber(20), side, obligations.DECLARED, _OFFENSIVE_ATTACKS, 2)
    draw(state, side, 4)


@event(19, SOVIET, Window.CARD_OPPONENT, turn=AXIS)
def hitler_orders_attack(state: State, side: SideIndex, mode: str) -> None:
    """The Axis must make three voluntary attacks."""
    obligations.oblige(state, CardNumber(19), side, obligations.ATTACKED, _HITLERS_ATTACKS, 2)


@event(23, AXIS, Window.CARD_OPPONENT, turn=SOVIET)
def stalin_orders_attack(state: State, side: SideIndex, mode: str) -> None:
    """The Soviets must make four attacks of any kind."""
    obligations.oblige(state, CardNumber(23), side, obligations.FOUGHT, _STALINS_ATTACKS, 1)


@event(39, SOVIET, Window.CARD, turn=SOVIET)
def russian_steam_roller(state: State, side: SideIndex, mode: str) -> None:
    """Shock markers are worth two columns."""
    lasting(state, CardNumber(39), side, Kind.SHOCK_WORTH, 2, Scope.PLAYER_TURN)


# --- pressure ---------------------------------------------------------------------------------------------
@event(24, SOVIET, Window.ANY)
def western_allied_offensive(state: State, side: SideIndex, mode: str) -> None:
    """The Axis loses two cards, or a card and a step."""
    ask(state, CardNumber(24), side, who=ENEMY[side], must=True)


def _prices(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """The alternatives the Axis can pay in full; if neither, what it can pay."""
    cards, units = state.hands[side].bit_count(), state.on_map(side)
    both: list[Action] = [ChooseOption("two_cards")] if cards >= 2 or not units else []
    return [*both, ChooseOption("card_and_step")] if units else both


@offer(24, SOVIET, _prices)
def pay_the_price(state: State, side: SideIndex, action: Action) -> None:
    """Takes the step, then the card, as far as there are any."""
    assert isinstance(action, ChooseOption)
    call(state, DiscardOne(side))
    if action.option == "two_cards":
        call(state, DiscardOne(side))
    else:
        ask(state, CardNumber(24), SOVIET, "step", who=side, must=True)


def _any_unit(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Any unit on the map."""
    return [LoseStep(BOARD.unit_ids[unit]) for unit in state.on_map(side)]


offer(24, SOVIET, _any_unit, "step")(lose_a_step)


def _allies(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Finns, Rumanians, Hungarians, Italians on the map."""
    return [ChooseUnit(BOARD.unit_ids[unit]) for unit in state.on_map(AXIS) if state.info(unit).axis_ally]


def _some_ally(state: State, side: SideIndex, mode: str) -> Reason | None:
    """An ally is on the map."""
    return None if _allies(state, AXIS, 0) else because("no-ally")


ALLIES_LEAVE_AFTER = 10


@event(44, SOVIET, Window.CARD_OPPONENT, turn=AXIS, requires=(_some_ally,))
def axis_allies_waver(state: State, side: SideIndex, mode: str) -> None:
    """The Axis loses a card, and later in the war also an allied unit."""
    if state.turn > ALLIES_LEAVE_AFTER:
        ask(state, CardNumber(44), side, who=ENEMY[side], must=True)
    call(state, DiscardOne(ENEMY[side]))


@offer(44, SOVIET, _allies)
def go_home(state: State, side: SideIndex, action: Action) -> None:
    """Eliminates the unit."""
    assert isinstance(action, ChooseUnit)
    losses.eliminate(state, BOARD.unit_index[action.unit], "event")


def _burnable(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Friendly cities."""
    return [ChooseHex(BOARD.id_of[node]) for node in bits(state.control(side) & BOARD.cities)]


def _can_burn(state: State, side: SideIndex, mode: str) -> Reason | None:
    """There is one marker only."""
    if state.scorched:
        return because("scorched-in-use")
    return None if _burnable(state, side, 0) else because("no-own-city")


@event(7, SOVIET, Window.ANY_CARD, requires=(_can_burn,))
def scorched_earth(state: State, side: SideIndex, mode: str) -> None:
    """A city counts as marsh until it is rebuilt."""
    ask(state, CardNumber(7), side, must=True)


@offer(7, SOVIET, _burnable)
def burn(state: State, side: SideIndex, action: Action) -> None:
    """Places the marker."""
    assert isinstance(action, ChooseHex)
    state.scorched |= 1 << BOARD.node_of[action.hex]
    state.emit(CityScorched(action.hex, True))


# --- trains -----------------------------------------------------------------------------------------------
def _boarding(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Supplied units that can entrain, while the rail box has room."""
    if not rail.has_room(state, side):
        return []
    return [
        EntrainUnit(BOARD.unit_ids[unit])
        for unit in state.on_map(side)
        if BOARD.rides_trains[unit][state.face[unit]] and is_supplied(state, unit)
    ]


def _leaving(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Units in the rail box and where they may detrain."""
    hexes = rail.detrain_hexes(state, side)
    return [
        action
        for unit in rail.passengers(state, side)
        for action in rail.detrain_actions(unit, rail.stations_of(state, unit, hexes))
    ]


@event(18, SOVIET, Window.ANY_CARD)
def strategic_surprise(state: State, side: SideIndex, mode: str) -> None:
    """Up to two units entrain, then up to two detrain at once."""
    ask(state, CardNumber(18), side, "detrain", times=2)
    ask(state, CardNumber(18), side, "entrain", times=2)


@offer(18, SOVIET, _boarding, "entrain")
def board(state: State, side: SideIndex, action: Action) -> None:
    """Entrains the unit."""
    assert isinstance(action, EntrainUnit)
    rail.entrain(state, BOARD.unit_index[action.unit])


@offer(18, SOVIET, _leaving, "detrain")
def leave_the_train(state: State, side: SideIndex, action: Action) -> None:
    """Detrains the unit."""
    assert isinstance(action, DetrainUnit)
    rail.detrain(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
