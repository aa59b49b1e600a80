"""The built browser client: the page itself and its assets, kept in memory with the right cache headers."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from noretreat.server.http.base_path import based
from noretreat.server.http.errors import Problem
from noretreat.server.http.responses import AnyRequest, AnyResponse
from noretreat.server.http.services import service

IMMUTABLE: Final = "public, max-age=31536000, immutable"
STATIC: Final = Path(__file__).resolve().parent.parent / "static"

PACKED_FOLDERS: Final = ("assets/", "art/")
"""Where files lie beside which the build has laid packed ones; the server packs nothing there itself."""
_CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How a file can be packed, the smallest first, and what its packed file ends with."""
_NOT_BUILT: Final = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>No Retreat! The Russian Front</title></head>
<body><h1>The browser client has not been built</h1>
<p>Run <code>make web</code> in the project's folder, then load this page again.
The server itself is running: see <a href="/schema/openapi.json">its interface</a>.</p></body></html>
"""
_TAILED: Final = re.compile(r"(\w[\w/-]*)[.,;:!?)\]}>'\"*»”’…]{1,5}", re.ASCII)
"""A path with what stood behind its link in a sentence: `tournaments).`"""
_ABSOLUTE: Final = re.compile(rb'((?:src|href|data-base)=")/')
"""Places in the page that name a path of the site."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the client."""

    content: bytes
    kind: str
    tag: str
    packed: dict[str, bytes] = field(default_factory=dict)
    """The same, packed: by the name of the coding."""


class Pages:
    """The files of the client. A file is read again after it has changed on disk (a new build)."""

    def __init__(self, folder: Path = STATIC, *, base: str = "") -> None:
        """`base`: the path of the site on its host (`base_path.base_of`)."""
        self._folder, self._base = folder.resolve(), base
        self._kept: dict[str, tuple[float, Asset]] = {}

    def asset(self, path: str) -> Asset | None:
        """A file by its path inside the folder; nothing outside it is served."""
        try:
            file = (self._folder / path).resolve()
            if not file.is_relative_to(self._folder) or not file.is_file():
                return None
            changed = file.stat().st_mtime
        except (OSError, ValueError):  # a name that no file can have: too long, or with a zero byte
            return None
        kept = self._kept.get(path)
        if kept is None or kept[0] != changed:
            content = file.read_bytes()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
            kept = self._kept[path] = (changed, Asset(content, kind, tag, _packed(path, file)))
        return kept[1]

    def page(self, request: AnyRequest, head: bytes = b"") -> Response[bytes]:
        """The page; its script decides by the address what to show. `head`: what else its head says."""
        asset = self._based(self.asset("index.html") or Asset(_NOT_BUILT, "text/html", '"none"'))
        if head:
            tag = hashlib.sha256(asset.tag.encode() + head).hexdigest()[:20]
            asset = Asset(asset.content.replace(b"</head>", head + b"</head>", 1), asset.kind, f'"{tag}"')
        return answer(request, asset, "no-cache")

    def _based(self, asset: Asset) -> Asset:
        """The page with its paths under that of the site. The client takes the others from there (`shared/base.ts`)."""
        if not self._base:
            return asset
        content = _ABSOLUTE.sub(rb"\g<1>" + self._base.encode() + b"/", asset.content)
        return Asset(content, asset.kind, f'{asset.tag[:-1]}{self._base}"')


def _packed(path: str, file: Path) -> dict[str, bytes]:
    """A file as the build has packed it."""
    if not path.startswith(PACKED_FOLDERS):
        return {}
    beside = {coding: Path(f"{file}{ending}") for coding, ending in _CODINGS.items()}
    return {coding: packed.read_bytes() for coding, packed in beside.items() if packed.is_file()}


def _accepted(request: AnyRequest) -> set[str]:
    """The codings that a browser unpacks."""
    words = [word.replace(" ", "") for word in request.headers.get("accept-encoding", "").lower().split(",")]
    return {word.partition(";")[0] for word in words if not re.search(r";q=0(\.0*)?$", word)}


def answer(request: AnyRequest, asset: Asset, cache: str) -> AnyResponse:
    """The file, packed for a browser that unpacks it, or a response that the browser already has it."""
    headers = {"cache-control": cache, "etag": asset.tag}
    content = asset.content
    if asset.packed:
        headers["vary"] = "Accept-Encoding"
        accepted = _accepted(request)
        coding = next((coding for coding in asset.packed if coding in accepted), None)
        if coding:
            content = asset.packed[coding]
            headers |= {"content-encoding": coding, "etag": f'{asset.tag[:-1]}-{coding}"'}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if headers["etag"] in known:
        headers.pop("content-encoding", None)
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=asset.kind, headers=headers)


# --- addresses --------------------------------------------------------------------------------------------------
@get(
    [
        "/",
        "/new",
        "/edit",
        "/learn",
        "/puzzles",
        "/join",
        "/recover",
        "/account",
        "/account/{page:str}",
        "/ladder",
        "/archive",
        "/admin",
        "/p/{name:str}",
        "/tournaments",
        "/tournaments/new",
        "/t/{name:str}",
    ],
    sync_to_thread=False,
    include_in_schema=False,
)
def page(request: AnyRequest) -> Response[bytes] | Redirect:
    """The client."""
    return to_the_right_name(request) or service(request, Pages).page(request)


def to_the_right_name(request: AnyRequest) -> Redirect | None:
    """Leads a browser from one of the two names of this machine to the other; None if it is there."""
    host, _, port = request.headers.get("host", "").partition(":")
    server = request.scope.get("server")
    if host == "localhost" and server is not None and server[0] == "127.0.0.1":
        # Browsers keep the cookies of the two names apart: under the other name a player's games would be missing.
        asked = f"?{request.url.query}" if request.url.query else ""
        path = based(request, request.url.path)
        return Redirect(f"http://127.0.0.1:{port or 80}{path}{asked}", status_code=307)
    return None


@get("/{path:path}", sync_to_thread=False, include_in_schema=False)
def asset(request: AnyRequest, path: FromPath[str]) -> Response[bytes] | Redirect:
    """A file of the client. Built assets have a hash of their contents in their names, so they never change."""
    pages = service(request, Pages)
    name = str(path).lstrip("/")
    found = pages.asset(name)
    if found is None:
        if tailed := _TAILED.fullmatch(name):
            return Redirect(based(request, f"/{tailed[1]}"), status_code=307)
        raise Problem(404, "not_found", "no-page")
    return answer(request, found, IMMUTABLE if name.startswith("assets/") else "no-cache")


HANDLED: Final = [page, asset]
