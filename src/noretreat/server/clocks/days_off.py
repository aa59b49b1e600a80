"""Days off: days of the week and holidays on which a player's clock stands still, where the players have agreed on it.

They are days where the player lives, and they are set beforehand: a change counts from the next day on, and what is
past stays as it was. So nobody stops a clock that is about to run out.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Final

import msgspec

from noretreat.core.reasons import reason
from noretreat.server.clocks.zones import is_zone, zone_of
from noretreat.server.http.errors import Problem
from noretreat.storage.preferences import PreferenceRow

ALLOWANCE: Final = 28
"""Days of holiday in a calendar year."""
MOST_WEEKLY: Final = 2
"""Days of the week that may be days off."""
REMEMBERED: Final = timedelta(days=400)
"""Older days off are dropped: no turn waits that long."""
AHEAD: Final = timedelta(days=730)
MOST_HOLIDAYS: Final = 50
Weekday = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""0 is Monday."""


class Holiday(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days without a gap, first and last one included."""

    first: date
    last: date


class Week(msgspec.Struct, frozen=True):
    """The days of the week that are off from a day on."""

    since: date
    days: list[Weekday]


class DaysOff(msgspec.Struct, frozen=True):
    """The days off of a player."""

    zone: str = "UTC"
    weeks: list[Week] = []
    """The newest one last."""
    holidays: list[Holiday] = []

    def is_off(self, day: date) -> bool:
        """True for a day off."""
        weekly = next((week.days for week in reversed(self.weeks) if week.since <= day), [])
        return day.weekday() in weekly or any(one.first <= day <= one.last for one in self.holidays)

    def spent(self, since: str, until: str) -> float:
        """The seconds between two times that do not lie on days off."""
        begin, end = datetime.fromisoformat(since).timestamp(), datetime.fromisoformat(until).timestamp()
        if end <= begin:
            return 0.0
        zone = zone_of(self.zone)
        day, last = (datetime.fromtimestamp(at, zone).date() for at in (begin, end))
        free = 0.0
        while day <= last:
            if self.is_off(day):
                midnights = (datetime.combine(one, time(), zone).timestamp() for one in (day, day + timedelta(days=1)))
                first, after = midnights
                free += max(0.0, min(end, after) - max(begin, first))
            day += timedelta(days=1)
        return end - begin - free

    def later(self, at: str, seconds: float) -> str:
        """The time by which so many seconds have passed since `at` that do not lie on days off."""
        zone, moment = zone_of(self.zone), datetime.fromisoformat(at).timestamp()
        day = datetime.fromtimestamp(moment, zone).date()
        for _ in range(AHEAD.days):
            midnight = datetime.combine(day + timedelta(days=1), time(), zone).timestamp()
            if not self.is_off(day):
                if moment + seconds < midnight:
                    break
                seconds -= midnight - moment
            moment, day = midnight, day + timedelta(days=1)
        return datetime.fromtimestamp(moment + max(0.0, seconds), UTC).isoformat(timespec="milliseconds")

    def today(self, at: str) -> date:
        """Today in the player's time zone."""
        return datetime.fromisoformat(at).astimezone(zone_of(self.zone)).date()

    def until(self, at: str) -> str:
        """The last of the days off that a time lies in (2026-11-29); empty for a time that is not on one."""
        day = self.today(at)
        if not self.is_off(day):
            return ""
        for _ in range(AHEAD.days):
            if not self.is_off(day + timedelta(days=1)):
                break
            day += timedelta(days=1)
        return day.isoformat()

    def left(self, year: int) -> int:
        """The days of holiday that a year still allows."""
        return ALLOWANCE - sum(day.year == year for day in _days(self.holidays))


NEVER: Final = DaysOff()
"""The days off of a player without any."""


def days_off_of(preferences: PreferenceRow | None) -> DaysOff:
    """A player's stored days off."""
    if preferences is None:
        return NEVER
    weeks = msgspec.json.decode(preferences.weekly, type=list[Week])
    return DaysOff(preferences.zone, weeks, msgspec.json.decode(preferences.holidays, type=list[Holiday]))


def changed(before: DaysOff, zone: str, weekly: Iterable[int], holidays: Iterable[Holiday], at: str) -> DaysOff:
    """Days off as a player wants them from tomorrow on. Raises a 400 for too many of them, and for what is no zone."""
    wanted = sorted({*weekly})
    if not is_zone(zone):
        raise Problem(400, "bad_request", "no-such-zone")
    if len(wanted) > MOST_WEEKLY:
        raise Problem(400, "bad_request", reason("days-off-weekly", n=MOST_WEEKLY))
    today = before.today(at)
    oldest, latest = today - REMEMBERED, today + AHEAD
    holidays = list(holidays)
    if len(holidays) > MOST_HOLIDAYS or any(not one.first <= one.last <= latest for one in holidays):
        raise Problem(400, "bad_request", "days-off-wrong")
    past = {day for day in _days(before.holidays) if oldest < day <= today}
    days = past | {day for one in holidays for day in _days([one], after=today)}
    found = DaysOff(zone, _weeks(before.weeks, wanted, today), _periods(days))
    if any(found.left(year) < 0 for year in {day.year for day in days if day > today}):
        raise Problem(400, "bad_request", reason("days-off-many", n=ALLOWANCE))
    return found


def _weeks(before: list[Week], wanted: list[int], today: date) -> list[Week]:
    tomorrow = today + timedelta(days=1)
    kept = [week for week in before if week.since < tomorrow]
    if wanted == (kept[-1].days if kept else []):
        return kept
    return [*kept, Week(tomorrow, wanted)][-MOST_HOLIDAYS:]


def _days(holidays: Iterable[Holiday], after: date = date.min) -> list[date]:
    """The days of holidays that come after a day."""
    found = []
    for one in holidays:
        first = max(one.first, after + timedelta(days=1)) if after != date.min else one.first
        found += [first + timedelta(days=n) for n in range((one.last - first).days + 1)]
    return found


def _periods(days: set[date]) -> list[Holiday]:
    """Days in their order, joined where there is no gap."""
    found: list[Holiday] = []
    for day in sorted(days):
        if found and day - found[-1].last == timedelta(days=1):
            found[-1] = Holiday(found[-1].first, day)
        else:
            found.append(Holiday(day, day))
    return found
