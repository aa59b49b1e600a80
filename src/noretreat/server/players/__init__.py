"""Players: profiles, preferences, invitations, blocks, presence, and the table of two."""
