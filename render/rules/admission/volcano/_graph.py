"""Things that wait for each other."""

from collections.abc import Mapping, Sequence


def never_starting(waits_for: Mapping[str, Sequence[str]]) -> set[str]:
    """Return those that wait for themselves in the end, or for what is not there, or twice for the same.

    As Volcano sorts the tasks of a Job (`topoSort`), where a dependency that is named twice is never met.
    """
    started: set[str] = set()
    while True:
        more = {
            name
            for name, dependencies in waits_for.items()
            if name not in started and started.issuperset(dependencies) and len(set(dependencies)) == len(dependencies)
        }
        if not more:
            return waits_for.keys() - started
        started |= more
