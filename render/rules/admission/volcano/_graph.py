"""Dependency graphs of tasks and flows."""

from collections.abc import Mapping, Sequence


def find_blocked(waits_for: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the nodes that never start: in a cycle, or with an unknown or repeated dependency.

    Follows Volcano's `topoSort` of a Job's tasks, in which a repeated dependency is never met.
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
