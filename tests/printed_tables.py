"""The combat results as the two tables print them: a line for each face of the die, a word for each column (10.7)."""

from __future__ import annotations

AXIS_TABLE = """
CA CA CA NE NE CB EX DR DR
CA CA NE NE CB EX DR DR DS
CA NE CB CB EX DR DR DS DS
NE CB EX EX DR DR DS DS DD
CB DR DR DR DR DS DS DD DD
DR DR DR DR DS DD DD DD DD
"""
SOVIET_TABLE = """
CA CA CA CA NE CB EX EX EX
CA CA CA NE CB EX EX EX DR
CA CA NE CB EX EX DR DR DR
CA NE CB EX EX DR DR DR DS
NE CB EX EX DR DR DS DS DD
CB DR DR DR DR DS DS DD DD
"""
