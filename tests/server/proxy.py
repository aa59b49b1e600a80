"""A proxy in front of a server, as Caddy or nginx are: it passes on what is under a path, and takes the path off."""

from __future__ import annotations

import contextlib
import re
import socket
import threading


class Proxy:
    """It answers at `address`; what it is asked for under `path` goes to the port of a server, the rest nowhere."""

    def __init__(self, path: str) -> None:
        self._asked = re.compile(rb"([A-Z]+ )" + path.encode() + rb"(?=/)")
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}{path}"
        self.port = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        """Passes on what comes over a connection, both ways; a request outside the path ends it."""
        with near, socket.create_connection(("127.0.0.1", self.port)) as far:
            threading.Thread(target=_pass_on, args=(far, near), daemon=True).start()
            with contextlib.suppress(OSError):
                while data := near.recv(1 << 16):
                    head = re.match(rb"[A-Z]+ /\S* HTTP/1.1\r\n", data)
                    if head and not self._asked.match(data):
                        return
                    far.sendall(self._asked.sub(rb"\1", data, count=1) if head else data)

    def close(self) -> None:
        """Listens no more."""
        self._listener.close()


def _pass_on(far: socket.socket, near: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := far.recv(1 << 16):
            near.sendall(data)
        near.shutdown(socket.SHUT_RDWR)
