"""Notices that leave the house: mail, web push, webhooks."""
