"""An advance is typed by where it ends, as far as one way leads there (10.8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from noretreat import apply
from noretreat.core.actions import AdvanceUnit
from noretreat.core.state import State
from noretreat.orders import read
from tools.keep_games import steps


def farther() -> Iterator[tuple[State, str, list[list[str]]]]:
    """States of the kept games in which a unit can advance two hexes: the state, the unit, and its ways to one end."""
    for step in steps():
        first = [option for option in step.before.options if isinstance(option, AdvanceUnit)]
        near = {(option.unit, option.to) for option in first}
        ways: dict[tuple[str, str], list[list[str]]] = {}
        for option in first:
            after = apply(step.before, option)[0]
            for more in after.options:
                if isinstance(more, AdvanceUnit) and more.unit == option.unit and (more.unit, more.to) not in near:
                    ways.setdefault((more.unit, more.to), []).append([option.to, more.to])
        for (unit, _), found in ways.items():
            yield step.before, unit, found


def test_an_advance_over_a_hex_is_typed_by_its_end_where_one_way_leads_there() -> None:
    """Where two lead there, the refusal names the longer forms that would do, and each of them does."""
    known: set[int] = set()
    for state, unit, ways in farther():
        reading = read(f"{unit} > {ways[0][-1]}", state)
        if len(ways) == 1:
            assert reading.problem is None
            assert [action.to for action in reading.actions if isinstance(action, AdvanceUnit)] == ways[0]
        else:
            assert reading.problem is not None
            assert reading.problem.code == "order-which-way"
            longer = [one.text for one in reading.suggestions]
            for way, text in zip(ways, longer, strict=True):
                assert f"> {text.partition('> ')[2]}" in reading.problem.text + reading.problem.remedy
                taken = read(text, state).actions
                assert [action.to for action in taken if isinstance(action, AdvanceUnit)] == way
        known.add(min(len(ways), 2))
        if known == {1, 2}:
            return
    raise AssertionError("no kept game shows both: " + str(known))
