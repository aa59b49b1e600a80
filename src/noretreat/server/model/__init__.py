"""The host's language model, if there is one: the third layer of Ask (docs/ask.md)."""
