"""The files of the client come packed as the build has packed them, to those who unpack them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from server.support import Server

from noretreat.server.http.static_files import PACKED_FOLDERS, STATIC, Pages

MAP = "/art/map-light.svg"


@pytest.mark.parametrize("folder", PACKED_FOLDERS)
def test_whatever_is_worth_it_lies_packed_beside_itself(folder: str) -> None:
    files = [path for path in (STATIC / folder).iterdir() if path.suffix in (".js", ".css", ".svg")]
    assert files
    for path in files:
        asset = Pages().asset(f"{folder}{path.name}")
        assert asset is not None
        assert list(asset.packed) == ["br", "gzip"]
        assert gzip.decompress(asset.packed["gzip"]) == asset.content == path.read_bytes()
        if len(asset.content) > 2000:
            assert len(asset.packed["br"]) < len(asset.packed["gzip"]) < len(asset.content)


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
    ],
)
def test_a_browser_gets_what_it_unpacks(server: Server, accepted: str, coding: str | None) -> None:
    http = server.browser().http
    with http.stream("GET", MAP, headers={"accept-encoding": accepted}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) == len(sent)
    ending = {"br": ".br", "gzip": ".gz", None: ""}[coding]
    assert sent == Path(f"{STATIC}{MAP}{ending}").read_bytes()
    known = {"accept-encoding": accepted, "if-none-match": answer.headers["etag"]}
    again = http.get(MAP, headers=known)
    assert (again.status_code, again.headers["etag"], again.content) == (304, answer.headers["etag"], b"")


def test_each_packing_has_a_tag_of_its_own(server: Server) -> None:
    http = server.browser().http
    tags = {
        coding: http.head(MAP, headers={"accept-encoding": coding}).headers["etag"]
        for coding in ("br", "gzip", "identity")
    }
    assert len(set(tags.values())) == 3
    other = {"accept-encoding": "gzip", "if-none-match": tags["br"]}
    assert http.get(MAP, headers=other).status_code == 200


def test_what_the_build_has_not_packed_the_server_packs(server: Server) -> None:
    page = server.browser().http.get("/", headers={"accept-encoding": "gzip, br"})
    assert page.headers["content-encoding"] == "gzip"
    assert "<title>" in page.text


def test_the_worker_keeps_no_file_twice() -> None:
    worker = (STATIC / "sw.js").read_text(encoding="utf-8")
    assert '"./art/map-light.svg"' in worker
    assert ".br" not in worker.replace(".brief", "")
    assert ".gz" not in worker


def test_a_packed_file_stays_within_the_folder(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "a.svg").write_bytes(b"<svg/>")
    (tmp_path / "a.svg").write_bytes(b"<svg/>")
    for folder in (tmp_path, tmp_path / "art"):
        (folder / "a.svg.br").write_bytes(b"packed")
    pages = Pages(tmp_path)
    inside, outside = pages.asset("art/a.svg"), pages.asset("a.svg")
    assert inside is not None
    assert outside is not None
    assert inside.packed == {"br": b"packed"}
    assert outside.packed == {}
