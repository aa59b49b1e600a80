"""No Retreat! The Russian Front, as a library: the rules, programmable.

The names below are the whole public face; `docs/architecture.md` shows how they hang together.
"""

__version__ = "0.1.0"
