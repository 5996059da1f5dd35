"""RES118 node-label-unknown: no node has a label with this name or value, but a similar one.

The names and values of well-known labels are fixed: `kubernetes.io/arch` is `amd64` or `arm64`, never `x86_64` or
`aarch64`; EKS writes `SPOT`, Karpenter `spot`. Pods that ask for another one stay Pending, and an autoscaler makes no
node for them.

Source: https://kubernetes.io/docs/reference/labels-annotations-taints/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    pod: {nodeSelector: {kubernetes.io/arch: x86_64}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    pod: {nodeSelector: {kubernetes.io/arch: amd64}}
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.manifests.pods import Pod, pods
from render.problem import Severity
from render.rules.resources._nodes import wanted_labels
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path as ObjectPath
from render.schema_errors.suggest import nearest

_SIMILAR = 0.9
_LEVELS = tuple(f"kueue.x-k8s.io/podset-{kind}-topology" for kind in ("preferred", "required", "slice-required"))
_OF_GROUPS = ("schedulingConstraints", "highestTierName")
_AFFINITIES = ("podAffinity", "podAntiAffinity")
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


_FIELDS = ("affinity", "nodeSelector", "tolerations", "topologySpreadConstraints")


@rule(severity=Severity.WARNING, keys=(*_FIELDS, *_LEVELS, *_OF_GROUPS))
def check(item: Object) -> Iterator[Finding]:
    """Check names and values of labels, levels of a topology, and taints that pods tolerate."""
    for path, key in _group_levels(item):
        yield from _name(path, key, _labels())
    for pod in pods(item):
        for wanted in wanted_labels(pod):
            path = wanted.paths[0] if wanted.paths else (*pod.spec_path, "nodeSelector")
            yield from _name(path, wanted.key, _labels())
            yield from _values(wanted.key, wanted.values, path)
        for path, key in _topology_keys(pod):
            yield from _name(path, key, _labels())
        for path, toleration in list_items(pod.spec_path, pod.spec, "tolerations"):
            yield from _name((*path, "key"), toleration.get("key") or "", _taints())


def _name(path: ObjectPath, key: str, known: Mapping[str, Any]) -> Iterator[Finding]:
    if not key or key in known:
        return
    near = next((name for name in known if name.rpartition("/")[2] == key), None)
    domain = key.partition("/")[0] + "/"
    same = [name for name in known if name.startswith(domain)] if "/" in key else []
    near = near or next((name for name in same if name.startswith(f"{key}-")), None) or nearest(key, same, _SIMILAR)
    if near is not None:
        yield Finding(path, f"no node has `{key}`: did you mean `{near}`?", f"write `{near}`")


def _values(key: str, values: tuple[str, ...], path: ObjectPath) -> Iterator[Finding]:
    row = _labels().get(key) or {}
    allowed: list[str] = row.get("values") or []
    if allowed and values and not set(allowed) & set(values):
        near = row.get("mistaken", {}).get(values[0].lower()) or nearest(values[0], allowed, 0.6)
        hint = f"write `{near}`" if near else f"use one of {', '.join(f'`{one}`' for one in allowed)}"
        yield Finding(path, f"no node has `{key}: {values[0]}`", hint)


def _group_levels(item: Object) -> Iterator[tuple[ObjectPath, str]]:
    """Yield the levels that a PodGroup names."""
    if item.kind.name == "PodGroup":
        spec = item.data.get("spec") or {}
        for path, constraint in list_items(
            ("spec", "schedulingConstraints"), spec.get("schedulingConstraints") or {}, "topology"
        ):
            yield (*path, "key"), constraint.get("key") or ""
        yield (
            ("spec", "networkTopology", "highestTierName"),
            (spec.get("networkTopology") or {}).get("highestTierName") or "",
        )


def _topology_keys(pod: Pod) -> Iterator[tuple[ObjectPath, str]]:
    for name in _LEVELS:
        yield (*pod.path, "metadata", "annotations", name), pod.metadata.get("annotations", {}).get(name) or ""
    for path, spread in list_items(pod.spec_path, pod.spec, "topologySpreadConstraints"):
        yield (*path, "topologyKey"), spread.get("topologyKey") or ""
    for kind in _AFFINITIES:
        terms = ((pod.spec.get("affinity") or {}).get(kind) or {}).get(_REQUIRED) or ()
        for index, term in enumerate(terms):
            path = (*pod.spec_path, "affinity", kind, _REQUIRED, index, "topologyKey")
            yield path, term.get("topologyKey") or ""


@cache
def _data() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(Path(__file__).with_name("node_labels.json").read_bytes())
    return found


def _labels() -> Mapping[str, Any]:
    labels: Mapping[str, Any] = _data()["labels"]
    return labels


def _taints() -> Mapping[str, Any]:
    taints: Mapping[str, Any] = _data()["taints"]
    return taints
