"""The computer players themselves, and the levels that can be picked for a seat."""
