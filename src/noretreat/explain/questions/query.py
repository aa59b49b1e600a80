"""The questions that can be asked about a position: a record for each kind, which answers itself.

`Query` is any of them, told apart in JSON by `kind`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias

import msgspec

from noretreat.core.actions import Action
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead import dangers, forecast, outlook, plans
from noretreat.explain.knowledge.view import OddsView
from noretreat.explain.questions import about, ground, queries
from noretreat.explain.sentences.telling import Told


class Question(
    msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """Common shape of all questions: tagged with `kind` in JSON."""

    at: int | None = None
    """The ply that is asked about; None for the present position."""

    @abstractmethod
    def answer(self, state: State) -> object:
        """The answer for this position, ready for JSON; raises `IllegalAction` where it cannot be given."""


class AskReach(Question, frozen=True, tag="reach"):
    """The hexes a unit could reach now, or after it has gone to other places first."""

    unit: UnitId
    via: tuple[MapId, ...] = ()

    def answer(self, state: State) -> queries.Reach:
        return queries.reach(state, self.unit, self.via)


class AskEntering(Question, frozen=True, tag="entering"):
    """The units that a hex has room for after this battle, of those that could enter it."""

    hex: MapId

    def answer(self, state: State) -> queries.Entering:
        return queries.entering(state, self.hex)


class AskOdds(Question, frozen=True, tag="odds"):
    """The odds of any units against any hexes."""

    attackers: tuple[UnitId, ...]
    targets: tuple[MapId, ...]
    support: bool = False

    def answer(self, state: State) -> OddsView:
        return queries.odds_for(state, self.attackers, self.targets, self.support)


class AskSupply(Question, frozen=True, tag="supply"):
    """The supply of a unit."""

    unit: UnitId

    def answer(self, state: State) -> queries.Supply:
        return queries.supply_of(state, self.unit)


class AskSupplyGround(Question, frozen=True, tag="supply_ground"):
    """How far the supply of a side reaches, hex by hex."""

    side: Side

    def answer(self, state: State) -> ground.SupplyGround:
        return ground.supply_ground(state, self.side)


class AskZone(Question, frozen=True, tag="zoc"):
    """The zone of control of a side."""

    side: Side

    def answer(self, state: State) -> queries.Zone:
        return queries.zone(state, self.side)


class AskForecast(Question, frozen=True, tag="forecast"):
    """The forecast of a battle: of the one being fought if neither attackers nor targets are named."""

    attackers: tuple[UnitId, ...]
    targets: tuple[MapId, ...]
    support: bool = False
    table: Side | None = None
    """The combat table that the battle being fought is read on, where an event lets a side choose (22S)."""

    def answer(self, state: State) -> forecast.Forecast | None:
        return queries.forecast_of(state, self.attackers, self.targets, self.support, self.table)


class AskThreat(Question, frozen=True, tag="threat"):
    """The attacks open to a side in its next turn, or in this one before its combat."""

    side: Side

    def answer(self, state: State) -> outlook.Threat:
        return outlook.threat(state, self.side)


class AskSupplyThen(Question, frozen=True, tag="supply_then"):
    """Whom the next checks of supply would strike or spare."""

    def answer(self, state: State) -> outlook.SupplyThen:
        return outlook.supply_then(state)


class AskDangers(Question, frozen=True, tag="dangers"):
    """The dangers to a side and its ways out: for that side alone, since the answer depends on its hand."""

    side: Side

    def answer(self, state: State) -> tuple[dangers.Danger, ...]:
        return dangers.dangers(state, self.side)


class AskVictory(Question, frozen=True, tag="victory"):
    """The ways of winning of both sides."""

    def answer(self, state: State) -> dict[Side, tuple[outlook.Road, ...]]:
        return outlook.roads_to_victory(state)


class AskBringBack(Question, frozen=True, tag="bring_back"):
    """The cost of bringing back the lost units of both sides."""

    def answer(self, state: State) -> dict[Side, outlook.LostUnits]:
        return outlook.bring_back(state)


class AskWhy(Question, frozen=True, tag="why"):
    """The reason why an action is not legal."""

    action: Action

    def answer(self, state: State) -> Told | None:
        return queries.why(state, self.action)


class AskIdle(Question, frozen=True, tag="idle"):
    """The reason why no answer to the current question involves a unit; None if one does, or if nothing is known."""

    unit: UnitId

    def answer(self, state: State) -> Told | None:
        return queries.idle(state, self.unit)


class AskAllocation(Question, frozen=True, tag="allocation"):
    """The evaluation of a plan for the battles of a Combat Phase."""

    plan: tuple[plans.Plan, ...] = ()

    def answer(self, state: State) -> plans.PlanAnswer:
        return plans.allocation_of(state, self.plan)


class AskCard(Question, frozen=True, tag="card"):
    """The information card of anything on the screen."""

    what: str
    id: str

    def answer(self, state: State) -> about.InfoCard:
        return queries.information(state, self.what, self.id)


Query: TypeAlias = (
    AskReach
    | AskEntering
    | AskOdds
    | AskSupply
    | AskSupplyGround
    | AskZone
    | AskForecast
    | AskThreat
    | AskSupplyThen
    | AskDangers
    | AskVictory
    | AskBringBack
    | AskWhy
    | AskIdle
    | AskAllocation
    | AskCard
)

Answer: TypeAlias = (
    queries.Reach
    | queries.Entering
    | OddsView
    | queries.Supply
    | ground.SupplyGround
    | queries.Zone
    | forecast.Forecast
    | outlook.Threat
    | outlook.SupplyThen
    | tuple[dangers.Danger, ...]
    | dict[Side, tuple[outlook.Road, ...]]
    | dict[Side, outlook.LostUnits]
    | Told
    | plans.PlanAnswer
    | about.InfoCard
    | None
)
"""The types of the answers, in the order of the questions."""
