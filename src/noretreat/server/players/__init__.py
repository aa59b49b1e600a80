"""People: profiles, preferences, invitations, blocks, presence."""
