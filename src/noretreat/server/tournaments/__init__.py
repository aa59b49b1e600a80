"""Tournaments: terms, pairings, standings, and the rounds from the first to the last."""
