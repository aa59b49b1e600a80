"""Days off: a player's clock stands still on them, where the players have agreed on it; they are set beforehand."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest
from server.support import Server

from noretreat.data.facts import Side
from noretreat.server.clocks import clock as clocks
from noretreat.server.clocks.days_off import ALLOWANCE, NEVER, DaysOff, Holiday, Week, changed
from noretreat.server.http.errors import Problem

FRIDAY = "2026-11-27T12:00:00.000+00:00"
MONDAY = "2026-11-30T12:00:00.000+00:00"
HOUR = 3600
WEEKENDS = DaysOff("UTC", [Week(date(2026, 1, 1), [5, 6])])


def holiday(first: str, last: str) -> Holiday:
    return Holiday(date.fromisoformat(first), date.fromisoformat(last))


def test_a_weekend_takes_nothing_from_the_clock() -> None:
    assert WEEKENDS.spent(FRIDAY, MONDAY) == 24 * HOUR
    assert NEVER.spent(FRIDAY, MONDAY) == 72 * HOUR
    assert WEEKENDS.spent(MONDAY, FRIDAY) == 0


def test_days_begin_and_end_where_the_player_lives() -> None:
    """In Auckland the weekend begins 13 hours earlier: by noon of Friday in Greenwich it has lasted an hour."""
    auckland = msgspec.structs.replace(WEEKENDS, zone="Pacific/Auckland")
    assert auckland.spent(FRIDAY, MONDAY) == 72 * HOUR - 47 * HOUR
    assert auckland.until(FRIDAY) == "2026-11-29"
    assert WEEKENDS.until(FRIDAY) == ""


def test_a_day_off_may_have_23_hours_or_25() -> None:
    berlin = DaysOff("Europe/Berlin", [], [holiday("2026-03-29", "2026-03-29"), holiday("2026-10-25", "2026-10-25")])
    assert berlin.spent("2026-03-28T00:00:00.000+00:00", "2026-03-31T00:00:00.000+00:00") == (72 - 23) * HOUR
    assert berlin.spent("2026-10-24T00:00:00.000+00:00", "2026-10-27T00:00:00.000+00:00") == (72 - 25) * HOUR


def test_a_holiday_is_set_beforehand_and_what_is_past_stays() -> None:
    off = changed(NEVER, "UTC", [], [holiday("2026-11-20", "2026-11-29")], FRIDAY)
    assert off.holidays == [holiday("2026-11-28", "2026-11-29")], "neither the past nor today can become a day off"
    sunday = "2026-11-29T12:00:00.000+00:00"
    assert changed(off, "UTC", [], [], sunday).holidays == off.holidays, "nor be taken back"
    assert changed(off, "UTC", [], [], FRIDAY).holidays == []


def test_other_days_of_the_week_count_from_tomorrow_on() -> None:
    off = changed(WEEKENDS, "UTC", [0], [], FRIDAY)
    assert not off.is_off(date(2026, 11, 28)), "Saturday was a day off until the change"
    assert off.is_off(date(2026, 11, 21))
    assert off.is_off(date(2026, 11, 30))
    assert changed(off, "UTC", [0], [], MONDAY).weeks == off.weeks


def test_a_year_has_so_many_days_of_holiday() -> None:
    most = [holiday("2027-01-01", f"2027-01-{ALLOWANCE}")]
    assert changed(NEVER, "UTC", [], most, FRIDAY).left(2027) == 0
    over_the_year = [holiday("2026-12-04", "2027-01-28")]
    assert changed(NEVER, "UTC", [], over_the_year, FRIDAY).left(2026) == 0
    for wanted in ([*most, holiday("2027-06-01", "2027-06-01")], [holiday("2027-02-01", "2027-03-31")]):
        with pytest.raises(Problem, match="28 days of holiday"):
            changed(NEVER, "UTC", [], wanted, FRIDAY)


@pytest.mark.parametrize(
    ("zone", "weekly", "holidays"),
    [
        ("Nowhere/City", [], []),
        ("UTC", [1, 2, 3], []),
        ("UTC", [], [holiday("2026-12-02", "2026-12-01")]),
        ("UTC", [], [holiday("2026-12-01", "9999-12-31")]),
        ("UTC", [], [holiday("2027-01-01", "2027-01-01")] * 51),
    ],
)
def test_what_makes_no_sense_is_refused(zone: str, weekly: list[int], holidays: list[Holiday]) -> None:
    with pytest.raises(Problem) as refused:
        changed(NEVER, zone, weekly, holidays, FRIDAY)
    assert refused.value.status == 400


def test_a_clock_stands_still_on_days_off_if_its_terms_say_so() -> None:
    off = {Side.AXIS: WEEKENDS, Side.SOVIET: NEVER}
    for rest, left in ((True, 24 * HOUR), (False, -24 * HOUR)):
        pace = clocks.pace_of(
            clocks.moved(clocks.begun(clocks.Terms("move", each=48 * HOUR, rest=rest)), None, Side.AXIS, FRIDAY)
        )
        assert clocks.left(pace, Side.AXIS, Side.AXIS, MONDAY, off) == left
    pace = clocks.pace_of(clocks.moved(clocks.kept(pace), Side.AXIS, Side.SOVIET, FRIDAY, off))
    assert clocks.left(pace, Side.SOVIET, Side.SOVIET, MONDAY, off) == -24 * HOUR, "the other one works at weekends"


def test_a_pause_over_a_weekend_counts_neither() -> None:
    off = {Side.AXIS: WEEKENDS}
    terms = clocks.Terms("bank", each=0, start=96 * HOUR, cap=96 * HOUR, rest=True)
    thursday, tuesday, later = (f"{day}T12:00:00.000+00:00" for day in ("2026-11-26", "2026-12-01", "2026-12-02"))
    pace = clocks.pace_of(clocks.moved(clocks.begun(terms), None, Side.AXIS, thursday))
    still = clocks.paused(pace, MONDAY)
    assert clocks.left(still, Side.AXIS, Side.AXIS, later, off) == 48 * HOUR
    again = clocks.resumed(still, tuesday, Side.AXIS, off)
    assert clocks.left(again, Side.AXIS, Side.AXIS, later, off) == 24 * HOUR
    moved = clocks.pace_of(clocks.moved(clocks.kept(again), Side.AXIS, Side.SOVIET, later, off))
    assert moved.bank[Side.AXIS] == 24 * HOUR
    assert moved.spent == 0


def test_the_other_one_sees_that_it_is_a_day_off(server: Server) -> None:
    axis, soviet = server.browser(), server.browser()
    clock = {"kind": "move", "each": 86400, "start": 0, "cap": 0, "rest": True}
    game = axis.create(axis="human", soviet="open", clock=clock)
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    wished = {"language": "de", "zone": "Europe/Berlin", "weekly": [5, 6], "holidays": [], "found": False}
    assert axis.http.post("/api/habits", json=wished).json()["weekly"] == [5, 6]
    company = soviet.http.get(f"/api/games/{game}/company").json()
    assert company["terms"]["rest"]
    assert set(company["off"]) == {"axis", "soviet"}
    nameless = axis.http.post("/api/habits", json={**wished, "found": True})
    assert (nameless.status_code, nameless.json()["error"]["why"]["code"]) == (400, "no-name-to-find")
    assert axis.http.post("/api/habits", json={**wished, "weekly": [7]}).status_code == 400
    assert server.browser().http.post("/api/habits", json=wished).status_code == 403
