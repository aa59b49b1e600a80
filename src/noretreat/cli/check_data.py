"""Check the data files: shapes, cross references, totals."""

from __future__ import annotations

import argparse

HELP = "check the data files"
EXAMPLES = """\
  noretreat check-data"""


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Prints what is wrong with the data; 1 when something is."""
    from noretreat.data import check

    return check.main([])
