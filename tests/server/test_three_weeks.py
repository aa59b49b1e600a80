"""A game of three weeks between two people with two devices each, in fast time: a real site with a clock that the test
moves, a real mail server, and every mail read against the state of the game.

`NORETREAT_DIARY=file` writes down what happened and all mails, for eyes that did not write them.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server.accounts import PASSWORD, Place, post, site_on, words
from server.mailbox import Mailbox
from server.support import Browser
from server.test_processes import page

from noretreat.storage.database import Database
from noretreat.storage.tables import NOTICE

TWIST = """
import pathlib
from datetime import UTC, datetime, timedelta
import noretreat.server.clocks.now as clock
offset = pathlib.Path({file!r})
def moved():
    return (datetime.now(UTC) + timedelta(seconds=float(offset.read_text()))).isoformat(timespec="milliseconds")
clock.now = moved
"""
START = datetime(2027, 3, 15, tzinfo=UTC)
"""A Monday; in the second week the clocks of Berlin are changed."""
CLOCK = {"kind": "move", "each": 3 * 24 * 3600, "rest": True, "grace": 24 * 3600}
TERMS = (
    "3 days a move, days off do not count", "24 h of grace after a claim", "No help from the computer",
    "Moves are seen as they are made", "not rated", "Your standing orders: Ask me everything",
)  # fmt: skip
"""What both have agreed on, as the mails at the start tell it."""
ENDS = ("Done", "Pass", "Defer")
HOME = {"Anna": "Europe/Berlin", "Boris": "America/New_York"}
SIDES = {"Anna": "axis", "Boris": "soviet"}


def face(seconds: float) -> str:
    """Time left, as mails tell it."""
    days, hours = divmod(int(seconds // 3600), 24)
    if days < 2:
        return f"{24 * days + hours} h" if 24 * days + hours else f"{int(seconds // 60)} min"
    return f"{days} days {hours} h" if hours else f"{days} days"


class Story:
    """The site, its two players, and what they have been mailed."""

    def __init__(self, url: str, folder: Path, mailbox: Mailbox) -> None:
        self.url, self.mailbox = url, mailbox
        self._offset = folder / "offset"
        self._dice = random.Random(1942)
        self.devices: dict[str, list[Browser]] = {}
        self.mails: dict[str, str] = {}
        self.game = ""
        self.diary: list[str] = []
        self._read = 0
        self.to(0, 9)
        self.server = site_on(folder / "data", url, mailbox, twist=TWIST.format(file=str(self._offset)))
        place = Place(self.server, url, mailbox)
        for name, mail in (("Anna", place.anna), ("Boris", place.boris)):
            laptop, phone = place.made(place.visitor(), mail), place.visitor()
            assert post(phone, "sign-in", mail=mail, password=PASSWORD)[0] == 204
            self.devices[name], self.mails[name] = [laptop, phone], mail
            laptop.http.post("/api/me", json={"name": name})
            wanted = {"mail": mail, "zone": HOME[name], "quiet_from": 22, "quiet_to": 7}
            assert laptop.http.post("/api/notices", json=wanted).json()["confirmed"], "the account's own address"
        self._read = len(mailbox.taken)

    # --- time ----------------------------------------------------------------------------------------------------
    def to(self, day: int, hour: int, minute: int = 0) -> None:
        """Moves the clock of the site; what comes due is sent."""
        at = START + timedelta(days=day, hours=hour, minutes=minute)
        new = self._offset.with_suffix(".new")
        new.write_text(str((at - datetime.now(UTC)).total_seconds()))
        new.replace(self._offset)
        self.diary.append(f"--- day {day}, {hour}:{minute:02} UTC")
        if self.game:
            asyncio.run(self._settled())

    def now(self) -> str:
        at = datetime.now(UTC) + timedelta(seconds=float(self._offset.read_text()))
        return at.isoformat(timespec="milliseconds")

    async def _settled(self) -> None:
        """Waits until no notice is due or on its way."""
        busy = sa.or_(NOTICE.c.state == "sending", sa.and_(NOTICE.c.state == "waiting", NOTICE.c.due <= self.now()))
        database = Database(self.url)
        try:
            await database.open("")
            deadline = time.monotonic() + 60
            while left := await database.scalars(sa.select(NOTICE.c.kind).where(busy)):
                assert time.monotonic() < deadline, left
                await asyncio.sleep(0.02)
        finally:
            await database.close()

    # --- people ---------------------------------------------------------------------------------------------------
    def device(self, name: str) -> Browser:
        """One of a player's two."""
        return self._dice.choice(self.devices[name])

    def show(self, name: str) -> dict[str, Any]:
        return self.device(name).show(self.game)

    def company(self, name: str) -> dict[str, Any]:
        answer = self.device(name).http.get(f"/api/games/{self.game}/company")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, name: str, call: str, **body: Any) -> Any:
        """What a call about the game answers: its JSON, or the code of why it was refused."""
        answer = self.device(name).http.post(f"/api/games/{self.game}/{call}", json=body)
        if answer.status_code >= 400:
            return answer.json()["error"]["why"]["code"]
        return answer.json() if answer.content else None

    def sit(self, name: str, most: int = 25) -> int:
        """Plays on one device until the other side has to decide; returns the number of actions."""
        device, count = self.device(name), 0
        package = device.show(self.game)
        while package["actions"] and count < most:
            ends = [action for action in package["actions"] if action["type"] in ENDS]
            quick = ends and self._dice.random() < 0.8
            package = device.act(self.game, package["ply"], self._dice.choice(ends if quick else package["actions"]))
            count += 1
        self.diary.append(f"{name} plays {count} actions.")
        return count

    def hand_over_to(self, name: str) -> None:
        """Plays until a player has to decide who did not before."""
        for who in (name, next(other for other in SIDES if other != name)):
            while self.waited_for() == who:
                assert self.sit(who)

    def until_here(self, name: str, here: bool) -> None:
        """Waits until a player is seen at the table, or no more."""
        while self.company(name)["seats"][SIDES[name]]["here"] is not here:
            time.sleep(0.02)

    def waited_for(self) -> str:
        actor = self.show("Anna")["view"]["actor"]
        return next(name for name, side in SIDES.items() if side == actor)

    # --- mails -----------------------------------------------------------------------------------------------------
    def read(self) -> list[tuple[str, str]]:
        """The mails since the last look, as (name, subject): each is true of the game as it stands now."""
        new, self._read = self.mailbox.taken[self._read :], len(self.mailbox.taken)
        return [self._checked(mail) for mail in new]

    def _checked(self, mail: Message) -> tuple[str, str]:
        name = next(name for name, address in self.mails.items() if address == mail["To"])
        foe = next(other for other in self.mails if other != name)
        subject, text = str(mail["Subject"]), words(mail).replace("\xa0", " ")
        self.diary += [f"   To {name}: {subject}", *(f"      {line}" for line in text.splitlines())]
        assert set(re.findall(r"https://games.example.org/g/(\w+)", text)) == {self.game}, "it leads to this game"
        assert "B. Fall Blau" in subject
        assert f"against {foe}" in subject
        view = self.show(name)["view"]
        assert f"Turn {view['turn']} (" in text
        assert f" ({view['phasing'].capitalize()})" in text, "and whose phase it is"
        company = self.company(name)
        mine = view["actor"] == SIDES[name]
        left = company["left"] and company["left"][SIDES[name]]
        if mine and view["outcome"] is None:
            assert ("Time is up" if left < 0 else f"Time left: {face(left)}, until ") in text, (face(left), text)
        else:
            assert "Time left" not in text, "the clock of the other is none of this player's"
        if mine:
            assert view["prompt"]["text"] in text, "the very question, whatever the mail is about"
        if "It is your turn" in subject:
            assert mine
            assert f"Turn {view['turn']}" in subject
        if "running out" in subject:
            assert mine
            assert face(left) in text.partition("Time left")[2]
        assert "B. Fall Blau" in subject[:40], "a phone shows no more of it"
        hour = datetime.fromisoformat(self.now()).astimezone(zone(HOME[name])).hour
        assert 7 <= hour < 22, "nobody is woken"
        return name, subject.partition(":")[0]


def zone(name: str) -> Any:
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    box.controller.start()
    yield box
    box.controller.stop()


@pytest.fixture
def story(store_url: str, tmp_path: Path, mailbox: Mailbox) -> Iterator[Story]:
    told = Story(store_url, tmp_path, mailbox)
    yield told
    told.server.close()
    if "NORETREAT_DIARY" in os.environ:
        Path(os.environ["NORETREAT_DIARY"]).write_text("\n".join(told.diary) + "\n", encoding="utf-8")


@pytest.mark.one_database
@pytest.mark.slow
def test_three_weeks_between_two_people(story: Story) -> None:
    """Nobody loses by a rule that he was not told."""
    to, read = story.to, story.read
    laptop = story.devices["Anna"][0]
    story.game = laptop.create(scenario="fall_blau", axis="human", soviet="open", clock=CLOCK)

    # The guest comes after four days, of which none counts.
    to(4, 12)
    assert story.company("Anna")["left"] == {"axis": None, "soviet": None}, "no clock runs before both are there"
    assert read() == []
    assert story.devices["Boris"][1].http.get(laptop.links["soviet"]).status_code == 303
    story.show("Boris")
    story.show("Anna")  # the browsers of both do their part for the dice
    to(4, 13, 7)
    assert sorted(read()) == [("Anna", "It is your turn"), ("Boris", "Your game has begun")]
    for mail in story.mailbox.taken[-2:]:
        for said in TERMS:
            assert said in words(mail).replace("\xa0", " "), "who begins knows the terms"
    assert face(story.company("Anna")["left"]["axis"]) == "2 days 22 h"

    # A few days of play; each hand-over is one mail to the one who has to decide, and nobody else.
    days = 5
    for day in range(days, days + 4):
        for hour in (12, 14, 16):
            to(day, hour, 7)
            read()  # what came while both were away
            name = story.waited_for()
            assert story.sit(name)
            if story.waited_for() == name:
                continue
            to(day, hour, 47)
            assert read() == [(story.waited_for(), "It is your turn")], (day, hour)

    # Who sits at the table is not mailed; ten minutes after leaving, he is.
    to(9, 12, 3)
    read()
    away = story.waited_for()
    foe = next(name for name in SIDES if name != away)
    with page(story.server, story.device(foe), story.game) as live:
        live.recv(timeout=60)
        live.send('{"here": true}')
        story.until_here(foe, True)
        while story.waited_for() == away:
            story.sit(away)
        to(9, 12, 50)
        assert read() == []
    story.until_here(foe, False)
    to(9, 13, 2)
    assert read() == [(foe, "It is your turn")]

    # Words and offers reach the other by mail.
    assert story.ask(away, "talk", text="Rain in the Kuban.") is None
    assert story.ask(away, "proposals/draw") is not None
    to(9, 15, 5)
    assert read() == [(foe, f"{away} writes to you")]
    assert story.ask(foe, "proposals/draw/answer", accept=False) is not None

    # Four days off: the clock stands, and nobody is warned or may claim.
    story.hand_over_to("Boris")
    holidays = [{"first": "2027-03-25", "last": "2027-03-28"}]
    wanted = {"language": "en", "zone": HOME["Boris"], "weekly": [], "holidays": holidays, "found": True}
    answer = story.devices["Boris"][0].http.post("/api/habits", json=wanted)
    assert answer.status_code < 300, answer.text
    to(9, 16, 9)
    assert [name for name, _ in read()] == ["Boris"]
    assert "until 2027-03-31 11:05 (America/New_York)" in words(story.mailbox.taken[-1]), "his days off do not count"
    to(13, 20, 30)
    assert read() == []
    assert story.ask("Anna", "claim") == "not-to-propose"
    assert story.company("Anna")["off"]["soviet"], "Anna sees why"

    # Boris stays away from now on: two warnings; a claim, of which he is told; he moves in time, and it is void.
    story.hand_over_to("Boris")
    to(14, 14, 2)
    assert read()[-1] == ("Boris", "It is your turn")
    # His clock begins at midnight in New York, and is out on the third of them: at 4:00 UTC on day 17.
    for day, hour in ((16, 11), (17, 1)):  # a day before, but for his quiet hours, and three hours before
        to(day, hour, 11)
        assert read() == [("Boris", "Your time is running out")], (day, hour)
    assert story.ask("Anna", "claim") == "not-to-propose"
    to(17, 15, 33)
    assert sorted(read()) == [("Anna", "Boris is out of time"), ("Boris", "Your time is up")], "once, and to both"
    assert story.ask("Anna", "claim")["due"]
    to(17, 16, 10)
    assert read() == [("Boris", "Anna claims the win")]
    assert story.show("Anna")["view"]["outcome"] is None
    to(18, 12, 20)
    assert story.sit("Boris")
    assert story.company("Anna")["claims"] == []
    assert story.ask("Anna", "claim") == "not-to-propose"
    to(18, 13, 5)
    assert read() == [("Anna", "It is your turn")]
    assert "your claim no longer stands" in words(story.mailbox.taken[-1]).replace("\xa0", " "), "one mail tells both"

    # Anna stays away and does not come back: she knew of it three times over before it ended.
    story.hand_over_to("Anna")
    told = []
    for day, hour in ((18, 14), (20, 14), (21, 10)):
        to(day, hour, 50)
        told += read()
    to(22, 9, 15)
    assert story.ask("Boris", "claim")["due"]
    to(22, 9, 40)
    told += read()
    assert story.ask("Boris", "claim")["due"], "to ask again shortens nothing"
    to(23, 10)
    assert story.ask("Boris", "claim")["due"] == ""
    to(23, 10, 12)
    ended = read()
    assert [subject for name, subject in told if name == "Anna"] == [
        "It is your turn", "Your time is running out", "Your time is running out", "Your time is up",
        "Boris claims the win",
    ]  # fmt: skip
    assert ended == [("Anna", "You lost")]
    assert story.show("Anna")["view"]["outcome"]["winner"] == "soviet"
