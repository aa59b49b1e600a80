"""Every question has an owner: no answer of the computer player is a default."""

import random

import pytest
from msgspec.structs import fields, replace

from noretreat import game
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import ANSWERS, EasyPlayer
from noretreat.core.kernel import Decision
from noretreat.core.setup import Options
from noretreat.data.facts import Side

RULES = ("deluxe", "digital", "digital_0_1", "living", "classic")
SWITCHED_ON = [one.name for one in fields(Options) if one.default is False and one.name != "campaign"]
EVERY_OPTION = replace(Options(guarded=False), **dict.fromkeys(SWITCHED_ON, True))


def _codes(cls=Decision):
    """The codes of all questions that a side can be asked."""
    found = {cls.CODE} if cls.CODE else set()
    for sub in cls.__subclasses__():
        found |= _codes(sub)
    return found


def test_each_question_is_answered_by_somebody():
    assert _codes() == {*ANSWERS, "move"}


def play(state, seed, decisions):
    """Lets the easy player play both sides for some decisions; it raises `IllegalAnswer` if one is not legal."""
    rng = random.Random(seed)
    players = {side: EasyPlayer(seed) for side in Side}
    asked = set()
    for _ in range(decisions):
        who = game.actor(state)
        if who is None:
            break
        actions = game.legal_actions(state)
        if who is game.Chance.CHANCE:
            action = actions[int(rng.random() * len(actions))]
        else:
            asked.add(state.question.CODE)
            action = players[who].choose(observe(state, who))
            assert action in actions, action
        state, _ = game.apply(state, action)
    return asked


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("scenario", ["saturn", "na_berlin"])
def test_all_answers_are_legal_in_every_rule_set(scenario, rules):
    assert len(play(game.new_game(scenario, Options(rules=rules)), 3, 140)) > 5


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_all_answers_are_legal_with_every_option(rules):
    options = replace(EVERY_OPTION, rules=rules)
    assert len(play(game.new_game("bagration", options), 4, 200)) > 5


def test_the_same_seed_gives_the_same_answers():
    def moves():
        player, state = EasyPlayer(7), game.new_game("citadel", Options())
        chosen = []
        while len(chosen) < 25:
            who, actions = game.actor(state), game.legal_actions(state)
            action = actions[-1] if who is game.Chance.CHANCE else player.choose(observe(state, who))
            chosen.append(action)
            state, _ = game.apply(state, action)
        return chosen

    assert moves() == moves()
