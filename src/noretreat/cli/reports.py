"""Show what players have reported of the talk at their tables, and note which reports are dealt with."""

from __future__ import annotations

import argparse
import asyncio

import msgspec

from noretreat.cli.common import CliError
from noretreat.cli.serving import add_database, database_of, failed, named
from noretreat.storage.database import Database, StorageError
from noretreat.storage.table_talk import ReportRow, TalkRow, TalkStore

EXAMPLES = """\
  noretreat reports
  noretreat reports --settle 1f3a9c02 --database-url postgresql://noretreat@/noretreat?host=/run/postgresql"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("--settle", metavar="REPORT", help="note that a report is dealt with, instead")
    parser.add_argument("--all", action="store_true", help="also those that are dealt with")
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prints the reports, or settles one."""
    print(asyncio.run(_told(database_of(arguments), arguments.settle or "", settled=arguments.all)))
    return 0


async def _told(url: str, settle: str, *, settled: bool) -> str:
    from noretreat.server.clocks.now import now

    database = Database(url)
    try:
        await database.open_as_it_is()
        talk = TalkStore(database)
        if settle:
            if not await talk.settle_report(settle, now()):
                raise CliError(f"there is no report {settle}")
            return f"{settle} is settled"
        found = await talk.reports(settled=settled)
        return "\n\n".join(map(_words, found)) or "nothing is reported"
    except StorageError as error:
        raise failed(error, named(url)) from None
    finally:
        await database.close()


def _words(report: ReportRow) -> str:
    """A report: what was said, marked, among the lines about it."""
    lines = msgspec.json.decode(report.context, type=list[TalkRow])
    said = [
        f"{'>' if line.number == report.number else ' '} {line.at} {line.side}: {line.text or line.kind}"
        for line in lines
    ]
    speaker, reporter = report.speaker[:12], report.reporter[:12]
    about = f"{report.id}  {report.at}  game {report.game}  said by {speaker}, reported by {reporter}"
    why = [f"  {report.why}"] if report.why else []
    return "\n".join([about, *why, *said, *_ways_on(report)])


def _ways_on(report: ReportRow) -> list[str]:
    """The commands that deal with a report, to be copied."""
    if report.settled:
        return [f"  settled {report.settled}"]
    reason = f'--reason "report {report.id}"'
    return [
        f"  to mute the player:     noretreat admin mute {report.speaker[:12]} --for 7d {reason}",
        f"  to suspend the player:  noretreat admin suspend {report.speaker[:12]} --for 7d {reason}",
        f"  to close its talk:      noretreat admin mark {report.game} {reason}",
        f"  when it is dealt with:  noretreat reports --settle {report.id}",
    ]
