"""What a finding is known by from one run to the next."""

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from render.outputs._location import path
from render.problem import Problem


class Fingerprints:
    """The fingerprints of one report: no two are equal, and none changes when lines move."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def of(self, problem: Problem) -> str:
        """Return the next finding's fingerprint, 64 hexadecimal digits."""
        file = path(problem) or problem.file
        identity = [problem.code, file, problem.object, problem.pointer, problem.message]
        digest = _digest(identity)
        self._seen[digest] += 1
        return digest if self._seen[digest] == 1 else _digest([*identity, self._seen[digest]])


def _digest(identity: Sequence[str | int | None]) -> str:
    return sha256(json.dumps(identity).encode()).hexdigest()
