"""The page opens without its server and says so; nothing about games is kept; an update leaves no old page behind."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from server.support import Server

from noretreat.server.http.static_files import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

_KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)))).flat()"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the copy of the built client lies that the server of this module shows."""
    return tmp_path_factory.mktemp("client") / "static"


@pytest.fixture
def client(copied: Path) -> Path:
    """The copy as it was built, which a test may change."""
    shutil.rmtree(copied, ignore_errors=True)
    return Path(shutil.copytree(STATIC, copied))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, copied: Path) -> Iterator[Server]:
    """A server of that copy."""
    script = (
        "from pathlib import Path; from noretreat.server.http.static_files import Pages; "
        f"Pages.__init__.__defaults__ = (Path({str(copied)!r}),); "
        "from noretreat.cli.main import main; raise SystemExit(main())"
    )
    shutil.copytree(STATIC, copied, dirs_exist_ok=True)
    server = Server(tmp_path_factory.mktemp("offline") / "data", script)
    yield server
    server.close()


@pytest.fixture
def server(running: Server, client: Path) -> Server:
    """It runs, whatever a test before did to it, and shows the client as it was built."""
    assert running.process is not None
    if running.process.poll() is not None:
        running.start_again()
    return running


def visit(context: Callable[..., BrowserContext], server: Server) -> Page:
    """The first page, once its worker has taken over."""
    page = context(service_workers="allow").new_page()
    page.goto(server.address)
    page.get_by_test_id("begin").wait_for()
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return page


def test_it_is_installed_and_opens_without_its_server(server: Server, context: Callable[..., BrowserContext]) -> None:
    """Of games nothing is kept: an old answer is not shown as if it were the game."""
    page = visit(context, server)
    found = page.request.get(f"{server.address}/manifest.webmanifest")
    assert found.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(found.text())
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.request.get(f"{server.address}/{icon['src']}").headers["content-type"] == icon["type"]
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []

    made = page.request.post(f"{server.address}/api/games", data={"axis": "human", "soviet": "human"})
    page.goto(f"{server.address}/g/{made.json()['id']}")
    page.get_by_test_id("tray").wait_for()
    kept = page.evaluate(_KEPT)
    assert "/" in kept
    assert any(path.startswith("/assets/") for path in kept)
    assert [path for path in kept if path.startswith(("/api", "/join", "/g/"))] == []
    server.kill()
    page.reload()
    page.get_by_text("The server isn't responding").wait_for()
    assert page.get_by_test_id("tray").count() == 0
    page.goto(server.address)
    page.get_by_text("The server isn't responding").wait_for()
    assert page.locator("h1").inner_text() == "No Retreat!"
    server.start_again()
    page.get_by_test_id("begin").wait_for()
    assert page.get_by_text("The server isn't responding").count() == 0


def test_an_update_leaves_no_old_page_behind(
    server: Server, client: Path, context: Callable[..., BrowserContext]
) -> None:
    page = visit(context, server)
    before = page.evaluate("() => caches.keys()")
    index, worker = client / "index.html", client / "sw.js"
    index.write_text(index.read_text(encoding="utf-8").replace("<body>", '<body data-new="yes">'), encoding="utf-8")
    worker.write_text(worker.read_text(encoding="utf-8").replace("${KIND}", "${KIND}new-"), encoding="utf-8")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-new", "yes")
    page.get_by_text("A new version is ready").wait_for()
    page.wait_for_function("() => navigator.serviceWorker.controller.state === 'activated'")
    after = page.evaluate("() => caches.keys()")
    assert len(before) == len(after) == 1
    assert after[0].startswith("shell-new-")
    server.kill()
    page.reload()
    page.get_by_text("The server isn't responding").wait_for()
    expect(page.locator("body")).to_have_attribute("data-new", "yes")


def test_the_first_load_is_small(server: Server, context: Callable[..., BrowserContext]) -> None:
    """Scripts, styles and texts of the first page stay under 300 kB as they are sent."""
    page = context().new_page()
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.goto(server.address)
    page.get_by_test_id("begin").wait_for()
    code = {
        url: size for url, size in sizes.items() if url.endswith((".js", ".css")) or url.rstrip("/") == server.address
    }
    assert code
    assert sum(code.values()) < 300_000, code
    assert not [url for url in sizes if "catalogue" in url]  # other languages are fetched when they are chosen


def rebuild(client: Path) -> None:
    """Another build: every script and style has another name, and the old ones are gone."""
    assets = client / "assets"
    names = {one.name: f"{one.stem}N{one.suffix}" for one in assets.iterdir() if one.suffix in (".js", ".css")}
    for one in [*assets.iterdir(), client / "index.html", client / "sw.js"]:
        if one.suffix not in (".js", ".css", ".html"):
            continue
        text = one.read_text(encoding="utf-8")
        for before, after in names.items():
            text = text.replace(before, after)
        if one.name == "sw.js":
            text = text.replace("${KIND}", "${KIND}new-")
        one.unlink()
        one.with_name(names.get(one.name, one.name)).write_text(text, encoding="utf-8")


def script_of(page: Page) -> str:
    """The script that a page was opened with."""
    return str(page.locator("script[type=module][src]").first.get_attribute("src"))


def at_a_table(page: Page, server: Server) -> str:
    """A game against the computer, opened; its address."""
    made = page.request.post(f"{server.address}/api/games", data={"axis": "human", "soviet": "computer"})
    address = f"{server.address}/g/{made.json()['id']}"
    page.goto(address)
    page.get_by_test_id("tray").wait_for()
    return address


def test_an_old_page_whose_parts_are_gone_is_loaded_anew_once(
    server: Server, client: Path, context: Callable[..., BrowserContext]
) -> None:
    """And where the newest page lacks a part, too, that is said, and nothing goes round in circles."""
    page = context().new_page()
    at_a_table(page, server)
    old = script_of(page)
    loads: list[str] = []
    page.on("load", lambda one: loads.append(one.url))
    rebuild(client)
    page.get_by_test_id("rules").click()
    page.get_by_text("This page comes from an older version").first.wait_for()
    page.wait_for_function("(old) => !document.querySelector(`script[src='${old}']`)", arg=old)
    page.get_by_test_id("tray").wait_for()
    page.get_by_test_id("rules").click()
    page.locator("[data-testid=rules-body] section").first.wait_for()
    assert len(loads) == 1
    page.keyboard.press("Escape")
    for one in (client / "assets").glob("TablesSheet-*.js"):
        one.unlink()
    page.get_by_test_id("tables").click()
    page.get_by_test_id("part-missing").wait_for()
    for one in (client / "assets").glob("Editor-*.js"):
        one.unlink()
    page.goto(f"{server.address}/edit")
    page.get_by_test_id("part-missing").wait_for()
    page.get_by_text("Part of this page could not be loaded").first.wait_for()
    page.wait_for_timeout(2000)
    assert len(loads) == 2, "a page without its part is not loaded again and again"


def test_the_worker_keeps_the_parts_of_an_old_page(
    server: Server, client: Path, context: Callable[..., BrowserContext]
) -> None:
    page = visit(context, server)
    at_a_table(page, server)
    old = script_of(page)
    rebuild(client)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update())")
    page.get_by_text("A new version is ready").first.wait_for()
    page.wait_for_function("() => navigator.serviceWorker.controller.state === 'activated'")
    page.get_by_test_id("rules").click()
    page.locator("[data-testid=rules-body] section").first.wait_for()
    assert script_of(page) == old
    assert len(page.evaluate("() => caches.keys()")) == 2
    page.reload()
    assert script_of(page) != old
    page.get_by_test_id("tray").wait_for()
    page.wait_for_function("() => caches.keys().then((names) => names.length === 1)")
