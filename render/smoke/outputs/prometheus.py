"""Prometheus text format, for the textfile collector and the Pushgateway.

Source: https://prometheus.io/docs/instrumenting/exposition_formats/. Units are Prometheus' base units: bytes per
second, seconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from render.smoke.result import SmokeResult
from render.smoke.smoke_report import SmokeReport

_GIGA = 1e9
_MICRO = 1e-6
VERDICTS = ("pass", "slow", "wrong", "unreachable", "transport", "misconfigured")

Labels = Mapping[str, str]


class Metric(NamedTuple):
    """A gauge with its samples."""

    name: str
    about: str
    samples: Sequence[tuple[Labels, float]]


def text(report: SmokeReport) -> str:
    """Return the gauges of a run; a gauge without samples is left out. Prometheus keeps earlier runs itself."""
    return "".join(_lines(metric, report.run) for metric in _metrics(report.run) if metric.samples)


def _metrics(run: SmokeResult) -> Iterator[Metric]:
    verdicts = [({"verdict": verdict}, float(verdict == run.verdict)) for verdict in VERDICTS]
    yield Metric("verdict", "1 for the verdict of the run, 0 for the others", verdicts)
    facts = {"backend": run.backend, "collective": run.collective, "transport": run.seen or "", "gpu": run.gpu or ""}
    versions = {name.lower(): version for name, version in run.versions}
    yield Metric("info", "Versions and transport of the run", [({**facts, **versions}, 1.0)])
    yield Metric("nodes", "Nodes of the run", [({}, float(run.nodes))])
    yield Metric("processes", "Processes of the run", [({}, float(run.world))])
    peak = run.peak and run.peak.busbw
    floor = run.floor and run.floor.busbw
    for name, about, rate in (
        ("peak", "Highest bus bandwidth among the sizes that the gate looks at", peak),
        ("floor", "Floor that the peak must reach", floor),
        ("ceiling", "Ceiling of the hardware", run.ceiling),
    ):
        yield Metric(f"{name}_bus_bandwidth_bytes_per_second", about, [] if rate is None else [({}, rate * _GIGA)])
    yield from _by_size(run)
    yield from _diagnosis(run)


def _by_size(run: SmokeResult) -> Iterator[Metric]:
    sizes = [({"bytes": str(one.bytes)}, one) for one in {one.bytes: one for one in run.sizes}.values()]
    busbw = [(labels, one.busbw * _GIGA) for labels, one in sizes]
    yield Metric("bus_bandwidth_bytes_per_second", "Bus bandwidth by size, as nccl-tests defines it", busbw)
    algbw = [(labels, one.algbw * _GIGA) for labels, one in sizes]
    yield Metric("algorithm_bandwidth_bytes_per_second", "Bytes of the buffer by the median time", algbw)
    yield Metric("median_seconds", "Median time of a call", [(labels, one.median * _MICRO) for labels, one in sizes])
    wrong = [(labels, float(one.wrong)) for labels, one in sizes]
    yield Metric("wrong_elements", "Elements with a wrong value, over all processes", wrong)


def _diagnosis(run: SmokeResult) -> Iterator[Metric]:
    if run.diagnosis is None:
        return
    slow = {one.node for one in run.diagnosis.slow}
    nodes = [({"node": str(n), "host": host}, float(n in slow)) for n, host in enumerate(run.hosts)]
    yield Metric("slow_node", "1 for a node that is slower than the others", nodes)
    pairs = {(link.a, link.b): link.busbw * _GIGA for link in run.diagnosis.links}
    links = [({"a": str(a), "b": str(b)}, busbw) for (a, b), busbw in pairs.items()]
    yield Metric("pair_bus_bandwidth_bytes_per_second", "Between two nodes, or inside one", links)


def _lines(metric: Metric, run: SmokeResult) -> str:
    name = f"render_smoke_{metric.name}"
    samples = (f"{name}{_labels({'run': run.run, **labels})} {value!r}\n" for labels, value in metric.samples)
    return f"# HELP {name} {metric.about}\n# TYPE {name} gauge\n{''.join(samples)}"


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
