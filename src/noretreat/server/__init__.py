"""The game as a web server: a thin shell round the rules (docs/wire-protocol.md)."""
