"""A computer player's judgment: the worth of units, hexes, cards, battles and whole positions to a side."""
