"""Every screen and every sheet of the client: of what it is made, how one comes there, how one knows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from web.phases import onward
from web.positions import BILLS, ONLY_ONE, TWO_ARMIES, TWO_TARGETS
from web.table import WAYS, Table, wait_at

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Route

MIDDLE = """
rules deluxe
turn 9
phase movement axis
unit G4 1511
unit G1Pz 1410
unit G9 1610
unit G6 1512
unit S_W 1611
unit S_S 1713
unit S_KAL box:destroyed
hand soviet 3 7 12 20
hand axis 1 17 16
supports 2 0
weather clear
"""
"""The middle of a war: every phase of both sides has something to ask."""
SHEET = "dialog[open]"
PANEL = "[role=tabpanel]"


@dataclass(frozen=True)
class Screen:
    """One thing that the client can show.

    `start` is where one comes from (a key of `STARTS`), `shows` what is then to be seen, `within` the part of the page
    that is looked at: the rest has been looked at elsewhere. `parts` are the components, as files under web/src.
    """

    name: str
    start: str
    shows: str
    parts: tuple[str, ...]
    go: Callable[[Table], object] = lambda table: None
    within: str = ""


# --- where one starts ---------------------------------------------------------------------------------------------
def make(table: Table, **wishes: Any) -> str:
    """A game of this browser; its id."""
    made = table.page.request.post(f"{table.address}/api/games", data={"axis": "human", "soviet": "human", **wishes})
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def _home(table: Table) -> None:
    """A list with a game of each kind: one's own turn, one that is over, one with an open seat, a sandbox."""
    make(table, name="Mine")
    make(table, soviet="open")
    over = make(table, scenario="bagration")
    game = f"{table.address}/api/games/{over}"
    ply = table.page.request.get(game).json()["ply"]
    table.page.request.post(f"{game}/actions", data={"ply": ply, "action": {"type": "Resign", "side": "axis"}})
    table.page.request.post(f"{table.address}/api/sandboxes", data={"game": over, "ply": ply})
    table.page.goto(table.address)
    table.page.get_by_test_id("begin").wait_for()


def _middle(table: Table) -> None:
    table.open(make(table, position=MIDDLE))


def _looking_back(table: Table) -> None:
    game = make(table, position=MIDDLE, open_hands=True)  # so that one can go on from here
    address = f"{table.address}/api/games/{game}"
    package = table.page.request.get(address).json()
    move = next(action for action in package["actions"] if action["type"] == "MoveUnit")
    table.page.request.post(f"{address}/actions", data={"ply": package["ply"], "action": move})
    last = table.open(game).ply
    table.page.keyboard.press("r")
    wait_at(table, last)


def _finished(table: Table) -> None:
    game = make(table, position=MIDDLE)
    address = f"{table.address}/api/games/{game}"
    ply = table.page.request.get(address).json()["ply"]
    table.page.request.post(f"{address}/actions", data={"ply": ply, "action": {"type": "Resign", "side": "soviet"}})
    table.page.goto(f"{table.address}/g/{game}")


def _coached(table: Table) -> None:
    """The coach's sheet with a turning point, as the game has none, which was tried again."""
    gain = {"gain": -0.3, "low": -0.4, "high": -0.2, "games": 24}
    told = {
        "code": "info-coach-walked-into", "args": {"hex": "1511", "foe": "S_W", "unit": "G4"},
        "text": "It was left empty.", "rule": "12.7.1", "remedy": "",
    }  # fmt: skip
    moves = [{"unit": "G4", "frm": "1511", "to": "1411"}, {"unit": "G9", "frm": "1610", "to": "1510"}]
    finding = {"kind": "walked-into", "ply": 1, "side": "axis", "told": told, "units": ["G4"], "hexes": ["1511"]}
    lost = {"code": "info-coach-did-lost", "args": {"unit": "G4"}, "text": "", "rule": "", "remedy": ""}
    decision = {"ply": 1, "gain": -0.05, "told": lost}
    tried = {
        "ply": 0,
        "turn": 8,
        "side": "axis",
        "over": True,
        "moves": moves,
        **gain,
        "computer": {"moves": moves, **gain},
    }
    point = {
        "ply": 0, "turn": 8, "side": "axis", "decided": "axis", "gain": -0.2, "luck": 0.01, "begins": 0, "moves": moves,
        "areas": {"movement": -0.2}, "findings": [finding], "alternative": {"moves": moves[1:], **gain},
        "decisions": [decision],
    }  # fmt: skip

    def answer(route: Route) -> None:
        found = route.fetch().json()
        if found.get("review"):
            found["review"] |= {"turning_points": [point], "tried": tried}
            found["tries"] = [{"sandbox": "abc", "made": "2026-11-20T12:00:00.000+00:00", "tried": tried}]
        route.fulfill(json=found)

    table.page.route("**/api/games/*/review", answer)
    click("show-ending", "ending-coach")(table)


def _plans(table: Table) -> None:
    """Both plans of that turn on the map."""
    table.page.keyboard.press("r")
    click("show-ending", "ending-coach", "coach-plans")(table)
    table.at("plan-computer").wait_for()
    table.page.unroute("**/api/games/*/review")


def _missed(table: Table) -> None:
    """A game in which the computer moved while one was away; asked before that (for a card), one has passed."""
    game = make(table, axis="computer", level="random")
    address = f"{table.address}/api/games/{game}"
    for _ in range(600):
        package = table.page.request.get(address).json()
        if package["actions"] and any(line["type"] == "UnitMoved" for line in package["events"]):
            break
        if package["actions"]:
            ends = [action for action in package["actions"] if action["type"] in ("Pass", "Done")]
            play = {"ply": package["ply"], "action": (ends or package["actions"])[0]}
            table.page.request.post(f"{address}/actions", data=play)
        else:
            table.page.wait_for_timeout(50)
    table.keep(f"noretreat.seen.{game}", "1")
    table.page.goto(f"{table.address}/g/{game}")


def _address(path: str) -> Callable[[Table], None]:
    def go(table: Table) -> None:
        table.page.goto(f"{table.address}{path}")

    return go


def _lesson(table: Table) -> None:
    table.page.goto(f"{table.address}/learn")
    table.click("lesson-attack")
    table.settled()


def _puzzle(table: Table) -> None:
    """A puzzle of which all hints have been given."""
    table.page.goto(f"{table.address}/puzzles")
    table.click("puzzle-today")
    table.settled()
    for _ in range(3):
        table.click("puzzle-hint")
        table.drawn()


def _puzzle_left(table: Table) -> None:
    """The address of a puzzle whose game has gone."""
    table.page.goto(f"{table.address}/puzzles")
    table.click("puzzle-today")
    table.settled()
    gone = table.page.url
    table.page.evaluate("fetch(location.pathname.replace('/g/', '/api/games/'), { method: 'DELETE' })")
    table.page.goto(f"{table.address}/puzzles")
    table.page.goto(gone)


def _two_players(table: Table) -> None:
    """A new game at one device: it begins with what wins, and tips; the cover comes when the other side decides."""
    table.page.goto(f"{table.address}/g/{make(table)}")
    table.take_over()


def _open_seat(table: Table) -> None:
    table.page.goto(f"{table.address}/g/{make(table, soviet='open')}")
    table.settled()


def _friend(table: Table, **wishes: Any) -> tuple[APIRequestContext, str, str]:
    """Another player's browser, with a game to which this one is invited: its id, and the link."""
    browser = table.page.context.browser
    assert browser is not None
    http = browser.new_context().request
    http.post(f"{table.address}/api/me", data={"name": "Anna", "color": "teal"})
    wanted = {"axis": "human", "soviet": "open", "clock": {"kind": "move", "each": 86_400}, **wishes}
    made = http.post(f"{table.address}/api/games", data=wanted).json()
    return http, made["id"], made["links"]["soviet"]


def _invited(table: Table) -> None:
    table.page.goto(f"{table.address}{_friend(table)[2]}")


def _profile(table: Table) -> None:
    """One's own page."""
    table.page.request.post(f"{table.address}/api/me", data={"name": "Clara", "color": "blue"})
    table.page.goto(f"{table.address}/p/me")


def _bidding(table: Table) -> None:
    """A game whose sides are bid for, as the guest sees it."""
    _, game, link = _friend(table, bid=True)
    assert table.page.request.get(f"{table.address}{link}").ok
    table.page.goto(f"{table.address}/g/{game}")


def _lobby(table: Table) -> None:
    """The first page with a free seat in a game of another player."""
    _friend(table, shared=True)
    table.page.goto(table.address)


def _together(table: Table) -> None:
    """A game with another player, who has said something and proposes a draw."""
    http, game, link = _friend(table)
    table.page.request.post(f"{table.address}/api/games/{game}/join", data={"invite": link.rpartition("/")[2]})
    http.post(f"{table.address}/api/games/{game}/talk", data={"text": "Удачи!"})
    http.post(f"{table.address}/api/games/{game}/proposals/draw", data={})
    table.page.goto(f"{table.address}/g/{game}")
    table.at("proposal-draw").wait_for()


def _answer(table: Table, call: str, answer: object) -> None:
    """Has a call of accounts answered once: the shared server is a private one, and has none."""
    table.page.route(f"**/api/account{call}", lambda route: route.fulfill(json=answer), times=1)


def _signed_out(table: Table) -> None:
    _answer(table, "", {"offered": True, "mail": "", "made": ""})
    table.page.goto(f"{table.address}/account")


def _signed_in(table: Table) -> None:
    """One's own account, with another browser."""
    at = "2026-11-20T12:00:00.000+00:00"
    sessions = [
        {"id": str(number), "made": at, "seen": at, "program": "X11; Linux Firefox/140", "here": number == 0}
        for number in range(3)
    ]
    _answer(table, "", {"offered": True, "mail": "анна@почта.рф", "made": at})
    _answer(table, "/sessions", sessions)
    blocked = [{"id": "1", "name": "Борис", "color": "red", "at": at}]
    table.page.route("**/api/blocks", lambda route: route.fulfill(json=blocked), times=1)
    passkeys = [{"id": "1", "name": "Firefox, Linux", "made": at, "used": at}]
    _answer(table, "/passkeys", passkeys)
    _answer(table, "/leaving", {"running": 2, "finished": 1, "alone": 5})
    table.page.goto(f"{table.address}/account")
    table.at("browsers").wait_for()
    table.at("blocked").wait_for()
    table.at("passkeys").wait_for()


def _link_of_a_mail(table: Table) -> None:
    _answer(table, "", {"offered": True, "mail": "", "made": ""})
    _answer(table, "/link", {"mail": "анна@почта.рф", "known": True})
    table.page.goto(f"{table.address}/account/open#code")


def _shopping(table: Table) -> None:
    table.set_up(f"rules deluxe\n{BILLS}", "place", eager=("Done", "Pass"))
    if table.page.get_by_test_id("layers").count():
        table.click("tab-phase")


def _planning(table: Table) -> None:
    table.set_up(f"rules digital\n{TWO_TARGETS}", "next_battle", eager=("DeclareTarget", "Done"))
    if table.page.get_by_test_id("layers").count():
        table.click("tab-phase")


def _battle(table: Table) -> None:
    table.set_up(TWO_TARGETS.replace("supports 0 0", "supports 1 0"), "support", eager=("DeclareTarget", "Done"))


def _pocket(table: Table) -> None:
    table.set_up(TWO_ARMIES, "move")
    table.page.get_by_test_id("danger-line").wait_for()


def _only_one(table: Table) -> None:
    table.set_up(ONLY_ONE, "place", eager=("Done", "Pass"))


def _placing(table: Table) -> None:
    _understood(table)
    table.page.wait_for_selector(WAYS, state="attached")
    table.click(table.lit(WAYS)[0])


STARTS: dict[str, Callable[[Table], None]] = {
    "newcomer": _address("/"),
    "bad link": _address("/join/nobody/x"),
    "home": _home,
    "learn": _address("/learn"),
    "puzzles": _address("/puzzles"),
    "edit": _address("/edit"),
    "missing": _address("/g/nobody"),
    "invited": _invited,
    "profile": _profile,
    "ladder": _address("/ladder"),
    "archive": _address("/archive"),
    "bidding": _bidding,
    "lobby": _lobby,
    "recover": _address("/recover"),
    "signed out": _signed_out,
    "signed in": _signed_in,
    "link of a mail": _link_of_a_mail,
    "together": _together,
    "lesson": _lesson,
    "puzzle": _puzzle,
    "puzzle left": _puzzle_left,
    "middle": _middle,
    "shopping": _shopping,
    "planning": _planning,
    "battle": _battle,
    "pocket": _pocket,
    "only one": _only_one,
    "replay": _looking_back,
    "finished": _finished,
    "missed": _missed,
    "open seat": _open_seat,
    "two players": _two_players,
}


# --- how one goes on ----------------------------------------------------------------------------------------------
def click(*names: str) -> Callable[[Table], None]:
    """Clicks one thing after the other."""

    def go(table: Table) -> None:
        for name in names:
            table.click(name)

    return go


def press(*keys: str) -> Callable[[Table], None]:
    """Presses keys."""

    def go(table: Table) -> None:
        for key in keys:
            table.page.keyboard.press(key)

    return go


def book(name: str) -> Callable[[Table], None]:
    """A sheet of the rail beside the map; on a phone it lies under the layers."""

    def go(table: Table) -> None:
        if table.page.get_by_test_id("layers").count():
            table.click("layers")
        table.click(name)

    return go


def _renaming(table: Table) -> None:
    cards = table.page.locator("article")
    cards.nth(0).get_by_test_id("rename").click()
    cards.nth(1).get_by_test_id("delete").click()
    table.page.get_by_test_id("finished").locator("summary").click()
    table.page.get_by_test_id("show-sandboxes").click()


def _editing(table: Table) -> None:
    table.at("edit-from").select_option("barbarossa")
    table.page.locator(".counter").first.wait_for(state="attached")
    table.at("edit-units-side").select_option("soviet")
    table.click("edit-hand-soviet")
    table.click("edit-text")


def _ways(table: Table) -> None:
    table.page.keyboard.press("Escape")  # on a phone a panel lies over the map
    table.lift("unit-G1Pz")
    table.page.keyboard.press("q")


def _ordering(table: Table) -> None:
    """An order that is understood in part, refused, and could go on in several ways."""
    table.page.keyboard.press("Escape")
    book("orders-open")(table)
    table.at("orders-text").fill("1 Pz > 1411; 4 A > 15")
    table.at("orders-problem").wait_for()
    table.page.keyboard.press("ArrowDown")


def _refused(table: Table) -> None:
    """Asks for what is refused. The message would go after some seconds, which a busy machine may need to look at it:
    it stays until it is clicked.
    """
    table.page.evaluate(
        """() => {
          const start = window.setTimeout;
          window.setTimeout = (act, wait, ...more) => (wait >= 4000 ? 0 : start(act, wait, ...more));
        }"""
    )
    press("o", "u")(table)


def _understood(table: Table) -> None:
    """On a phone a tip takes the room that the card of a battle needs."""
    tip = table.page.get_by_test_id("tip-ok")
    if tip.count():
        tip.click()


def _asking(table: Table) -> None:
    """A rule by its number, which is the same in every language."""
    table.page.keyboard.press("Escape")
    if table.page.get_by_test_id("layers").count():
        table.click("layers")
    table.click("ask")
    table.at("ask-text").fill("8.4.1")
    table.click("ask-go")


def _asking_a_model(table: Table) -> None:
    """Where the words would go: nothing is sent yet."""
    _asking(table)
    table.click("ask-model-go")


def _pass_on(table: Table) -> None:
    """Ends what the first side has to do, until the device goes to the other one."""
    seen = table.settled()
    while not seen.handover:
        seen = onward(table, seen)


def _translate(table: Table) -> None:
    """Does to a word what a translator does."""
    table.page.evaluate(
        "() => document.querySelector('span.word[aria-hidden=true]').append(document.createElement('font'))"
    )


def _layers(table: Table) -> None:
    table.page.evaluate("() => document.querySelectorAll('.toast').forEach((one) => one.click())")
    for key in "ztsv":
        table.page.keyboard.press(key)
    if table.page.get_by_test_id("layers").count():
        table.click("layers")


SCREENS = (
    Screen("first-game", "newcomer", "[data-testid=first-game]", ("home/FirstGame",)),
    Screen("join-failed", "bad link", "[data-testid=join-failed]", ("home/JoinFailed",)),
    Screen(
        "home",
        "home",
        "[data-testid=begin]",
        ("home/Home", "home/Hero", "home/NewGame", "home/OptionalRules", "lessons/LearnInvite", "home/GameCard"),
    ),
    Screen("home-list", "home", "[data-testid=delete-yes]", ("home/GameCard",), _renaming, "main"),
    Screen("me", "home", "[data-testid=me]", ("people/MeSheet",), click("home-me"), SHEET),
    Screen("settings", "home", "[data-testid=settings]", ("settings/SettingsSheet",), click("home-settings"), SHEET),
    Screen("learn", "learn", "[data-testid=lesson-march]", ("lessons/Learn",)),
    Screen(
        "lesson",
        "lesson",
        "[data-testid=lesson]",
        ("lessons/LessonCard", "shared/TaskCard"),
        click("lesson-hint"),
        "main",
    ),
    Screen("lesson-menu", "lesson", "[data-testid=about]", ("table/GameSheet",), click("menu"), SHEET),
    Screen("puzzles", "puzzles", "[data-testid=puzzle-list]", ("puzzles/PuzzlesPage",)),
    Screen("puzzle-left", "puzzle left", "[data-testid=puzzle-again]", ("puzzles/PuzzleLeft",)),
    Screen(
        "puzzle",
        "puzzle",
        "[data-testid=puzzle-lines] li:nth-child(3)",
        ("puzzles/PuzzleCard", "shared/TaskCard"),
        within="main",
    ),
    Screen("puzzle-shown", "puzzle", "[data-testid=puzzle-steps]", (), click("puzzle-solution"), "main"),
    Screen("editor", "edit", "[data-testid=edit-apply]", ("editor/Editor", "home/MiniMap"), _editing),
    Screen("invited", "invited", "[data-testid=join-yes]", ("home/JoinPage",)),
    Screen("profile", "profile", "[data-testid=figures]", ("people/ProfilePage",)),
    Screen("ladder", "ladder", "[data-testid=ladder-kind]", ("home/LadderPage", "home/Pager")),
    Screen("archive", "archive", "[data-testid=archive-find]", ("home/ArchivePage",)),
    Screen("bidding", "bidding", "[data-testid=seal]", ("table/BiddingPage",)),
    Screen("recover", "recover", "[data-testid=code-use]", ("people/Recover",)),
    Screen("sign-in", "signed out", "[data-testid=sign-in]", ("account/AccountPage", "account/Enter")),
    Screen("account-link", "link of a mail", "[data-testid=open]", ("account/OpenLink",)),
    Screen(
        "account",
        "signed in",
        "[data-testid=leaving]",
        ("account/Own", "account/Browsers", "account/Passkeys", "account/Blocked", "account/Changes", "account/Leave"),
        click("change-mail", "change-password", "delete-ask"),
    ),
    Screen("together", "together", "[data-testid=company]", ("table/GameScreen",)),
    Screen("talk", "together", "[data-testid=talk-text]", ("people/TalkPanel",), click("talk-open"), PANEL),
    Screen("together-menu", "together", "[data-testid=together]", ("table/GameSheet",), click("menu"), SHEET),
    Screen("dice", "together", "[data-testid=dice-commitment]", ("dice/DiceSheet",), click("menu", "dice-open"), SHEET),
    Screen(
        "standing-orders",
        "together",
        "[data-testid=standing]",
        ("orders/StandingSheet",),
        click("menu", "standing-open"),
        SHEET,
    ),
    Screen("lobby", "lobby", "[data-testid=take]", ("home/LobbyCard", "home/RulesChips"), within="main"),
    Screen("missing", "missing", ".wait button", ("table/GameScreen", "shared/MissingSheet")),
    Screen("table", "middle", "[data-testid=tray]", ("table/GameScreen", "table/Stage", "table/SidePanel")),
    Screen(
        "phase",
        "middle",
        "[data-testid=phase-panel]",
        ("phase/PhasePanel", "phase/MovesPanel"),
        click("tab-phase"),
        PANEL,
    ),
    Screen("log", "middle", PANEL, ("log/LogPanel",), click("tab-log"), PANEL),
    Screen("odds", "middle", PANEL, ("battle/BattlePanel",), click("tab-battle"), PANEL),
    Screen("boxes", "middle", PANEL, ("table/BoxesPanel",), click("tab-boxes"), PANEL),
    Screen("calendar", "middle", PANEL, ("table/CalendarPanel",), click("tab-calendar"), PANEL),
    Screen("menu", "middle", "[data-testid=about]", ("table/GameSheet",), click("menu"), SHEET),
    Screen(
        "game-settings",
        "middle",
        "[data-testid=settings]",
        ("settings/SettingsSheet",),
        click("menu", "settings-open"),
        SHEET,
    ),
    Screen("help", "middle", "[data-testid=keys]", ("table/HelpSheet",), click("help"), SHEET),
    Screen("report", "middle", "[data-testid=report]", ("table/ReportSheet",), press("F10"), SHEET),
    Screen(
        "picture",
        "middle",
        "[data-testid=picture-shown]",
        ("picture/PictureSheet",),
        click("menu", "picture-open"),
        SHEET,
    ),
    Screen(
        "sketch",
        "middle",
        "[data-testid=sketch-bar]",
        ("map/Sketch", "map/SketchBar"),
        press("Escape", "d"),
        "[data-testid=sketch-bar]",
    ),
    Screen("checklist", "middle", "[data-testid=checklist]", ("phase/Checklist",), click("primary"), SHEET),
    Screen("lists", "middle", "[data-testid=lists]", ("tray/ListSheet",), press("q"), SHEET),
    Screen("ways", "middle", "[data-testid=list-ways]", ("tray/ListSheet",), _ways, SHEET),
    Screen("info", "middle", "[data-testid=info]", ("table/InfoSheet",), press("i"), SHEET),
    Screen("rules", "middle", "[data-testid=rules-body] section", ("rulebook/RulesSheet",), book("rules"), SHEET),
    Screen("tables", "middle", "[data-testid=crt-axis]", ("rulebook/TablesSheet",), book("tables"), SHEET),
    Screen("victory", "middle", "[data-testid=road-axis-objectives]", ("outlook/VictorySheet",), press("k"), "main"),
    Screen("lab", "middle", "[data-testid=lab-panel]", ("lab/LabPanel",), press("Escape", "o"), PANEL),
    Screen("toast", "middle", ".toast", ("shared/Toasts",), _refused, "[data-testid=toasts]"),
    Screen("layers", "middle", "[data-testid=zones]", ("map/MapTools", "outlook/Legend"), _layers, "main"),
    Screen(
        "orders",
        "middle",
        "[data-testid=orders-problem]",
        ("orders/OrdersBox",),
        _ordering,
        "[data-testid=orders-box]",
    ),
    Screen("shopping", "shopping", "[data-testid=shop]", ("phase/ShoppingPanel",), within=PANEL),
    Screen("planning", "planning", "[data-testid=allocation]", ("battle/AllocationPanel",), within=PANEL),
    Screen("battle", "battle", "[data-stands=true]", (), _understood, "[data-testid=fight]"),
    Screen("dangers", "pocket", "[data-testid=danger-list]", ("phase/DangerSheet",), click("danger-line"), SHEET),
    Screen("pocket", "pocket", "[data-testid=danger-line]", ("map/DangerMarks", "phase/DangerLine"), press("Escape")),
    Screen("ask", "pocket", "[data-testid=passage]", ("ask/AskPanel",), _asking, "[data-testid=ask-panel]"),
    Screen(
        "asking a model",
        "pocket",
        "[data-testid=ask-model-agree]",
        ("ask/ModelPart",),
        _asking_a_model,
        "[data-testid=ask-model]",
    ),
    Screen("lock", "only one", "[data-testid=lock-go]", ("tray/LockSheet",), _placing, SHEET),
    Screen("replay", "replay", "[data-testid=replay]", ("replay/ReplayBar",)),
    Screen(
        "bookmarks", "replay", "[data-testid=bookmark-note]", ("replay/Bookmarks",), press("b"), "[data-testid=replay]"
    ),
    Screen("going on", "replay", "[data-testid=on-solo]", ("replay/GoOn",), press("Escape", "g"), SHEET),
    Screen("sandbox", "replay", "[data-testid=sandbox-frame]", ("replay/SandboxFrame",), press("x")),
    Screen("ending", "finished", "[data-testid=ending-figures]", ("ending/EndingSheet",), within=SHEET),
    Screen("outcome", "finished", "[data-testid=outcome]", ("table/Outcome",), press("Escape")),
    Screen(
        "coach",
        "finished",
        "[data-testid=coach-report]",
        ("coach/CoachSheet", "coach/TurningCard", "coach/TriedTurn"),
        _coached,
        SHEET,
    ),
    Screen(
        "graphs",
        "finished",
        "[data-testid=graphs] figure",
        ("replay/GraphsPanel", "replay/Graphs"),
        click("show-ending", "how-it-went"),
    ),
    Screen("plans", "finished", "[data-testid=visited]", ("replay/Visited", "map/TurnArrows"), _plans),
    Screen("digest", "missed", "[data-testid=digest]", ("log/Digest",), within="main"),
    Screen("invite", "open seat", "[data-testid=invitation]", ("table/Invite",), within="main"),
    Screen("brief", "two players", "[data-testid=brief]", ("table/Brief",), within="main"),
    Screen("tip", "two players", "[data-testid=tip]", ("lessons/GuideTip",), click("brief-ok"), "main"),
    Screen("handover", "two players", "[data-testid=handover]", ("table/HandOver",), _pass_on),
    Screen(
        "warned", "two players", "[data-testid=translated]", ("shared/Warned",), _translate, "[data-testid=translated]"
    ),
)
"""The screens, in an order in which one leads to the next without detours."""


def close(table: Table) -> None:
    """Closes a sheet, if one lies over the page."""
    if table.page.locator(SHEET).count():
        table.page.keyboard.press("Escape")
        table.page.locator(SHEET).wait_for(state="detached")
