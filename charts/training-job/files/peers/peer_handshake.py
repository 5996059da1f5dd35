"""The handshake: two nodes prove to each other that they belong to one run before they send anything else.

    other node   render-preflight 2 NONCE
    node 0       NONCE PROOF
    other node   PROOF

Each proof holds both nonces and the role of who proves, so that none can be used again or be sent back. A peer that
does anything else has its connection closed without an answer.
"""

from __future__ import annotations

import re

from peer_channel import Channel
from peer_key import FIRST_NODE, OTHER_NODE, Key, nonce
from peer_message import PROTOCOL, ProtocolError

# Bytes that a peer may send before its proof, apart from signed messages.
LIMIT = 256
GREETING = f"render-preflight {PROTOCOL} "
_HEX = "([0-9a-f]{64})"
_GREETED = re.compile(GREETING + _HEX)
_ANSWERED = re.compile(f"{_HEX} {_HEX}")
_PROVED = re.compile(_HEX)


class Lines:
    """The lines of a handshake, from data that arrives in pieces."""

    def __init__(self) -> None:
        """Start with an empty buffer."""
        self.rest = b""

    def next(self, pattern: re.Pattern[str]) -> tuple[str, ...] | None:
        """Return the groups of the next line, None where it is not complete. Raises ProtocolError."""
        line, end, rest = self.rest.partition(b"\n")
        if len(line) > LIMIT:
            raise ProtocolError(f"more than {LIMIT} bytes without a proof")
        if not end:
            return None
        self.rest = rest
        found = pattern.fullmatch(line.decode("ascii", "replace"))
        if not found:
            raise ProtocolError("data of another protocol, or of another version")
        return found.groups()


class Handshake:
    """One end of a handshake."""

    def __init__(self, key: Key) -> None:
        """Start with a peer that is not authenticated."""
        self._key = key
        self._lines = Lines()
        self.channel: Channel | None = None

    @property
    def rest(self) -> bytes:
        """The data after the handshake."""
        return self._lines.rest


class FirstNode(Handshake):
    """Node 0's end."""

    def __init__(self, key: Key) -> None:
        """Start; the peer sends first."""
        super().__init__(key)
        self._nonces: tuple[str, str] | None = None

    def feed(self, data: bytes) -> bytes:
        """Add received data and return the answer; `channel` is set once the peer has proved itself. Raises
        ProtocolError."""
        self._lines.rest += data
        answer = b""
        if self._nonces is None:
            greeting = self._lines.next(_GREETED)
            if greeting is None:
                return b""
            self._nonces = (greeting[0], nonce())
            answer = f"{self._nonces[1]} {self._key.proof(FIRST_NODE, self._nonces)}\n".encode("ascii")
        proved = self._lines.next(_PROVED)
        if proved is not None:
            if not self._key.proves(proved[0], OTHER_NODE, self._nonces):
                raise ProtocolError("a wrong proof")
            self.channel = Channel(
                self._key.session(FIRST_NODE, self._nonces), self._key.session(OTHER_NODE, self._nonces)
            )
        return answer


class OtherNode(Handshake):
    """The end of the node that connects."""

    def __init__(self, key: Key) -> None:
        """Start; `greeting` must be sent first."""
        super().__init__(key)
        self._nonce = nonce()
        self.greeting = f"{GREETING}{self._nonce}\n".encode("ascii")

    def feed(self, data: bytes) -> bytes:
        """Add received data and return the proof once node 0 has proved itself; `channel` is set then. Raises
        ProtocolError."""
        self._lines.rest += data
        answer = self._lines.next(_ANSWERED)
        if answer is None:
            return b""
        nonces = (self._nonce, answer[0])
        if not self._key.proves(answer[1], FIRST_NODE, nonces):
            raise ProtocolError("a wrong proof")
        self.channel = Channel(self._key.session(OTHER_NODE, nonces), self._key.session(FIRST_NODE, nonces))
        return f"{self._key.proof(OTHER_NODE, nonces)}\n".encode("ascii")
