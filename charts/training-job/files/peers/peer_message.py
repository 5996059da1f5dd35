"""Messages between two nodes: JSON objects of bounded size, read strictly."""

from __future__ import annotations

import json
from typing import Any, Dict, NoReturn

PROTOCOL = 2
# Bytes of one message. A report or an answer takes a few thousand; the longest answer, every character of which is
# written as two escapes, takes a little less.
LIMIT = 1024 * 1024
# Digits of an integer: those of 64 bits. A message has no larger one.
DIGITS = 19

Message = Dict[str, Any]


class ProtocolError(Exception):
    """Data of a peer that does not follow the protocol."""


def encode(message: Message) -> bytes:
    """Return a message as text to send. Raises ProtocolError if it is longer than a peer accepts."""
    text = json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")
    if len(text) > LIMIT:
        raise ProtocolError(f"a message of {len(text)} bytes, more than {LIMIT}")
    return text


def decode(text: bytes) -> Message:
    """Return the message of a text. Raises ProtocolError.

    No message has a number with a fraction; JSON's parser of Python accepts `Infinity`, `NaN` and repeated keys.
    """
    try:
        message = json.loads(
            text.decode("ascii"),
            object_pairs_hook=_mapping,
            parse_int=_integer,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError):
        raise ProtocolError("a message that is not JSON of this protocol") from None
    if not isinstance(message, dict):
        raise ProtocolError("a message that is not a JSON object")
    return message


def text(value: object, most: int) -> str:
    """Return a text of at most `most` characters. Raises ProtocolError where a value is not one."""
    if not isinstance(value, str) or len(value) > most:
        raise ProtocolError(f"a value that is not a text of at most {most} characters")
    return value


def mapping(value: object, most: int) -> Message:
    """Return an object of at most `most` keys. Raises ProtocolError where a value is not one."""
    if not isinstance(value, dict) or len(value) > most:
        raise ProtocolError(f"a value that is not an object of at most {most} keys")
    return value


def _mapping(pairs: list[tuple[str, Any]]) -> Message:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a repeated key")
    return found


def _integer(digits: str) -> int:
    return int(digits) if len(digits) <= DIGITS else _refuse(digits)


def _refuse(number: str) -> NoReturn:
    raise ValueError(number[:DIGITS])
