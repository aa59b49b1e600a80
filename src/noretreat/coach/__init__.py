"""The coach: how a game that is over went, luck and play apart, and where it turned."""
