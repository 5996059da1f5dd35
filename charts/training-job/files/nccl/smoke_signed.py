"""Values in torch's store that only the processes of one test can write: the store takes them from anyone.

The key comes from the UID of the test's Job, a random UUID that the Job controller writes as a label on each
pod. A signature holds the name of the value and the attempt, so that a value can't be put in another's place.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from typing import Any

from smoke_shape import Shape, fits


class ForeignValueError(RuntimeError):
    """The store contains a value that no process of this test wrote."""

    def __init__(self, name: str) -> None:
        """Store the name of the value."""
        super().__init__(
            f"the store of rank 0 contains a value of `{name}` that no process of this test wrote: another program"
            " reaches its port (`network.policy: true` prevents that)"
        )


class Signer:
    """Signs values, and reads only what is signed."""

    def __init__(self, uid: str, attempt: str) -> None:
        """Derive the key from the UID; another purpose derives another key of it."""
        self._key = hmac.new(os.fsencode(uid), b"render smoke test", hashlib.sha256).digest()
        self._attempt = attempt

    def signed(self, name: str, value: object) -> str:
        """Return a value as it is stored under a name."""
        text = json.dumps(value)
        return f"{self._signature(name, text)} {text}"

    def value(self, name: str, stored: bytes, shape: Shape) -> Any:
        """Return the value of a name after a check of its signature and its shape. Raises ForeignValueError."""
        signature, _, rest = stored.partition(b" ")
        text = rest.decode("utf-8", "replace")
        if not hmac.compare_digest(signature, self._signature(name, text).encode("ascii")):
            raise ForeignValueError(name)
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise ForeignValueError(name) from None
        if not fits(value, shape):
            raise ForeignValueError(name)
        return value

    def _signature(self, name: str, text: str) -> str:
        return hmac.new(self._key, f"{self._attempt}\0{name}\0{text}".encode(), hashlib.sha256).hexdigest()
