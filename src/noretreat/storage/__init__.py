"""Keeping games: the save file (`savegame.py`) and the server's database (`database.py`)."""
