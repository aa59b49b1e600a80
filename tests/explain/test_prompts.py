"""Each question speaks of every kind of answer that its options hold, and of no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rules.combat_helpers import Table

from noretreat import State, actor, apply, legal_actions, position, view
from noretreat.core.actions import (
    Action,
    AddTarget,
    AdvanceUnit,
    BeginBattle,
    ChooseUnit,
    Discard,
    Done,
    EntrainUnit,
    LoseStep,
    Pass,
    PayCard,
    PlayEvent,
    RetreatUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.kernel import FRAMES, Decision
from noretreat.core.records import Battle
from noretreat.data.facts import Phase, Side
from noretreat.explain.sentences import asking
from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.rules.allocation import JoinPlanned
from noretreat.rules.card_phase import ExchangeCards
from noretreat.rules.choices import DiscardOne
from noretreat.rules.organization import ExileCadre
from noretreat.rules.payment import REORGANIZING, CardSpent, PayCards
from noretreat.rules.purchases import CLEARING, COUNTERBLOW, FLIP, RAIL_MOVE, Purchase
from noretreat.rules.retreat import Retreats
from noretreat.rules.windows import EventWindow, Window
from tools.examples_of_questions import Example, examples

WAITING = {name for name in PROMPTS if name.partition(".")[0] == "wait"}
"""What is said to whoever is not asked."""
OTHER = {Side.AXIS: Side.SOVIET, Side.SOVIET: Side.AXIS}
G4, G6, S_W = (BOARD.unit_index[name] for name in ("G4", "G6", "S_W"))


def sentence(state: State) -> str:
    """What the question says in English."""
    frame = state.question
    assert frame is not None
    return asking.sentence(state, frame)


@pytest.mark.slow
def test_a_question_speaks_of_what_its_options_hold() -> None:
    """All that was ever asked in the kept games, in every combination of sentences and kinds of answers."""
    untrue = [one for one in examples() if offers(one.asked.said) != one.offered]
    assert [(one.source, one.asked.said, sentence(one.state)) for one in untrue] == []
    assert len(examples()) > 180


def offers(said: tuple[str, ...]) -> set[type[Action]]:
    """The kinds of answers that sentences speak of."""
    return {kind for name in said for kind in PROMPTS[name].speaks_of}


FRAMED: dict[str, tuple[Decision, tuple[Action, ...]]] = {
    "discard_one": (DiscardOne(0), (Discard(4), Discard(7))),
    "exchange_cards.more": (ExchangeCards(0, 2), (Done(), Discard(4))),
    "exile_cadre.only": (ExileCadre(0, G4), (ChooseUnit("KG1"), ChooseUnit("KG2"))),
    "pay.reorganizations": (PayCards(0, 2, "reorganize"), (PayCard(4), PayCard(7))),
    "join_planned.battle": (JoinPlanned(0, (G4,), G4), (BeginBattle("1611"), BeginBattle("1609"))),
    "retreat.stuck": (Retreats((S_W, G6)), (RetreatUnit("S_W", ("1711", "1811")),)),
}
"""Sentences for what hardly ever comes up: the question, and what it would offer."""


@pytest.mark.parametrize("name", FRAMED)
def test_a_rare_question_speaks_of_what_its_options_hold(name: str) -> None:
    frame, options = FRAMED[name]
    state = position("turn 9\nunit G4 1511\nunit G6 1510\nunit S_W 1611").copy()
    state.battle = Battle(0, (G4,), (S_W,), (BOARD.node_of["1611"],))
    state.stack, state.options = [frame], options
    told = asking.asked(state, frame)
    assert name in told.said
    assert offers(told.said) == set(map(type, options))
    assert asking.sentence(state, frame)


PAID_FOR: dict[str, tuple[Purchase | None, str]] = {
    "unfortify": (Purchase(SOVIET, kind=FLIP, unit=S_W), "unfortify West Front"),
    "entrain": (Purchase(SOVIET, kind=RAIL_MOVE, unit=S_W), "entrain West Front"),
    "counterblow": (Purchase(SOVIET, kind=COUNTERBLOW, place=BOARD.node_of["1611"]), "the Counterblow on 1611"),
    "rebuild": (Purchase(SOVIET, kind=CLEARING, place=BOARD.node_of["1611"]), "rebuild 1611"),
    "reorganizations": (None, "the units reorganized this phase"),
}
"""What a card of the Soviets pays for, what it is of the units or hexes, and what is said of it."""


@pytest.mark.parametrize("name", PAID_FOR)
def test_whoever_may_cancel_a_payment_reads_what_it_is_for(name: str) -> None:
    bought, told = PAID_FOR[name]
    state = position("turn 9\nunit G4 1511\nunit S_W 1611").copy()
    window = EventWindow(Window.REACT, AXIS)
    spent = CardSpent(SOVIET, card=16, purpose=REORGANIZING if name == "reorganizations" else name)
    state.stack = [*([bought] if bought else []), spent, window]
    state.options = (PlayEvent(33), Pass())
    said = asking.asked(state, window).said
    assert said == ("window.paid", f"window.for-{name}")
    assert told in asking.sentence(state, window)


def test_every_sentence_is_said_somewhere() -> None:
    said = {name for example in examples() for name in example.asked.said}
    said |= {f"window.for-{name}" for name in PAID_FOR}
    assert PROMPTS.keys() - said - FRAMED.keys() == {*WAITING, "chance", "game_over"}


def test_who_is_not_asked_reads_what_the_other_side_is_at_and_no_option() -> None:
    """Neither the enemy nor a spectator reads the question, of which kind it is, or what it names (NET-9)."""
    told = set()
    for example in examples():
        who = actor(example.state)
        if not isinstance(who, Side):
            continue
        enemy, watcher = (view(example.state, eyes).prompt for eyes in (OTHER[who], None))
        assert watcher == enemy
        assert watcher.code == "wait"
        assert dict(watcher.args) == {"side": who.value}
        told |= set(watcher.said)
    assert told == WAITING


def test_every_kind_of_question_has_an_example() -> None:
    codes = {kind.CODE for kind in FRAMES.values() if issubclass(kind, Decision) and kind.CODE}
    assert {example.code for example in examples()} == codes


@pytest.mark.parametrize("name", PROMPTS)
def test_a_sentence_that_lets_one_stop_says_so(name: str) -> None:
    """Whoever may end or decline something reads it; whoever may not, reads nothing of it."""
    words = ("continue", "stop", "end the phase", "none", "decline", "pass", "keep it", "wait", "stay", "allow it")
    words += ("attack", "draw", "leave it", "undo", "pay a card", "commit")
    text = PROMPTS[name].text
    said = (text if isinstance(text, str) else text["other"]).lower()
    ends = {kind.__name__ for kind in PROMPTS[name].speaks_of} & {"Done", "Pass"}
    assert not ends or any(word in said for word in words), said


# --- seen at the table --------------------------------------------------------------------------------------------
def said(example_fits: Callable[[Example], bool]) -> set[str]:
    """What the questions say that fit."""
    return {sentence(example.state) for example in examples() if example_fits(example)}


def test_where_units_only_entrain_nobody_speaks_of_disorganized_units() -> None:
    """Seen: "Pay a card for each Disorganized unit" above fourteen rows that only entrain."""
    found = said(lambda one: one.code == "reorganize" and one.offered == {EntrainUnit, Done})
    train = "it leaves the map and arrives at one of your cities at the end of your turn"
    assert found == {
        f"Put one unit on the train for free: {train}. Or continue.",
        "Entrain another unit for a card, or continue.",
    }


def test_free_upgrades_are_counted() -> None:
    """Seen: ten units marked free to upgrade, of which one click empties the list."""
    state = next(one.state for one in examples() if one.code == "flip" and UpgradeUnit in one.offered)
    able = sum(isinstance(action, UpgradeUnit) for action in state.options)
    assert able > state.upgrades_left > 0
    assert sentence(state).startswith(f"Upgrade {state.upgrades_left} of {able} units for free")


def test_a_unit_that_can_go_no_farther_is_not_asked_to() -> None:
    """Seen: "may go on, or enough?" for a unit that cannot."""
    others = [one for one in examples() if one.asked.said == ("advance.others",)]
    for example in others:
        gone = example.asked.args["unit"]
        assert gone not in {action.unit for action in example.state.options if isinstance(action, AdvanceUnit)}
        assert "can go no farther" in sentence(example.state)
    assert others


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("deluxe", "Who attacks what? Marked hexes still to be attacked: 2."),
        ("digital", "Who attacks what? Plan the attacks on all marked hexes (2), then give the orders."),
    ],
)
def test_the_question_of_allocation_is_that_of_its_table(rules: str, words: str) -> None:
    """Seen: "Choose the next battle" beside "Who attacks what"."""
    units = {"G4": "1511", "G6": "1610", "S_W": "1611", "G9": "1704", "S_KAL": "1804"}
    assert sentence(Table(units=units, rules=rules).declare("1611", "1804").state) == words


def test_a_battle_that_another_hex_must_join_says_so() -> None:
    found = [one for one in examples() if one.asked.said == ("compose.incomplete",)]
    assert found
    assert all(one.offered == {AddTarget} for one in found)


def test_who_is_lost_instead_of_shattered_is_named_before() -> None:
    (example,) = [one for one in examples() if one.asked.said == ("overstack.either",)]
    assert "Destroyed instead" in sentence(example.state)


def test_a_loss_by_an_event_says_whose_event_it_is() -> None:
    (example,) = [one for one in examples() if one.asked.said == ("event.loss",)]
    assert example.offered == {LoseStep}
    assert "(Soviet)" in sentence(example.state)


def test_5_1_each_window_of_a_card_phase_says_its_moment() -> None:
    """The enemy is asked before the discard, before the draw and after it: never twice in the same words."""
    state = position("turn 9\nphase cards soviet\nunit G4 1511\nunit S_W 1811\nhand soviet 3 7 12 20\nhand axis 22 23")
    said = []
    while state.phase == Phase.CARDS:
        side = actor(state)
        if isinstance(state.question, EventWindow) and side is Side.AXIS:
            said.append(sentence(state))
        options = legal_actions(state)
        state, _ = apply(state, Pass() if Pass() in options else options[0])
    ends = [text.partition("Card Phase, ")[2].rstrip(".").removesuffix(", or pass") for text in said]
    assert ends == ["before the enemy discards", "before the enemy draws", "after the enemy has drawn"]
