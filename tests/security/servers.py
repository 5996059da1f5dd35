"""Servers that answer as no API server does, and the command that asks them, in a process with limits."""

import json
import os
import resource
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import yaml

MEMORY = 1 << 30
"""Bytes of address space that the command may have. What it is asked to read is larger, or has no end."""
GUARD_SECONDS = 240
"""No limit of the command's: only so that a test of something endless ends."""

Serve = Callable[[str, socket.socket], None]
"""Answers a request for a path on a connection."""


@contextmanager
def server(serve: Serve, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """Run a server while the block runs, each connection in a thread and for one request. Yield its address."""

    def answer(connection: socket.socket) -> None:
        with suppress(OSError), connection:
            own = connection if context is None else context.wrap_socket(connection, server_side=True)
            with own:
                head = b""
                while b"\r\n\r\n" not in head and (data := own.recv(1 << 16)):
                    head += data
                serve(head.split(b" ", 2)[1].decode(), own)

    def accept(listener: socket.socket) -> None:
        with suppress(OSError):  # closed: the block has ended
            while True:
                threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, args=(listener,), daemon=True).start()
        yield f"{'http' if context is None else 'https'}://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


def send(connection: socket.socket, body: bytes, status: str = "200 OK", **headers: str) -> None:
    """Send a whole answer."""
    fields = {"Content-Length": str(len(body)), "Connection": "close", **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
    connection.sendall(f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body)


def send_json(connection: socket.socket, body: object, status: str = "200 OK") -> None:
    """Send a value as JSON."""
    send(connection, json.dumps(body).encode(), status)


def kubeconfig(path: Path, cluster: Mapping[str, object], user: object = None) -> Path:
    """Write a kubeconfig with one user, `me`."""
    data = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "here",
        "clusters": [{"name": "here", "cluster": cluster}],
        "contexts": [{"name": "here", "context": {"cluster": "here", "user": "me", "namespace": "team"}}],
        "users": [{"name": "me", "user": {"token": "a-token-of-nobody"} if user is None else user}],
    }
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    return path


class Done(NamedTuple):
    """How a command has ended."""

    status: int
    stdout: str
    stderr: str

    @property
    def text(self) -> str:
        """All that it has printed."""
        return self.stdout + self.stderr


def render(
    *arguments: str,
    kubeconfig: Path | None = None,
    folder: Path | None = None,
    limits: Mapping[str, float] | None = None,
    memory: int | None = MEMORY,
    environment: Mapping[str, str] | None = None,
) -> Done:
    """Run the command. `limits` are constants of its modules that would take too long to reach."""
    lines = ["import sys, importlib"]
    for name, value in (limits or {}).items():
        module, _, constant = name.rpartition(".")
        lines.append(f"setattr(importlib.import_module({module!r}), {constant!r}, {value!r})")
    lines += ["from render.__main__ import main", "main()"]
    own = {} if kubeconfig is None else {"KUBECONFIG": str(kubeconfig)}
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines), *arguments],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", **own, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=GUARD_SECONDS,
        check=False,
        preexec_fn=None if memory is None else lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    return Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def refused(done: Done, said: str) -> None:
    """Assert that a command could not run for a reason, which it says without a traceback."""
    assert said in done.stderr, done.text
    assert "Traceback" not in done.text
    assert "bug in render" not in done.text
    assert done.status == 2, done.text


def names(texts: Sequence[str]) -> list[str]:
    """Return ids of parameters, short enough to be read."""
    return [text[:40] for text in texts]
