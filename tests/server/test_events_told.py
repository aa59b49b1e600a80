"""What players are told of, by a real mail server: every notice names its game, and nobody is buried in mails."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime
from email.header import decode_header, make_header
from email.message import Message
from typing import Any

import msgspec
import pytest
from server.mailbox import Mailbox, texts_of
from server.test_notices import summary_of
from server.test_table_service import ANNA, BORIS, CLARA, Inn, refused
from web.tongues import foreign

from noretreat.core.actions import Pass, Resign
from noretreat.core.events import UnitEliminated
from noretreat.data.facts import Side
from noretreat.data.languages import CODES
from noretreat.server.clocks.clock import DAY, Terms
from noretreat.server.clocks.days_off import Holiday
from noretreat.server.clocks.now import now
from noretreat.server.game.events_told import A_DAY, EventTold, encoded
from noretreat.server.game.listing import NewGame
from noretreat.server.game.log import LogEntry
from noretreat.server.game.turn_notice import Happened, TurnQuestion, asked_now, happened
from noretreat.server.http.security import hashed
from noretreat.server.notify.choices import NoticeChoices
from noretreat.server.notify.choices import kept as choices_kept
from noretreat.server.notify.messages import MailHeader
from noretreat.server.notify.news import table_of, told
from noretreat.server.notify.outbox import Outbox, Smtp
from noretreat.server.notify.texts import MessageTexts
from noretreat.server.players.invitations import Invitations, PlayerInvited
from noretreat.server.players.notice_settings import MutedGame, NewNoticeSettings, NoticeService
from noretreat.storage.blocks import BlockStore
from noretreat.storage.database import Database
from noretreat.storage.invitations import InvitationStore
from noretreat.storage.notices import AddressRow, NoticeRow, NoticeStore, TableRow, TableSeat, after
from noretreat.storage.players import PlayerStore
from noretreat.storage.preferences import PreferenceRow
from noretreat.storage.tables import NOTICE

HEAD = MailHeader("No Retreat <games@example.org>", "https://games.example.org")


class Post:
    """An inn whose players are told by mail; time passes when it is said."""

    def __init__(self, database: Database, mailbox: Mailbox) -> None:
        self.inn = Inn(database, 20, minutes=0)
        self.store, self.database, self.mailbox = NoticeStore(database), database, mailbox
        self.players = PlayerStore(database)
        self.settings = NoticeService(self.store, self.inn.preferences, 0)
        tables = self.inn.games.tables
        self.guests = Invitations(InvitationStore(database), self.players, tables, told=True)
        self.here: Collection[str] = ()
        self.outbox = Outbox(self.store, self.inn.preferences, Smtp(mailbox.url), HEAD, lambda _: list(self.here))
        self._read = len(mailbox.taken)

    async def arrive(self, **choices: Any) -> None:
        """Anna, Boris and Clara, each with a mailbox; the choices are Boris's."""
        for token, name in ((ANNA, "Anna"), (BORIS, "Boris"), (CLARA, "Clara")):
            await self.players.change(hashed(token), name=name)
            wanted = choices_kept(NoticeChoices(**choices)) if token is BORIS else ""
            row = AddressRow(hashed(token), f"{name.lower()}@example.org", True, off=f"off-{name}", choices=wanted)
            await self.store.put_address(row)

    async def mails(self, days: float = 0.0) -> list[tuple[str, str, str]]:
        """What is mailed after so many days: to whom, the subject, and the text."""
        await self.outbox.run_once(after(now(), days=days, seconds=1))
        new, self._read = self.mailbox.taken[self._read :], len(self.mailbox.taken)
        return [(str(one["To"]).partition("@")[0], subject(one), text(one)) for one in new]

    async def hand_over(self, game: str) -> None:
        """Anna plays until Boris has to decide."""
        while (await self.inn.company(game)).waiting is Side.AXIS:
            package = await self.inn.games.show(game, ANNA, 0, None)
            ends = [one for one in package.actions if type(one).__name__ in ("Pass", "Done")]
            await self.inn.games.act(game, ANNA, package.ply, (ends or package.actions)[0])

    async def kinds(self, state: str = "waiting") -> list[str]:
        """The kinds of the notices in a state."""
        rows = await self.database.records(NoticeRow, NOTICE.select().where(NOTICE.c.state == state))
        return sorted(row.kind for row in rows)


def subject(mail: Message) -> str:
    return str(make_header(decode_header(str(mail["Subject"]))))


def text(mail: Message) -> str:
    return texts_of(mail)[0].replace("\r\n", "\n").replace("\xa0", " ")


@pytest.fixture
def by_post(store_url: str, mailbox: Mailbox) -> Callable[..., None]:
    """Runs a story at an inn with a post office, on either database."""

    def run(story: Callable[[Post], Awaitable[None]], **choices: Any) -> None:
        async def tell() -> None:
            database = Database(store_url)
            await database.open("mark")
            post = Post(database, mailbox)
            try:
                await post.arrive(**choices)
                await story(post)
            finally:
                await post.inn.games.close()
                await database.close()

        asyncio.run(tell())

    return run


@pytest.mark.slow
@pytest.mark.one_database
def test_every_notice_names_the_game_and_says_what_one_wants_to_know(by_post: Callable[..., None]) -> None:
    """Of each kind: the subject tells which game it is, and the text what has happened, with a link to this game."""

    async def story(post: Post) -> None:
        inn = post.inn
        game = await inn.begin(scenario="fall_blau", clock=Terms("move", each=3 * DAY), name="Volga")
        found: dict[str, tuple[str, str, str]] = {}

        async def one(kind: str, days: float = 0.0) -> None:
            (found[kind],) = await post.mails(days)

        found["joined"], found["begun"] = await post.mails()
        await post.hand_over(game)
        asked = (await inn.games.show(game, BORIS, 0, None)).view.prompt
        await one("turn")
        await inn.dealings.say(game, ANNA, "Good luck!")
        await inn.dealings.say(game, ANNA, "You will need it.")
        await one("message")
        await inn.dealings.propose(game, ANNA, "draw")
        await one("offer")
        await inn.age(game, 2.1)
        await one("short")
        await inn.age(game, 1)
        await inn.dealings.claim(game, ANNA, "claim")
        await one("claim")
        await inn.dealings.withdraw_claim(game, ANNA)
        await inn.dealings.claim(game, ANNA, "replace")
        await one("claim-replace")
        await inn.age(game, 1.1)
        await inn.dealings.claim(game, ANNA, "replace")
        await one("replaced")
        await inn.dealings.propose(game, BORIS, "return")
        await one("offer-return")
        other = await inn.begin(scenario="fall_blau", name="Don")
        await post.mails()
        ply = (await inn.games.show(other, ANNA, 0, None)).ply
        await inn.games.act(other, ANNA, ply, Resign(Side.AXIS))
        await one("ended")
        kept = await inn.begin(scenario="fall_blau", clock=Terms("move", each=DAY), name="Volga")
        await inn.age(kept, 1.1)
        await inn.dealings.claim(kept, BORIS, "claim")
        await post.mails()
        await inn.play(kept, ANNA)
        found["void"] = next(one for one in await post.mails() if one[1].startswith("Your claim"))
        for who, (to, headline, said) in found.items():
            print(f"--- {who}\nTo: {to}\nSubject: {headline}\n\n{said}")
            assert ("Don" if who == "ended" else "Volga") in headline, who
            assert headline.count("against ") == 1, who
            played = {"ended": other, "void": kept}.get(who, game)
            assert f"https://games.example.org/g/{played}" in said, who
            assert re.search(r"Turn 7 \(May-June 1942\)", said), who
        to, headline, said = found["turn"]
        assert (to, headline) == ("boris", "It is your turn: Volga against Anna, Turn 7")
        assert "Time left: 3 days" in said or "Time left: 2 days 23 h" in said
        assert "Since you last looked: " in said
        assert asked is not None
        assert asked.text in said
        assert "> Good luck!\n> You will need it." in found["message"][2]
        rows = await post.database.records(NoticeRow, NOTICE.select().where(NOTICE.c.kind == "message"))
        assert {(row.state, row.text) for row in rows} == {("sent", "")}, "what others wrote is not kept"
        assert found["offer"][1] == "Anna proposes a draw: Volga against Anna"
        assert "21 h left" in found["short"][2]
        assert found["claim"][1] == "Anna claims the win: Volga against Anna"
        assert found["replaced"][0] == "boris"
        assert found["offer-return"][0] == "anna"
        assert found["ended"][1].startswith("You won: Don")
        assert found["void"][:2] == ("boris", "Your claim is void: Volga against Anna")
        assert "Anna has moved" in found["void"][2]

    by_post(story)


@pytest.mark.slow
@pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
def test_a_game_is_told_to_each_player_in_the_own_language(by_post: Callable[..., None]) -> None:
    """From the first mail to the last, to a German and a Frenchman: no word of it is English, and the question is the
    one that the page asks.
    """
    languages = {"anna": ("fr", ANNA), "boris": ("de", BORIS)}

    async def story(post: Post) -> None:
        inn = post.inn
        for language, token in languages.values():
            await inn.preferences.put(PreferenceRow(hashed(token), language=language, zone="Europe/Berlin"))
        game = await inn.begin(scenario="fall_blau", clock=Terms("move", each=3 * DAY))
        found: list[tuple[str, str]] = []

        async def read(days: float = 0.0) -> None:
            company = await inn.company(game)
            actor = next(
                (side for side, seat in company.seats.items() if seat.kind == "human" and side is company.waiting), None
            )
            for to, headline, said in await post.mails(days):
                language, token = languages[to]
                found.append((to, headline.partition(":")[0].strip("\u00a0")))
                assert foreign(f"{headline}\n{said}", language) == [], said
                if actor is (Side.AXIS if token is ANNA else Side.SOVIET):
                    async with inn.games.tables.open(game) as match:
                        asked = asked_now(match.row.state)
                    question = MessageTexts(language).asked(msgspec.json.encode(asked).decode())
                    assert question.replace("\xa0", " ") in said, "the question as the page asks it"

        await read()
        await post.hand_over(game)
        await read()
        await inn.dealings.say(game, ANNA, "…")
        await inn.dealings.propose(game, ANNA, "draw")
        await read()
        await inn.dealings.answer(game, BORIS, "draw", accept=False)
        await inn.age(game, 2.1)
        await read()
        await inn.age(game, 1)
        await read()
        await inn.dealings.claim(game, ANNA, "claim")
        await read()
        await inn.play(game, BORIS)  # in time: the claim is void
        await read()
        while (await inn.company(game)).waiting is Side.SOVIET:
            await inn.play(game, BORIS)
        await inn.age(game, 3.1)
        await read()
        await inn.carried_out(game, BORIS, "replace")
        await read()
        await inn.dealings.propose(game, ANNA, "return")
        await inn.dealings.answer(game, BORIS, "return", accept=True)
        await read()
        package = await inn.games.show(game, ANNA, 0, None)
        await inn.games.act(game, ANNA, package.ply, Resign(Side.AXIS))
        await read()
        headlines = {headline for _, headline in found}
        assert len(headlines) > 8, headlines
        assert headlines >= {"Votre réclamation tombe", "Du hast gewonnen"}

    by_post(story)


@pytest.mark.slow
@pytest.mark.one_database
def test_a_digest_names_each_game_and_a_mailbox_is_not_flooded(by_post: Callable[..., None]) -> None:
    """A hundred messages are a few mails, also where they come one by one; what is urgent comes all the same."""

    async def story(post: Post) -> None:
        inn = post.inn
        games = [await inn.begin(scenario="fall_blau", name=name) for name in ("Don", "Volga")]
        await post.mails()
        for game in games:
            await inn.dealings.say(game, ANNA, "Hello")
        ((_, headline, said),) = await post.mails()
        assert headline == "News of 2 games: Don against Anna; Volga against Anna"
        assert all(f"https://games.example.org/g/{game}" in said for game in games)
        before = 0
        for number in range(60):
            await inn.dealings.say(games[number % 2], ANNA, f"Hello {number}" + "x" * 500)
            before += len(await post.mails()) if number % 3 == 0 else 0
        assert before <= 3, "no more mails in a day than the player wants"
        held = await post.kinds()
        assert 0 < held.count("message") <= 2 * A_DAY
        await post.hand_over(games[0])
        await inn.age(games[0], 8)
        await inn.dealings.claim(games[0], ANNA, "replace")
        ((_, headline, said),) = await post.mails()
        assert headline.startswith("Anna wants you replaced: Don")
        assert "Hello" not in said
        (late,) = await post.mails(days=1.01)
        assert late[0] == "boris", "the rest comes together when the day is over"

    by_post(story, most=4)


@pytest.mark.one_database
def test_who_takes_a_seat_in_mid_turn_is_told_and_warned_like_everybody(by_post: Callable[..., None]) -> None:
    async def story(post: Post) -> None:
        inn = post.inn
        three = Terms("move", each=3 * DAY)
        made = await inn.games.list.create(NewGame(axis="open", soviet="human", clock=three, name="Don"), ANNA)
        await inn.games.list.join(made.id, made.links["axis"].rpartition("/")[2], BORIS, "careful")
        await inn.games.show(made.id, BORIS, 0, None)  # his browser does its part for the dice
        anna, boris = sorted(await post.mails())
        assert (anna[:2], boris[:2]) == (
            ("anna", "Boris has taken the seat: Don against Boris"),
            ("boris", "It is your turn: Don against Anna, Turn 1; Your game has begun"),
        )
        for who, orders in ((anna, "Ask me everything"), (boris, "Careful: ask me where a city is at stake")):
            assert f"Your standing orders: {orders}" in who[2]
            assert "The terms: 3 days a move · 24 h of grace after a claim · No help from the computer" in who[2]
        await inn.age(made.id, 2.1)
        assert [one[:2] for one in await post.mails()] == [("boris", "Your time is running out: Don against Anna")]
        await inn.age(made.id, 1)
        assert sorted(one[:2] for one in await post.mails()) == [
            ("anna", "Boris is out of time: Don against Boris"), ("boris", "Your time is up: Don against Anna")
        ]  # fmt: skip
        assert await post.mails(days=1) == [], "once"
        # Another game on the same terms begins for both as the first did.
        await inn.games.act(made.id, BORIS, (await inn.games.show(made.id, BORIS, 0, None)).ply, Resign(Side.AXIS))
        await inn.dealings.propose(made.id, BORIS, "rematch")
        await post.mails()
        again = (await inn.dealings.answer(made.id, ANNA, "rematch", accept=True)).game
        assert again is not None
        await inn.games.show(again, ANNA, 0, None)
        assert sorted(one[1].partition(":")[0] for one in await post.mails()) == [
            "It is your turn", "Your game has begun"
        ]  # fmt: skip

    by_post(story)


def test_a_mail_tells_only_what_was_seen_on_no_device(by_post: Callable[..., None]) -> None:
    async def story(post: Post) -> None:
        inn = post.inn
        game = await inn.begin(scenario="fall_blau", name="Don")
        await post.hand_over(game)
        await post.mails()
        while (await inn.company(game)).waiting is Side.SOVIET:
            await inn.play(game, BORIS)
        package = await inn.games.show(game, BORIS, 0, None)
        assert package.looked == 0
        for ply, looked in ((package.ply + 50, package.ply), (1, package.ply)):
            await inn.dealings.looked(game, BORIS, ply)
            assert (await inn.games.show(game, BORIS, 0, None)).looked == looked, "as far as there is, and never back"
        async with inn.games.tables.open(game) as match:
            news = list(reversed(match.log))
            assert match.seats[Side.AXIS].looked == 0, "each for oneself"
        lost = UnitEliminated("G4Pz", "1005", "axis_recoverable", "combat")
        later = LogEntry(package.ply + 1, "axis", Pass(), (lost,))
        assert happened(Side.SOVIET, [later, *news], package.ply).lost[Side.AXIS] == ("G4Pz",)
        assert happened(Side.SOVIET, [later, *news], package.ply + 1).lost[Side.AXIS] == ()

    by_post(story)


@pytest.mark.one_database
def test_a_daily_digest_holds_what_can_wait(by_post: Callable[..., None]) -> None:
    hour = (datetime.fromisoformat(now()).hour + 2) % 24

    async def story(post: Post) -> None:
        inn = post.inn
        game = await inn.begin(scenario="fall_blau", name="Don", clock=Terms("move", each=DAY))
        await post.mails()
        await inn.dealings.say(game, ANNA, "Hello")
        await post.hand_over(game)
        assert await post.mails() == []
        await inn.age(game, 1.1)
        await inn.dealings.claim(game, ANNA, "claim")
        assert [one[1] for one in await post.mails()] == ["Anna claims the win: Don against Anna"]
        ((_, headline, said),) = await post.mails(days=0.09)
        assert headline.endswith("Don against Anna") or "Don against Anna" in headline
        assert "> Hello" in said
        assert "It is your turn" in said

    by_post(story, digest=hour)


@pytest.mark.slow
@pytest.mark.one_database
def test_a_warning_comes_once_before_the_time_runs_out(by_post: Callable[..., None]) -> None:
    """Twice in all, as the player wants it; not on days off, not in a pause, and not for one who has moved."""

    async def story(post: Post) -> None:
        inn = post.inn
        game = await inn.begin(scenario="fall_blau", name="Don", clock=Terms("move", each=3 * DAY, rest=True))
        await post.hand_over(game)

        async def warned() -> list[str]:
            return [said for _, headline, said in await post.mails() if headline.startswith("Your time")]

        assert await warned() == []
        await inn.age(game, 1.5)
        assert await warned() == [], "36 hours are left"
        today = datetime.fromisoformat(now()).date()
        rest = PreferenceRow(hashed(BORIS), holidays=msgspec.json.encode([Holiday(today, today)]).decode())
        await inn.preferences.put(rest)
        await inn.age(game, 1.2)
        await post.store.look_again(now(), player=hashed(BORIS))
        assert await warned() == [], "today is a day off"
        await inn.preferences.put(msgspec.structs.replace(rest, holidays="[]"))
        await inn.dealings.propose(game, ANNA, "pause")
        await inn.dealings.propose(game, BORIS, "pause")
        assert await warned() == [], "the clock stands still"
        await inn.dealings.propose(game, ANNA, "resume")
        await inn.dealings.propose(game, BORIS, "resume")
        assert len(await warned()) == 1
        assert await warned() == [], "once"
        await inn.age(game, 0.2)
        (said,) = await warned()
        assert "2 h left for this decision" in said
        await inn.age(game, 0.05)
        assert await warned() == [], "twice in all"

    by_post(story)


def test_whoever_has_moved_is_not_warned(by_post: Callable[..., None]) -> None:
    async def story(post: Post) -> None:
        inn = post.inn
        game = await inn.begin(scenario="fall_blau", name="Don", clock=Terms("move", each=2 * DAY))
        await post.hand_over(game)
        assert "short" in await post.kinds()
        while (await inn.company(game)).waiting is Side.SOVIET:
            await inn.play(game, BORIS)
        await inn.age(game, 1.5)
        rows = await post.database.records(NoticeRow, NOTICE.select().where(NOTICE.c.kind == "short"))
        assert {row.state for row in rows if row.player == hashed(BORIS)} == {"dropped"}
        await post.outbox.run_once(after(now(), seconds=1))
        assert not any(one[0] == "boris" and one[1].startswith("Your time") for one in await post.mails())

    by_post(story)


@pytest.mark.slow
def test_each_topic_is_told_by_the_channels_that_the_player_wants(by_post: Callable[..., None]) -> None:
    async def story(post: Post) -> None:
        inn = post.inn
        game = await inn.begin(scenario="fall_blau", name="Don")
        await post.mails()
        await inn.dealings.say(game, ANNA, "Hello")
        assert await post.mails() == [], "messages are switched off"
        await post.settings.choose(BORIS, NoticeChoices({"message": ["mail"]}))
        post.here = [hashed(BORIS)]
        await inn.dealings.say(game, ANNA, "Hello")
        assert await post.mails() == [], "whoever is here sees it"
        await post.settings.choose(BORIS, NoticeChoices(always=True))
        await inn.dealings.say(game, ANNA, "Hello again")
        await post.settings.came(game, hashed(BORIS))
        assert len(await post.mails()) == 1, "always, also when here"
        await post.settings.choose(BORIS, NoticeChoices())
        post.here = []
        await inn.dealings.say(game, ANNA, "And again")
        await post.settings.came(game, hashed(BORIS))
        assert await post.mails() == [], "it was read at the table"
        await BlockStore(post.database).block(hashed(BORIS), hashed(ANNA), now())
        await inn.dealings.say(game, ANNA, "Do you hear me?")
        assert await post.mails() == [], "a blocked player is not heard by mail either"

    by_post(story, topics={"message": []})


def test_a_declined_invitation_is_told_to_its_host(by_post: Callable[..., None]) -> None:
    async def story(post: Post) -> None:
        await post.inn.preferences.put(PreferenceRow(hashed(BORIS), found="boris"))
        made = await post.inn.games.list.create(NewGame(axis="human", soviet="open", name="Don"), ANNA)
        (found,) = (await post.guests.find(ANNA, "boris")).players
        await post.guests.invite(made.id, ANNA, PlayerInvited(found.key, found.name))
        ((to, headline, _),) = await post.mails()
        assert (to, headline) == ("boris", "Anna invites you: Don")
        await post.settings.choose(ANNA, NoticeChoices({"declined": ["mail"]}))
        await post.guests.decline(made.id, BORIS)
        ((to, headline, _),) = await post.mails()
        assert (to, headline) == ("anna", "Boris has declined: Don")
        assert await refused(post.guests.decline(made.id, BORIS)) == "no-such-seat"

    by_post(story)


def test_settings_are_saved_again_without_another_letter(by_post: Callable[..., None]) -> None:
    async def story(post: Post) -> None:
        wanted = NewNoticeSettings("new@example.org", quiet_from=22, quiet_to=7)
        for _ in range(8):
            assert not (await post.settings.change(BORIS, wanted)).confirmed
        ((_, _, said),) = await post.mails()
        code = re.search(r"/notices/confirm/(\S+)", said)
        assert code
        await post.settings.change(BORIS, wanted)
        await post.settings.confirm(code[1])
        assert (await post.settings.change(BORIS, wanted)).confirmed, "the first link stayed good"
        assert await refused(post.settings.confirm(code[1])) == "no-such-code"
        for number in range(2):
            other = NewNoticeSettings("other@example.org", again=True)
            assert not (await post.settings.change(BORIS, other)).confirmed
            assert len(await post.mails()) == 1, number
        assert await refused(post.settings.change(BORIS, other)) == "confirmed-too-often"

    by_post(story)


def test_only_ones_own_games_are_muted(by_post: Callable[..., None]) -> None:
    async def story(post: Post) -> None:
        game = await post.inn.begin(scenario="fall_blau")
        assert await refused(post.settings.mute(CLARA, MutedGame(game, muted=True))) == "no-game"
        assert await refused(post.settings.mute(BORIS, MutedGame("x" * 100_000, muted=True))) == "no-game"
        assert (await post.settings.mute(BORIS, MutedGame(game, muted=True))).muted == [game]
        assert (await post.settings.mute(BORIS, MutedGame(game, muted=False))).muted == []

    by_post(story)


@pytest.mark.parametrize("language", CODES)
def test_what_has_happened_is_told_in_two_lines_of_any_language(language: str) -> None:
    fights = (("1613", ("CA", "DR")), ("FINLAND", ()))
    taken: dict[Side, tuple[str, ...]] = {Side.AXIS: ("1005", "1507")}
    what = Happened(3, fights, Side.AXIS, 5, 2, ("FINLAND",), ("12-axis",), {Side.SOVIET: ("S_W",)}, taken)
    asked = msgspec.json.encode(TurnQuestion("What now?", ("window.step",), {"unit": "G4Pz"}, (), what)).decode()
    seats = [TableSeat("axis", "human", "b", "", "Boris"), TableSeat("soviet", "human", "a", "", "Anna")]
    row = TableRow("g", "Don", "fall_blau", summary_of("soviet"), "", now(), seats, [])
    notice = NoticeRow("n", "a", "g", "turn", asked, "", now(), now())
    said = told(notice, table_of(row, "a", {}), MessageTexts(language), "UTC", now())
    assert len(said.lines) == 4
    if language == "en":
        assert said.lines[1:3] == [
            "Since you last looked: 3 battles (Kharkov 1613: counterattack, retreat; Finland); units moved (Axis): 5; "
            "units placed or improved (Axis): 2; marked for attack or counterblow: Finland; "
            "cards played: 12 Fedor von Bock",
            "Taken (Axis): 1005 and 1507; Lost (Soviet): West Front",
        ]
    assert all("{" not in line for line in [said.subject, *said.lines])
    words = MessageTexts(language)
    for kind, event in (
        *(
            ("offer", EventTold(what))
            for what in ("draw", "takeback", "computer", "pause", "bids", "rematch", "return")
        ),
        *(("answer", EventTold("draw", accepted)) for accepted in (True, False)),
        *(("claim", EventTold(what, due=now())) for what in ("claim", "replace")),
        ("message", EventTold(said=("Hello",), more=2)),
        *((kind, EventTold()) for kind in ("joined", "begun", "time", "void", "replaced", "declined", "ended")),
    ):
        notice = NoticeRow("n", "a", "g", kind, "" if kind == "time" else encoded(event), "", now(), now())
        said = told(notice, table_of(row, "a", {}), words, "UTC", now())
        assert kind in ("offer", "invite") or len(said.headline) <= 28, "a phone shows the game behind it"
        assert "Don" in said.subject, kind
        assert language != "fr" or not re.search(r"[^\u00a0\u202f\d][:;!?]", " ".join([said.subject, *said.lines])), (
            kind
        )
        assert all("{" not in line for line in [said.subject, *said.lines]), kind
    if language == "en":
        return
    english = told(notice, table_of(row, "a", {}), MessageTexts("en"), "UTC", now())
    assert said.headline != english.headline
