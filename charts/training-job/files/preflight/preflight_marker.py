"""Is the checkpoint folder the same one on every node? Node 0 leaves a marker in it, and all others look for it."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path

from peer_message import ProtocolError, mapping, text

SHARED = "shared"
READ_ONLY = "not writable"
# Seconds that a network file system may take to show a new file.
PATIENCE = 10.0
NAME = re.compile(r"\.preflight-[0-9a-f]{16}")


class Marker:
    """The file of node 0: random name, random content, removed at the end. Does nothing without a folder."""

    def __init__(self, folder: str) -> None:
        """Choose the name and the content; nothing is written yet."""
        self._path = Path(folder, f".preflight-{os.urandom(8).hex()}") if folder else None
        self._content = os.urandom(16).hex()
        self.welcome: dict[str, str] = {}

    def write(self) -> str | None:
        """Write the file; return the state of the folder on node 0. `welcome` then has the name for other nodes."""
        if not self._path:
            return None
        try:
            with self._path.open("x", encoding="ascii") as file:
                self.welcome = {"name": self._path.name, "content": self._content}
                file.write(self._content)
        except OSError as error:
            return f"{READ_ONLY} ({error.strerror})"
        return SHARED

    def remove(self) -> None:
        """Remove the file if it was written."""
        if self._path and self.welcome:
            with contextlib.suppress(OSError):
                self._path.unlink()


def welcome(message: object) -> dict[str, str]:
    """Return node 0's welcome, which is empty or names its marker. Raises ProtocolError.

    A name of any other form could lead out of the folder.
    """
    found = {name: text(value, 64) for name, value in mapping(message, 2).items()}
    if found and not (found.keys() == {"name", "content"} and NAME.fullmatch(found["name"])):
        raise ProtocolError("a welcome that names no marker")
    return found


def look(folder: str, welcome: dict[str, str]) -> str | None:
    """Return the state of the folder on another node than the first, from the first one's welcome."""
    if not folder:
        return None
    if not Path(folder).is_dir():
        return "not there"
    if welcome and not _holds(Path(folder, welcome["name"]), welcome["content"]):
        return "not the folder of node 0"
    return SHARED if os.access(folder, os.W_OK) else READ_ONLY


def _holds(path: Path, content: str) -> bool:
    end = time.monotonic() + PATIENCE
    while _read(path) != content:
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def _read(path: Path) -> str | None:
    try:
        with path.open(encoding="ascii") as file:
            return file.read(64)
    except (OSError, ValueError):
        return None
