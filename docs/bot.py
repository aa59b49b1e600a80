"""Plays a seat on a noretreat server by the wire protocol: python bot.py http://127.0.0.1:8123/join/GAME/INVITE

Begin a game against a friend on the page, and give the link of its invitation to this program instead. It needs Python
and the package `websockets`. Replace `choose` by what you want it to play; docs/wire-protocol.md explains the package.
"""

import json
import random
import sys
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import connect


def choose(package: dict) -> dict:
    """One of the legal actions; `package["view"]` is all that the seat may see."""
    return random.choice(package["actions"])


class Table:
    """A game on a server, seen from the seat that an invitation gives."""

    def __init__(self, link: str) -> None:
        address = urlsplit(link)
        self.game = address.path.split("/")[2]
        self.home = f"{address.scheme}://{address.netloc}"
        self.cookies = CookieJar()  # the seat is a secret in a cookie
        self._open = build_opener(HTTPCookieProcessor(self.cookies)).open
        self._open(link).close()

    def call(self, path: str = "", body: dict | None = None) -> dict:
        """What the server answers: the package of the game."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.home}/api/games/{self.game}{path}", data, {"Content-Type": "application/json"})
        with self._open(request) as answer:
            return json.load(answer)

    def play(self, choose=choose) -> dict:
        """Plays until the game is over; returns its outcome."""
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.cookies)
        live = f"{self.home.replace('http', 'ws', 1)}/api/games/{self.game}/live"
        with connect(live, additional_headers={"Cookie": cookie}) as news:
            while not (package := self.call())["game"]["finished"]:
                if not package["actions"]:
                    news.recv()  # the other side, or the computer, has done something
                    continue
                try:
                    self.call("/actions", {"ply": package["ply"], "action": choose(package)})
                except HTTPError as refused:
                    if refused.code != 409:  # 409: the game has moved on meanwhile
                        raise
        return package["view"]["outcome"]


if __name__ == "__main__":
    print(Table(sys.argv[1]).play())
