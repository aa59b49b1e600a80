"""Monitoring of a site: health checks, Prometheus metrics, and the log of requests.

No figure holds a secret: requests are named by their pattern, because invitations and the links of mails are part of
their paths.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

from litestar import Response, get
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noretreat.server.clocks.now import now
from noretreat.server.http.base_path import Application
from noretreat.server.http.errors import HANDLERS, Problem
from noretreat.server.http.pubsub import PubSub
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import LOOPBACK, WATCHED, port_of
from noretreat.server.http.services import service, services_of
from noretreat.server.logs import REQUEST, access
from noretreat.storage.counts import Counts, counts_of
from noretreat.storage.database import Database, StorageError

PATIENCE: Final = 3.0
"""Seconds in which the database has to answer for a server to be ready."""


class Metrics:
    """The metrics of this process, or of all processes on this machine."""

    def __init__(self, port: int = 0) -> None:
        """`port`: where anybody gets them, whom the host lets reach it; elsewhere only this machine does."""
        import prometheus_client as prometheus

        self.port = port
        self._prometheus = prometheus
        self._registry = prometheus.CollectorRegistry()
        self._requests = prometheus.Histogram(
            "noretreat_request_seconds",
            "Requests, by their pattern and their status.",
            ["method", "path", "status"],
            registry=self._registry,
            buckets=(0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10),
        )
        self._pages = prometheus.Gauge(
            "noretreat_open_pages", "Open pages.", registry=self._registry, multiprocess_mode="livesum"
        )
        self._late = prometheus.Histogram(
            "noretreat_loop_lag_seconds",
            "How late the event loop is, felt twice a second.",
            registry=self._registry,
            buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
        )
        self._collected = prometheus.Histogram(
            "noretreat_gc_seconds",
            "Garbage collections, which stop the process meanwhile.",
            ["generation"],
            registry=self._registry,
            buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self._connections = prometheus.Gauge(
            "noretreat_database_connections",
            "Connections to the database, open and busy, the most there can be, and work that waits for one.",
            ["state"],
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._jobs = prometheus.Counter(
            "noretreat_jobs_done", "Jobs that this worker has ended, by their end.", ["end"], registry=self._registry
        )

    def asked(self, method: str, path: str, status: int, seconds: float) -> None:
        """Counts a request."""
        self._requests.labels(method, path, str(status)).observe(seconds)

    def page(self, change: int) -> None:
        """Counts a page that opens (1) or closes (-1)."""
        self._pages.inc(change)

    def late(self, seconds: float) -> None:
        """Notes how late the event loop is."""
        self._late.observe(seconds)

    def collected(self, generation: int, seconds: float) -> None:
        """Counts a garbage collection."""
        self._collected.labels(str(generation)).observe(seconds)

    def connections(self, found: Mapping[str, int]) -> None:
        """Notes the connections to the database, by state."""
        for state, number in found.items():
            self._connections.labels(state).set(number)

    def job(self, end: str) -> None:
        """Counts a job of a computer player."""
        self._jobs.labels(end).inc()

    def text(self, found: Counts) -> bytes:
        """All metrics in Prometheus format, with the counts of the store."""
        registry = self._registry
        if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            from prometheus_client.multiprocess import MultiProcessCollector

            _forget_the_dead(Path(folder))
            registry = self._prometheus.CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return bytes(self._prometheus.generate_latest(registry)) + _told(found)


def _forget_the_dead(folder: Path) -> None:
    """Drops the open pages of processes that have ended, however they did, from the metrics."""
    for file in folder.glob("gauge_live*_*.db"):
        try:
            os.kill(int(file.stem.rpartition("_")[2]), 0)
        except ProcessLookupError:
            file.unlink(missing_ok=True)


_MEANINGS: Final = {
    "games": "Games that run, and those that ended in the last 24 hours.",
    "jobs": "Games in which the computer has to decide.",
    "oldest_job_seconds": "How long the job has waited that waits longest.",
    "notices": "Notices to players that were not sent yet, or could not be.",
}


def _told(found: Counts) -> bytes:
    """The counts of the store in Prometheus format."""
    lines = []
    for name, value in (("games", found.games), ("jobs", found.jobs), ("notices", found.notices)):
        lines += [f"# HELP noretreat_{name} {_MEANINGS[name]}", f"# TYPE noretreat_{name} gauge"]
        lines += [f'noretreat_{name}{{state="{state}"}} {number}' for state, number in value.items()]
    name = "oldest_job_seconds"
    lines += [f"# HELP noretreat_{name} {_MEANINGS[name]}", f"# TYPE noretreat_{name} gauge"]
    lines.append(f"noretreat_{name} {found.oldest_job}")
    return "\n".join([*lines, ""]).encode()


class RequestLog:
    """Records every request in the log and in the metrics, and gives it an id, which its answer has too."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._page(scope, receive, send)
            return
        begun, status, name = time.perf_counter(), 0, secrets.token_hex(8)
        REQUEST.set(name)

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
            await send(message)

        try:
            await self.app(scope, receive, send_on)
        finally:
            self._note(scope, cast("Any", scope)["method"], status, time.perf_counter() - begun)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        REQUEST.set(secrets.token_hex(8))
        self._metrics.page(1)
        try:
            await self.app(scope, receive, send)
        finally:
            self._metrics.page(-1)
            self._log(scope, "PAGE", 101, time.perf_counter() - begun)

    def _note(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        path = str(scope.get("path_template", ""))
        if path not in WATCHED:
            self._metrics.asked(method, path, status, seconds)
            self._log(scope, method, status, seconds)

    @staticmethod
    def _log(scope: Scope, method: str, status: int, seconds: float) -> None:
        if access.isEnabledFor(logging.INFO):
            said = {
                "method": method,
                "path": scope.get("path_template", ""),
                "status": status,
                "ms": round(seconds * 1000, 1),
                "visitor": (scope.get("client") or ("", 0))[0],
            }
            access.info("%s %s", method, said["path"], extra={"said": said})


# --- addresses --------------------------------------------------------------------------------------------------
@get("/health/live", sync_to_thread=False, include_in_schema=False)
def health_live() -> Response[Any]:
    """Liveness: a process that does not answer has to be restarted."""
    return as_json({"status": "ok"})


@get("/health/ready", include_in_schema=False)
async def health_ready(request: AnyRequest) -> Response[Any]:
    """Readiness: the database answers, and the other processes are heard."""
    database = service(request, Database)
    try:
        await asyncio.wait_for(database.alive(), PATIENCE)
    except (StorageError, TimeoutError):
        return as_json({"status": "no database"}, status=503)
    pubsub = services_of(request).find(PubSub)
    if pubsub is not None and not pubsub.listening.is_set():
        return as_json({"status": "the other processes are not heard"}, status=503)
    return as_json({"status": "ok"})


@get("/metrics", include_in_schema=False)
async def show_metrics(request: AnyRequest) -> Response[Any]:
    """The metrics, for a program on the same machine, or at the port for those who watch: nobody gets them through a
    proxy.
    """
    metrics = services_of(request).find(Metrics)
    visitor = request.client.host if request.client else ""
    near = visitor in LOOPBACK and "x-forwarded-for" not in request.headers
    if metrics is None or not (near or (metrics.port and port_of(request.scope) == metrics.port)):
        raise Problem(404, "not_found", "no-page")
    database = service(request, Database)
    found = await counts_of(database, now())
    text = await asyncio.to_thread(metrics.text, found)
    return Response(text, media_type="text/plain; version=0.0.4")


HANDLED: Final = [health_live, health_ready, show_metrics]


# --- of a process without visitors -----------------------------------------------------------------------------
def watching_app(database: Database, pubsub: PubSub | None, metrics: Metrics | None) -> Application:
    """The application of a process that shows its health and its figures, and nothing else."""
    app = Application(HANDLED, exception_handlers=HANDLERS, openapi_config=None, logging_config=None)
    app.state.services.add(database, pubsub, metrics)
    return app


@contextlib.asynccontextmanager
async def shown(app: Application, at: socket.socket) -> AsyncIterator[None]:
    """Serves an application beside other work of this process."""
    import uvicorn

    class Beside(uvicorn.Server):
        """A server that leaves the signals to the program."""

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    server = Beside(uvicorn.Config(app, log_config=None, log_level="warning", access_log=False, server_header=False))
    task = asyncio.create_task(server.serve(sockets=[at]), name="health")
    try:
        yield
    finally:
        server.should_exit = True
        await task
