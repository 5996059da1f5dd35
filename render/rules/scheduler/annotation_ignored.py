"""SCD125 annotation-ignored: an annotation has a value or a place that its reader ignores.

Autoscalers, Kueue and Volcano compare some annotations with a few texts and treat any other as if it were missing: the
cluster autoscaler evicts a pod with `safe-to-evict: "no"` like all others. Autoscalers read annotations of pods: a
label, or an annotation of the object that creates the pods, has no effect.

Source: https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md

Example:
    image: registry.example/train:1
    pod: {annotations: {cluster-autoscaler.kubernetes.io/safe-to-evict: "no"}}
Use instead:
    image: registry.example/train:1
    pod: {annotations: {cluster-autoscaler.kubernetes.io/safe-to-evict: "false"}}
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


class _Reader(NamedTuple):
    name: str
    values: str
    """Pattern of the values that it reads."""
    written: str
    """The same in words."""
    only_pods: bool = False
    """True if it reads annotations of pods alone."""


_BOOL, _WORDS = "true|false", '`"true"` or `"false"`'
_GO_BOOL = "1|t|T|TRUE|true|True|0|f|F|FALSE|false|False"  # strconv.ParseBool
_DURATION = r"[-+]?((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+"  # time.ParseDuration

_READERS = {
    "cluster-autoscaler.kubernetes.io/pod-scale-up-delay": _Reader(
        "cluster-autoscaler", _DURATION, "a duration such as `600s`", only_pods=True
    ),
    "cluster-autoscaler.kubernetes.io/safe-to-evict": _Reader("cluster-autoscaler", _BOOL, _WORDS, only_pods=True),
    # https://karpenter.sh/preview/reference/annotations/
    "karpenter.sh/do-not-disrupt": _Reader(
        "Karpenter", f"{_BOOL}|{_DURATION}", '`"true"` or a duration such as `30m`', only_pods=True
    ),
    # https://kueue.sigs.k8s.io/docs/reference/labels-and-annotations/
    "kueue.x-k8s.io/pod-group-fast-admission": _Reader("Kueue", _BOOL, _WORDS),
    "kueue.x-k8s.io/pod-group-serving": _Reader("Kueue", _BOOL, _WORDS),
    "kueue.x-k8s.io/retriable-in-group": _Reader("Kueue", _BOOL, _WORDS),
    "kueue.x-k8s.io/safe-to-forcefully-terminate": _Reader("Kueue", _BOOL, _WORDS),
    # https://github.com/volcano-sh/volcano/blob/master/pkg/scheduler/api/pod_info.go
    "volcano.sh/preemptable": _Reader("Volcano", _GO_BOOL, _WORDS),
}
_REPLACED = {"karpenter.sh/do-not-evict": ("Karpenter since 1.0", "karpenter.sh/do-not-disrupt")}
"""Annotations that are not read any more, with their successor: https://karpenter.sh/v1.0/concepts/disruption/"""


@rule(severity=Severity.WARNING, keys=(*_READERS, *_REPLACED))
def check(item: Object) -> Iterator[Finding]:
    """Check values in annotations of pods, then the place of those that only pods may have."""
    found = pods(item)
    for pod in found:
        for key, value in (pod.metadata.get("annotations") or {}).items():
            if key in _REPLACED:
                name, successor = _REPLACED[key]
                path = (*pod.path, "metadata", "annotations", key)
                yield Finding(path, f"{name} ignores `{key}`", f"rename it to `{successor}`", is_about_key=True)
            reader = _READERS.get(key)
            if reader is not None and re.fullmatch(reader.values, str(value)) is None:
                path = (*pod.path, "metadata", "annotations", key)
                yield Finding(path, f"{reader.name} ignores `{value}`", f"write {reader.written}")
        yield from _misplaced((*pod.path, "metadata", "labels"), pod.metadata.get("labels"))
    if found and found[0].path:
        for kind in ("annotations", "labels"):
            yield from _misplaced(("metadata", kind), item.data.get("metadata", {}).get(kind))


def _misplaced(path: Path, keys: dict[str, str] | None) -> Iterator[Finding]:
    for key in keys or ():
        reader = _READERS.get(key)
        if reader is not None and reader.only_pods:
            message = f"{reader.name} reads `{key}` as an annotation of pods only"
            yield Finding((*path, key), message, "move it to the annotations of the pods; in a spec, `pod.annotations`")
