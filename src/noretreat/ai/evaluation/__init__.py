"""What a computer player knows: what units, hexes, cards, battles and whole positions are worth to a side."""
