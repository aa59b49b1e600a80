"""Taking back (UND-1 to UND-3), starting a phase again, doing again, and the lock that is told before the click."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from kept import few
from msgspec.structs import replace
from server.support import Browser, Server

from noretreat.checks.invariants import exchanged
from noretreat.core.actions import CommitSupport, Counterattack, Defer, Done, MoveUnit, Pass, PlayEvent
from noretreat.core.board import ENEMY, SIDE_INDEX
from noretreat.core.events import PhaseBegan
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.ahead.dangers import dangers
from noretreat.explain.questions.answers import action_info
from noretreat.game import Options, actor, apply, legal_actions, new_game
from noretreat.positions import begin
from noretreat.rules.windows import Window
from noretreat.server.game.auto_pass import Passing, alone, kept
from noretreat.server.game.listing import NewGame, new_row, new_seat
from noretreat.server.game.log import Log, LogEntry
from noretreat.server.game.match import Match, encoded, play, run_on, snapshots_of
from noretreat.server.game.proposals import ply_before_last
from noretreat.server.game.undo import (
    Barrier,
    asks_first,
    back_to,
    barrier_of,
    barriers_ahead,
    closes_a_step,
    rebuilt,
    told,
    why_no_undo,
)
from noretreat.storage import savegame
from noretreat.storage.games import EntryRow

MARCH = "turn 7\nrules digital\nunit G4 1111\nunit G6 1110\nunit G9 1109\nunit S_W 1513"
SHOP = (
    "turn 7\nphase organization soviet\nunit S_LEN 1902\nunit S_W 2008\nunit S_S 1613 back\n"
    "unit S_NW box:destroyed\nunit G4 1708\nhand soviet 1 2 4"
)
FIGHT = "turn 7\nrules digital\nphase combat axis\nunit G4 1211\nunit G6 1210\nunit S_W 1311"


def ask(browser: Browser, game: str, verb: str, ply: int) -> Any:
    return browser.http.post(f"/api/games/{game}/{verb}", json={"ply": ply})


def looks(package: dict[str, Any]) -> dict[str, Any]:
    """What the player sees of the game, apart from what can be done again."""
    shown = {name: package[name] for name in ("ply", "seat", "view", "actions", "targets")}
    return {**shown, "can": package["undo"]["can"], "steps": package["undo"]["steps"]}


def of(package: dict[str, Any], verb: str, **fields: Any) -> dict[str, Any]:
    """The first legal action of a kind."""
    for action in package["actions"]:
        if action["type"] == verb and all(action.get(name) == value for name, value in fields.items()):
            return dict(action)
    raise AssertionError(f"no {verb} {fields} among {package['actions']}")


def locks(package: dict[str, Any]) -> dict[str, str]:
    """Verb -> the lock that the package tells for its actions."""
    found = {}
    for index, info in package["action_info"].items():
        if "barrier" in info:
            found[package["actions"][int(index)]["type"]] = info["barrier"]
    return found


# --- moves -----------------------------------------------------------------------------------------------------
def test_und_1_the_last_move_or_all_moves(server: Server) -> None:
    browser = server.browser()
    game = browser.create(position=MARCH)
    trail = [browser.show(game)]
    for unit, to in (("G4", "1211"), ("G6", "1210"), ("G9", "1209")):
        trail.append(browser.act(game, trail[-1]["ply"], {"type": "MoveUnit", "unit": unit, "to": to}))
    assert [package["undo"]["steps"] for package in trail] == [0, 1, 2, 3]
    assert set(locks(trail[0])) == {"Done"}, "a move is no barrier, the end of the phase is one"

    one = browser.undo(game, trail[3]["ply"]).json()
    assert looks(one) == looks(trail[2])
    assert one["undo"]["redo"] == 1
    start = ask(browser, game, "restart", one["ply"]).json()
    assert looks(start) == looks(trail[0])
    assert start["undo"] == {**trail[0]["undo"], "can": False, "steps": 0, "redo": 3}
    refused = ask(browser, game, "restart", start["ply"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "barrier")

    package = start
    for expected in trail[1:]:
        package = ask(browser, game, "redo", package["ply"]).json()
        assert looks(package) == looks(expected)
    refused = ask(browser, game, "redo", package["ply"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "barrier")


def test_another_action_ends_doing_again(server: Server) -> None:
    browser = server.browser()
    game = browser.create(position=MARCH)
    package = browser.show(game)
    package = browser.act(game, package["ply"], {"type": "MoveUnit", "unit": "G4", "to": "1211"})
    package = browser.undo(game, package["ply"]).json()
    assert package["undo"]["redo"] == 1
    package = browser.act(game, package["ply"], {"type": "MoveUnit", "unit": "G6", "to": "1210"})
    assert package["undo"]["redo"] == 0
    assert ask(browser, game, "redo", package["ply"]).status_code == 409
    stale = ask(browser, game, "redo", package["ply"] - 1)
    assert stale.json()["error"]["code"] == "stale"


# --- the Organization Phase ------------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", ["digital", "deluxe"])
def test_und_2_the_whole_organization_phase(server: Server, rules: str) -> None:
    """An improvement, its payment, the ends of steps and a replacement: all of it goes back to the start."""
    browser = server.browser()
    game = browser.create(position=f"rules {rules}\n{SHOP}", axis="human", soviet="human")
    start = package = browser.show(game)
    assert package["view"]["phase"] == "organization"
    trail = [start]
    done = 0
    while package["view"]["phase"] == "organization" and done < 2:
        verbs = [action["type"] for action in package["actions"]]
        verb = next((v for v in ("PayCard", "UpgradeUnit", "ImproveUnit", "ReplaceUnit") if v in verbs), "Done")
        following = browser.act(game, package["ply"], of(package, verb))
        if following["view"]["phase"] != "organization":
            assert of(package, verb)
            break
        done += verb == "Done"
        package = following
        trail.append(package)
    played = {verb for one in trail for verb in [action["type"] for action in one["actions"]]}
    assert {"ImproveUnit", "Done"} <= played
    assert len(trail) >= 4
    again = browser.show(game)
    if again["view"]["phase"] == "organization":
        for expected in reversed(trail[:-1]):
            package = browser.undo(game, package["ply"]).json()
            assert looks(package) == looks(expected)
        while package["undo"]["redo"]:
            package = ask(browser, game, "redo", package["ply"]).json()
        assert looks(package) == looks(trail[-1])
        assert looks(ask(browser, game, "restart", package["ply"]).json()) == looks(start)


@pytest.mark.parametrize("rules", ["digital", "deluxe"])
@pytest.mark.parametrize("axis", ["1 6", "7 6"])
def test_und_2_what_the_other_side_lets_pass_is_no_barrier(server: Server, rules: str, axis: str) -> None:
    """The Axis may answer a replacement with card 7: whether it cannot or will not, the phase can be restarted."""
    browser = server.browser()
    position = f"rules {rules}\nturn 14\nphase organization soviet\nunit S_SW 2006\nunit S_NW 1904\n"
    position += f"unit S_KAL box:destroyed\nunit G1Pz 1211\nhand soviet 3 8 12 20 22 23 30\nhand axis {axis}"
    game = browser.create(position=position, axis="human", soviet="human")
    start = package = browser.show(game)
    package = browser.act(game, package["ply"], of(package, "Done"))
    package = browser.act(game, package["ply"], of(package, "ReplaceUnit", unit="S_KAL"))
    while package["view"]["prompt"]["code"] == "pay" and rules == "deluxe":
        package = browser.act(game, package["ply"], of(package, "PayCard"))
    asked = package["seat"] == "axis"
    if asked:
        package = browser.act(game, package["ply"], {"type": "Pass"})
    assert asked == (axis == "7 6")
    assert package["seat"] == "soviet"
    assert package["undo"]["can"]
    bought = looks(package)
    package = ask(browser, game, "restart", package["ply"]).json()
    assert looks(package) == looks(start)
    while package["undo"]["redo"]:
        package = ask(browser, game, "redo", package["ply"]).json()
    if not asked:
        assert looks(package) == bought
    else:
        assert package["seat"] == "axis", "what is done again is asked again"
        assert package["undo"] == {**package["undo"], "can": False, "redo": 0}


# --- barriers --------------------------------------------------------------------------------------------------
def test_und_3_the_end_of_a_phase_is_a_barrier_and_says_so_before(server: Server) -> None:
    browser = server.browser()
    game = browser.create(position=MARCH)
    package = browser.show(game)
    index = package["actions"].index({"type": "Done"})
    assert package["action_info"][str(index)]["barrier_code"] in ("ahead-phase", "ahead-closed")
    package = browser.act(game, package["ply"], {"type": "Done"})
    assert package["undo"]["can"] is False
    assert package["undo"]["why"]


TWO_FIGHTS = f"{FIGHT}\nunit G2 1310\nunit G9 1213\nunit G11 1314\nunit S_S 1313"


@pytest.mark.parametrize("rules", ["digital", "deluxe"])
def test_und_3_a_battle_put_together_for_later_is_taken_back(server: Server, rules: str) -> None:
    """Under the digital rules all are planned before the first is fought; elsewhere support is asked for at once. The
    last word on it can be taken back either way, as long as no die has fallen.
    """
    browser = server.browser()
    game = browser.create(position=TWO_FIGHTS.replace("digital", rules))
    package = browser.show(game)
    for hex_ in ("1311", "1313"):
        package = browser.act(game, package["ply"], of(package, "DeclareTarget", hex=hex_))
    while package["view"]["prompt"]["code"] != "next_battle":
        package = browser.act(game, package["ply"], of(package, "Done"))
    package = browser.act(game, package["ply"], of(package, "BeginBattle", hex="1311"))
    package = browser.act(game, package["ply"], of(package, "AssignAttacker"))
    before = looks(package)
    assert "Done" not in locks(package)
    package = browser.act(game, package["ply"], of(package, "Done"))
    assert package["undo"]["can"]
    assert looks(browser.undo(game, package["ply"]).json()) == before


def test_und_3_a_die_is_a_barrier_and_says_so_before(server: Server) -> None:
    browser = server.browser()
    game = browser.create(position=FIGHT)
    package = browser.show(game)
    package = browser.act(game, package["ply"], of(package, "DeclareTarget", hex="1311"))
    assert package["undo"]["can"], "a declaration is free until it is closed"
    seen = False
    for _ in range(12):
        wanted = next((verb for verb in ("AssignAttacker", "Done", "BeginBattle", "Pass")
                       if any(action["type"] == verb for action in package["actions"])), None)  # fmt: skip
        assert wanted, package["actions"]
        lock = locks(package).get(wanted, "")
        package = browser.act(game, package["ply"], of(package, wanted))
        if "DieRolled" in {event["type"] for event in package["events"]}:
            assert lock, "the lock was there before the die fell"
            assert package["undo"]["can"] is False
            seen = True
            break
    assert seen


def test_what_is_taken_back_is_for_its_own_side_only(server: Server) -> None:
    """A watcher is not told that something can be done again, nor can he do it."""
    mine, other = server.browser(), server.browser()
    game = mine.create(position=MARCH)
    package = mine.show(game)
    package = mine.act(game, package["ply"], {"type": "MoveUnit", "unit": "G4", "to": "1211"})
    package = mine.undo(game, package["ply"]).json()
    assert package["undo"]["redo"] == 1
    assert other.show(game)["undo"]["redo"] == 0
    for verb in ("undo", "restart", "redo"):
        assert ask(other, game, verb, package["ply"]).status_code == 403


# --- in memory: whatever is played, the lock told the truth -----------------------------------------------------
def match_of(scenario: str, options: Options, *, people: int = 1) -> Match:
    wanted = NewGame(scenario=scenario, axis="human", soviet="human")
    state = begin(scenario, options)
    row = new_row("token", "A game", scenario, options, state)
    match = Match(
        row, {side: new_seat(row.id, side, wanted, "token") for side in Side}, state, Log(), {0: encoded(state)}
    )
    if people == 2:
        match.seats[Side.SOVIET].token = "another"
    steps: list[Any] = []
    match.state = run_on(match, state, steps)
    match.log, match.row.ply = Log(steps), len(steps)
    return match


def put(match: Match, state: State, steps: list[Any]) -> None:
    """As the service does when the store has taken the change."""
    for snapshot in snapshots_of(match, state, steps):
        match.snapshots[snapshot.ply] = snapshot.state
    match.state, match.log = state, match.log + steps
    match.row.ply = len(match.log)


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("rules", ["digital", "deluxe", "digital_0_1"])
def test_the_lock_tells_the_truth(rules: str, people: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random play: what has no lock can be taken back, to the very same position; what has one cannot.

    Only where the other side may answer, and one person plays both, the lock cannot know whether it will be asked.
    """
    dice = random.Random(rules)
    monkeypatch.setattr("noretreat.server.game.match.DICE", random.Random(rules))
    match = match_of("barbarossa", Options(rules=rules), people=people)
    locked = free = 0
    for _ in range(260):
        side = actor(match.state)
        if not isinstance(side, Side):
            break
        options = legal_actions(match.state)
        quick = [action for action in options if not isinstance(action, MoveUnit)]
        action = dice.choice(quick if quick and dice.random() < 0.6 else options)
        warned = barriers_ahead(match.state, alone=alone(match.seats))
        before, ply = match.state, match.ply
        state, steps = play(match, action)
        put(match, state, steps)
        if options.index(action) in warned:
            locked += 1
            why = warned[options.index(action)]
            may_be_answered = why.code == "ahead-answer" and people == 1
            assert may_be_answered or why_no_undo(match, side), f"{action} was said to be a barrier: {why}"
        elif match.to_act() is side:
            free += 1
            assert why_no_undo(match, side) is None, f"{action} was said to be free"
            assert back_to(match, side, whole=False) == ply
            assert rebuilt(match, ply).key() == before.key()
            assert told(match, side).can is True
        else:
            # Only a purchase or an event of Organization may be answered and still be free: a pass binds nobody there.
            assert match.state.phase == "organization", (
                f"{action} was said to be free, but {match.to_act()} decides now"
            )
            assert Pass() in legal_actions(match.state)
    assert locked > 20
    assert free > 20


def unannounced(path: Path, dice: random.Random) -> list[str]:
    """What a kept game played that could not be taken back, or ended a phase, without a word before."""
    saved = savegame.load(path)
    state = savegame.replay(saved, 0).state
    found = []
    for entry in saved.entries:
        side, options = actor(state), legal_actions(state)
        after, happened = apply(state, entry.action)
        # Moves are many and alike: some of them will do.
        looked_at = not isinstance(entry.action, MoveUnit) or dice.random() < 0.2
        if isinstance(side, Side) and len(options) > 1 and entry.action in options and looked_at:
            locks = barriers_ahead(state)
            index = options.index(entry.action)
            played = LogEntry(0, side.value, entry.action, happened)
            ended = any(isinstance(event, PhaseBegan) for event in happened)
            said = (
                f"{path.stem}: {entry.action} in {state.phase}, asked {state.question.CODE if state.question else ''}"
            )
            closes = closes_a_step(state, entry.action)
            if barrier_of(played, side, state, closes=closes) and index not in locks:
                found.append(f"{said}: no lock")
            button = isinstance(entry.action, Done | Pass | PlayEvent | Defer | CommitSupport | Counterattack)
            if ended and not button and not asks_first(state, entry.action, locks[index]):
                found.append(f"{said}: ends the phase unasked")
        state = after
    return found


def steps_ended(path: Path) -> Iterator[tuple[State, bool]]:
    """The positions of a kept game in which a step was ended within its phase, and whether that closes it."""
    saved = savegame.load(path)
    state = savegame.replay(saved, 0).state
    for entry in saved.entries:
        after, happened = apply(state, entry.action)
        ended = any(isinstance(event, PhaseBegan) for event in happened)
        if isinstance(entry.action, Done) and not ended and state.phase != "organization":
            yield state, closes_a_step(state, Done())
        state = after


@pytest.mark.slow
def test_what_closes_a_step_never_depends_on_a_hand() -> None:
    """UND-3: between two people "no advance" can be taken back where nobody could have been asked, and only there."""
    dice, seen = random.Random(3), {True: 0, False: 0}
    for path in few():
        for state, closes in steps_ended(path):
            seen[closes] += 1
            other = exchanged(state, ENEMY[state.phasing], dice)
            other.setup = replace(state.setup, options=replace(state.setup.options, guarded=False))
            assert closes_a_step(other, Done()) == closes
    assert min(seen.values()) > 5, seen


@pytest.mark.slow
def test_the_last_word_on_a_step_is_free_alone_and_between_people_where_nobody_is_asked() -> None:
    """UND-3: "no advance" can be taken back until the next die; the end of the phase stays final."""
    seen: Counter[bool] = Counter()
    for path in few():
        for state, closes in steps_ended(path):
            after, happened = apply(state, Done())
            side = actor(state)
            assert isinstance(side, Side)
            entry = LogEntry(0, side.value, Done(), happened)
            assert barrier_of(entry, side, after, alone=True) in (None, Barrier.SEEN)
            seen[bool(barrier_of(entry, side, after, closes=closes))] += 1
    assert min(seen[True], seen[False]) > 5, seen


@pytest.mark.slow
def test_whatever_ended_a_phase_or_could_not_be_taken_back_was_announced() -> None:
    """Over the kept games: each barrier had its lock, and what ended a phase had a button that says so or was asked."""
    dice = random.Random(7)
    assert [line for path in few() for line in unannounced(path, dice)] == []


def test_und_3_the_only_reinforcement_and_the_last_discard_are_asked_first(server: Server) -> None:
    """Both ended their phase by a click like any other."""
    browser = server.browser()
    place = "turn 7\nphase organization soviet\nunit S_W 2006\nunit S_NW box:shattered\nunit G4 1210\nhand axis 3"
    game = browser.create(position=place, axis="human", soviet="human")
    package = browser.show(game)
    while not any(action["type"] == "PlaceUnit" for action in package["actions"]):
        package = browser.act(game, package["ply"], of(package, "Done"))
    for index, action in enumerate(package["actions"]):
        assert package["action_info"].get(str(index), {}).get("asks", False) == (action["type"] == "PlaceUnit")
    game = browser.create(scenario="barbarossa", rules="deluxe", axis="human", soviet="human")
    package = browser.show(game)
    asked: list[bool] = []
    while package["view"]["prompt"]["code"] == "discard" and package["seat"] == "axis" and len(asked) < 2:
        asked.append(package["action_info"].get("0", {}).get("asks", False))
        package = browser.act(game, package["ply"], package["actions"][0])
        assert package["undo"]["can"] is not asked[-1]
    assert asked == [False, True]


@pytest.mark.parametrize("soviet", ["human", "computer"])
def test_und_3_of_cards_given_one_by_one_the_last_is_known_to_be_asked_first(server: Server, soviet: str) -> None:
    """Known before the first of them, so that the page can ask once for all: discards, not payments in Organization."""
    browser = server.browser()
    people = {"axis": "human", "soviet": soviet}
    package = browser.show(browser.create(scenario="barbarossa", rules="deluxe", **people))
    assert package["view"]["prompt"]["args"]["n"] == 2
    assert package["last_asks"] is True
    place = "turn 9\nphase organization axis\nunit G4 1210 back\nunit G6 1209 back\nunit S_W 1611\nhand axis 1 2 4 6 8"
    game = browser.create(position=place, axis="human", soviet="human")
    package = browser.show(game)
    assert package["last_asks"] is False, "no card is due"
    package = browser.act(game, package["ply"], of(package, "ImproveUnit"))
    assert (package["view"]["prompt"]["code"], package["view"]["prompt"]["args"]["n"]) == ("pay", 2)
    assert package["last_asks"] is False


@pytest.mark.parametrize("rules", ["digital", "digital_0_1"])
def test_und_2_the_last_purchase_of_the_phase_can_be_undone(server: Server, rules: str) -> None:
    """Nothing is left to decide after it, and still the phase waits for its player (C-133)."""
    browser = server.browser()
    place = f"rules {rules}\nturn 8\nphase organization axis\nunit G4 box:destroyed\nunit S_NW 2310\nhand axis 22"
    game = browser.create(position=place, axis="human", soviet="human")
    package = browser.show(game)
    package = browser.act(game, package["ply"], of(package, "ReplaceUnit"))
    assert [action["type"] for action in package["actions"]] == ["Done"]
    assert package["undo"]["can"]
    package = browser.act(game, package["ply"], of(package, "Done"))
    assert package["view"]["phase"] == "movement"
    assert not package["undo"]["can"]


def test_the_lock_betrays_no_hand() -> None:
    """In a game without guard, whether a window opens depends on the other hand: the lock must not (NET-9)."""
    told_of = []
    for hand in ("1 2", "14 31"):
        text = "position:turn 9\nrules deluxe\nphase organization soviet\nunit S_W 1502\nunit S_NW box:destroyed\n"
        text += "hand soviet 8 6 3\n"
        state = begin(f"{text}hand axis {hand}", Options(guarded=False))
        told_of.append((state.options, barriers_ahead(state)))
        assert told_of[-1][1] == barriers_ahead(state, alone=True)
    assert told_of[0] == told_of[1]
    options, warned = told_of[0]
    events = {action.mode: warned.get(i) for i, action in enumerate(options) if isinstance(action, PlayEvent)}
    drawn = events["draw"]
    assert drawn is not None
    assert drawn.code == "ahead-dice"
    assert events["upgrade"] is None, "in Organization the other side is taken to let an event pass (UND-2)"


@pytest.mark.slow
@pytest.mark.parametrize("guarded", [True, False])
def test_what_is_told_before_a_click_depends_on_no_other_hand(guarded: bool) -> None:
    """Locks, cards that change nothing, dangers: with another hand of the enemy out of the unseen cards, the same."""
    compared = 0
    for seed, scenario in enumerate(("citadel", "barbarossa", "bagration")):
        dice = random.Random(f"{scenario} {seed}")
        state = new_game(scenario, Options(guarded=guarded, rules=("deluxe", "digital")[seed % 2]))
        for _ in range(500):
            side = actor(state)
            if side is None:
                break
            if isinstance(side, Side) and dice.random() < 0.2:
                other = exchanged(state, ENEMY[SIDE_INDEX[side]], dice)
                compared += other.hands != state.hands
                assert action_info(other) == action_info(state)
                assert barriers_ahead(other) == barriers_ahead(state)
                assert dangers(other, side) == dangers(state, side)
            state, _ = apply(state, dice.choice(legal_actions(state)))
    assert compared > 50


EVENT = "turn 7\nrules digital\nphase movement axis\nunit G4 1111\nunit G6 1110\nunit S_W 1513\nhand axis 17 3\n"
NO_ANSWER, ANSWER = "hand soviet 1 2", "hand soviet 1 36"


@pytest.mark.parametrize(("hand", "can"), [(NO_ANSWER, True), (ANSWER, False)])
def test_und_3_at_one_table_a_pass_that_was_never_asked_is_no_barrier(hand: str, can: bool) -> None:
    """17A in Movement tells nothing new (C-72); the Soviets might cancel it (36S), but only one who can is asked."""
    match = match_of(f"position:{EVENT}{hand}", Options(rules="digital"))
    start = match.state
    lock = barriers_ahead(start, alone=alone(match.seats))
    played = next(action for action in legal_actions(start) if isinstance(action, PlayEvent))
    assert lock[start.options.index(played)].code == "ahead-answer", "and the lock does not say which"
    put(match, *play(match, played))
    if not can:
        assert match.to_act() is Side.SOVIET, "the Soviets hold the card, so they are asked"
        put(match, *play(match, Pass()))
    assert (why_no_undo(match, Side.AXIS) is None) is can
    if can:
        assert rebuilt(match, back_to(match, Side.AXIS, whole=False)).key() == start.key()


def test_und_3_nor_against_the_computer() -> None:
    match = match_of(f"position:{EVENT}{NO_ANSWER}", Options(rules="digital"), people=2)
    match.seats[Side.SOVIET].kind = "computer"
    put(match, *play(match, next(action for action in legal_actions(match.state) if isinstance(action, PlayEvent))))
    assert why_no_undo(match, Side.AXIS) is None


@pytest.mark.parametrize("guarded", [True, False])
def test_und_3_between_two_people_it_never_depends_on_the_other_hand(guarded: bool) -> None:
    """Whether the Soviets are asked depends on their cards, the button and the lock do not (NET-9)."""
    seen = []
    for hand in (NO_ANSWER, ANSWER):
        match = match_of(f"position:{EVENT}{hand}", Options(rules="digital", guarded=guarded), people=2)
        locks = {index: why.code for index, why in barriers_ahead(match.state, alone=alone(match.seats)).items()}
        put(match, *play(match, next(action for action in legal_actions(match.state) if isinstance(action, PlayEvent))))
        if match.to_act() is Side.SOVIET:
            put(match, *play(match, Pass()))
        seen.append((locks, why_no_undo(match, Side.AXIS) is None))
    assert seen[0] == seen[1]
    assert seen[0][1] is False


def test_und_3_the_store_does_not_make_an_answer_that_was_asked_for_one_that_was_not() -> None:
    """A game read again from the store: a pass without a choice is still told from one with it."""
    for hand, can in ((NO_ANSWER, True), (ANSWER, False)):
        match = match_of(f"position:{EVENT}{hand}", Options(rules="digital"))
        put(match, *play(match, next(action for action in legal_actions(match.state) if isinstance(action, PlayEvent))))
        if match.to_act() is Side.SOVIET:
            put(match, *play(match, Pass()))
        match.log = Log([entry.row(match.id) for entry in match.log])
        assert (why_no_undo(match, Side.AXIS) is None) is can


@pytest.mark.slow
def test_a_forced_pass_goes_with_the_action_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noretreat.server.game.match.DICE", random.Random(4))
    match = match_of("barbarossa", Options(rules="digital"))
    dice = random.Random(4)
    for _ in range(600):
        side = actor(match.state)
        assert isinstance(side, Side)
        state, steps = play(match, dice.choice(legal_actions(match.state)))
        put(match, state, steps)
        mover = match.to_act()
        if mover is not None and back_to(match, mover, whole=True) < match.ply:
            earlier = rebuilt(match, back_to(match, mover, whole=False))
            assert [*legal_actions(earlier)] != [Pass()], "nobody is asked again what has one answer"


@pytest.mark.parametrize("people", [1, 2])
def test_what_may_be_taken_back_is_the_same_after_a_reload(people: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In memory, and as another process reads it from the store: undo, its reason, and how far a take-back goes."""
    monkeypatch.setattr("noretreat.server.game.match.DICE", random.Random(9))
    match = match_of("fall_blau", Options(rules="deluxe", guarded=people == 2), people=people)
    if people == 2:
        rule = Passing(own=frozenset({Window.MOVE_END}), other=frozenset({Window.MOVE, Window.COMMIT}))
        for seat in match.seats.values():
            seat.passes = kept(rule)
    dice = random.Random(9)
    passed = 0
    for step in range(400):
        put(match, *play(match, dice.choice(legal_actions(match.state))))
        passed += isinstance(match.log[-1].action, Pass)
        if match.to_act() is None:
            break
        if step % 5 == 0:
            stored = Log([entry.row(match.id) for entry in match.log])
            again = Match(match.row, match.seats, match.state, stored, match.snapshots)
            for side in Side:
                assert told(match, side) == told(again, side)
                assert ply_before_last(match, side) == ply_before_last(again, side)
    assert passed > 5, "there was something to be told from the store"


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 2])
def test_what_may_be_taken_back_is_the_same_after_a_reload_of_every_kept_game(people: int) -> None:
    """The kept games that together show everything, at plies taken by chance, most of them hand-overs."""
    dice, compared = random.Random(people), 0
    for path in few():
        saved = savegame.load(path)
        state = savegame.replay(saved, 0).state
        match = match_of(saved.header.scenario, state.setup.options, people=people)
        match.state, match.log, match.row.ply = state, Log(), 0
        match.snapshots = {0: encoded(state)}
        rows: list[EntryRow] = []
        for entry in saved.entries:
            by, options = savegame.who(match.state), legal_actions(match.state)
            after, events = apply(match.state, entry.action)
            forced = options == (Pass(),) and (people == 1 or dice.random() < 0.5)  # by a rule of its player's
            played = LogEntry(match.ply + 1, by, entry.action, events, forced=forced)
            rows.append(played.row(match.id))
            put(match, after, [played])
            if match.to_act() is None or dice.random() > (0.02 if by == savegame.who(after) else 0.3):
                continue
            again = Match(match.row, match.seats, match.state, Log(rows), match.snapshots)
            for side in Side:
                assert told(match, side) == told(again, side), (path.stem, match.ply)
                assert ply_before_last(match, side) == ply_before_last(again, side), (path.stem, match.ply)
            compared += 1
    assert compared > 200


# --- targets, one by one (10.1) -------------------------------------------------------------------------------------
TARGETS = """
rules deluxe
turn 9
phase combat axis
unit G4 1511
unit G6 1512
unit G9 1610
unit G11 1513
unit S_W 1611
unit S_S 1612
unit S_SW 1613
supports 0 0
weather clear
"""


def declare(browser: Browser, game: str, *hexes: str) -> dict[str, Any]:
    package = browser.show(game)
    for hex_ in hexes:
        package = browser.act(game, package["ply"], {"type": "DeclareTarget", "hex": hex_})
    return package


def take_back(browser: Browser, game: str, ply: int, hex_: str) -> httpx.Response:
    return browser.http.post(f"/api/games/{game}/take-back", json={"ply": ply, "hex": hex_})


def single(package: dict[str, Any]) -> list[str]:
    return [one["hex"] for one in package["undo"].get("targets", [])]


def test_10_1_a_declared_target_is_taken_back_alone(server: Server) -> None:
    """The others stay, in their order; redo declares it again, behind them."""
    browser = server.browser()
    game = browser.create(position=TARGETS)
    straight = declare(browser, browser.create(position=TARGETS), "1612", "1613")
    package = declare(browser, game, "1611", "1612", "1613")
    assert single(package) == ["1611", "1612", "1613"]
    answer = take_back(browser, game, package["ply"], "1611")
    assert answer.status_code == 200, answer.text
    package = answer.json()
    assert [line["event"]["hex"] for line in package["events"]] == ["1612", "1613"], "the log is told anew"
    assert looks(package) == looks(straight)
    assert single(package) == ["1612", "1613"]
    package = take_back(browser, game, package["ply"], "1613").json()
    assert single(package) == ["1612"]
    assert package["view"]["targets"] == ["1612"]
    again = browser.http.post(f"/api/games/{game}/redo", json={"ply": package["ply"]}).json()
    assert single(again) == ["1612", "1613"]


def test_10_1_no_target_is_taken_back_where_undo_would_not_be_allowed(server: Server) -> None:
    """Not behind a barrier, not by anybody else, and not once no more are declared."""
    browser, other = server.browser(), server.browser()
    game = browser.create(position=TARGETS)
    package = declare(browser, game, "1611", "1612")
    refused = take_back(browser, game, package["ply"], "1613")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "barrier")
    assert take_back(browser, game, package["ply"], "AAA").json()["error"]["text"] == "There is no hex AAA."
    assert take_back(other, game, package["ply"], "1611").status_code == 403
    assert take_back(browser, game, package["ply"] - 1, "1611").status_code == 409
    assert browser.show(game)["ply"] == package["ply"]
    package = browser.act(game, package["ply"], {"type": "Done"})
    assert single(package) == []
    assert take_back(browser, game, package["ply"], "1611").status_code == 409


def test_10_1_the_only_target_there_is_can_be_taken_back_though_declaring_ended_with_it(server: Server) -> None:
    """Undo goes as far, for nobody has decided anything since."""
    browser = server.browser()
    game = browser.create(position=TARGETS.replace("unit S_S 1612\nunit S_SW 1613\n", ""))
    package = declare(browser, game, "1611")
    assert package["view"]["prompt"]["code"] == "compose"
    assert (single(package), package["undo"]["can"]) == (["1611"], True)
    again = take_back(browser, game, package["ply"], "1611").json()
    assert (again["view"]["prompt"]["code"], again["view"]["targets"]) == ("declare", [])
