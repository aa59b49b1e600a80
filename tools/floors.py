"""The floors: what each package may import. tests/test_layers.py enforces them, docs/architecture.md shows them."""

from __future__ import annotations

from typing import Final

FLOORS: Final[dict[str, tuple[str, ...]]] = {
    floor: tuple(below.split())
    for floor, below in (
        ("data", ""),
        ("core", "data"),
        ("actions", "data core"),
        ("events", "data core"),
        ("rules", "data core"),
        ("cards", "data core rules"),
        ("explain", "data core rules"),
        ("game", "data core rules cards explain"),
        ("positions", "data core rules cards explain game"),
        ("orders", "data core rules cards explain game"),
        ("ask", "data core rules cards explain game"),
        ("ai", "data core rules cards explain game"),
        ("storage", "data core rules cards explain game positions"),
        ("coach", "data core rules cards explain game positions orders ai storage"),
        ("puzzles", "data core rules cards explain game positions orders ai storage"),
        ("server", "data core rules cards explain game positions orders ask ai storage coach puzzles"),
        ("research", "data core rules cards explain game positions orders ai storage"),
        ("checks", "data core rules cards explain game positions orders ask ai storage coach puzzles server"),
        (
            "cli",
            "data core rules cards explain game positions orders ask ai storage coach puzzles server research checks",
        ),
    )
}
"""The packages that each package, or module of the top folder, may import, from the lowest up."""

ROOMS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "explain": {
        "sentences": (),
        "refusals": ("sentences",),
        "knowledge": ("sentences",),
        "ahead": ("sentences", "refusals", "knowledge"),
        "questions": ("sentences", "refusals", "knowledge", "ahead"),
    },
    "ai": {
        "thought": (),
        "player": (),
        "evaluation": (),
        "proposals": ("thought", "evaluation"),
        "search": ("thought", "player", "evaluation", "proposals"),
        "players": ("thought", "player", "evaluation", "proposals", "search"),
        "referee": ("thought", "player", "players"),
    },
    "server": {
        "http": (),
        "clocks": ("http",),
        "measures": ("http", "clocks"),
        "game": ("http", "clocks"),
        "notify": ("clocks", "game"),
        "computer": ("http", "clocks", "game"),
        "analysis": ("http", "game"),
        "lobby": ("http", "clocks", "game", "computer", "analysis"),
        "model": ("http", "game", "lobby"),
        "players": ("http", "clocks", "measures", "game", "notify", "lobby"),
        "tournaments": ("http", "clocks", "game", "lobby"),
        "accounts": ("http", "clocks", "notify", "lobby", "players", "tournaments"),
        "admin": ("http", "clocks", "measures", "game", "computer", "lobby", "players", "tournaments", "accounts"),
        "logs": ("clocks",),
        "pulse": (),
        "tidiness": (),
        "monitoring": ("http", "clocks", "logs"),
        "app": (
            "http",
            "clocks",
            "measures",
            "notify",
            "computer",
            "lobby",
            "model",
            "players",
            "tournaments",
            "accounts",
            "admin",
            "monitoring",
            "pulse",
            "tidiness",
        ),
        "site": ("http", "notify", "lobby", "model", "admin", "logs", "monitoring", "app"),
        "job_worker": ("http", "clocks", "measures", "game", "notify", "computer", "accounts", "monitoring", "pulse"),
    },
}
"""The neighbors that each package, or module, of `explain`, `ai` and `server` may import, from the lowest up."""


def rests_on(floor: str) -> tuple[str, ...]:
    """The floors that this one stands on directly: those it may import, apart from what lies below those as well."""
    below = FLOORS[floor]
    return tuple(other for other in below if not any(other in FLOORS[between] for between in below))


def storeys() -> list[list[str]]:
    """The floors from the lowest up; those that do not know each other and stand equally high share a storey."""
    height: dict[str, int] = {}
    for floor, below in FLOORS.items():
        height[floor] = max((height[other] + 1 for other in below), default=0)
    return [[floor for floor in FLOORS if height[floor] == level] for level in range(max(height.values()) + 1)]
