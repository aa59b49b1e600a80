"""A site at a path of its host (`--site https://host/path`), with a proxy in front that passes the path on or not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.support import Browser, Server
from websockets.sync.client import connect

from noretreat.cli import main
from noretreat.server.accounts.passkeys import Passkeys
from noretreat.server.http.static_files import Pages
from noretreat.storage.database import url_of

SITE = "https://example.org/wargames"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    arguments = ["serve", "--database-url", url_of(folder), "--site", f"{SITE}/", "--site-proxy", "127.0.0.1"]
    running = Server(folder, arguments=arguments)
    yield running
    running.close()


@pytest.fixture(params=["/wargames", ""], ids=["kept", "stripped"])
def browser(site: Server, request: pytest.FixtureRequest) -> Browser:
    """A browser behind a proxy that keeps the path, or takes it off."""
    found = site.browser()
    found.http.base_url = f"{site.address}{request.param}"
    return found


def test_the_page_names_its_files_under_the_path(browser: Browser) -> None:
    for path in ("/", "/g/anything", "/account", "/join/game/secret"):
        page = browser.http.get(path, headers={"accept": "text/html"})
        assert page.status_code == 200
        assert 'data-base="/wargames/"' in page.text
        assert 'src="/wargames/assets/' in page.text
        assert '="/assets' not in page.text
        again = browser.http.get(path, headers={"accept": "text/html", "if-none-match": page.headers["etag"]})
        assert again.status_code == 304
    script = page.text.partition('src="/wargames')[2].partition('"')[0]
    assert browser.http.get(script).status_code == 200
    for path in ("/sw.js", "/manifest.webmanifest", "/art/map-light.svg", "/health/live", "/schema/openapi.json"):
        assert browser.http.get(path).status_code == 200, path
    assert '"start_url": "./"' in browser.http.get("/manifest.webmanifest").text


def test_cookie_redirect_and_live_channel_stay_under_the_path(site: Server, browser: Browser) -> None:
    made = browser.http.post("/api/games", json={"axis": "human", "soviet": "open"})
    assert "; Path=/wargames;" in f"{made.headers['set-cookie']};"
    game, link = made.json()["id"], made.json()["links"]["soviet"]
    guest = site.browser()
    guest.http.base_url = browser.http.base_url
    taken = guest.http.get(link, follow_redirects=False)
    assert (taken.status_code, taken.headers["location"]) == (303, f"/wargames/g/{game}")
    gone = guest.http.get("/notices/off/nobody")
    assert gone.status_code == 200
    assert guest.http.get("/api/reachability").json()["address"] == SITE
    address = f"{str(browser.http.base_url).rstrip('/').replace('http', 'ws')}/api/games/{game}/live"
    with connect(address) as live:
        assert "ply" in json.loads(live.recv(timeout=60))


def test_the_path_alone_leads_to_its_page(site: Server) -> None:
    http = site.browser().http
    bare = http.get("/wargames?x=1", follow_redirects=False)
    assert (bare.status_code, bare.headers["location"]) == (308, "/wargames/?x=1")
    assert http.get("/wargames2/api/options").status_code == 404


def test_a_site_that_has_its_host_to_itself_is_as_it_was() -> None:
    page = Pages().asset("index.html")
    assert page is not None
    assert b'data-base="/"' in page.content


def test_passkeys_know_a_site_by_its_origin() -> None:
    assert Passkeys(None, None, SITE)._origin == "https://example.org"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("site", "words"),
    [
        ("example.org/wargames", "begins with https://"),
        ("ftp://example.org", "begins with https://"),
        ("https://example.org/war games", "at most a path"),
        ("https://example.org/?site=1", "at most a path"),
        ("https://example.org/a/../b", "at most a path"),
        ("https://example.org:port/", "port"),
        ("https://example.org/api/wargames", "pages under /api"),
    ],
)
def test_what_is_no_address_of_a_site_is_refused(
    site: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["serve", "--site", site, "--database-url", url_of(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert words in said.lower()
    assert said.count("\n") == 1


def test_no_part_of_the_client_writes_an_address_by_itself() -> None:
    """`shared/base.ts` is the one place that knows where the site is."""
    raw = re.compile(r"""(?:href|src)="/|(?:fetch|assign|register|WebSocket)\(["'`]/|State\(null, "", ["'`]/""")
    source = Path(__file__).resolve().parents[2] / "web" / "src"
    found = [
        f"{path.relative_to(source)}: {match[0]}"
        for path in sorted([*source.rglob("*.svelte"), *source.rglob("*.ts")])
        for match in raw.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
