"""Volcano: its PodGroup, and the annotation that binds pods to it. The runtime sets `schedulerName`.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/volcano/volcano.go
"""

from collections.abc import Iterator
from typing import Any

from render.trainer.context import ExpansionContext
from render.trainer.plugins._pod_group import pod_group_size

_GROUP = "scheduling.k8s.io/group-name"
_QUEUE = "scheduling.volcano.sh/queue-name"


def enforce(work: ExpansionContext) -> None:
    """Bind every pod to the group."""
    for pods in work.sets:
        pods.template.setdefault("metadata", {}).setdefault("annotations", {})[_GROUP] = work.name


def build(work: ExpansionContext) -> Iterator[dict[str, Any]]:
    """Yield the PodGroup, with the JobSet's queue and the priority of the last pods that have one."""
    spec = pod_group_size(work)
    if _QUEUE in work.annotations:
        spec["queue"] = work.annotations[_QUEUE]
    for pods in work.sets:
        if pods.pod.get("priorityClassName"):
            spec["priorityClassName"] = pods.pod["priorityClassName"]
    topology = work.group_policy["volcano"].get("networkTopology")
    if topology is not None:
        spec["networkTopology"] = dict(topology)
    yield {
        "apiVersion": "scheduling.volcano.sh/v1beta1",
        "kind": "PodGroup",
        "metadata": work.metadata(work.name),
        "spec": spec,
    }
