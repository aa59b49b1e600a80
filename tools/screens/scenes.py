"""Every screen of the browser client, as a small play that ends where the picture is taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from web.positions import IDLE_EVENT
from web.table import CARDS, HEXES, WAYS

from tools.screens.stage import Stage, moments

RAIL: Final = """turn 9
phase detraining soviet
unit S_SW box:rail
unit S_NW box:rail
unit S_KAL box:rail
unit S_BRY 1805
unit S_CEN 1705
unit G1Pz 1211
unit G4 1304
unit G9 1207
"""
POCKET: Final = """turn 7
phase combat axis
unit G4 1511
unit G6 1510
unit G9 1610
unit G11 1711
unit G16 1710
unit G17 1612
unit S_W 1611 unsupplied
unit S_SW 1907
unit S_CEN 1806
"""

ZHUKOV = """turn 9
phase combat soviet
hand soviet 22
unit S_W 1611
unit S_KAL 1610
unit S_BRY 1710
unit G4 1511
unit G9 1410
unit S_NW 1808
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture to be taken."""

    name: str
    chapter: str
    title: str
    play: Callable[[Stage], None]
    phone: bool
    tips: bool
    whole: bool
    checklist: bool

    def on(self, suffix: str) -> bool:
        """True if the scene is shown in the look whose pictures end so."""
        return self.phone or "phone" not in suffix


SCENES: Final[list[Scene]] = []
"""In the order of the gallery."""


def scene(
    chapter: str, *, phone: bool = True, tips: bool = False, whole: bool = False, checklist: bool = False
) -> Callable[[Callable[[Stage], None]], Callable[[Stage], None]]:
    """Adds a scene, named as its function and titled as its docstring says.

    `phone`: also on a phone; `tips`: with the tips of a first turn; `whole`: the whole page, not only what fits into
    the window; `checklist`: with the list of open things at a phase's end.
    """

    def add(play: Callable[[Stage], None]) -> Callable[[Stage], None]:
        name = play.__name__.strip("_").replace("_", "-")
        title = (play.__doc__ or "").removesuffix(".")
        SCENES.append(Scene(name, chapter, title, play, phone, tips, whole, checklist))
        return play

    return add


# --- before the game -----------------------------------------------------------------------------------------------
BEFORE: Final = "Before the game"


@scene(BEFORE)
def home_empty(stage: Stage) -> None:
    """The first page, before the first game."""
    stage.home()
    stage.table.at("begin").wait_for()


@scene(BEFORE)
def home(stage: Stage) -> None:
    """The first page with games to go on with."""
    stage.load(None, "Won in the East")
    stage.load(next_of("move", "axis", 10), "The second winter")
    stage.load(next_of("move", "axis", 2), "A summer offensive")
    stage.post("games", scenario="citadel", axis="human", soviet="open", name="Citadel with a friend")
    stage.home()
    stage.table.at("games").wait_for()


@scene(BEFORE, whole=True)
def new_game(stage: Stage) -> None:
    """A new game: scenario, opponent, edition, and how they differ."""
    stage.home()
    stage.table.at("begin").wait_for()
    for fold in stage.page.locator("details:not([open]) > summary").all():
        fold.click()
    stage.page.evaluate("scrollTo(0, 0)")


@scene(BEFORE)
def learn(stage: Stage) -> None:
    """Learn to play: the list of lessons."""
    stage.home("learn")
    stage.table.at("lesson-march").wait_for()


@scene(BEFORE)
def lesson(stage: Stage) -> None:
    """A lesson, with its hints shown."""
    stage.home("learn")
    stage.table.at("lesson-march").click()
    stage.table.settled()
    for _ in range(3):
        stage.table.at("lesson-hint").click()


@scene(BEFORE, tips=True)
def brief(stage: Stage) -> None:
    """As a game begins: what wins, and both fronts whole."""
    made = str(stage.post("games", scenario="citadel", axis="human", soviet="computer", level="easy")["id"])
    stage.table.open(made)
    stage.table.at("brief").wait_for()


@scene(BEFORE, tips=True)
def tips(stage: Stage) -> None:
    """Tips in a first game."""
    stage.moment("move")
    stage.table.at("brief-ok").click()
    stage.table.at("tip").wait_for()


@scene(BEFORE)
def hand_over(stage: Stage) -> None:
    """The hand is covered while two players change seats."""
    made = stage.load(next_of("fight_planned", "axis"))
    stage.page.goto(f"{stage.table.address}/g/{made}")
    stage.table.settled()
    while not stage.table.see().handover:
        stage.table.step()


def next_of(code: str, side: str, turn: int = 1) -> int:
    """The step at which a question is asked first from a turn on."""
    return next(one.ply for one in moments() if (one.code, one.side) == (code, side) and one.turn >= turn)


# --- the phases ----------------------------------------------------------------------------------------------------
PHASES: Final = "The phases of a turn"


@scene(PHASES)
def discard(stage: Stage) -> None:
    """Cards Phase: discarding down to the hand limit."""
    stage.moment("discard")


@scene(PHASES)
def window(stage: Stage) -> None:
    """A card window: an event may be played here."""
    stage.moment("window", "soviet")
    if stage.phone:
        stage.fold()
        stage.tab("hand")


@scene(PHASES)
def idle_event(stage: Stage) -> None:
    """An event that would change nothing says so, and the game offers not to stop for such events."""
    battle = ("DeclareTarget", "BeginBattle", "AssignAttacker", "Done")
    stage.table.page.goto(stage.table.address)
    stage.table.set_up(f"rules deluxe\n{IDLE_EVENT}weather mud\n", "window", eager=battle)
    stage.table.at("skip-moot").wait_for()


@scene(PHASES)
def event(stage: Stage) -> None:
    """An event asks for its choice."""
    stage.moment("event", "soviet")
    stage.fold()


@scene(PHASES)
def organization(stage: Stage) -> None:
    """Organization Phase: what can be bought, and for how many cards."""
    stage.moment("place", "axis", turn=5)
    if stage.phone:
        stage.tab("phase")


@scene(PHASES)
def placement(stage: Stage) -> None:
    """A replacement is placed on the map."""
    stage.moment("place", "soviet", turn=6)
    waiting = stage.table.lit("[data-testid^='lift-']")
    if waiting and not stage.phone:
        stage.table.at(waiting[0]).click()


@scene(PHASES)
def pay(stage: Stage) -> None:
    """Paying with cards."""
    stage.moment("pay", "axis", turn=5)
    if stage.phone:
        stage.tab("hand")


@scene(PHASES)
def board(stage: Stage) -> None:
    """The board in June 1941."""
    stage.moment("move")
    stage.fold()


@scene(PHASES)
def reach(stage: Stage) -> None:
    """Movement: where a unit can go, what the way costs, and what stops it."""
    stage.moment("move")
    stage.fold()
    if stage.phone:
        stage.page.get_by_test_id("unit-G2Pz").first.dispatch_event("click")
    else:
        stage.table.click("unit-G2Pz")
    stage.page.wait_for_selector(WAYS, state="attached")
    if not stage.phone:
        stage.hover(stage.table.eastmost(WAYS))


@scene(PHASES)
def declare(stage: Stage) -> None:
    """Targets are declared before the other side may answer."""
    stage.moment("declare", nth=2)
    stage.fold()
    lit = stage.table.lit(HEXES)
    if lit and not stage.phone:
        stage.hover(lit[0])


@scene(PHASES)
def allocation(stage: Stage) -> None:
    """Who attacks what: the allocation matrix."""
    stage.moment("next_battle", turn=6)
    if stage.phone:
        stage.tab("phase")
    stage.table.at("allocation").wait_for()


@scene(PHASES)
def compose(stage: Stage) -> None:
    """Putting a battle together on the map."""
    stage.moment("compose", turn=6)
    stage.fold()


@scene(PHASES)
def next_battle(stage: Stage) -> None:
    """Which battle is fought next."""
    stage.moment("fight_planned", turn=6)
    stage.tab("battle")


@scene(PHASES)
def support(stage: Stage) -> None:
    """Support is committed or kept: what one marker would change."""
    stage.moment("support", turn=6)
    stage.tab("battle")
    if not stage.phone:
        stage.table.at("act-CommitSupport").hover()


@scene(PHASES)
def battle(stage: Stage) -> None:
    """A battle: every shift with its rule, every result with its chance."""
    stage.moment("support", nth=1)
    stage.tab("battle")


@scene(PHASES)
def choose_table(stage: Stage) -> None:
    """A card lets its player choose the combat table: both are compared."""
    made = stage.position(ZHUKOV)
    wanted = {"DeclareTarget": "1511", "PlayEvent": 22}
    for _ in range(20):
        game = stage.get(f"games/{made}")
        if game["view"]["prompt"]["code"] == "choose_table":
            break
        named = [a for a in game["actions"] if wanted.get(a["type"], "") in (a.get("hex"), a.get("card"))]
        forward = [a for a in game["actions"] if a["type"] in ("AssignAttacker", "BeginBattle")]
        stage.post(f"games/{made}/actions", ply=game["ply"], action=(named or forward or game["actions"])[0])
    stage.table.open(made)
    stage.table.at("weigh").wait_for()


@scene(PHASES)
def retreat(stage: Stage) -> None:
    """A retreat: the owner chooses the way."""
    stage.moment("retreat", "soviet")
    stage.fold()


@scene(PHASES)
def advance(stage: Stage) -> None:
    """Advance after combat."""
    stage.moment("advance")
    stage.fold()


@scene(PHASES)
def counterblow(stage: Stage) -> None:
    """A counterblow is placed on an attack that was declared."""
    stage.moment("counterblow", turn=3)
    stage.fold()


@scene(PHASES)
def counterattack(stage: Stage) -> None:
    """The defender's counterattack."""
    stage.moment("counterattack", "axis")
    stage.tab("battle")


@scene(PHASES)
def step_loss(stage: Stage) -> None:
    """Which unit loses the step."""
    stage.moment("step_loss")
    stage.fold()


@scene(PHASES)
def cadre(stage: Stage) -> None:
    """A cadre may stay on the map in place of a lost army."""
    stage.moment("cadre", "soviet")
    stage.fold()


@scene(PHASES)
def detraining(stage: Stage) -> None:
    """Detraining: units of the strategic reserve come back."""
    stage.position(RAIL)
    stage.fold()
    stage.table.lift(stage.table.lit("[data-testid^='lift-']")[0])


@scene(PHASES, checklist=True)
def checklist(stage: Stage) -> None:
    """What is still open before a phase ends."""
    stage.moment("move")
    stage.table.at("primary").click()
    stage.table.at("checklist").wait_for()


# --- the map ------------------------------------------------------------------------------------------------------
LAYERS: Final = "Layers of the map"


def front(stage: Stage) -> None:
    """The front in the second year."""
    stage.moment("move", "axis", turn=6)
    stage.fold()


@scene(LAYERS)
def zones(stage: Stage) -> None:
    """Zones of control of both sides."""
    front(stage)
    stage.key("z", "z", "z")


@scene(LAYERS, phone=False)
def supply_path(stage: Stage) -> None:
    """The supply path of a unit."""
    front(stage)
    stage.key("s")
    stage.hover("unit-G11")


@scene(LAYERS)
def supply_lost(stage: Stage) -> None:
    """Supply that will be lost: what cuts the pocket off, and who falls with it."""
    stage.position(POCKET)
    stage.fold()
    stage.key("s", "Shift+S")
    if not stage.phone:
        stage.hover("unit-S_W")


@scene(LAYERS)
def threat(stage: Stage) -> None:
    """Threat: what the other side could attack next, and at which odds."""
    front(stage)
    stage.key("t")
    stage.page.locator("[data-testid^='threat-']").first.wait_for(state="attached")


@scene(LAYERS)
def control(stage: Stage) -> None:
    """Who controls what, the units lifted off the map."""
    front(stage)
    stage.key("f")
    stage.page.keyboard.down("h")


@scene(LAYERS)
def objectives(stage: Stage) -> None:
    """Objectives, their worth and their holders."""
    front(stage)
    stage.key("v")


@scene(LAYERS)
def whole_map(stage: Stage) -> None:
    """The whole map."""
    front(stage)
    stage.key("f", "g")


# --- panels and sheets --------------------------------------------------------------------------------------------
PANELS: Final = "Panels and sheets"


@scene(PANELS)
def lab(stage: Stage) -> None:
    """The odds lab: any battle, tried out."""
    stage.moment("declare", turn=6)
    stage.fold()
    target = stage.table.lit(HEXES)[0].removeprefix("at-")
    stage.key("o")
    if stage.page.get_by_test_id("lab-add").count():
        stage.table.at("lab-add").select_option(value=target)
        stage.table.at("lab-all").click()
        stage.table.at("forecast").wait_for()


@scene(PANELS)
def victory(stage: Stage) -> None:
    """The roads to victory."""
    front(stage)
    stage.key("k")
    stage.table.at("victory-sheet").wait_for()


@scene(PANELS)
def tables(stage: Stage) -> None:
    """The tables, the case at hand lit."""
    stage.moment("support", turn=6)
    stage.fold()
    if stage.phone:
        stage.table.at("layers").click()
    stage.table.at("tables").click()
    stage.table.at("tables-sheet").wait_for()


@scene(PANELS)
def rules(stage: Stage) -> None:
    """The rules, searched."""
    front(stage)
    if stage.phone:
        stage.table.at("layers").click()
    stage.table.at("rules").click()
    stage.table.at("rules-search").fill("counterblow")
    stage.page.get_by_role("status").filter(has_text="section").first.wait_for()


@scene(PANELS)
def calendar(stage: Stage) -> None:
    """The calendar."""
    front(stage)
    stage.tab("calendar")


@scene(PANELS)
def boxes(stage: Stage) -> None:
    """Boxes: units that wait, and what brings them back."""
    front(stage)
    stage.tab("boxes")


@scene(PANELS)
def log(stage: Stage) -> None:
    """The log."""
    front(stage)
    stage.tab("log")


@scene(PANELS)
def hand(stage: Stage) -> None:
    """A card of the hand, with its event and why it may be played or not."""
    stage.moment("window", "soviet")
    stage.fold()
    if stage.phone:
        stage.tab("hand")
    stage.table.at(stage.table.lit(CARDS)[0]).click()


@scene(PANELS)
def info(stage: Stage) -> None:
    """Everything about a unit."""
    front(stage)
    if stage.phone:
        stage.page.get_by_test_id("unit-G4Pz").first.dispatch_event("click")
    else:
        stage.hover("unit-G4Pz")
    stage.key("i")
    stage.table.at("info").wait_for()


@scene(PANELS)
def menu(stage: Stage) -> None:
    """The menu of a game."""
    front(stage)
    stage.table.at("menu").click()
    stage.page.locator("dialog[open]").wait_for()


@scene(PANELS)
def settings(stage: Stage) -> None:
    """Settings."""
    stage.home()
    stage.table.at("home-settings").click()
    stage.table.at("settings").wait_for()


@scene(PANELS)
def keys(stage: Stage) -> None:
    """The keys."""
    front(stage)
    stage.table.at("help").click()
    stage.table.at("keys").wait_for()


@scene(PANELS)
def lists(stage: Stage) -> None:
    """The map as lists, for the keyboard and for screen readers."""
    front(stage)
    stage.key("q")
    stage.table.at("lists").wait_for()


@scene(PANELS)
def report(stage: Stage) -> None:
    """Reporting a problem, with the position at hand."""
    front(stage)
    stage.key("F10")
    stage.table.at("report").wait_for()


# --- after the moves ----------------------------------------------------------------------------------------------
BACK: Final = "Looking back and trying out"


@scene(BACK)
def outcome(stage: Stage) -> None:
    """The end of a game: who won, and how it came to that."""
    stage.table.open(stage.load())
    stage.table.at("ending-map").wait_for()
    stage.table.at("ending-figures").wait_for()


@scene(BACK)
def replay(stage: Stage) -> None:
    """Replay: every step, phase and turn of any game."""
    made = stage.load()
    stage.page.goto(f"{stage.table.address}/g/{made}?s={next_of('advance', 'axis', 6)}")
    stage.table.at("replay").wait_for()
    stage.page.wait_for_selector(".ticks .turn", state="attached")


@scene(BACK)
def graphs(stage: Stage) -> None:
    """Graphs: how the game went, and what the dice did."""
    replay(stage)
    stage.table.at("replay-graphs").click()
    stage.table.at("graphs").locator("figure").first.wait_for()


@scene(BACK)
def sandbox(stage: Stage) -> None:
    """A sandbox: try it out, the real game waits."""
    made = stage.load(next_of("move", "axis", 6))
    sand = str(stage.post("sandboxes", game=made, ply=next_of("move", "axis", 6))["id"])
    stage.table.open(sand)
    stage.table.at("sandbox-frame").wait_for()
    stage.fold()


@scene(BACK)
def editor(stage: Stage) -> None:
    """The position editor."""
    stage.home("edit")
    stage.table.at("editor").wait_for()
    stage.table.at("edit-from").select_option("citadel")
    stage.page.wait_for_selector(".counter", state="attached")
