"""How each tier of a ladder is started."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from render.kube.gpus import gpus
from render.local.ladder import LOCAL, Tier


class Given(NamedTuple):
    """What the ladder was made of, as arguments of a command."""

    spec: Sequence[str]
    """The spec, and what is laid over it."""
    options: Sequence[str]
    """What holds for every command."""


def table(tiers: Iterable[tuple[Tier, str | None]], values: Mapping[str, Any], given: Given) -> Iterator[str]:
    """Yield a line a tier: its size, and the command that starts it.

    With each tier comes the file that it is written to, if it is. `values` are the spec's over the chart's defaults.
    """
    each = gpus(values.get("resourcesPerNode") or {})
    rows = [("TIER", "NODES", "GPUS", "COMMAND")]
    for tier, file in tiers:
        is_here = tier.name == LOCAL
        started = _here(tier, values, given) if is_here else _applied(tier, file, given)
        rows.append((tier.name, str(tier.nodes), "-" if is_here else str(tier.nodes * each), started))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"


def _here(tier: Tier, values: Mapping[str, Any], given: Given) -> str:
    """Return what runs the spec itself, since its program lies beside it."""
    is_written = (values.get("local") or {}).get("numNodes") is not None
    nodes = [] if is_written else ["--nodes", str(tier.nodes)]
    return shlex.join(["render", "run", *given.spec, *given.options, *nodes])


def _applied(tier: Tier, file: str | None, given: Given) -> str:
    spec = [*given.spec, *_sets(tier.over)] if file is None else [file]
    return f"{shlex.join(['render', 'template', *spec, *given.options])} | kubectl apply -f -"


def _sets(over: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the options that set these values."""
    for key, value in over.items():
        if isinstance(value, dict):
            yield from _sets(value, (*path, key))
        else:
            text = "null" if value is None else str(value).replace("\\", "\\\\").replace(",", "\\,")
            yield from ("--set", f"{'.'.join((*path, key))}={text}")
