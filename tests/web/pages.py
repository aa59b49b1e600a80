"""Pages that the tests share: what one test has done with, is washed and given to the next that wishes for the same.

A washed page is loaded anew in a browser without cookies and settings, as a fresh one is. But its process is there, has
the files of the client, and has read them: that spares a third of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error
from web.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

KEPT: Final = 5
"""Washed pages of all kinds that wait for a test; the one that has waited longest goes first."""
PLAIN: Final = {
    "color_scheme", "device_scale_factor", "forced_colors", "has_touch", "is_mobile", "locale", "reduced_motion",
    "tips", "viewport",
}  # fmt: skip
"""Options of a browser that are the same after a test as before it."""
_CLOCK: Final = ("fast_forward", "install", "pause_at", "set_fixed_time", "set_system_time")
_BROWSER: Final = (
    "add_init_script", "close", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "new_page",
    "on", "once", "route", "route_from_har", "route_web_socket", "set_extra_http_headers", "set_geolocation",
    "set_offline",
)  # fmt: skip
_PAGE: Final = (
    "add_init_script", "close", "emulate_media", "expose_binding", "expose_function", "on", "once", "route",
    "route_from_har", "route_web_socket", "set_extra_http_headers", "set_viewport_size",
)  # fmt: skip
"""What leaves a page other than it was: whoever calls it has the page for good."""
_FORGET: Final = "() => { localStorage.clear(); sessionStorage.clear(); }"
_DRAWS: Final = """() => new Promise((done) => {
    requestAnimationFrame(() => done(true));
    setTimeout(() => done(false), 5000);
})"""
"""Whether a page still draws: on a busy machine a browser has been seen to give one no frame any more, so that nothing
in it could be clicked and no picture be taken, while its scripts ran on."""


class Pages:
    """The pages of a worker: those that are in use, and those that have been washed."""

    def __init__(self, browse: Callable[..., BrowserContext], sit_down: Callable[..., Table]) -> None:
        """`browse` opens a browser with options, `sit_down` makes a table of one of its pages."""
        self.browse, self.sit_down = browse, sit_down
        self.washed: dict[str, list[Table]] = {}
        self.kinds: dict[Table, str] = {}
        self.spoiled: set[Table] = set()

    def take(self, address: str, *, checklist: bool = False, **options: Any) -> Table:
        """A page as good as new, for a server: nothing is kept in its browser."""
        kind = repr((checklist, sorted(options.items())))
        if waiting := self.washed.get(kind):
            table = waiting.pop()
            table.address = address
            return table
        table = self.sit_down(self.browse(**options).new_page(), address, checklist=checklist)
        self.kinds[table] = kind
        if not options.keys() <= PLAIN:
            self.spoiled.add(table)
        page = table.page
        for thing, names in ((page, _PAGE), (page.context, _BROWSER), (page.clock, _CLOCK)):
            self._watch(table, thing, names)
        return table

    def give_back(self, table: Table, *, failed: bool) -> None:
        """Washes a page, or closes it, if it is not what it was."""
        kind = self.kinds[table]
        if failed or table.errors or table in self.spoiled or not self._wash(table):
            self._close(table)
            return
        self.washed.setdefault(kind, []).append(table)
        while sum(map(len, self.washed.values())) > KEPT:
            oldest = next(kind for kind, waiting in self.washed.items() if waiting)
            self._close(self.washed[oldest].pop(0))
        self.washed[kind] = self.washed.pop(kind)

    def close(self) -> None:
        """Closes what is left."""
        for table in list(self.kinds):
            self._close(table)

    def _watch(self, table: Table, thing: Any, names: tuple[str, ...]) -> None:
        for name in names:
            method = getattr(thing, name)

            def changes(*arguments: Any, _method: Callable[..., Any] = method, **options: Any) -> Any:
                self.spoiled.add(table)
                return _method(*arguments, **options)

            setattr(thing, name, changes)

    def _wash(self, table: Table) -> bool:
        """Whether a page could be left, its browser has forgotten all, and it still draws."""
        page = table.page
        try:
            page.goto(table.somewhere)
            page.evaluate(_FORGET)
            page.context.clear_cookies()
            page.mouse.move(0, 0)
            draws: bool = page.evaluate(_DRAWS)
        except Error:
            return False
        table.missed.clear()
        table.shared = False
        return draws

    def _close(self, table: Table) -> None:
        del self.kinds[table]
        self.spoiled.discard(table)
        for waiting in self.washed.values():
            if table in waiting:
                waiting.remove(table)
        table.page.context.close()
