"""Sets of a Job's completion indexes as text, such as `0,2-4`.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/#JobSpec
"""

import re
from dataclasses import dataclass

_NUMBER = re.compile("[+-]?[0-9]+")


@dataclass(frozen=True, slots=True)
class Indexes:
    """The number of indexes in a text, or the reason why the API server rejects it."""

    count: int = 0
    refusal: str | None = None


def parse_indexes(text: str, completions: int) -> Indexes:
    """Count the indexes in a text. They must increase, and be less than the number of completions."""
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
