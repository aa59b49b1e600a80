"""What is bought is paid for in full or taken back, whatever the enemy cancels meanwhile (5.3.5, 5.4, C-131, C-132)."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from rules.helpers import counter, deal, idle, options_of, play, skip_to, where

from noretreat import game, position
from noretreat.core.actions import (
    Action,
    ChooseHex,
    ChooseUnit,
    Done,
    EntrainUnit,
    ExchangeUnit,
    ImproveUnit,
    Pass,
    PayCard,
    PlaceCounterblow,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.events import PaymentVoid, TakenBack
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump, load
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.game import apply, legal_actions
from noretreat.positions import PREFIX, begin

RULES = ("deluxe", "living", "classic", "digital", "digital_0_1")
BY_BILL = ("digital", "digital_0_1")


class Bought(NamedTuple):
    """Something to buy: where it can be bought, and what is done for it."""

    lines: str
    buyer: str
    prices: tuple[int, ...]
    """Of each action."""
    actions: tuple[Action, ...]
    by_rules: str = ""
    """The switch that holds the price instead."""


def _axis(lines: str) -> str:
    return f"{lines}\nunit S_NW 2310"


G4, G6 = ReplaceUnit("G4", "0606"), ReplaceUnit("G6", "0704")
PURCHASES: dict[str, Bought] = {
    "replacement": Bought(_axis("turn 8\nphase organization axis\nunit G4 box:destroyed"), "axis", (1,), (G4,)),
    "surrendered": Bought(_axis("turn 8\nphase organization axis\nunit G4 box:surrendered"), "axis", (2,), (G4,)),
    "improvement": Bought(
        _axis("turn 8\nphase organization axis\nunit G4 0606 back"), "axis", (2,), (ImproveUnit("G4"),)
    ),
    "reorganization": Bought(
        _axis("turn 8\nphase organization axis\nunit G4 0606 disorganized"), "axis", (1,), (ReorganizeUnit("G4"),)
    ),
    "train": Bought(
        _axis("turn 8\nphase TRAIN axis\nunit G4 0606\nunit G6 0704 disorganized"),
        "axis", (0, 1), (EntrainUnit("G4"), EntrainUnit("G6")),
    ),
    "counterblow": Bought(
        "turn 8\nphase combat soviet\nunit G4 1511\nunit S_W 1611", "axis", (1,), (PlaceCounterblow("1511"),)
    ),
    "city": Bought("turn 8\nphase removal axis\nunit G4 1211\nunit S_W 2008\ncontrol axis 1211", "axis", (2,),
                   (ChooseHex("1211"),)),
    "Soviet replacement": Bought(
        "turn 8\nphase organization soviet\nunit S_W box:destroyed\nunit G4 0606", "soviet", (1,),
        (ReplaceUnit("S_W", "2008"),),
    ),
    "Soviet improvement": Bought(
        "turn 19\nphase organization soviet\nunit S_W 2008\nunit G4 0606", "soviet", (1,), (ImproveUnit("S_W"),)
    ),
    "upgrade": Bought(
        "turn 8\nphase organization soviet\nunit S_W 2008\nunit G4 0606", "soviet", (0,), (UpgradeUnit("S_W"),)
    ),
    "fort": Bought(
        "turn 18\nphase organization soviet\nunit S_LEN 2006\nunit G4 0606", "soviet", (2,),
        (ImproveUnit("S_LEN"),), "fortify_cost",
    ),
    "fort given up": Bought(
        "turn 18\nphase organization soviet\nunit S_LEN 2006 back\nunit G4 0606", "soviet", (1,),
        (UnfortifyUnit("S_LEN"),), "unfortify_cost",
    ),
    "Soviet reorganization": Bought(
        "turn 8\nphase organization soviet\nunit S_W 2008 disorganized\nunit G4 0606", "soviet", (1,),
        (ReorganizeUnit("S_W"),),
    ),
    "Soviet train": Bought(
        "turn 8\nphase TRAIN soviet\nunit S_W 2008\nunit S_S 2111\nunit G4 0606", "soviet", (0, 1),
        (EntrainUnit("S_W"), EntrainUnit("S_S")),
    ),
    "Soviet counterblow": Bought(
        "turn 8\nphase combat axis\nunit G4 1511\nunit S_W 1611", "soviet", (1,), (PlaceCounterblow("1611"),)
    ),
    "replaced and reorganized": Bought(
        _axis("turn 8\nphase organization axis\nunit G4 box:destroyed"), "axis", (1, 1), (G4, ReorganizeUnit("G4"))
    ),
    "improved and entrained": Bought(
        _axis("turn 8\nphase organization axis\nunit G4 0606 back\nunit G6 0704"), "axis", (2, 0, 1),
        (ImproveUnit("G4"), EntrainUnit("G4"), EntrainUnit("G6")),
    ),
    "two replacements and a marker": Bought(
        _axis("turn 8\nphase organization axis\nunit G4 box:destroyed\nunit G6 box:destroyed\n"
              "unit G9 0906 disorganized"),
        "axis", (1, 1, 1), (G4, G6, ReorganizeUnit("G9")),
    ),
}  # fmt: skip
ANSWERS = {"axis": (34, 36, 31, 0), "soviet": (14, 7, 31, 0)}
"""What the enemy of the buyer holds; 0: nothing."""
REPLIES = {"axis": (0, 14, 31), "soviet": (0, 34, 36)}
"""What the buyer answers that with, instead of keeping it to pay with."""
PAYS = {"axis": (22, 27, 10, 1), "soviet": (43, 16, 27, 10)}
INSISTS, GIVES_IN = True, False


def cases() -> list[tuple[str, str, int, int, int, bool, str]]:
    """Every purchase, rule set, answer, reply, number of cards beyond the price, way to decide, initiative."""
    found = []
    for name, rules, extra, insists, initiative in product(
        PURCHASES, RULES, (0, 1), (INSISTS, GIVES_IN), ("axis", "soviet")
    ):
        bought = PURCHASES[name]
        if len(bought.actions) > 1 and "train" not in name.lower() and rules not in BY_BILL:
            continue
        for answer, reply in product(ANSWERS[bought.buyer], REPLIES[bought.buyer]):
            found.append((name, rules, answer, reply, extra, insists, initiative))
    return found


def begun(name: str, rules: str, answer: int, reply: int, extra: int, initiative: str) -> State:
    """The position in which the first thing can be bought: as many cards as needed, one of them the reply."""
    bought = PURCHASES[name]
    enemy = "soviet" if bought.buyer == "axis" else "axis"
    cards = sum(bought.prices) + extra
    hand = [card for card in (reply, *PAYS[bought.buyer]) if card and card != answer][: max(cards, 1)]
    lines = bought.lines.replace("TRAIN", "organization" if rules in BY_BILL else "movement")
    text = f"rules {rules}\ninitiative {initiative}\n{lines}\nhand {bought.buyer} {' '.join(map(str, hand))}"
    text += f"\nhand {enemy} {answer}" if answer else ""
    state = position(text)
    if name == "city":
        state = position(text.replace("phase removal", "phase movement"))
        state.scorched = 1 << BOARD.node_of["1211"]
    for _ in range(60):
        if bought.actions[0] in legal_actions(state):
            return state
        state = play(state, idle(state))
    raise LookupError(f"{name} is not to be had")


def fields(state: State) -> tuple[Any, ...]:
    """What lies on the map and in the boxes."""
    markers = state.disorganized, state.scorched, state.works, state.counterblows
    return (*state.where, *state.face, *markers, state.axis_control, state.soviet_control)


def outcome_of(name: str, rules: str, answer: int, reply: int, extra: int, insists: bool, initiative: str) -> str:
    """Buys, lets both sides answer, and says what is wrong at the end; empty if all is paid or taken back."""
    bought = PURCHASES[name]
    try:
        state = begun(name, rules, answer, reply, extra, initiative)
    except LookupError:
        return "not for sale"
    buyer = Side(bought.buyer)
    before, phase = [], state.phase
    happened: list[Any] = []
    bill, due, done = rules in BY_BILL and phase == "organization", list(bought.actions), []
    for _ in range(200):
        code = state.question.CODE if state.question else ""
        actor = game.actor(state)
        legal = legal_actions(state)
        settling = code in ("window", "pay", "take_back", "exile_cadre") or actor is game.Chance.CHANCE
        if state.phase != phase or (not bill and not settling and not due):
            break
        if due and due[0] in legal:
            before.append(fields(state))
            action = due.pop(0)
            done.append(action)
        elif not settling and due and not bill:
            break
        elif actor is buyer and code == "pay":
            pays = [one for one in legal if isinstance(one, PayCard)]
            gives_in = not insists and Pass() in legal
            action = (
                Pass() if gives_in else next((one for one in pays if one.card != reply), pays[0] if pays else Pass())
            )
        elif code == "window" and isinstance(actor, Side):
            card = reply if actor is buyer else answer
            action = next((one for one in legal if isinstance(one, PlayEvent) and one.card == card), Pass())
        else:
            action = idle(state)
        state, new = apply(state, action)
        happened += new
    else:
        return "no end"
    discarded = [one for one in happened if type(one).__name__ == "CardDiscarded" and one.why == "payment"]
    paid = sum(one.side is buyer for one in discarded) - sum(isinstance(one, PaymentVoid) for one in happened)
    price = price_of(name, state, done)
    back = sum(isinstance(one, TakenBack) for one in happened)
    changed = fields(state) != before[0]
    if back >= len(done):
        return "" if not changed else "not as before"
    if back == 0:
        return "" if paid >= price else f"{price} cards, {paid} paid"
    kept = price - dearest(name, done, back)
    return "" if changed and paid >= kept else f"{back} taken back, {paid} paid of {price}"


def price_of(name: str, state: State, done: list[Action]) -> int:
    """What the things done cost."""
    bought = PURCHASES[name]
    if bought.by_rules:
        found = getattr(state.rules, bought.by_rules)
        return int(found["elsewhere"] if isinstance(found, dict) else found)
    return sum(bought.prices[: len(done)])


def dearest(name: str, done: list[Action], count: int) -> int:
    """The most that so many of the things can have cost."""
    return sum(sorted(PURCHASES[name].prices[: len(done)])[-count:])


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_every_purchase_is_paid_or_taken_back_whatever_is_cancelled(rules: str) -> None:
    """Each kind of purchase against each card that cancels, each reply to it, in each rule set."""
    wrong = [
        (case, said) for case in cases() if case[1] == rules and (said := outcome_of(*case)) not in ("", "not for sale")
    ]
    assert wrong == []


# --- the bill of the computer rules (C-131) -----------------------------------------------------------------------
def billed(lines: str, axis: str, soviet: str = "34", rules: str = "digital") -> State:
    """The Organization Phase of the Axis on turn 8, once the Soviets have passed at its start."""
    hands = f"hand axis {axis}\nhand soviet {soviet}"
    state = position(f"turn 8\nphase organization axis\nunit S_NW 2310\n{lines}\n{hands}\nrules {rules}")
    return play(state, Pass()) if legal_actions(state) == (Pass(),) else state


def to_the_bill(state: State) -> State:
    """Done, until something is paid or the phase is over."""
    while Done() in legal_actions(state) and state.phase == "organization":
        state = play(state, Done())
    return state


@pytest.mark.parametrize("rules", BY_BILL)
def test_15_2_an_army_that_is_not_paid_for_yet_is_not_broken_up(rules: str) -> None:
    """C-131: the Fortified Fronts could not be taken back with the replacement that they were made of."""
    text = f"rules {rules}\nturn 7\nphase organization soviet\nunit S_W box:destroyed\nunit S_KAL 2010\nunit G4 0606"
    text += "\nhand soviet 16"
    state = begin(PREFIX + text, Options(rules=rules, fortified_fronts=True))
    while ReplaceUnit("S_W", "2008") not in legal_actions(state):
        state, _ = apply(state, Done())
    assert ExchangeUnit("S_KAL") in legal_actions(state), "which nothing was bought for"
    state, _ = apply(state, ReplaceUnit("S_W", "2008"))
    assert ExchangeUnit("S_KAL") in legal_actions(state)
    assert ExchangeUnit("S_W") not in legal_actions(state)


@pytest.mark.parametrize("rules", BY_BILL)
def test_5_3_5_a_bill_that_is_cancelled_takes_the_purchase_back(rules: str) -> None:
    state = to_the_bill(play(billed("unit G4 box:destroyed", "22", "34 43", rules), G4))
    state, happened = apply(state, PlayEvent(34))
    state, more = apply(state, legal_actions(state)[0])
    assert {PaymentVoid(Side.AXIS, 22), TakenBack("G4", None)} <= {*happened, *more}
    assert (where(state, "G4"), state.phase, state.bill, state.unpaid) == ("box:destroyed", "movement", 0, ())


TWO = "unit G4 box:destroyed\nunit G9 0906 disorganized"


def voided(state: State) -> State:
    """The first payment is cancelled."""
    state = to_the_bill(state)
    if options_of(state, PayCard):
        state = play(state, options_of(state, PayCard)[0])
    state = play(state, PlayEvent(34))
    return deal(play(state, Pass()) if Pass() in legal_actions(state) else state, 30)


def test_5_3_5_the_buyer_chooses_what_is_taken_back() -> None:
    state = voided(play(billed(TWO, "22 27"), G4, ReorganizeUnit("G9")))
    assert set(legal_actions(state)) == {ChooseUnit("G4"), ChooseUnit("G9")}
    assert view(state, Side.AXIS).prompt.text == "Choose the unit for which you take back what you bought last."
    assert load(dump(state)).key() == state.key()
    kept, given_up = (play(state, ChooseUnit(unit)) for unit in ("G9", "G4"))
    assert (where(kept, "G4"), counter(kept, "G9").disorganized) == ("0606", True)
    assert (where(given_up, "G4"), counter(given_up, "G9").disorganized) == ("box:destroyed", False)
    assert [after.bill for after in (kept, given_up)] == [1, 1]
    left = next(iter(options_of(kept, PayCard)))
    assert set(legal_actions(kept)) == set(legal_actions(given_up)) == {left, Pass()}
    assert play(kept, left, Pass()).phase == "movement", "the Soviets let it pass"


def test_5_3_5_with_cards_enough_another_one_pays_or_something_is_taken_back() -> None:
    state = voided(play(billed(TWO, "22 27 10"), G4, ReorganizeUnit("G9")))
    assert set(legal_actions(state)) == {PayCard(22), PayCard(27), Pass()}
    said = "A payment was canceled. Pay 1 card for the units you replaced this phase."
    assert view(state, Side.AXIS).prompt.text == f"{said} Or undo one of your purchases."
    fewer = play(state, Pass(), ChooseUnit("G4"))
    assert set(legal_actions(fewer)) == {PayCard(22), PayCard(27), Pass()}
    after = play(fewer, PayCard(27), Pass())
    assert (after.phase, where(after, "G4"), counter(after, "G9").disorganized) == ("movement", "box:destroyed", False)


def test_5_3_5_what_builds_upon_a_purchase_goes_with_it() -> None:
    """A unit improved for two cards leaves for free by train: it comes back as it was."""
    state = play(billed("unit G4 0606 back", "22 27"), ImproveUnit("G4"))
    state = voided(play(state, *[Done()] * (state.segment == "flip"), EntrainUnit("G4")))
    assert (where(state, "G4"), counter(state, "G4").face, state.entrained) == ("0606", 1, 0)
    assert state.hands[AXIS].bit_count() == 1, "a single card is not asked for"


def test_5_3_5_a_cadre_that_was_sent_away_comes_back() -> None:
    state = play(billed("unit G4 box:destroyed\nunit KG1 0606", "22"), G4, ReorganizeUnit("G4"))
    assert where(state, "KG1") == "box:track"
    state = voided(state)
    assert (where(state, "G4"), where(state, "KG1")) == ("box:destroyed", "0606")


def test_5_3_5_a_step_that_the_enemy_undid_is_still_owed() -> None:
    """07A and 31S: what was to be paid for it is gone, and nothing of it can be taken back."""
    state = play(begun("Soviet improvement", "digital", 7, 0, 0, "axis"), ImproveUnit("S_W"), PlayEvent(7))
    state = play(state, *[Pass()] * (Pass() in legal_actions(state)))
    assert (state.bill, state.unpaid) == (1, ())
    assert skip_to(state, "movement", "soviet").hands[SOVIET] == 0


def test_7_1_a_second_card_that_is_spent_meanwhile_takes_the_improvement_back() -> None:
    """C-132: 34S on the first card, which 14A saves; nothing is left for the second."""
    lines = "turn 8\nphase organization axis\nunit G4 0606 back\nunit S_NW 2310\nhand axis 14 22\nhand soviet 34"
    state = play(position(lines), Pass(), ImproveUnit("G4"), PayCard(22), PlayEvent(34))
    state, happened = apply(state, PlayEvent(14))
    assert TakenBack("G4", None) in happened
    assert (counter(state, "G4").face, state.hands[AXIS]) == (1, 0)


def test_9_1_a_disorganized_unit_leaves_the_train_as_it_boarded() -> None:
    lines = "turn 8\nphase movement axis\nunit G4 0606\nunit G6 0704 disorganized\nunit S_NW 2310\n"
    lines += "hand axis 22\nhand soviet 34"
    state = deal(play(position(lines), EntrainUnit("G4"), EntrainUnit("G6"), PlayEvent(34)), 30)
    assert (where(state, "G6"), counter(state, "G6").disorganized) == ("0704", True)


def test_a_bill_of_an_older_state_is_paid_as_far_as_the_hand_goes() -> None:
    """It does not say what was bought: nothing can be taken back, and nobody is stuck."""
    data = dump(play(billed(TWO, "22 27"), G4, ReorganizeUnit("G9")))
    del data["unpaid"]
    state = voided(load(data))
    state = skip_to(state, "movement", "axis")
    assert (state.hands[AXIS], state.bill, where(state, "G4")) == (0, 0, "0606")


# --- two markers for one card (15.5) ------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", BY_BILL)
@pytest.mark.parametrize(("card", "second"), [(4, True), (24, False)])
def test_15_5_the_card_of_the_bill_takes_a_second_marker_off(rules: str, card: int, second: bool) -> None:
    lines = (
        "turn 8\nphase organization soviet\nunit S_W 2008 disorganized\nunit S_BRY 1909 disorganized\nunit G4 0606\n"
    )
    state = position(f"{lines}hand soviet {card} 10\nrules {rules}")
    state.setup = replace(state.setup, options=replace(state.setup.options, faster_reorganization=True))
    while not options_of(state, ReorganizeUnit):
        state = play(state, idle(state))
    state = to_the_bill(play(state, ReorganizeUnit("S_W")))
    said = "Pay 1 card for the units you reorganized this phase."
    assert view(state, Side.SOVIET).prompt.text == said
    state = play(state, PayCard(card))
    assert (ReorganizeUnit("S_BRY") in legal_actions(state)) is second
    if second:
        state = play(state, ReorganizeUnit("S_BRY"))
    assert counter(state, "S_BRY").disorganized is not second


# --- the end of the phase (C-133) ---------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", RULES)
def test_7_by_the_computer_rules_the_phase_does_not_end_unasked_after_the_last_purchase(rules: str) -> None:
    """All of it can be undone (manual 003), so Done has to be said."""
    state = play(billed("unit G4 box:destroyed", "22", "", rules), G4)
    if rules in BY_BILL:
        assert legal_actions(state) == (Done(),)
        said = "Nothing is left to do in this phase: continue, or undo something first."
        assert view(state, Side.AXIS).prompt.text == said
        assert state.hands[AXIS] == 1 << 22
        state = play(state, Done())
    assert (state.phase, state.hands[AXIS]) == ("movement", 0)


def test_7_a_phase_in_which_nothing_was_done_ends_unasked() -> None:
    assert billed("unit G4 0606 unsupplied", "", "").phase == "movement"
