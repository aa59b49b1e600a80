"""`HEAD` is answered as `GET`, without a body: monitors of sites, proxies and the previews of links ask so."""

from __future__ import annotations

import pytest
from server.support import Server


@pytest.mark.parametrize(
    "path",
    ["/", "/g/nobody", "/health/live", "/health/ready", "/icons/icon.svg", "/api/board", "/api/games", "/api/nothing"],
)
def test_a_head_is_that_of_the_answer(server: Server, path: str) -> None:
    http = server.browser().http
    whole, head = http.get(path), http.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    named = ("content-type", "cache-control", "etag", "content-security-policy")
    assert [head.headers.get(name) for name in named] == [whole.headers.get(name) for name in named]
    if "content-length" in whole.headers:
        assert head.headers["content-length"] == whole.headers["content-length"]


def test_a_head_of_an_invitation_takes_no_seat(server: Server) -> None:
    host, guest = server.browser(), server.browser()
    host.create(soviet="open")
    link = host.links["soviet"]
    assert guest.http.head(link).status_code == 200
    assert not guest.http.cookies
    assert guest.http.get(link, follow_redirects=False).status_code == 303, "a program takes it by asking for the whole"


def test_a_path_that_only_takes_orders_says_so(server: Server) -> None:
    refused = server.browser().http.head("/api/games/import")
    assert refused.status_code == server.browser().http.get("/api/games/import").status_code
    assert "HEAD" in server.browser().http.put("/api/games").headers["allow"]
