"""Check a save file by playing it again, and print its log."""

from __future__ import annotations

import argparse

from noretreat import game
from noretreat.cli.common import existing, ruleset, scenario
from noretreat.core.board import SIDE_INDEX
from noretreat.core.events import redacted
from noretreat.core.names import months_name
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.explain.sentences import wording
from noretreat.explain.sentences.telling import tell
from noretreat.storage import savegame
from noretreat.storage.worth_over_time import Worth, curve

EXAMPLES = """\
  noretreat replay game.jsonl
  noretreat replay game.jsonl --to 120            stop after action 120
  noretreat replay game.jsonl --quiet             only report whether it is sound
  noretreat replay game.jsonl --as soviet         the log as one side may see it
  noretreat replay game.jsonl --worth             what the computer thought of its positions, turn by turn"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=existing, metavar="FILE", help="a save file")
    parser.add_argument("--to", type=int, metavar="N", help="stop after action N")
    parser.add_argument(
        "--as",
        dest="viewer",
        choices=["axis", "soviet", "spectator", "all"],
        help="whose view of the log to print (all)",
        default="all",
    )
    parser.add_argument(
        "--rules", type=ruleset, metavar="FILE", help="the rule set file of a game whose save does not have it"
    )
    parser.add_argument(
        "--scenario", type=scenario, metavar="FILE", help="the scenario file of a game whose save does not have it"
    )
    parser.add_argument(
        "--worth", action="store_true", help="print what the positions were worth to the computer, in points, instead"
    )
    parser.add_argument("--quiet", action="store_true", help="print the result only")


def run(arguments: argparse.Namespace) -> int:
    """Replays; a file that breaks the rules is an error."""
    saved = savegame.load(arguments.file)
    if arguments.worth:
        print("\n".join(_worths(curve(saved))))
        return 0
    done = savegame.replay(saved, arguments.to)
    if done.note:
        print(tell(done.note).text)
    if not arguments.quiet:
        for entry, events in done.entries:
            for event in events:
                viewer = _viewer(arguments.viewer, event)
                text = wording.describe(
                    redacted(event, viewer), viewer, by=Side(entry.by) if entry.by in SIDE_INDEX else None
                )
                if text:
                    print(f"{entry.n:5} {entry.by:7} {text}")
    print(f"{arguments.file}: sound, {done.ply} of {len(saved.entries)} actions played. {_position(done.state)}")
    return 0


def _worths(found: list[Worth]) -> list[str]:
    """A table: for each player turn, the worth to each side when it first decided."""
    if not found:
        return ["nothing: no computer that said what its positions were worth played in this game"]
    rows: dict[tuple[int, Side], dict[Side, float]] = {}
    for each in found:
        rows.setdefault((each.turn, each.phasing), {}).setdefault(each.side, each.points)
    lines = [f"{'turn':>4} {'of':7} {'axis':>8} {'soviet':>8}"]
    for (turn, phasing), worths in rows.items():
        cells = (f"{worths[side]:+8.1f}" if side in worths else f"{'':8}" for side in Side)
        lines.append(f"{turn:4} {phasing.value:7} {' '.join(cells)}".rstrip())
    return lines


def _viewer(name: str, event: object) -> Side | None:
    """The side whose view of an event is printed; with `all`, that of the side it happened to."""
    if name == "all":
        side = getattr(event, "side", None)
        return side if isinstance(side, Side) else None
    return None if name == "spectator" else Side(name)


def _position(state: game.State) -> str:
    """The current position, in a sentence."""
    seen = view(state, None)
    if seen.outcome is not None:
        return seen.outcome.text
    time = f"Turn {seen.turn} ({months_name(seen.months)} {seen.year})"
    return f"{time}, {seen.phasing.value} {seen.phase}: {seen.prompt.text}"
