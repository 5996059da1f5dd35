"""Messages between two nodes: one JSON object a line, of bounded size."""

from __future__ import annotations

import json
from typing import Any, Dict

PROTOCOL = 1
LIMIT = 1024 * 1024

Message = Dict[str, Any]


class StrangerError(Exception):
    """What came is no message of this protocol."""


def encode(message: Message) -> bytes:
    """Return a message as it travels."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


class Inbox:
    """The messages out of what arrives in pieces."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._rest = b""

    def feed(self, data: bytes) -> list[Message]:
        """Take what has arrived and return the messages that it completes. Raises StrangerError."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LIMIT:
            raise StrangerError(f"a message of more than {LIMIT} bytes")
        return [_decode(line) for line in lines]


def _decode(line: bytes) -> Message:
    try:
        message = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        raise StrangerError("no JSON") from None
    if not isinstance(message, dict):
        raise StrangerError("no JSON object")
    return message
