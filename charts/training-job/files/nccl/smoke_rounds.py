"""The rounds of the search for slow nodes: disjoint pairs of nodes, so that a round measures all at once."""

from __future__ import annotations

from typing import Sequence, Tuple

Pair = Tuple[int, int]

# Partners per node: enough that one slow or busy partner does not decide, with any number of nodes.
AT_MOST = 8


def rounds(nodes: int) -> list[list[Pair]]:
    """Return rounds in which each node meets another partner each time (circle method): all of them up to 9 nodes."""
    # With an odd number one node rests in each round.
    seats = nodes + nodes % 2
    found = []
    for turn in range(min(seats - 1, AT_MOST)):
        circle = [seats - 1, *((turn + step) % (seats - 1) for step in range(seats - 1))]
        pairs = [(circle[index], circle[seats - 1 - index]) for index in range(seats // 2)]
        found.append(sorted((min(pair), max(pair)) for pair in pairs if max(pair) < nodes))
    return found


def confirmation(suspects: Sequence[Pair], slow: set[int], nodes: int, turn: int) -> list[Pair]:
    """Return one round that measures suspected pairs again, and slow nodes with partners that are not, each once."""
    pairs = [pair for position, pair in enumerate(suspects) if not _taken(pair, suspects[:position])]
    taken = {node for pair in pairs for node in pair} | slow
    free = [node for node in range(nodes) if node not in taken]
    partners = free[turn % len(free) :] + free[: turn % len(free)] if free else []
    return sorted(pairs + [(min(pair), max(pair)) for pair in zip(sorted(slow), partners)])


def _taken(pair: Pair, before: Sequence[Pair]) -> bool:
    return any(set(pair) & set(other) for other in before)
