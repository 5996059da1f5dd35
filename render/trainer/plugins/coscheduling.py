"""Coscheduling: a PodGroup of the scheduler plug-ins of Kubernetes, and the label that binds pods to it.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/coscheduling/coscheduling.go
"""

from collections.abc import Iterator
from typing import Any

from render.trainer.context import ExpansionContext
from render.trainer.plugins._pod_group import pod_group_size

_LABEL = "scheduling.x-k8s.io/pod-group"


def enforce(work: ExpansionContext) -> None:
    """Bind every pod to the group."""
    for pods in work.sets:
        pods.template.setdefault("metadata", {}).setdefault("labels", {})[_LABEL] = work.name


def build(work: ExpansionContext) -> Iterator[dict[str, Any]]:
    """Yield the PodGroup."""
    yield {
        "apiVersion": "scheduling.x-k8s.io/v1alpha1",
        "kind": "PodGroup",
        "metadata": work.metadata(work.name),
        "spec": {
            **pod_group_size(work),
            "scheduleTimeoutSeconds": work.group_policy["coscheduling"].get("scheduleTimeoutSeconds", 60),
        },
    }
