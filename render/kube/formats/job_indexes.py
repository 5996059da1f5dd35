"""Sets of a Job's completion indexes as text, such as `0,2-4`.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/#JobSpec
"""

import re

_NUMBER = "[+-]?[0-9]+"


def count_indexes(text: str, completions: int) -> tuple[int, str | None]:
    """Return the number of indexes in a text, or 0 and the reason why the API server rejects it.

    They must increase, and be less than the number of completions.
    """
    count, last = 0, -1
    for part in text.split(",") if text else ():
        limits = part.split("-")
        if len(limits) > 2 or not all(re.fullmatch(_NUMBER, limit) for limit in limits):
            return 0, f"cannot convert string to integer for index: {part!r}"
        first, final = int(limits[0]), int(limits[-1])
        if final >= completions or first >= completions:
            return 0, f"too large index: {part!r}"
        if first <= last or (len(limits) > 1 and first >= final):
            return 0, f"non-increasing order: {part!r}"
        count, last = count + final - first + 1, final
    return count, None
