"""The reason why an action is illegal, or why a unit has nothing to do."""
