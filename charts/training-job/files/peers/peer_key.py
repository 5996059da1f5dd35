"""The key of the nodes of one run, and the proofs and signatures made with it.

It comes from the UID of the run's JobSet, a random UUID (RFC 9562, version 4: 122 random bits) that the JobSet
controller writes as a label on each pod. It is never sent.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from typing import Sequence

VARIABLE = "RENDER_RUN_UID"
LABEL = "jobset.sigs.k8s.io/jobset-uid"
MISSING = (
    f"this pod has no label {LABEL}, by which the nodes of a run authenticate each other: JobSet 0.12 writes it on"
    " every pod; upgrade JobSet, or set `preflight.enabled: false`"
)

FIRST_NODE = "node 0"
OTHER_NODE = "other node"


class Key:
    """The key of one run for one purpose."""

    def __init__(self, uid: str, run: str, purpose: str = "render preflight") -> None:
        """Derive the key from the UID and from the run's namespace and name."""
        self._key = _mac(os.fsencode(uid), purpose, run)

    def proof(self, role: str, nonces: Sequence[str]) -> str:
        """Return the proof that one end of a connection has the key; the two `role`s have different proofs."""
        return _mac(self._key, "proof", role, *nonces).hex()

    def proves(self, proof: str, role: str, nonces: Sequence[str]) -> bool:
        """Return whether a peer's proof is right, in constant time."""
        return hmac.compare_digest(proof.encode(), self.proof(role, nonces).encode())

    def session(self, sender: str, nonces: Sequence[str]) -> bytes:
        """Return the key that signs what `sender` sends on one connection."""
        return _mac(self._key, "session", sender, *nonces)


def nonce() -> str:
    """Return a number that no connection used before."""
    return os.urandom(32).hex()


def signature(session: bytes, position: int, text: bytes) -> bytes:
    """Return the signature of the message at a `position` among those of its sender."""
    return _mac(session, "message", str(position), text).hex().encode("ascii")


def _mac(key: bytes, *parts: str | bytes) -> bytes:
    """Return HMAC-SHA256 (RFC 2104) of the parts; none but the last may hold a zero byte."""
    joined = b"\0".join(part if isinstance(part, bytes) else os.fsencode(part) for part in parts)
    return hmac.new(key, joined, hashlib.sha256).digest()
