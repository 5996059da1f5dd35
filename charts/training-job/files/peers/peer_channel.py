"""Signed messages on one connection: a line each, the signature before the message. Nothing unsigned is parsed."""

from __future__ import annotations

import hmac

from peer_key import signature
from peer_message import LIMIT, Message, ProtocolError, decode, encode

SIGNATURE = 64


class Channel:
    """One end of a connection after both ends have proved that they have the run's key."""

    def __init__(self, sends: bytes, receives: bytes) -> None:
        """Begin with the keys of the two directions."""
        self._sends, self._receives = sends, receives
        self._sent, self._received = 0, 0
        self._rest = bytearray()

    def line(self, message: Message) -> bytes:
        """Return the next message as bytes to send. Raises ProtocolError if it is too long."""
        text = encode(message)
        self._sent += 1
        return b"%b %b\n" % (signature(self._sends, self._sent, text), text)

    def feed(self, data: bytes) -> list[Message]:
        """Add received data and return the messages that it completes. Raises ProtocolError."""
        start = len(self._rest)
        self._rest += data
        messages = []
        while (end := self._rest.find(b"\n", start)) >= 0:
            messages.append(self._message(bytes(self._rest[:end])))
            del self._rest[: end + 1]
            start = 0
        if len(self._rest) > SIGNATURE + 1 + LIMIT:
            raise ProtocolError(f"a message of more than {LIMIT} bytes")
        return messages

    def _message(self, line: bytes) -> Message:
        signed, _, text = line.partition(b" ")
        self._received += 1
        if not hmac.compare_digest(signed, signature(self._receives, self._received, text)):
            raise ProtocolError("a message that is not signed with this run's key")
        return decode(text)
