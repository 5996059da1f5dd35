"""The facts that must agree between nodes, one line each. Other facts may differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Mapping, Sequence

from preflight_facts import PRESENT, Report, Value
from preflight_marker import SHARED
from preflight_plan import Plan

# Minimum free space for a checkpoint: with less, the file system is full.
SPACE = 1024 * 1024


@dataclass(frozen=True)
class Rule:
    """A fact and its requirement. Harmless differences are reported and don't stop the run."""

    fact: str
    check: Callable[[Sequence[Value], Plan], str | None]
    harmless: bool = False


@dataclass(frozen=True)
class Difference:
    """A fact that violates its requirement, with the nodes of each value."""

    fact: str
    expected: str
    nodes: tuple[tuple[Value, tuple[int, ...]], ...]
    harmless: bool = False


def alike(values: Sequence[Value], _: Plan) -> str | None:
    """Require the same value on every node."""
    return "the same everywhere" if len(set(values)) > 1 else None


def exactly(bound: Callable[[Plan], Value]) -> Callable[[Sequence[Value], Plan], str | None]:
    """Require a given value on the nodes that have a value."""

    def check(values: Sequence[Value], plan: Plan) -> str | None:
        wanted = bound(plan)
        return f"{wanted} everywhere" if any(value not in (None, wanted) for value in values) else None

    return check


def at_least(bound: Callable[[Plan], int]) -> Callable[[Sequence[Value], Plan], str | None]:
    """Require an amount on the nodes that have a value."""

    def check(values: Sequence[Value], plan: Plan) -> str | None:
        least = bound(plan)
        known = [value for value in values if isinstance(value, int)]
        return f"at least {least} everywhere" if known and min(known) < least else None

    return check


RULES: tuple[Rule, ...] = (
    Rule("processes", exactly(lambda plan: plan.processes)),
    Rule("processes", alike),
    Rule("GPUs", alike),
    Rule("GPUs", at_least(lambda plan: min(plan.gpus, plan.processes))),
    Rule("CUDA_VISIBLE_DEVICES", alike),
    Rule("NVIDIA_VISIBLE_DEVICES", alike, harmless=True),
    Rule("GPU model", alike, harmless=True),
    Rule("driver", alike, harmless=True),
    Rule("Python", alike),
    Rule("torch", alike),
    Rule("NCCL", alike),
    Rule("libraries of the fabric", exactly(lambda _: PRESENT)),
    Rule("NCCL for the fabric", exactly(lambda _: PRESENT)),
    Rule("CUDA for the GPU", exactly(lambda _: PRESENT)),
    Rule("interfaces", alike, harmless=True),
    Rule("interface of NCCL_SOCKET_IFNAME", exactly(lambda _: PRESENT)),
    Rule("interface of GLOO_SOCKET_IFNAME", exactly(lambda _: PRESENT)),
    Rule("RDMA devices", alike),
    Rule("memlock limit", alike),
    Rule("shared memory", alike, harmless=True),
    Rule("free space for checkpoints", at_least(lambda _: SPACE)),
    Rule("checkpoint folder", exactly(lambda _: SHARED)),
)


def differences(reports: Mapping[int, Report], plan: Plan) -> list[Difference]:
    """Return the differences between the nodes, harmless ones last."""
    found: dict[str, Difference] = {}
    for rule in RULES:
        values = {index: reports[index].facts.get(rule.fact) for index in sorted(reports)}
        expected = rule.check(list(values.values()), plan)
        if expected and rule.fact not in found:
            found[rule.fact] = Difference(rule.fact, expected, _grouped(values), rule.harmless)
    for name in sorted({name for report in reports.values() for name in report.variables}):
        variable = {index: reports[index].variables.get(name) for index in sorted(reports)}
        expected = alike(list(variable.values()), plan)
        if expected:
            found[name] = Difference(name, expected, _grouped(variable))
    return sorted(found.values(), key=lambda difference: difference.harmless)


def _grouped(values: Mapping[int, Value]) -> tuple[tuple[Value, tuple[int, ...]], ...]:
    """Group nodes by value, the most common value first."""
    nodes: dict[Value, list[int]] = {}
    for index, value in values.items():
        nodes.setdefault(value, []).append(index)
    commonest_first = sorted(nodes.items(), key=lambda item: (-len(item[1]), item[1]))
    return tuple((value, tuple(indexes)) for value, indexes in commonest_first)
