"""Texts for users: a table for the log, a sentence for the termination message."""

from __future__ import annotations

import re
from typing import Mapping, Sequence

from peer_text import printable, ranges
from preflight_facts import Report, Value
from preflight_rules import Difference

# Keeps cells and sentences short; the kubelet keeps 4096 bytes of a message.
WIDTH = 60
NAMED_AT_MOST = 8
# Amounts in bytes; everything else is a number or a text.
AMOUNTS = {"shared memory", "free space for checkpoints"}


def sentence(found: Sequence[Difference], reports: Mapping[int, Report]) -> str:
    """Return a sentence with the differences and their nodes, the rarest value first."""
    parts = []
    for difference in found:
        values = [
            f"{show(difference.fact, value)} on {_named(nodes, reports)}" for value, nodes in reversed(difference.nodes)
        ]
        if len(values) > NAMED_AT_MOST:
            values = [*values[:NAMED_AT_MOST], f"{len(values) - NAMED_AT_MOST} more values"]
        parts.append(f"{difference.fact} must be {difference.expected}: {', '.join(values)}")
    return "the nodes differ; " + "; ".join(parts)


def table(found: Sequence[Difference], reports: Mapping[int, Report]) -> list[str]:
    """Return the lines of a table: each fact, its requirement, and the nodes of each value."""
    rows = [("fact", "value", "nodes", "must be")]
    for difference in found:
        expected = f"({difference.expected})" if difference.harmless else difference.expected
        for position, (value, nodes) in enumerate(difference.nodes[:NAMED_AT_MOST]):
            shown = show(difference.fact, value)
            fact, rule = ("", "") if position else (difference.fact, expected)
            rows.append((fact, shown, _named(nodes, reports), rule))
        if len(difference.nodes) > NAMED_AT_MOST:
            rows.append(("", f"and {len(difference.nodes) - NAMED_AT_MOST} more values", "", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[3]]).rstrip() for row in rows]


def show(fact: str, value: Value) -> str:
    """Return a value as text."""
    if value is None:
        return "unset" if re.fullmatch(r"[A-Z]+(_[A-Z]+)+", fact) else "none"
    if fact in AMOUNTS and isinstance(value, int):
        return f"{value // 1024 // 1024} MiB"
    return printable(str(value) if value != "" else "empty", WIDTH)


def numbers(nodes: Sequence[int]) -> str:
    """Return node numbers, those in a row as a range: `node 3`, `nodes 0-2, 5`."""
    shown = ranges(nodes)
    if len(shown) > NAMED_AT_MOST:
        shown = [*shown[:NAMED_AT_MOST], f"{len(nodes)} in all"]
    return f"{'node' if len(nodes) == 1 else 'nodes'} {', '.join(shown)}"


def _named(nodes: Sequence[int], reports: Mapping[int, Report]) -> str:
    """Return the numbers of nodes, for one node with its host's name."""
    host = printable(reports[nodes[0]].host, WIDTH)
    return f"{numbers(nodes)} ({host})" if len(nodes) == 1 else numbers(nodes)
