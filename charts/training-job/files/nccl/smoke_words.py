"""Texts for users: the table in rank 0's log, and the sentences about nodes."""

from __future__ import annotations

from typing import Sequence

import smoke_sizes as sizes
from smoke_arithmetic import Row
from smoke_suspects import Measurements, Pair, Suspect

HEAD = (
    f"{'size':>10} {'median':>11} {'p99':>11} {'algbw':>9} {'busbw':>9} {'wrong':>7}\n"
    f"{'':>10} {'us':>11} {'us':>11} {'GB/s':>9} {'GB/s':>9}"
)
NAMED_AT_MOST = 8
PLACES = {"inside": "between its own processes", "network": "to the other nodes"}


def printable(text: str, most: int) -> str:
    """Return a text as one line of at most `most` characters. Those that are not printable (control characters, line
    breaks, the controls of bidirectional text) are escaped as in Python."""
    shown = "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def line(row: Row) -> str:
    """Return a row of the table."""
    return (
        f"{sizes.show(row.bytes):>10} {row.time['median']:>11.1f} {row.time['p99']:>11.1f}"
        f" {row.algbw:>9.3f} {row.busbw:>9.3f} {row.wrong:>7}"
    )


def ranks(numbers: Sequence[int]) -> str:
    """Return ranks, those in a row as a range: `rank 3`, `ranks 0-2, 5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    shown = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    if len(shown) > NAMED_AT_MOST:
        shown = [*shown[:NAMED_AT_MOST], f"{len(numbers)} in all"]
    return f"{'rank' if len(numbers) == 1 else 'ranks'} {', '.join(shown)}"


def slow(found: Measurements, suspects: Sequence[Suspect], links: Sequence[Pair], names: Sequence[str]) -> str:
    """Return a sentence that names the slow nodes and links, with their busbw."""
    parts = [
        f"{node(suspect.node, names)} is slow {PLACES[suspect.where]}:"
        f" {suspect.busbw:.3g} GB/s, usually {suspect.usual:.3g} GB/s"
        for suspect in suspects
    ]
    parts += [
        f"the link between {node(a, names)} and {node(b, names)} is slow: {found.pairs[a, b]:.3g} GB/s"
        for a, b in links
    ]
    if parts:
        return "; ".join(parts)
    if len(names) < 3:
        return "a slow node can only be found among three nodes or more"
    return "no node is slower than the others"


def node(number: int, names: Sequence[str]) -> str:
    """Return a node with its name."""
    return f"node {number} ({names[number]})"
