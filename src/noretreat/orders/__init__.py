"""Orders in words: what a player types, read as actions, and actions written as orders (docs/orders.md).

`read` and `notation` are the whole of it; neither changes a state.
"""

from noretreat.orders.notation import notation
from noretreat.orders.reader import read
from noretreat.orders.reading import Chip, Reading, Suggestion

__all__ = ["Chip", "Reading", "Suggestion", "notation", "read"]
