"""A relay between browser and server that can be cut, held, silenced and repaired.

The browser's own "offline" mode does not affect open WebSockets.
"""

import contextlib
import socket
import threading

NO_SERVER = (
    "WebSocket connection to",
    r"net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)",
    "Failed to fetch dynamically imported module",
    "no style sheet at",
)
"""Messages of a page when no server answers, or a connection is cut before or during an answer."""


class Relay:
    """A listener on its own port that forwards every connection to `port`."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.whole = True
        self.lock = threading.Lock()
        self.flowing = threading.Event()
        self.flowing.set()
        self.silent = False
        self.ends: set[socket.socket] = set()
        self.dead: set[socket.socket] = set()
        """Ends of connections that are open but no longer carry data."""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.threads = [threading.Thread(target=self.accept, daemon=True)]

    def __enter__(self) -> "Relay":
        self.threads[0].start()
        return self

    def __exit__(self, *error: object) -> None:
        self.cut()
        self.release()
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for thread in self.threads:
            thread.join(5)

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                self.join(near)

    def join(self, near: socket.socket) -> None:
        """Forward a connection, unless the relay is cut."""
        with self.lock:
            if not self.whole:
                near.close()
                return
            far = socket.create_connection(("127.0.0.1", self.port), timeout=10)
            far.settimeout(None)
            self.ends |= {near, far}
            if self.silent:
                self.dead |= {near, far}
        for source, sink in ((near, far), (far, near)):
            thread = threading.Thread(target=self.carry, args=(source, sink), daemon=True)
            self.threads.append(thread)
            thread.start()

    def carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                self.flowing.wait()
                if source not in self.dead:
                    sink.sendall(data)
        if source not in self.dead:
            self.drop(source, sink)

    def drop(self, *ends: socket.socket) -> None:
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            with self.lock:
                self.ends.discard(end)

    def cut(self) -> None:
        """Close all connections and accept no new ones."""
        with self.lock:
            self.whole = False
            ends = tuple(self.ends)
        self.drop(*ends)

    def silence(self) -> None:
        """Drop all packets. Connections that begin before `mend` stay open but silent."""
        with self.lock:
            self.silent = True
            self.dead |= self.ends

    def hold(self) -> None:
        """Hold all data back, and deliver it later."""
        self.flowing.clear()

    def release(self) -> None:
        self.flowing.set()

    def mend(self) -> None:
        with self.lock:
            self.whole, self.silent = True, False
