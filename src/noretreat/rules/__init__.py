"""The rules of the game, one module per chapter; `game.py` is the door."""
