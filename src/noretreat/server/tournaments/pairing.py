"""Pairings: who plays whom in a round. No storage, no network, no chance: the same results pair the same players.

A round-robin goes round by the circle method. In a Swiss tournament the pairing of a round is the matching of least
cost (`networkx`, by Edmonds): nobody meets the same player or has a bye twice while that can be avoided, players with
as many points meet, and among these the upper half the lower one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from noretreat.storage.tournaments import BYE

Pair = tuple[int, int]
"""Two entrants by their numbers; `BYE` as the second where there is no opponent."""

_AGAIN: Final = 10**18
"""The cost of a second bye, or of meeting the same player once more, ..."""
_APART: Final = 10**15
"""... of players one of whom has blocked the other, ..."""
_POINT: Final = 10**9
"""... and of half a point between two players, squared. What is less is the order within a score group."""


class Past(NamedTuple):
    """What has happened before a round."""

    points: Mapping[int, int]
    """Half points, by number, of those who play on."""
    met: Collection[frozenset[int]]
    byes: Collection[int]
    apart: Collection[frozenset[int]] = frozenset()
    """Players one of whom has blocked the other."""


def rounds_of(players: int) -> int:
    """The rounds of a round-robin; one more where somebody has to sit out in each."""
    return players - 1 if players % 2 == 0 else players


def circle(order: Sequence[int], number: int) -> list[Pair]:
    """Round `number`, from 1 on, of a round-robin (the circle method); the first of a pair has the Axis.

    One player stays, the others go round; who has the Axis alternates, so that each has it in half of the games.
    """
    ring = [*order] if len(order) % 2 == 0 else [*order, BYE]
    still, rest = ring[-1], ring[:-1]
    turn, many = number - 1, len(rest)
    head = rest[turn % many]
    found = [(head, still) if turn % 2 == 0 or still == BYE else (still, head)]
    for step in range(1, (many + 1) // 2):
        one, other = rest[(turn + step) % many], rest[(turn - step) % many]
        found.append((one, other) if step % 2 else (other, one))
    return found


def swiss(order: Sequence[int], past: Past) -> list[Pair]:
    """The pairs of a Swiss round; `order`: the players, the best first. The best one's pair comes first, a bye last."""
    import networkx as nx

    graph = nx.Graph()
    group: dict[int, list[int]] = {}
    for player in order:
        group.setdefault(past.points[player], []).append(player)
    place = {player: number for number, player in enumerate(order)}
    for number, one in enumerate(order):
        for other in order[number + 1 :]:
            graph.add_edge(one, other, weight=-_cost(one, other, past, place, group))
    if len(order) % 2:
        least = min(past.points[one] for one in order)
        for one in order:
            low = (len(order) - place[one]) * len(order) ** 3
            cost = _AGAIN * (one in past.byes) + _POINT * (past.points[one] - least) ** 2 + low
            graph.add_edge(one, BYE, weight=-cost)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = [(one, other) if _place(one, place) < _place(other, place) else (other, one) for one, other in matched]
    return sorted(pairs, key=lambda pair: (pair[1] == BYE, place[pair[0]]))


def _place(player: int, place: Mapping[int, int]) -> int:
    return place.get(player, len(place))


def _cost(one: int, other: int, past: Past, place: Mapping[int, int], group: Mapping[int, Sequence[int]]) -> int:
    """What it costs that `one` meets `other`, who stands lower."""
    pair = frozenset((one, other))
    apart = past.points[one] - past.points[other]
    fold = place[other] - place[one] - (0 if apart else len(group[past.points[one]]) // 2)
    return _AGAIN * (pair in past.met) + _APART * (pair in past.apart) + _POINT * apart**2 + fold**2


def seated(pair: Pair, axis: Mapping[int, int], number: int) -> Pair:
    """A Swiss pair with the one first who has the Axis: whoever had it less often so far, `axis` says how often more
    than the Soviets; else they take turns by the round.
    """
    one, other = pair
    if other == BYE or axis.get(one, 0) < axis.get(other, 0):
        return pair
    if axis.get(one, 0) > axis.get(other, 0):
        return other, one
    return pair if number % 2 else (other, one)
