"""Orders in words: each action can be written and read back, names mean one thing, and nothing is ever guessed."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from kept import few
from msgspec.structs import replace
from rules.helpers import play

import noretreat.cards  # noqa: F401  (registers all events)
from noretreat import Options, State, apply, legal_actions, new_game, position
from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.core.board import BOARD
from noretreat.core.snapshot import dump
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids, scenario_ids
from noretreat.explain.ahead.dangers import dangers
from noretreat.game import apply_trusted
from noretreat.orders import Reading, notation, read
from noretreat.orders.grammar import VERBS, parts
from noretreat.orders.names import places_named, short_unit, tokens, unit_aliases, units_named
from noretreat.orders.reader import _HANDLERS, COMMANDS, LONGEST, MOST_ORDERS
from noretreat.storage import savegame
from tools.make_actions_and_events import records

MOVING = """
rules deluxe
turn 9
phase movement axis
unit G4 1511
unit G1Pz 1410
unit G9 1610
unit G6 1512
unit RUM3 1409
unit HUN3 1308
unit S_W 1611
unit S_S 1713
hand soviet 3 7 12 20
hand axis 1 17 16
supports 2 0
weather clear
"""
ARRIVING = """
rules deluxe
turn 9
phase organization axis
unit G4 1511
unit S_W 1711
unit G6 box:shattered
hand soviet
hand axis
supports 0 0
weather clear
"""
FIGHTING = """
turn 9
phase combat axis
unit G4 1511
unit G6 1512
unit G11 1512
unit G9 1610
unit S_W 1611
unit S_S 1612
supports 0 0
weather clear
"""


def moving() -> State:
    return position(MOVING)


def declaring(rules: str = "deluxe") -> State:
    return position(f"rules {rules}\n{FIGHTING}")


def allocating() -> State:
    """All battles are put together before the first one is fought."""
    return play(declaring("digital"), act.DeclareTarget("1611"), act.DeclareTarget("1612"))


def texts(reading: Reading) -> list[str]:
    return [one.text for one in reading.suggestions]


def code(reading: Reading) -> str:
    return reading.problem.code if reading.problem else ""


# --- every action has its order ---------------------------------------------------------------------------------
def same(action: Action, state: State) -> bool:
    """Is an action written as an order and read again the same action, and nothing else?"""
    reading = read(notation(action), state)
    return reading.actions == (action,) and reading.problem is None and reading.rest == ""


@pytest.mark.slow
@pytest.mark.parametrize("rules", ruleset_ids())
def test_in_random_games_every_legal_action_is_an_order(rules: str) -> None:
    """By each rule set, from each scenario: the text of a legal action is read as exactly that action."""
    for seed, scenario in enumerate(scenario_ids()):
        dice = random.Random(seed)
        state = new_game(scenario, Options(rules=rules))
        for _ in range(60):
            options = legal_actions(state)
            if not options:
                break
            for action in options if len(options) < 4 else dice.sample(options, 2):
                assert same(action, state), f"{scenario}: {notation(action)}"
            action = act.Done() if act.Done() in options and dice.random() < 0.1 else dice.choice(options)
            state, _ = apply_trusted(state, action)


@pytest.mark.slow
def test_every_kind_of_action_is_an_order() -> None:
    """The kept games show every kind of action: each, in each question that it answers, is read back."""
    met: Counter[tuple[str, str]] = Counter()
    for path in few():
        saved = savegame.load(path)
        state = savegame.replay(saved, 0).state
        for entry in saved.entries:
            kind = type(entry.action).__name__, type(state.question).__name__
            if met[kind] < 3 and not isinstance(entry.action, act.Resign | act.Conclude | act.SettleSides):
                met[kind] += 1
                assert same(entry.action, state), f"{path.stem}: {kind} {notation(entry.action)}"
            step = apply if kind[0] in ("Resign", "Conclude", "SettleSides") else apply_trusted
            state, _ = step(state, entry.action)
    shown = {name for name, _ in met}
    assert shown | {"Resign", "Conclude", "SettleSides"} == {kind.__name__ for kind in records(act.Action)}


def test_giving_up_is_an_order_of_the_side_that_decides() -> None:
    state = moving()
    assert read("resign", state).actions == (act.Resign(Side.AXIS),)
    assert read("resign", state).stops == "over"


def test_reading_changes_nothing() -> None:
    state = moving()
    before = dump(state)
    read("1 Pz > 1411; 4 A > 1412; done", state)
    assert dump(state) == before


def test_every_word_of_order_has_its_reading() -> None:
    assert set(VERBS.values()) - set(_HANDLERS) <= COMMANDS | {"move"}
    assert set(_HANDLERS) <= set(VERBS.values())
    assert all(word == word.lower() for word in VERBS)


def test_every_word_of_order_is_on_the_page() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "orders.md").read_text(encoding="utf-8")
    named = " ".join(re.findall(r"`([^`\n]+)`", page))
    assert [word for word in VERBS if not re.search(rf"\b{word}\b", named)] == []


def test_the_sheet_of_keys_lists_the_words_that_a_player_needs() -> None:
    words = json.loads(
        (Path(__file__).resolve().parents[2] / "web/src/orders/order-words.json").read_text(encoding="utf-8")
    )
    assert words == sorted(set(VERBS.values()) - {"die", "deal"})


# --- names ------------------------------------------------------------------------------------------------------
def test_each_unit_is_written_by_a_name_of_its_own() -> None:
    """No other unit, on either face, bears the name by which orders are written."""
    for info in BOARD.units:
        mine = tokens(short_unit(info.id))
        assert mine in unit_aliases(info.index, 0)
        others = [other for other in BOARD.units if other.id != info.id]
        assert not any(mine in unit_aliases(other.index, face) for other in others for face in range(len(other.faces)))


@pytest.mark.parametrize(
    "name", ["1 Pz", "1pz", "1st Panzer", "1st Panzer Army", "g1pz", "1 PANZER", "german 1 Pz", "1410"]
)
def test_a_unit_goes_by_many_names(name: str) -> None:
    assert read(f"{name} > 1411", moving()).actions == (act.MoveUnit("G1Pz", "1411"),)


@pytest.mark.parametrize(
    "name", ["Panzer 1", "unit Panzer 1", "Pz 1", "1. Pz", "Panzer Army 1", "german panzer 1", "hex 1410"]
)
def test_ast_1_unit_words_stand_before_or_after_the_number(name: str) -> None:
    """As the computer game's own examples write them: "Panzer 1", "Army 17", "Hex 810"."""
    assert read(f"{name} > 1411", moving()).actions == (act.MoveUnit("G1Pz", "1411"),)


def test_ast_1_each_name_means_the_same_with_its_number_at_the_end() -> None:
    faces = [0] * len(BOARD.units)
    for info in BOARD.units:
        name = tokens(info.unit.front.name)
        turned = (*(word for word in name if not word.isdigit()), *(word for word in name if word.isdigit()))
        assert set(units_named(turned, faces)[0]) == set(units_named(name, faces)[0]), info.id


def test_ast_1_a_hex_may_leave_out_its_first_nought() -> None:
    low = [hex_ for hex_ in BOARD.node_of if hex_.startswith("0")]
    assert low
    assert all(places_named((hex_[1:],)) == ([hex_], True) for hex_ in low)
    assert read("4 A > hex 999", moving()).problem == read("4 A > 999", moving()).problem
    assert code(read("4 A > hex 999", moving())) == "no-hex"


def test_ast_1_unit_and_hex_before_a_name_say_what_is_meant() -> None:
    """The Stalingrad Front stands elsewhere: the unit is not the city, and the city not the unit."""
    state = position("turn 9\nphase movement soviet\nunit S_STA 2015\nunit S_W 2016\nunit G4 0910\nweather clear")
    assert read("West > hex Stalingrad", state).actions == (act.MoveUnit("S_W", "2117"),)
    assert read("West > unit Stalingrad", state).chips[-1].ids == ("2015",)
    assert read("unit West > hex 2117", state).actions == (act.MoveUnit("S_W", "2117"),)
    assert code(read("hex West > 2117", state)) == "order-nobody", "the Western Balkans, where nobody is"
    assert code(read("unit 2016 > 2117", state)) == "order-word"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Army 4 and Army 9 attack unit West.", "4 A + 9 A > West"),
        ("Hex 1511 attacks hex 1611.", "1511 > 1611"),
        ("All -> West", "all > 1611"),
        ("all attack West", "all > 1611"),
        ("Army 6, Army 11 attack hex 1612. Army 4 attacks West.", "6 A + 11 A > 1612; 4 A > 1611"),
        ("6. A attacks South. 4. A attacks unit West", "6 A > 1612; 4 A > 1611"),
    ],
)
def test_ast_1_attacks_are_ordered_in_sentences(text: str, order: str) -> None:
    """As the computer game's rules show them (P.4): the sentence and the arrow are the same order."""
    sentence, arrow = read(text, allocating()), read(order, allocating())
    assert sentence.problem is None
    assert sentence.actions
    assert sentence.actions == arrow.actions


def test_ast_1_the_other_games_own_examples_are_read() -> None:
    state = position(
        "rules digital\nturn 9\nphase combat axis\nunit G1Pz 0711\nunit G17 0810\nunit S_W 0811\nunit G9 1612\n"
        "unit S_S 1613\nsupports 0 0\nweather clear"
    )
    state = play(state, act.DeclareTarget("0811"), act.DeclareTarget("1613"))
    both = (act.BeginBattle("0811"), act.AssignAttacker("G1Pz"), act.AssignAttacker("G17"), act.Done())
    assert set(read("Panzer 1 and Army 17 attack unit West.", state).actions) == set(both[:-1])
    assert read("Hex 810 attacks hex 811.", state).actions == (both[0], both[2], act.Done())
    assert read("All -> Kharkov", state).actions[0] == act.BeginBattle("1613")


def test_ast_1_a_sentence_declares_targets_too() -> None:
    assert read("Army 4 attacks unit West.", declaring()).actions == (act.DeclareTarget("1611"),)
    assert code(read("Army 4 attacks", declaring())) == "order-unfinished"
    assert code(read("move Army 4 attack West", declaring())) == "order-word"


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("West. South.", ["West", "South"]),
        ("N. Caucasus > 1107. 17. A > 1108", ["N. Caucasus > 1107", "17. A > 1108"]),
        ("Army 17. Army 6", ["Army 17", "Army 6"]),
        ("1 Gds. Tk > 0810. done.", ["1 Gds. Tk > 0810", "done"]),
        (". ;. ", []),
    ],
)
def test_a_full_stop_ends_an_order_where_it_ends_a_sentence(text: str, orders: list[str]) -> None:
    assert [text[part.start : part.end] for part in parts(text)] == orders


@pytest.mark.parametrize("arrow", [">", "->", "→", " to "])
def test_arrows(arrow: str) -> None:
    assert read(f"1 Pz{arrow}1411", moving()).actions == (act.MoveUnit("G1Pz", "1411"),)


@pytest.mark.parametrize("name", ["Kharkov", "kharkov", "khar", "1613"])
def test_a_place_goes_by_name_beginning_and_number(name: str) -> None:
    assert read(f"4 A > {name}", moving()).actions == (act.MoveUnit("G4", "1613"),)


def test_the_beginning_of_a_name_counts_only_where_no_name_is_whole() -> None:
    """ "West" is the West Front, not the West Balkans; two letters are the least."""
    assert code(read("4 A > West", moving())) == "enemy-there"
    assert code(read("4 A > k", moving())) == "order-word"


def test_a_name_that_is_also_a_word_of_order_stands_before_an_arrow() -> None:
    state = position("turn 9\nphase movement soviet\nunit S_RES 1511\nunit G4 0910\nweather clear")
    assert read("Reserve > 1512", state).actions == (act.MoveUnit("S_RES", "1512"),)
    assert read("Reserve Front > 1512", state).actions == (act.MoveUnit("S_RES", "1512"),)


def test_a_name_that_several_bear_is_never_chosen_silently() -> None:
    reading = read("9 A > 1611; 3 A > 1310", moving())
    assert code(reading) == "enemy-there", "the first thing that is wrong is said"
    reading = read("9 A > 1510; 3 A > 1309", moving())
    assert code(reading) == "order-ambiguous"
    assert texts(reading) == ["9 A > 1510; Rumanian 3 A > 1309", "9 A > 1510; Hungarian 3 A > 1309"]
    assert [one.ids for one in reading.suggestions] == [("RUM3",), ("HUN3",)]
    assert read(texts(reading)[1], moving()).actions[1] == act.MoveUnit("HUN3", "1309")
    assert read("3 A > 1310", moving()).actions == (act.MoveUnit("RUM3", "1310"),), "only one of them comes so far"


def test_of_several_meanings_those_that_are_possible_count() -> None:
    """Only the Rumanian 3rd Army is on the map: then it is meant."""
    state = position("turn 9\nphase movement axis\nunit RUM3 1409\nunit S_W 1611\nweather clear")
    assert read("3 A > 1310", state).actions == (act.MoveUnit("RUM3", "1310"),)


def test_a_city_or_the_unit_of_its_name() -> None:
    """The Stalingrad Front stands elsewhere: both can be reached, so both are listed."""
    state = position("turn 9\nphase movement soviet\nunit S_STA 2015\nunit S_W 2016\nunit G4 0910\nweather clear")
    reading = read("West > Stalingrad", state)
    assert code(reading) == "order-ambiguous"
    assert texts(reading) == ["West > 2117", "West > 2015"]


# --- reading ----------------------------------------------------------------------------------------------------
def test_each_word_is_shown_as_what_it_was_understood() -> None:
    reading = read("move 1 Pz + 4 A > Kharkov", moving())
    assert [(chip.kind, chip.typed, chip.ids, chip.hexes) for chip in reading.chips] == [
        ("verb", "move", ("move",), ()),
        ("unit", "1 Pz", ("G1Pz",), ("1410",)),
        ("unit", "4 A", ("G4",), ("1511",)),
        ("place", "Kharkov", ("1613",), ("1613",)),
    ]
    assert all(reading.text[chip.start : chip.end] == chip.typed for chip in reading.chips)


def test_a_way_is_one_move_after_the_other() -> None:
    moves = (act.MoveUnit("G1Pz", "1411"), act.MoveUnit("G1Pz", "1412"))
    assert read("1 Pz > 1411 > 1412", moving()).actions == moves


def test_a_hex_stands_for_those_in_it_and_all_for_everybody_who_can() -> None:
    state = position("turn 9\nphase movement axis\nunit G4 1511\nunit G6 1511\nunit S_W 1807\nweather clear")
    assert read("1511 > 1512", state).actions == (act.MoveUnit("G4", "1512"), act.MoveUnit("G6", "1512"))
    assert read("all > 1512", state).actions == (act.MoveUnit("G4", "1512"), act.MoveUnit("G6", "1512"))
    assert code(read("1206 > 1207", state)) == "order-nobody"
    assert code(read("all > 2117", state)) == "order-none"


def test_what_comes_after_is_checked_on_a_copy() -> None:
    """8.0: who has moved and whose move is over cannot move again."""
    reading = read("1 Pz > 1411; 4 A > 1412; 1 Pz > 1412", moving())
    assert len(reading.actions) == 2
    assert code(reading) == "has-moved"
    assert reading.problem
    assert reading.problem.rule == "8.0"


def test_the_reading_ends_where_somebody_else_decides() -> None:
    reading = read("1 Pz > 1411; done; pass; 4 A > 1412", moving())
    assert reading.actions == (act.MoveUnit("G1Pz", "1411"), act.Done())
    assert reading.stops == "other"
    assert reading.rest == "pass; 4 A > 1412"
    assert reading.problem is None


def test_a_list_that_is_interrupted_leaves_its_rest() -> None:
    """CRD-15: a discard of the Axis may be cancelled before the next one."""
    state = position(
        "rules deluxe\nturn 9\nphase cards axis\nunit G4 1511\nunit S_W 1611\nhand axis 1 3 16\nhand soviet 5"
    )
    while act.Discard(1) not in state.options:
        state = play(state, state.options[0])
    reading = read("discard 1 3; done", state)
    assert reading.actions == (act.Discard(1),)
    assert (reading.stops, reading.rest) == ("other", "discard 3; done")


def test_the_screen_has_words_of_its_own() -> None:
    assert [read(word, moving()).command for word in ("undo", "redo", "restart")] == ["undo", "redo", "restart"]
    reading = read("hold 6 A, 9 A", moving())
    assert (reading.command, reading.units, reading.actions) == ("hold", ("G6", "G9"), ())
    reading = read("1 Pz > 1411; undo", moving())
    assert (len(reading.actions), reading.stops, reading.rest) == (1, "command", "undo")
    assert code(read("undo 4 A", moving())) == "order-word"
    assert code(read("hold", moving())) == "order-unfinished"


def test_cards_by_number_title_and_alternative() -> None:
    state = moving()
    played = next(option for option in state.options if isinstance(option, act.PlayEvent))
    half = BOARD.cards[played.card].axis
    assert read(f"play {played.card}", state).actions == (played,)
    assert read(f"play {half.title}", state).actions == (played,)
    assert read(f"play {played.card} as {played.mode[:3]}", state).actions == (played,)
    assert code(read(f"play {played.card} as nonsense", state)) == "order-word"
    assert code(read("play 99", state)) == "order-word"


def test_the_alternatives_of_an_event_are_listed() -> None:
    """Card 8 of the Soviet side: two cards or a free upgrade is said, or asked."""
    state = position(
        "rules deluxe\nturn 7\nphase organization soviet\nunit S_W 2007 1\nunit G4 0910\nhand soviet 8 9\nweather clear"
    )
    reading = read("play 8", state)
    assert code(reading) == "order-ambiguous"
    assert texts(reading) == ["play 8 as draw", "play 8 as upgrade"]
    assert read("play 8 as upgrade", state).actions == (act.PlayEvent(8, "upgrade"),)
    assert read("play 8 as up", state).actions == (act.PlayEvent(8, "upgrade"),)


# --- battles ----------------------------------------------------------------------------------------------------
def test_an_arrow_at_a_target_declares_it() -> None:
    """10.1 and 10.3: the attackers are chosen later, and the reading says so."""
    reading = read("4 A + 9 A > West", declaring())
    assert reading.actions == (act.DeclareTarget("1611"),)
    assert reading.notes == ("attackers-later",)
    assert reading.meant
    assert {hex_ for hexes in reading.meant.values() for hex_ in hexes} == {"1611"}
    assert read("attack West, South", declaring()).actions == (act.DeclareTarget("1611"), act.DeclareTarget("1612"))
    assert read("all > West", declaring()).chips[0].ids == ("G4", "G9")


def test_who_stands_too_far_off_attacks_nobody() -> None:
    reading = read("9 A > South", declaring())
    assert code(reading) == "order-no-attacker"
    assert reading.problem
    assert reading.problem.rule == "10.3"
    assert reading.problem.text == "9th Army cannot attack 1612 now."


def test_an_arrow_puts_a_battle_together() -> None:
    """10.3: these units against this hex, and no others."""
    reading = read("6 A + 11 A > South", allocating())
    assert reading.actions == (
        act.BeginBattle("1612"), act.AssignAttacker("G6"), act.AssignAttacker("G11"), act.Done(),
    )  # fmt: skip
    assert read("1512 > South", allocating()).actions == reading.actions
    state = play(allocating(), *reading.actions)
    assert state.planned[0][1] == (BOARD.unit_index["G6"], BOARD.unit_index["G11"])


def test_all_is_everybody_who_may_take_part() -> None:
    reading = read("all > South", allocating())
    assert reading.chips[0].ids == ("G4", "G6", "G11")
    assert code(read("1 Pz > South", allocating())) == "order-no-attacker"


def test_a_battle_under_way_is_added_to() -> None:
    state = play(allocating(), act.BeginBattle("1612"))
    assert read("add 6 A", state).actions == (act.AssignAttacker("G6"),)
    assert read("6 A", state).actions == (act.AssignAttacker("G6"),)
    assert read("6 A > South", state).actions == (act.AssignAttacker("G6"), act.Done())


def test_several_hexes_in_one_battle() -> None:
    """10.3.2: where the rules join hexes, an order does; elsewhere it says that each needs its own battle."""
    assert code(read("4 A > South + West", allocating())) == "order-not-together"


def only_one_at_west(rules: str) -> State:
    """Nobody but the 4th Army stands beside the West Front; both fronts are targets."""
    state = position(f"rules {rules}\n" + FIGHTING.replace("unit G9 1610\n", ""))
    return play(state, act.DeclareTarget("1611"), act.DeclareTarget("1612"))


def test_who_is_needed_elsewhere_is_named() -> None:
    """10.3: every marked hex is attacked, so the 4th Army is not free for another battle."""
    reading = read("4 A + 6 A > South", only_one_at_west("digital"))
    assert code(reading) == "needed-elsewhere"
    assert reading.problem
    assert reading.problem.text.startswith("4th Army")
    reading = read("all > South", only_one_at_west("digital"))
    assert reading.chips[0].ids == ("G6", "G11")
    assert reading.problem is None


def test_a_hex_that_must_be_taken_along_is_told() -> None:
    """10.3.2: where one unit may attack several hexes, it takes along the one that nobody else can attack."""
    reading = read("4 A > South", only_one_at_west("deluxe"))
    assert reading.notes == ("hexes-too",)
    assert reading.hexes == ("1611",)
    reading = read("4 A > South + West", only_one_at_west("deluxe"))
    assert (reading.notes, reading.hexes) == ((), ())
    assert reading.stops == "chance"


def test_all_of_a_kind() -> None:
    """7.3: two free upgrades in a turn; `all` names those who can."""
    state = position(
        "rules deluxe\nturn 14\nphase organization soviet\nunit S_W 2007\nunit S_KAL 2006\nunit G4 0910\nweather clear"
    )
    reading = read("upgrade all", state)
    assert reading.actions == (act.UpgradeUnit("S_W"), act.UpgradeUnit("S_KAL"))
    assert reading.chips[1].ids == ("S_W", "S_KAL")


def test_support_may_name_its_battle() -> None:
    state = position(f"rules deluxe\n{FIGHTING.replace('supports 0 0', 'supports 2 0')}")
    for _ in range(12):
        if act.CommitSupport() in state.options:
            break
        wanted = (act.DeclareTarget("1611"), act.AssignAttacker("G4"), act.Done(), act.Pass())
        state = play(state, next((one for one in wanted if one in state.options), state.options[0]))
    assert read("support", state).actions == (act.CommitSupport(),)
    assert read("support West", state).actions == (act.CommitSupport(),)
    reading = read("support Kharkov", state)
    assert code(reading) == "order-battle"
    assert reading.problem
    assert reading.problem.rule == "10.5"


# --- what must not be told --------------------------------------------------------------------------------------
def test_nothing_is_read_behind_an_event() -> None:
    """Card 25 of the Soviet side shows the Axis hand: it must be played to be seen."""
    state = position(
        "rules deluxe\nturn 12\nphase cards soviet\nunit S_W 2007\nunit G4 0910\nhand soviet 25 9\nhand axis 3 17"
    )
    while not any(isinstance(option, act.PlayEvent) and option.card == 25 for option in state.options):
        state = play(state, state.options[0])
    reading = read("play 25; choose card 17", state)
    assert (len(reading.actions), reading.stops, reading.rest) == (1, "answer", "choose card 17")
    assert read("play 25;", state).suggestions == ()


@pytest.mark.parametrize("guarded", [True, False])
def test_a_reading_does_not_depend_on_the_other_hand(guarded: bool) -> None:
    """Not even in a game whose windows do: what may come in between is what anybody could think of."""
    found = []
    for hand in ("5", "34"):  # 34 cancels a discard of the Axis
        state = position(
            f"rules deluxe\nturn 9\nphase cards axis\nunit G4 1511\nunit S_W 1611\nhand axis 1 3 16\nhand soviet {hand}"
        )
        state.setup = replace(state.setup, options=replace(state.setup.options, guarded=guarded))
        while act.Discard(1) not in state.options:
            state = play(state, state.options[0])
        found.append([read(text, state) for text in ("discard 1 3", "discard 1; done; 4 A > 1512", "")])
    assert found[0] == found[1]
    assert found[0][0].stops == "other"


def test_a_window_for_which_one_holds_nothing_is_passed() -> None:
    """As the server does: `done` is done, though a window of one's own opens first."""
    state = position(MOVING.replace("hand soviet 3 7 12 20", "").replace("hand axis 1 17 16", "hand axis 1 3"))
    reading = read("4 A > 1512; end movement; attack West", state)
    assert reading.actions[-1] == act.DeclareTarget("1611")
    assert reading.ends == ("movement",)


@pytest.mark.parametrize(
    "text", ["end movement", "done movement", "end the movement phase", "END MOV", "ready movement"]
)
def test_the_phase_that_ends_is_named(text: str) -> None:
    """The orders after a phase that was named belong to the next one; `done` alone ends the phase and stops there."""
    state = position(MOVING.replace("hand soviet 3 7 12 20", "").replace("hand axis 1 17 16", "hand axis 1 3"))
    reading = read(f"{text}; attack West", state)
    assert (reading.actions, reading.ends) == ((act.Done(), act.DeclareTarget("1611")), ("movement",))
    reading = read("done; attack West", state)
    assert (reading.actions, reading.ends) == ((act.Done(),), ("movement",))
    assert (reading.stops, reading.rest) == ("phase", "attack West")


def test_the_end_of_the_movement_phase_names_the_units_that_could_still_move() -> None:
    """Not those that the orders before it move; and no other phase has any."""
    state = position(MOVING.replace("hand soviet 3 7 12 20", "").replace("hand axis 1 17 16", "hand axis 1 3"))
    able = {option.unit for option in state.options if isinstance(option, act.MoveUnit)}
    assert set(read("end movement", state).unmoved) == able
    assert set(read("4 A > 1512; end movement", state).unmoved) == able - {"G4"}
    assert read("4 A > 1512", state).unmoved == ()


def test_the_last_target_ends_no_phase() -> None:
    """The counterblows that come next are a segment of the Combat Phase: its battles are still to be fought."""
    state = position(MOVING.replace("phase movement axis", "phase combat axis").replace("S_S 1713", "S_S 1612"))
    reading = read("attack West; done", state)
    assert (reading.actions, reading.ends) == ((act.DeclareTarget("1611"), act.Done()), ())
    assert reading.stops == "other"


def test_another_phase_than_this_is_not_ended() -> None:
    reading = read("end combat", moving())
    assert (code(reading), reading.actions) == ("order-phase", ())
    assert code(read("end of the war", moving())) == "order-word"


def test_a_phase_that_ends_by_itself_stops_the_orders() -> None:
    """The last unit to be placed ends the Organization Phase: a `done` meant for that must not end the next one."""
    state = position(ARRIVING)
    while state.options == (act.Pass(),):
        state = play(state, act.Pass())
    place = next(notation(one) for one in state.options if isinstance(one, act.PlaceUnit))
    reading = read(f"{place}; done", state)
    assert (reading.ends, reading.stops, reading.rest) == (("organization",), "phase", "done")
    reading = read(f"{place}; end organization; 4 A > 1512", state)
    assert (reading.ends, reading.stops, reading.rest) == (("organization",), "", "")
    assert reading.actions[-1] == act.MoveUnit("G4", "1512")
    assert "by-itself" in reading.notes


def test_a_batch_says_which_order_stops_it_and_what_stands_before_and_after() -> None:
    """One order a line, with remarks; the suggestions keep what follows."""
    text = "4 A > 1512  # to the south; and on\n\n# the other wing\n1 Pz > 1411 > 1412\n9 A > West\ndone"
    reading = read(text, moving())
    assert [text[one.start : one.end] for one in reading.orders] == [
        "4 A > 1512",
        "1 Pz > 1411 > 1412",
        "9 A > West",
        "done",
    ]
    assert [one.upto for one in reading.orders] == [1, 3, -1, -1]
    assert reading.written == ("German 4 A > 1512", "1 Pz > 1411", "1 Pz > 1412")
    assert code(reading) == "enemy-there"
    meant = texts(read("9 A > 1510\n3 A > 1309\ndone", moving()))
    assert meant == ["9 A > 1510\nRumanian 3 A > 1309\ndone", "9 A > 1510\nHungarian 3 A > 1309\ndone"]
    assert all(text.endswith("\ndone") for text in texts(read("1 P\ndone", moving())))


def test_an_order_that_is_carried_out_in_part_is_the_one_that_stops() -> None:
    reading = read("4 A > 1512\n1 Pz > 1411; undo; 9 A > 1510", moving())
    assert [one.upto for one in reading.orders] == [1, 2, -1, -1]
    assert reading.rest == "undo; 9 A > 1510"


def test_orders_for_a_whole_turn_are_read_at_once() -> None:
    text = "; ".join(["1 Pz > 1411"] + ["4 A > 1512"] * 60)
    assert 300 < len(text) < LONGEST
    assert read(text, moving()).actions[0] == act.MoveUnit("G1Pz", "1411")


@pytest.mark.slow
def test_whatever_is_typed_is_read() -> None:
    """Words thrown together at random: a reading comes of each, and what it lists can be played."""
    dice = random.Random(7)
    words = [
        *VERBS,
        "4",
        "A",
        "West",
        "1 Pz",
        "17",
        "1512",
        "Kharkov",
        "all",
        ">",
        ">",
        "+",
        ",",
        ";",
        "and",
        "as",
        "card",
        "é",
        ".",
        "0",
    ]
    for make in (moving, declaring, allocating):
        state = make()
        for _ in range(150):
            reading = read(" ".join(dice.choices(words, k=dice.randrange(1, 7))), state)
            after = state
            for action in reading.actions:
                while after.options == (act.Pass(),):
                    after = play(after, act.Pass())
                after = play(after, action)


# --- refusals ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "found", "rule"),
    [
        ("6 A > West", "enemy-there", "8.0"),
        ("4 A > 0503", "too-far", "8.1"),
        ("West > 1612", "not-yours", ""),
        ("17 A > Kiev", "off-map", ""),
        ("4 A > 9999", "no-hex", ""),
        ("4 A > Atlantis", "order-word", ""),
        ("attack West", "combat-only", "4.0"),
        ("improve 4 A", "organization-only", "4.0"),
        ("discard 1", "other-question", "4.0"),
        ("support Kharkov", "other-question", "4.0"),
        ("done 4 A", "order-word", ""),
        ("nonsense", "order-word", ""),
        ("4 A >", "order-unfinished", ""),
        ("> 1512", "order-unfinished", ""),
        ("4 A", "order-unfinished", ""),
        ("attack", "order-unfinished", ""),
        ("entrain", "order-unfinished", ""),
        ("place 4 A", "order-unfinished", ""),
        ("choose 4 A", "other-question", "4.0"),
        ("choose card 4", "other-question", "4.0"),
        ("choose Kharkov", "other-question", "4.0"),
        ("die 4", "other-question", "4.0"),
        ("die four", "order-word", ""),
        ("attack Bryansk", "off-map", ""),
        ("4 A > 1512 + 1411", "order-one-place", ""),
        ("reserve all", "order-none", ""),
        ("x" * (LONGEST + 1), "order-long", ""),
        ("undo\n" * (MOST_ORDERS + 1), "order-many", ""),
    ],
)
def test_what_cannot_be_done_says_why(text: str, found: str, rule: str) -> None:
    reading = read(text, moving())
    assert reading.problem is not None
    assert (reading.problem.code, reading.problem.rule) == (found, rule)
    assert reading.actions == ()


def test_an_order_at_the_end_of_the_game_is_refused() -> None:
    state = play(moving(), act.Resign(Side.AXIS))
    assert code(read("done", state)) == "game-over"
    assert code(read("4 A > 1512", state)) == "game-over"


# --- suggestions ------------------------------------------------------------------------------------------------
def test_an_empty_box_offers_what_can_be_ordered() -> None:
    offered = texts(read("", moving()))
    assert "done" in offered
    assert "1 Pz > " in offered


def test_an_order_without_its_arrow_is_offered_with_it() -> None:
    reading = read("9 A > 1512; 4 A 1511; done", moving())
    assert reading.problem is not None
    assert reading.problem.code == "order-word"
    assert texts(reading) == ["9 A > 1512; 4 A > 1511; done"]
    assert texts(read("place 4 A 1511", moving())) == ["place 4 A > 1511"]


def test_an_order_that_is_begun_is_completed() -> None:
    assert texts(read("9 A > 15", moving()))[0].startswith("9 A > 15")
    reading = read("9th army > khark", declaring())
    assert texts(reading) == []
    reading = read("att", declaring())
    assert texts(reading) == ["attack 1611", "attack 1612"]
    assert reading.suggestions[0].action == act.DeclareTarget("1611")
    assert texts(read("1 Pz > 1411; 9 A > 15", moving()))[0].startswith("1 Pz > 1411; 9 A > 15")
    assert texts(read("attack West;", declaring()))[0] == "attack West; attack 1612"


@pytest.mark.parametrize("make", [moving, declaring, allocating])
def test_a_suggestion_of_an_action_is_read_as_that_action(make: object) -> None:
    assert callable(make)
    state = make()
    for typed in ("", "1", "4 A", "att", "battle", "d"):
        for one in read(typed, state).suggestions:
            if one.action is not None:
                assert read(one.text, state).actions == (one.action,)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("6 A > 1610", {"city"}),  # Kharkov is left to the Southwest Front
        ("6 A > 1610; 2 Pz > 1613", set()),  # another unit takes its place
        ("", set()),
    ],
)
def test_what_an_order_would_put_in_danger_is_told_before_it_is_given(text: str, kinds: set[str]) -> None:
    state = position(
        """
        rules deluxe
        turn 9
        phase movement axis
        unit G6 1613
        unit G2Pz 1612
        unit S_SW 1715
        control axis 1613
        hand soviet
        hand axis
        weather clear
        """
    )
    read_now = read(text, state)
    assert read_now.problem is None
    assert {danger.kind for danger in read_now.dangers} == kinds
    assert not any(danger.kind in ("city", "lost") for danger in dangers(state, Side.AXIS))


def test_what_was_in_danger_before_an_order_is_not_told_again() -> None:
    state = position(
        """
        rules deluxe
        turn 9
        phase movement axis
        unit G6 1612
        unit S_SW 1715
        control axis 1613
        hand soviet
        hand axis
        weather clear
        """
    )
    assert any(danger.kind == "city" for danger in dangers(state, Side.AXIS))
    assert not read("6 A > 1610", state).dangers
