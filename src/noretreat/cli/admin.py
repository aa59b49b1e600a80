"""Moderate a site while it runs: find players and games, suspend, mute, rename, end, remove, announce; and the log of
all that. The processes of the site take it up within seconds.

A player is named by a part of the name, the mail address, the link of the page, or the beginning of the id that `find`
and `reports` print; a game by its id, its link or a part of its name. What cannot be undone is asked about first, or
done at once with --yes.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from noretreat.cli.common import CliError, count
from noretreat.cli.serving import add_database, database_of
from noretreat.storage.database import Database, StorageError

if TYPE_CHECKING:
    from noretreat.server.admin.acts import Admin, GameShown, Host, PlayerShown

EXAMPLES = """\
  noretreat admin find anna
  noretreat admin show https://games.example.org/g/r4k2m7q5xw3h6nab
  noretreat admin suspend anna@example.org --for 7d --reason "insults, report 1f3a9c02"
  noretreat admin suspend 192.0.2.0/24 --for 12h
  noretreat admin lift anna@example.org
  noretreat admin end r4k2m7q5xw3h6nab --yes --reason "played by two programs"
  noretreat admin announce "We move to another machine tonight at 22:00 UTC." --for 6h
  noretreat admin read-only on --for 1h
  noretreat admin log"""

_UNITS: Final = {"m": 1 / 60, "h": 1.0, "d": 24.0, "w": 168.0}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the acts with their arguments."""
    acts = parser.add_subparsers(title="acts", metavar="ACT", dest="act", required=True)

    def act(
        name: str,
        words: str,
        does: Act,
        *targets: tuple[str, str],
        timed: bool = False,
        asks: bool = False,
        looks: bool = False,
    ) -> argparse.ArgumentParser:
        one = acts.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.", allow_abbrev=False)
        for target, meaning in targets:
            one.add_argument(target.lower(), metavar=target, help=meaning)
        if timed:
            one.add_argument(
                "--for",
                type=hours,
                default=0.0,
                dest="hours",
                metavar="TIME",
                help="how long: 30m, 12h, 7d, 4w (for good)",
            )
        if not looks:
            one.add_argument("--reason", default="", metavar="TEXT", help="why, for the log")
        if asks:
            one.add_argument("--yes", action="store_true", help="do not ask first")
        add_database(one)
        one.set_defaults(does=does)
        return one

    player, game = ("PLAYER", "a player"), ("GAME", "a game")
    either = ("WHAT", "a player or a game")
    act("find", "find players and games by a name, an address, a link or an id", _find, ("TEXT", "what to look for"),
        looks=True)  # fmt: skip
    act("show", "show a player or a game", _show, either, looks=True)
    act("suspend", "have a player, or whoever comes from a network address, only look", _suspend,
        ("WHO", "a player, or an address as 192.0.2.7 or 192.0.2.0/24"), timed=True)  # fmt: skip
    act("mute", "have nobody read what a player writes", _mute, player, timed=True)
    act("unmute", "let a player speak again", _unmute, player)
    act("mark", "mark a game as abusive: out of all lists, without talk and new names", _mark, game)
    act("lift", "lift a suspension, or the mark of a game", _lift, ("WHAT", "a player, an address or a game"))
    act("end", "end a running game without a winner; it counts for no rating", _end, game, asks=True)
    act("rename", "give a player or a game another name", _rename, either, ("NAME", "the new name"))
    act("remove", "delete a player with all that is personal, or a game", _remove, either, asks=True)
    act("export", "write all that is kept of a player, guest or not, to a zip file", _export, player,
        ("FILE", "the file to write"))  # fmt: skip
    act("announce", "show a sentence on every page; off takes it back", _announce,
        ("TEXT", "the sentence, or off"), timed=True)  # fmt: skip
    act("read-only", "have the site only looked at: what changes anything is refused", _switch,
        ("STATE", "on or off"), timed=True)  # fmt: skip
    act("accounts-only", "have only players with accounts begin games; others finish theirs", _switch,
        ("STATE", "on or off"), timed=True)  # fmt: skip
    act("measures", "show all that is in force", _measures, looks=True)
    log = act("log", "show the log of security events, the newest line first", _log, looks=True)
    log.add_argument("--about", default="", metavar="WHAT", help="only lines about a player, a game or an address")
    log.add_argument("--most", type=count, default=50, metavar="N", help="how many lines (50)")


def hours(text: str) -> float:
    """An argument that is a time: minutes, hours, days or weeks; in hours."""
    found = re.fullmatch(r"(\d{1,4})([mhdw])", text)
    if not found or found[1] == "0":
        raise argparse.ArgumentTypeError(f"{text}: it is a number and a unit, as 30m, 12h, 7d or 4w")
    return int(found[1]) * _UNITS[found[2]]


def run(arguments: argparse.Namespace) -> int:
    """Does one act and prints what came of it."""
    print(asyncio.run(_done(database_of(arguments), arguments)))
    return 0


async def _done(url: str, arguments: argparse.Namespace) -> str:
    from noretreat.server.admin.acts import Host
    from noretreat.server.admin.wiring import admin_on
    from noretreat.server.http.errors import Problem

    database, does = Database(url), arguments.does
    try:
        await database.open("")
        async with admin_on(database) as admin:
            said: str = await does(admin, Host(_name(), getattr(arguments, "reason", "")), arguments)
            return said
    except (StorageError, Problem) as error:
        raise CliError(str(error)) from None
    finally:
        await database.close()


def _name() -> str:
    """The user of this machine, whoever became root for it."""
    return os.environ.get("SUDO_USER") or getpass.getuser()


Act = Callable[["Admin", "Host", argparse.Namespace], Awaitable[str]]


def _sure(arguments: argparse.Namespace, what: str) -> None:
    """Asks before something that cannot be undone; raises unless the answer is yes."""
    if arguments.yes:
        return
    if not sys.stdin.isatty():
        raise CliError(f"{what} It cannot be undone: say --yes as well.")
    if input(f"{what} It cannot be undone. Go on? [yes/no] ").strip().lower() not in ("y", "yes"):
        raise CliError("nothing was done")


def _until(arguments: argparse.Namespace) -> str:
    from noretreat.server.admin.acts import until_of

    return until_of(arguments.hours)


def _when(until: str) -> str:
    return f"until {until}" if until else "for good"


def _is_network(text: str) -> bool:
    from noretreat.server.measures import network_of

    try:
        network_of(text)
    except ValueError:
        return False
    return True


# --- the acts --------------------------------------------------------------------------------------------------
async def _find(admin: Admin, _: Host, arguments: argparse.Namespace) -> str:
    found = await admin.find(arguments.text)
    lines = [*map(_player_line, found.players), *map(_game_line, found.games)]
    return "\n".join(lines) or f"nothing is found for {arguments.text!r}"


async def _show(admin: Admin, _: Host, arguments: argparse.Namespace) -> str:
    if await admin.is_game(arguments.what):
        return _game_words(await admin.show_game(arguments.what))
    found = await admin.show_player(arguments.what)
    return "\n".join([_player_words(found), *map(_game_line, found.games)])


async def _suspend(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    until = _until(arguments)
    if _is_network(arguments.who):
        name = await admin.suspend_network(host, arguments.who, until)
    else:
        name = await admin.suspend(host, arguments.who, until)
    return f"{name} is suspended {_when(until)}"


async def _mute(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    until = _until(arguments)
    return f"{await admin.mute(host, arguments.player, until)} is muted {_when(until)}"


async def _unmute(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    return f"{await admin.lift(host, 'mute', arguments.player)} is heard again"


async def _mark(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    return f"{await admin.mark(host, arguments.game)} is marked"


async def _lift(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    if _is_network(arguments.what):
        return f"{await admin.lift_network(host, arguments.what)} is not suspended any more"
    if await admin.is_game(arguments.what):
        return f"{await admin.unmark(host, arguments.what)} is not marked any more"
    return f"{await admin.lift(host, 'suspend', arguments.what)} is not suspended any more"


async def _end(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    found = await admin.show_game(arguments.game)
    _sure(arguments, f"The game {found.name} ({found.id}) ends without a winner.")
    return f"{await admin.end(host, found.id)} has ended"


async def _rename(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    if await admin.is_game(arguments.what):
        return f"the game is called {await admin.rename_game(host, arguments.what, arguments.name)}"
    name = await admin.rename_player(host, arguments.what, arguments.name)
    return f"the player is called {name}" if name else "the player has no name any more"


async def _remove(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    if await admin.is_game(arguments.what):
        game = await admin.show_game(arguments.what)
        _sure(arguments, f"The game {game.name} ({game.id}) is deleted, with all that belongs to it.")
        return f"{await admin.remove_game(host, game.id)} is deleted"
    found = await admin.player(arguments.what)
    of_whom = f"the account {found.mail}" if found.mail else "a guest"
    name = found.name or found.id[:12]
    _sure(arguments, f"{name} ({of_whom}) is deleted with all that is personal; the computer takes over the seats.")
    return f"{await admin.remove_player(host, found.id)} is deleted"


async def _export(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    content = await admin.export_player(host, arguments.player)
    path = Path(arguments.file)
    # It holds what is personal: nobody but its owner reads it.
    with open(path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(content)
    return f"{path}: {len(content):,} bytes"


async def _announce(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    if arguments.text == "off":
        await admin.lift_of_site(host, "announce")
        return "nothing is announced any more"
    until = _until(arguments)
    said = await admin.announce(host, arguments.text, until)
    return f"announced {f'until {until}' if until else 'until it is taken back'}: {said}"


async def _switch(admin: Admin, host: Host, arguments: argparse.Namespace) -> str:
    mode = arguments.act
    if arguments.state == "off":
        await admin.lift_of_site(host, mode)
        return f"{mode}: off"
    if arguments.state != "on":
        raise CliError(f"{mode} is on or off, not {arguments.state}")
    until = _until(arguments)
    await admin.switch(host, mode, until)
    return f"{mode}: on {f'until {until}' if until else 'until it is switched off'}"


async def _measures(admin: Admin, _: Host, _arguments: argparse.Namespace) -> str:
    lines = [
        " ".join(part for part in (one.at, one.kind, one.target, _when(one.until), one.text) if part)
        for one in await admin.in_force()
    ]
    return "\n".join(lines) or "nothing is in force"


async def _log(admin: Admin, _: Host, arguments: argparse.Namespace) -> str:
    lines = [
        "  ".join(
            part for part in (one.at, one.by, one.act, one.subject, one.about, _until_then(one.until), one.why) if part
        )
        for one in await admin.log(arguments.most, arguments.about)
    ]
    return "\n".join(lines) or "the log is empty"


def _until_then(until: str) -> str:
    return f"until {until}" if until else ""


# --- words -----------------------------------------------------------------------------------------------------
def _player_line(player: PlayerShown) -> str:
    what = [f"player {player.id}", player.name or "nameless", player.mail or "guest"]
    what += [f"suspended {_when(player.suspended_until)}"] if player.suspended else []
    what += [f"muted {_when(player.muted_until)}"] if player.muted else []
    return "  ".join(what)


def _player_words(player: PlayerShown) -> str:
    facts = {"page": f"/p/{player.page}" if player.page else "", "account since": player.made, "last seen": player.seen}
    return "\n".join([_player_line(player), *(f"  {name}: {value}" for name, value in facts.items() if value)])


def _game_line(game: GameShown) -> str:
    seats = ", ".join(f"{seat.side} {seat.name or seat.player or seat.kind}" for seat in game.seats)
    what = [f"game {game.id}", game.name, seats, f"ended {game.ended}" if game.ended else f"last move {game.updated}"]
    return "  ".join([*what, *(["marked"] if game.marked else [])])


def _game_words(game: GameShown) -> str:
    lines = [_game_line(game), f"  made {game.created}, step {game.ply}"]
    lines += ["  rated"] if game.rated else []
    lines += ["  in the lobby"] if game.shared else []
    lines += [
        f"  {seat.side}: {seat.kind} {seat.name} {f'(player {seat.player})' if seat.player else ''}".rstrip()
        for seat in game.seats
    ]
    return "\n".join(lines)
