"""The game as a web server: a thin shell around the rules (docs/wire-protocol.md)."""
