"""What a player is told of, by which channel, how often and when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from noretreat.server.clocks.zones import zone_of
from noretreat.storage.notices import AddressRow

Topic: TypeAlias = Literal[
    "turn",
    "short",
    "claim",
    "replaced",
    "invite",
    "joined",
    "offer",
    "answer",
    "message",
    "ended",
    "declined",
    "reminder",
    "tournament",
]
"""What a notice is about; `turn` includes reminders and bids that are missing, `short` that the time
is up, `joined` that a game begins, with its terms, and `claim` that one's own is void.
"""
Channel: TypeAlias = Literal["mail", "push"]
"""`mail`: the address, which may be a webhook's. `push`: the browsers."""
BOTH: Final[tuple[Channel, ...]] = ("mail", "push")
USUAL: Final[Mapping[Topic, tuple[Channel, ...]]] = {
    "turn": BOTH,
    "short": BOTH,
    "claim": BOTH,
    "replaced": BOTH,
    "invite": BOTH,
    "joined": BOTH,
    "offer": BOTH,
    "answer": ("push",),
    "message": BOTH,
    "ended": BOTH,
    "declined": ("push",),
    "reminder": BOTH,
    "tournament": BOTH,
}
"""The channels of a player who has chosen nothing."""
URGENT: Final = frozenset({"short", "time", "claim", "replaced"})
"""What waits for no digest, ..."""
URGENT_MORE: Final = 6
"""... and is mailed when the mails of a day are used up, so many times."""
_TOPICS: Final[Mapping[str, Topic]] = {
    "nudge": "turn", "bid": "turn", "dice": "turn", "time": "short", "begun": "joined", "void": "claim",
}  # fmt: skip
Hour = Annotated[int, msgspec.Meta(ge=-1, le=23)]
Ahead = Annotated[int, msgspec.Meta(ge=0, le=168)]


class NoticeChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's choices."""

    topics: dict[str, list[Channel]] = {}
    """The channels of each topic; a topic that is missing has the usual ones, and one that there is not counts for
    nothing.
    """
    most: Annotated[int, msgspec.Meta(ge=1, le=50)] = 12
    """The most mails in a day; what comes then waits and is told together."""
    digest: Hour = -1
    """The hour at which all that can wait is told in one mail a day; -1: each thing by itself."""
    always: bool = False
    """Also while a page of the game is open."""
    first: Ahead = 24
    """Hours before the time runs out at which the player is warned; 0: not."""
    last: Ahead = 3
    """The same for the second warning."""

    def channels(self, kind: str) -> list[Channel]:
        """The channels of a kind of notice."""
        topic = _TOPICS.get(kind) or msgspec.convert(kind, Topic)
        return self.topics.get(topic, list(USUAL[topic]))

    def warnings(self, whole: float) -> list[int]:
        """The times at which to warn, in seconds before the end, the earliest first; none of them lies before the
        beginning of what the player has for the turn in all.
        """
        return [hours * 3600 for hours in sorted({self.first, self.last}, reverse=True) if 0 < hours * 3600 < whole]


def choices_of(stored: str) -> NoticeChoices:
    """Stored choices, the usual ones where there are none, or none that can be read."""
    try:
        return msgspec.json.decode(stored, type=NoticeChoices) if stored else NoticeChoices()
    except msgspec.ValidationError:
        return NoticeChoices()


def kept(choices: NoticeChoices) -> str:
    """Choices in their stored form."""
    return msgspec.json.encode(choices).decode()


def clock_hour(zone: str, at: str, hour: int) -> str:
    """The next time at which the clocks of a zone show an hour, as one sees it on the wall: also in nights in which
    they are changed.
    """
    local = datetime.fromisoformat(at).astimezone(zone_of(zone))
    day = local.date()
    for later in range(3):
        then = datetime.combine(day + timedelta(days=later), local.time().replace(hour, 0, 0, 0), zone_of(zone))
        if then.timestamp() > local.timestamp():
            break
    return then.astimezone(datetime.fromisoformat(at).tzinfo).isoformat(timespec="milliseconds")


def awake(address: AddressRow, at: str) -> str:
    """The time from which a player may be told: now, or the end of the quiet hours."""
    local = datetime.fromisoformat(at).astimezone(zone_of(address.zone))
    begin, end = address.quiet_from, address.quiet_to
    quiet = begin <= local.hour < end if begin < end else begin != end and (local.hour >= begin or local.hour < end)
    return clock_hour(address.zone, at, end) if quiet else at
