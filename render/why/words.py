"""Words for several objects in one sentence."""

from collections.abc import Iterable, Sequence

from render.why.pod_state import PodState

MOST = 4
"""Names in a sentence; the rest is counted."""


def quote_all(names: Iterable[str]) -> str:
    """Return names in backticks, sorted; more than four are counted."""
    unique = sorted(set(names))
    words = ", ".join(f"`{name}`" for name in unique[:MOST])
    return f"{words} and {len(unique) - MOST} more" if len(unique) > MOST else words


def count_pods(pods: Sequence[PodState], total: int = 0) -> str:
    """Return pods in words: by name if it is one, else their number, of a total if that is larger."""
    if len(pods) == 1 and total <= 1:
        return f"the pod `{pods[0].name}`"
    of_all = f" of {total}" if total > len(pods) else ""
    return f"{len(pods)}{of_all} pod{'s' if max(len(pods), total) != 1 else ''}"
