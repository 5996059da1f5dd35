"""Sets of a Job's indexes as text: `0,2-4`.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/#JobSpec
"""

import re
from dataclasses import dataclass

_NUMBER = re.compile("[+-]?[0-9]+")


@dataclass(frozen=True, slots=True)
class Indexes:
    """How many indexes a text names, or why it names none."""

    count: int = 0
    refusal: str | None = None


def parsed(text: str, completions: int) -> Indexes:
    """Return the indexes of a text, all of which are below the number of completions, and in order."""
    count, last = 0, -1
    for part in text.split(",") if text else ():
        limits = part.split("-")
        if len(limits) > 2 or not all(_NUMBER.fullmatch(limit) for limit in limits):
            return Indexes(refusal=f"cannot convert string to integer for index: {part!r}")
        first, final = int(limits[0]), int(limits[-1])
        if final >= completions or first >= completions:
            return Indexes(refusal=f"too large index: {part!r}")
        if first <= last or (len(limits) > 1 and first >= final):
            return Indexes(refusal=f"non-increasing order: {part!r}")
        count, last = count + final - first + 1, final
    return Indexes(count)
