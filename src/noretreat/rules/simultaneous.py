"""Simultaneous battles (chapter 15.12; SIM-1): every battle of a phase is committed, then rolled, then applied.

Both sides commit supports and cards to all battles before the first die: the attackers to all of them, then the
defenders. All dice follow. Then counterattacks are decided, results are applied in the order the phasing side chooses,
and the counterattacks make a second set of simultaneous battles.
"""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.actions import Action, BeginBattle
from noretreat.core.board import BOARD
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.records import Waiting
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.rules.allocation import FightPlanned
from noretreat.rules.battle import BattleRound
from noretreat.rules.waiting import APART, APPLYING, COMMITTING, bring_back


class FightTogether(Procedure, frozen=True, gc=False):
    """Simultaneous battles (SIM-1): this runs once for the battles and once for their counterattacks."""

    STAGES = ("attackers_commit", "defenders_commit", "roll", "strike_back", "apply", "counterattacks")
    side: SideIndex

    def attackers_commit(self, state: State) -> None:
        """Supports and events of the attackers, battle after battle."""
        state.together = COMMITTING
        if state.waiting:
            call(state, TakeUp(len(state.waiting)))
        else:
            call(state, CommitNext(self.side))

    def defenders_commit(self, state: State) -> None:
        """Then the events of the defenders, who have seen what all attackers committed."""
        call(state, TakeUp(len(state.waiting)))

    def roll(self, state: State) -> None:
        """Odds and dice of all battles, with the cards that change dice."""
        call(state, TakeUp(len(state.waiting), "dice"))

    def strike_back(self, state: State) -> None:
        """Decides all CA results together; counterattacks are fought once the other results have been applied."""
        state.together = APPLYING
        back = [one for one in state.waiting if one.battle.result == "CA"]
        state.waiting = (*back, *(one for one in state.waiting if one not in back))
        call(state, TakeUp(len(back), "result"))

    def apply(self, state: State) -> None:
        """The other results, one by one."""
        call(state, ApplyNext(self.side))

    def counterattacks(self, state: State) -> None:
        """Fights the remaining battles, which are counterattacks, in the same way."""
        if state.waiting:
            call(state, FightTogether(self.side))
        else:
            state.together = APART


class TakeUp(Procedure, frozen=True, gc=False):
    """Brings `left` battles to their next halt, in order."""

    STAGES = ("next_battle",)
    left: int
    stage: str = ""
    """The stage they reach, for the log; empty: nothing is logged."""

    def next_battle(self, state: State) -> None:
        """Resumes one battle; if it halts again, it goes to the end of the queue."""
        if self.left and state.waiting:
            call(state, TakeUp(self.left - 1, self.stage))
            go_on(state, state.waiting[0], self.stage)


def go_on(state: State, waiting: Waiting, stage: str) -> None:
    """Makes a waiting battle the current one and resumes its round."""
    bring_back(state, waiting)
    if stage and waiting.at != "muster":
        targets = tuple(BOARD.id_of[node] for node in waiting.battle.targets)
        state.emit(events.BattleResumed(targets, stage))
    call(state, BattleRound(at=waiting.at))


class CommitNext(FightPlanned, frozen=True, gc=False):
    """The choice of the planned battle whose supports and cards are committed next."""

    CODE = "commit_next"


class ApplyNext(Decision, frozen=True, gc=False):
    """The choice of the result the phasing side applies next (SIM-1)."""

    CODE = "apply_next"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every battle with a result; counterattacks wait for their own round."""
        firsts = dict.fromkeys(one.battle.targets[0] for one in self._diced(state))
        return [BeginBattle(BOARD.id_of[node]) for node in firsts]

    def _diced(self, state: State) -> list[Waiting]:
        return [one for one in state.waiting if one.at == "offer_result"]

    def choose(self, state: State, action: Action) -> None:
        """Applies it; the question comes back afterwards."""
        assert isinstance(action, BeginBattle)
        node = BOARD.node_of[action.hex]
        self.again(state)
        go_on(state, next(one for one in self._diced(state) if one.battle.targets[0] == node), "result")
