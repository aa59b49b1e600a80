"""The part of a position that one side may know."""
