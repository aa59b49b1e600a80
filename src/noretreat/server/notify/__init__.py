"""Notices to players: mail, web push, webhooks."""
