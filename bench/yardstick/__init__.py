"""Players that stay as they are, to measure the others against.

`Old` is the level `normal` as it was at commit ecd017d (it plays as that of 01e817b did), with `OldEasy`, the level
`easy` of that day. `Hard` and `Normal` are the levels of commit c67d492e. They were copied in November 2026 with all
that they know, so that nothing done to the product's own players changes them; they rest on the rules alone. They are
not to be improved; one exception was mended, by which they lost games (`old/assaults.py`). `Raider` and `Patient` see
what `Hard` sees, and play in styles of their own (`scripts.py`). `noretreat arena normal bench.yardstick:Old` plays
against one of them, from the root of the repository; `bench/pool.py` plays against all.
"""

from bench.yardstick.hard.players.greedy import GreedyPlayer as Normal
from bench.yardstick.hard.players.greedy import HardPlayer as Hard
from bench.yardstick.old.player import EasyPlayer as OldEasy
from bench.yardstick.old.player import GreedyPlayer as Old
from bench.yardstick.scripts import Patient, Raider
from bench.yardstick.value import chance

__all__ = ["Hard", "Normal", "Old", "OldEasy", "Patient", "Raider", "chance"]
