"""What a player's hidden cards tell the other player and spectators of a guarded game: nothing (15.13, NET-9).

The same turn is played on a real server against hands that the player of the turn cannot tell apart. All that this
player and a spectator receive stays the same to the byte: answers, news, their order, and who is waited for when.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest
from server.support import Browser, Server
from websockets.sync.client import connect

from noretreat.core.actions import Done, MoveUnit, Pass
from noretreat.core.board import AXIS, SOVIET, cards_in
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS
from noretreat.data.facts import Side
from noretreat.game import actor, apply, legal_actions, new_game
from noretreat.orders.standing import NONE, QUICK, StandingOrders
from noretreat.positions import write_state
from noretreat.rules.windows import Window

FIXED = """
import noretreat.server.game.chance as chance
from noretreat.server.game.log import lots_in
from noretreat.storage.games import ChanceRow
def outcome_of(row, at, options):
    return sorted(options, key=lambda action: (getattr(action, "card", 0) in {swapped}, hash((
        at, getattr(action, "card", 0), getattr(action, "value", 0)))))[0]
def new_chance(game, entries=(), **_):
    return ChanceRow(game, "00" * 32, lots_in(entries), "[]")
chance.outcome_of, chance.new_chance = outcome_of, new_chance
"""
"""A server whose chance depends on the number of the lot alone, and deals the cards that are exchanged last of all."""

STEPS = 45
ANY = [window.value for window in Window]


def middle() -> State:
    """A game in which the Axis begin to organize, and the Soviets hold some cards."""
    dice = random.Random(11)
    state = new_game("barbarossa", Options())
    while True:
        options = legal_actions(state)
        quick = [action for action in options if not isinstance(action, MoveUnit)] or options
        begins = actor(state) is Side.AXIS and state.phase == "organization" and state.turn > 3
        if begins and state.hands[SOVIET].bit_count() > 3 and len(options) > 3:
            return state
        ends = [action for action in options if isinstance(action, Pass | Done)]
        state, _ = apply(state, ends[0] if ends and dice.random() < 0.6 else dice.choice(quick))


def hands(state: State) -> Iterator[State]:
    """The state with three Soviet hands of the same size: as it is, and of cards that the Axis could not know of."""
    yield state
    dice = random.Random(5)
    held, pile = cards_in(state.hands[SOVIET]), cards_in(state.pile(SOVIET))
    for _ in range(2):
        drawn = dice.sample(pile, len(held))
        pile = [card for card in pile if card not in drawn]
        other = state.copy()
        other.hands[SOVIET] = reduce(or_, (1 << card for card in drawn), NO_CARDS)
        other.set_pile(SOVIET, state.pile(SOVIET) & ~other.hands[SOVIET] | state.hands[SOVIET])
        yield other


class Table:
    """A running game between two browsers, with a spectator; and what is received there, in order."""

    def __init__(self, server: Server, state: State, passes: dict[str, Any] | None, orders: StandingOrders) -> None:
        self.axis, self.soviet, self.spectator = (server.browser() for _ in range(3))
        for browser in (self.axis, self.spectator):
            browser.http.headers["accept-encoding"] = "identity"
        self.game = self.axis.create(scenario=None, position=write_state(state), soviet="open", axis="human")
        assert self.soviet.http.get(self.axis.links["soviet"]).status_code == 303
        if passes is not None:
            said = self.soviet.http.post(f"/api/games/{self.game}/windows", json={"side": "soviet", "passes": passes})
            assert said.status_code == 204, said.text
        if orders != NONE:
            body = msgspec.to_builtins(orders)
            assert self.soviet.http.post(f"/api/games/{self.game}/standing-orders", json=body).status_code == 200
        self.received: list[str] = []
        self.steps = 0
        self.fitting = self.idle = 0
        address = server.address.replace("http", "ws") + f"/api/games/{self.game}/live"
        (cookie,) = self.axis.http.cookies.items()
        mine = {"cookie": "=".join(cookie)}
        self.open = contextlib.ExitStack()
        self.sockets = [self.open.enter_context(connect(address, additional_headers=sent)) for sent in (mine, {})]

    def hear(self, what: str) -> None:
        """Something that came, without what tells this game from another."""
        plain = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?", "(time)", what.replace(self.game, "(game)"))
        self.received.append(plain)

    def look(self, browser: Browser, path: str = "") -> dict[str, Any]:
        answer = browser.http.get(f"/api/games/{self.game}{path}")
        self.hear(f"{path} {answer.status_code} {answer.text} {len(answer.content)}")
        found: dict[str, Any] = answer.json()
        return found

    def told(self, ply: int) -> None:
        """The news on both sockets up to a ply."""
        for socket in self.sockets:
            while True:
                news = str(socket.recv(timeout=60))
                self.hear(news)
                if json.loads(news)["ply"] == ply:
                    break

    def play(self, choose: Callable[[int, list[Any]], Any]) -> None:
        """Some steps of the Axis, which `choose` chooses; the Soviets answer, but play no card."""
        package = self.look(self.axis)
        self.told(package["ply"])
        for self.steps in range(STEPS):
            after: dict[str, Any] | None = package
            while after and after["view"]["actor"] == "soviet":
                after = self.answer(self.soviet.show(self.game))
            if after is None or not after["actions"]:
                break
            package = after
            step = self.steps
            answer = self.axis.try_to(self.game, package["ply"], choose(step, package["actions"]))
            self.hear(f"{answer.status_code} {answer.text} {len(answer.content)}")
            package = answer.json()
            self.told(package["ply"])
            self.look(self.spectator, f"?since={max(0, package['ply'] - 3)}")
        for browser in (self.axis, self.spectator):
            for path in (
                "/history?as=nobody",
                "/graphs",
                "/position",
                "/save",
                *(f"/replay?ply={ply}" for ply in range(0, package["ply"], 9)),
            ):
                self.look(browser, path)

    def answer(self, mine: dict[str, Any]) -> dict[str, Any] | None:
        """The Soviets pass, or choose what has nothing to do with a card; None where they have to show one."""
        if mine["view"]["prompt"]["code"] == "window":
            self.fitting += len(mine["actions"]) > 1
            self.idle += len(mine["actions"]) == 1
        plain = [action for action in mine["actions"] if action["type"] in ("Pass", "Done")]
        plain += [action for action in mine["actions"] if "card" not in action]
        if not plain:
            return None
        after = self.soviet.act(self.game, mine["ply"], plain[0])
        self.told(after["ply"])
        return self.look(self.axis)


def eager(step: int, actions: list[Any]) -> Any:
    """An action that only the step and the actions decide; few of them ends a step."""
    dice = random.Random(step)
    kinds = sorted(
        {action["type"] for action in actions} - ({"Pass", "Done", "Defer"} if dice.random() < 0.9 else set())
    )
    kind = dice.choice(kinds or [actions[0]["type"]])
    return dice.choice([action for action in actions if action["type"] == kind])


def differing(one: str, other: str) -> str:
    """Where two messages part, in both."""
    start = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return f"...{one[max(0, start - 80) : start + 120]}... ...{other[max(0, start - 80) : start + 120]}..."


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[State]]]:
    """A server without chance, and the states to play on."""
    states = list(hands(middle()))
    swapped = {card for state in states for card in cards_in(state.hands[SOVIET])}
    script = (
        f"{FIXED.replace('{swapped}', str(swapped))}\nfrom noretreat.cli.main import main\nraise SystemExit(main())"
    )
    server = Server(tmp_path_factory.mktemp("fixed") / "data", script)
    yield server, states
    server.close()


@pytest.mark.parametrize(
    ("passes", "orders"),
    [
        (None, NONE),
        ({"own": ANY, "other": ANY}, NONE),
        ({"other": ["react", "commit", "phase_end"]}, NONE),
        ({"own": ANY}, QUICK),
    ],
    ids=["asked", "all passed by rule", "some passed by rule", "standing orders"],
)
def test_no_hand_is_told_by_anything_that_is_received(
    fixed: tuple[Server, list[State]], passes: dict[str, Any] | None, orders: StandingOrders
) -> None:
    server, states = fixed
    assert {bin(state.hands[AXIS]) for state in states} == {bin(states[0].hands[AXIS])}
    tables = []
    for state in states if passes is None else states[:2]:
        table = Table(server, state, passes, orders)
        with table.open:
            table.play(eager)
        tables.append(table)
    first, *others = tables
    assert first.steps > 20
    for other in others:
        for step, (one, another) in enumerate(zip(first.received, other.received, strict=False)):
            assert one == another, f"message {step}: {differing(one, another)}"
        assert len(first.received) == len(other.received)
    if passes is None:
        assert {(table.fitting, table.idle) for table in tables} != {(first.fitting, first.idle)}, (
            "the hands would have been told by windows that pass at once"
        )
        assert first.idle > 0
    elif len(passes) == 2 or orders != NONE:
        assert all(table.fitting == table.idle == 0 for table in tables), "nobody was asked"
