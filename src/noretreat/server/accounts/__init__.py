"""Accounts of a site. A private server has none.

A player is the hash of a token, in every seat (`server/players/players.py`). A guest's browser holds the token itself.
With an account the token stays in the store; browsers hold sessions, each random and revocable, and the token opens
nothing any more. So seats, names and invitations are the same with an account as without.
"""
