"""Standing orders: each kind of question is answered as ordered, in the other side's turn alone, whatever the hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from noretreat import game
from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    Counterattack,
    Done,
    LoseStep,
    Pass,
    PayCard,
    PlaceCadre,
    PlaceCounterblow,
    PlayEvent,
    RetreatUnit,
)
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES, bits
from noretreat.core.state import State
from noretreat.core.types import CardMask
from noretreat.data.facts import Side
from noretreat.orders.standing import (
    NONE,
    OWN,
    QUICK,
    Answers,
    BattleOrder,
    Blows,
    Cards,
    Once,
    StandingOrders,
    Strikes,
    answer,
    kind_of,
)
from noretreat.rules.odds import odds_of
from noretreat.rules.stacking import room_for
from noretreat.rules.windows import EventWindow
from noretreat.storage import savegame

KEPT = Path(__file__).resolve().parents[1] / "saved_games"
GAMES = sorted(KEPT.glob("[0-9]*.jsonl"))[::5]
EAGER = StandingOrders(
    strikes=Strikes("strike", odds=0, cities=False, support=True),
    cards=Cards("none"),
    rolls="none",
    blows=Blows("place", odds=8, most=2),
    reactions="none",
    events="none",
    losses="weakest",
    cadres="decline",
    retreats="cities",
    advances="all",
)
KINDS = set(StandingOrders.__struct_fields__) - {"version", "own", "once", "battles"}


@cache
def questions() -> list[State]:
    """Positions of kept games in which a side is asked something in the other side's turn."""
    found = []
    for path in GAMES:
        saved = savegame.load(path)
        state = savegame.replay(saved, 0).state
        for entry in saved.entries:
            side = game.actor(state)
            if isinstance(side, Side) and SIDE_INDEX[side] != state.phasing:
                found.append(state)
            state, _ = game.apply(state, entry.action)
    return found


def asked(kind: str, code: str = "") -> list[State]:
    """Those positions in which an order of this kind could answer."""
    return [
        state
        for state in questions()
        if kind_of(state) == kind and code in ("", state.question.CODE if state.question else "")
    ]


def other_hands(state: State, dice: random.Random) -> Iterator[State]:
    """The same position with other cards in the hand of the side that is asked, as far as nobody else could tell."""
    question = state.question
    assert question is not None
    side = question.actor(state)
    held, pile = list(bits(state.hands[side])), list(bits(state.pile(side)))
    if side in (0, 1) and held and len(pile) >= len(held):
        drawn = dice.sample(pile, len(held))
        other = state.copy()
        other.hands[side] = CardMask(sum(1 << card for card in drawn))
        other.set_pile(side, state.pile(side) & ~other.hands[side] | state.hands[side])
        options = question.options(other)
        if options:
            other.options = tuple(options)
            yield other


def test_every_kind_of_question_occurs_in_the_kept_games() -> None:
    assert {kind_of(state) for state in questions()} >= KINDS


def test_without_orders_nothing_is_answered() -> None:
    assert all(answer(state, NONE) is None for state in questions())


@pytest.mark.parametrize("orders", [QUICK, EAGER], ids=["quick", "all of them"])
def test_answers_are_legal_and_each_kind_has_some(orders: StandingOrders) -> None:
    answered: Counter[str] = Counter()
    for state in questions():
        found = answer(state, orders)
        if found is not None:
            assert found in game.legal_actions(state)
            answered[kind_of(state)] += 1
    assert {kind for kind in answered if kind} == KINDS


@pytest.mark.parametrize("orders", [QUICK, EAGER], ids=["quick", "all of them"])
def test_the_answer_is_the_same_for_every_hand(orders: StandingOrders) -> None:
    dice, compared = random.Random(4), 0
    for state in questions()[::2]:
        for other in other_hands(state, dice):
            found, again = answer(state, orders), answer(other, orders)
            assert (found is None) == (again is None), state.question  # whether it answers tells nothing
            shows = any(isinstance(one, PayCard | PlayEvent) for one in (found, again))  # a card is shown anyway
            if shows:
                continue
            assert found == again, state.question
            compared += 1
    assert compared > 60


def test_nothing_is_answered_in_ones_own_turn() -> None:
    saved = savegame.load(GAMES[0])
    state = savegame.replay(saved, 0).state
    own = 0
    for entry in saved.entries:
        side = game.actor(state)
        if isinstance(side, Side) and SIDE_INDEX[side] == state.phasing:
            assert answer(state, EAGER) is None
            assert kind_of(state) == ""
            own += 1
        state, _ = game.apply_trusted(state, entry.action)
    assert own > 10


@pytest.mark.parametrize("column", [0, 3, 6])
def test_one_strikes_back_from_the_odds_on(column: int) -> None:
    orders = StandingOrders(strikes=Strikes("strike", odds=column, cities=False))
    struck = 0
    for state in asked("strikes", "counterattack"):
        after, _ = game.apply_trusted(state, Counterattack())
        found = answer(state, orders)
        if after.battle is not None and after.battle.attacker != state.phasing:
            good = odds_of(after, after.battle).column >= column
            assert found == (Counterattack() if good else Pass())
            struck += good
    assert struck or column > 3


def test_where_a_city_is_at_stake_the_player_is_asked() -> None:
    careful, bold = (StandingOrders(strikes=Strikes("decline", cities=cities)) for cities in (True, False))
    seen = set()
    for state in asked("strikes", "counterattack"):
        assert state.battle is not None
        assert answer(state, bold) == Pass()
        hexes = {*state.battle.targets, *(state.where[unit] for unit in state.battle.attackers)}
        city = any((BOARD.cities | BOARD.oil) >> node & 1 for node in hexes)
        assert answer(state, careful) == (None if city else Pass())
        seen.add(city)
    assert seen == {True, False}


def test_cards_are_asked_for_where_it_matters() -> None:
    everywhere = StandingOrders(cards=Cards("ask", odds=4))
    for state in asked("cards"):
        assert state.battle is not None
        theirs = state.battle.attacker == state.phasing
        good = not theirs or odds_of(state, state.battle).column >= 4
        assert answer(state, everywhere) == (None if good else Pass())
        assert answer(state, StandingOrders(cards=Cards("none"))) == Pass()


def test_counterblows_up_to_the_number_ordered_and_paid() -> None:
    for state in asked("blows", "counterblow"):
        assert answer(state, StandingOrders(blows=Blows("none"))) == Done()
        found = answer(state, StandingOrders(blows=Blows("place", odds=8, cities=False)))
        full = state.paid_counterblows.bit_count() >= 1
        can = any(isinstance(option, PlaceCounterblow) for option in state.options)
        assert isinstance(found, PlaceCounterblow if can and not full else Done)
        if isinstance(found, PlaceCounterblow):
            after, _ = game.apply_trusted(state, found)
            if after.question is not None and after.question.CODE == "pay":  # with one card it pays itself
                paid = answer(after, EAGER)
                assert isinstance(paid, PayCard)
                assert paid in after.options


def test_losses_go_where_they_are_ordered() -> None:
    for state in asked("losses", "step_loss"):
        units = [BOARD.unit_index[option.unit] for option in state.options if isinstance(option, LoseStep)]
        found = {how: answer(state, StandingOrders(losses=how)) for how in ("steps", "weakest", "armor")}
        for how, action in found.items():
            assert isinstance(action, LoseStep), how
        weakest, spared = (BOARD.unit_index[found[how].unit] for how in ("weakest", "armor"))  # type: ignore[union-attr]
        assert state.face_of(weakest).strength == min(state.face_of(unit).strength for unit in units)
        assert not state.face_of(spared).armored or all(state.face_of(unit).armored for unit in units)
        survivors = [unit for unit in units if state.two_sided(unit) and state.face[unit] == state.info(unit).strong]
        assert not survivors or BOARD.unit_index[found["steps"].unit] in survivors  # type: ignore[union-attr]


def test_cadres_take_a_place_or_not() -> None:
    for state in asked("cadres"):
        assert isinstance(answer(state, StandingOrders(cadres="place")), PlaceCadre)
        assert answer(state, StandingOrders(cadres="decline")) == Pass()


def test_a_retreat_crowds_nobody_where_it_need_not() -> None:
    for state in asked("retreats"):
        found = answer(state, QUICK)
        assert isinstance(found, RetreatUnit)
        free = [way for way in ways(state.options, found.unit) if roomy(state, way)]
        assert roomy(state, found) or not free


def ways(options: tuple[Action, ...], unit: str) -> list[RetreatUnit]:
    """The ways of a unit."""
    return [option for option in options if isinstance(option, RetreatUnit) and option.unit == unit]


def roomy(state: State, way: RetreatUnit) -> bool:
    """Whether a retreat ends where there is room."""
    return bool(room_for(state, BOARD.unit_index[way.unit], 1 << BOARD.node_of[way.path[-1]]))


def test_advances_end_where_they_are_ordered_to() -> None:
    for state in asked("advances"):
        assert answer(state, StandingOrders(advances="stay")) == Done()
        found = answer(state, StandingOrders(advances="all"))
        assert state.battle is not None
        assert state.battle.attacker == ENEMY[state.phasing]
        if isinstance(found, AdvanceUnit):
            assert BOARD.node_of[found.to] in state.battle.targets


def test_orders_are_stored_as_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(EAGER), type=StandingOrders) == EAGER
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('{"strikes": {"do": "strike", "odds": 9}}', type=StandingOrders)


def test_a_battle_has_orders_of_its_own() -> None:
    struck = 0
    for state in asked("strikes", "counterattack"):
        assert state.battle is not None
        here = BOARD.id_of[state.battle.targets[0]]
        elsewhere = StandingOrders(strikes=Strikes("decline", cities=False), battles=(BattleOrder("0101", "strike"),))
        assert answer(state, elsewhere) == Pass()
        orders = msgspec.structs.replace(elsewhere, battles=(BattleOrder(here, "strike"),))
        assert answer(state, orders) == Counterattack()
        assert answer(state, msgspec.structs.replace(orders, battles=(BattleOrder(here, "ask"),))) is None
        struck += 1
    assert struck > 2


def test_answers_on_one_sheet_hold_for_that_turn_alone() -> None:
    held = 0
    for state in questions():
        answers = {name: getattr(EAGER, name) for name in Answers.__struct_fields__}
        sheet = Once(**answers, turn=state.turn, phasing=SIDES[state.phasing])
        assert answer(state, StandingOrders(once=sheet)) == answer(state, EAGER)
        later = msgspec.structs.replace(sheet, turn=state.turn + 1)
        assert answer(state, StandingOrders(once=later)) is None
        held += answer(state, EAGER) is not None
    assert held > 60


def test_in_ones_own_turn_only_dice_reactions_and_ends_are_answered() -> None:
    saved = savegame.load(GAMES[0])
    state = savegame.replay(saved, 0).state
    found: Counter[bool] = Counter()
    for entry in saved.entries:
        side, question = game.actor(state), state.question
        if isinstance(side, Side) and SIDE_INDEX[side] == state.phasing:
            answered = answer(state, QUICK)
            minor = isinstance(question, EventWindow) and question.window in OWN
            assert (answered is not None) == minor
            found[minor] += 1
        state, _ = game.apply_trusted(state, entry.action)
    assert found[True]
    assert found[False]
