"""Draws the board: `python -m tools.draw_map` writes the terrain images and the client's geometry."""
