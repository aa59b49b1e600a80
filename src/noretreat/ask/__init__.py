"""Questions in a reader's words about a position, in every language of the page, and their exact answers (docs/ask.md).

`ask` is the whole of it; it changes nothing, and tells nothing that is hidden from whoever asks.
"""

from noretreat.ask.asking import ask
from noretreat.ask.records import AskAnswer

__all__ = ["AskAnswer", "ask"]
