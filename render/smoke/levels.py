"""Nodes and measured links of a result by the domains of a topology level, such as racks."""

from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any, NamedTuple

from render.problem import printable
from render.smoke.result import SmokeResult


class LinkRates(NamedTuple):
    """Measured links of a group of nodes, with their rates in GB/s."""

    links: int
    least: float
    median: float
    most: float


class Domain(NamedTuple):
    """Nodes of a result in one domain."""

    name: str
    nodes: tuple[int, ...]
    links: LinkRates | None
    """Links between these nodes; None if none was measured."""


class LevelGroups(NamedTuple):
    """Nodes of a result by the value of a label."""

    label: str
    domains: tuple[Domain, ...]
    """Sorted by name."""
    unknown: tuple[int, ...]
    """Nodes whose Kubernetes node, or the label of it, is not known."""
    between: LinkRates | None
    """Links between nodes of different domains; None if none was measured."""

    def data(self) -> dict[str, Any]:
        """Return the member `level` of `schemas/smoke.json`."""
        return {
            "label": self.label,
            "domains": [
                {"name": one.name, "nodes": [*one.nodes], "links": _rates_data(one.links)} for one in self.domains
            ],
            "unknown": [*self.unknown],
            "between": _rates_data(self.between),
        }


def group_by_level(run: SmokeResult, label: str, labels: Mapping[str, Mapping[str, str]]) -> LevelGroups:
    """Return the nodes and links of a result by the value of a label.

    `labels` are those of the Kubernetes nodes, by node name.
    """
    found = [labels.get(run.machine(node), {}).get(label) for node in range(run.nodes)]
    names = {node: printable(value) for node, value in enumerate(found) if value is not None}
    within: dict[str, list[float]] = {name: [] for name in sorted(set(names.values()))}
    between: list[float] = []
    for link in run.diagnosis.links if run.diagnosis is not None else ():
        ends = names.get(link.a), names.get(link.b)
        if link.a != link.b and None not in ends:
            (within[names[link.a]] if ends[0] == ends[1] else between).append(link.busbw)
    return LevelGroups(
        label=label,
        domains=tuple(
            Domain(name, tuple(node for node in names if names[node] == name), _rates(rates))
            for name, rates in within.items()
        ),
        unknown=tuple(node for node in range(run.nodes) if node not in names),
        between=_rates(between),
    )


def _rates(rates: Iterable[float]) -> LinkRates | None:
    known = sorted(rates)
    return LinkRates(len(known), known[0], median(known), known[-1]) if known else None


def _rates_data(rates: LinkRates | None) -> dict[str, Any] | None:
    if rates is None:
        return None
    return {"count": rates.links, "min": rates.least, "median": rates.median, "max": rates.most}
