"""Players: what the computer needs to take a side."""
