"""Check that no pod of the run is on a lost node: Kubernetes keeps it, and the run neither fails nor restarts."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, warning
from render.doctor.cluster_view import NODE, ClusterView
from render.doctor.present_run import jobset_of, live_pods
from render.doctor.requirements import Requirements
from render.manifests.paths import Data

_TAINT = "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute"
"""https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown."""


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per pod of the run on a lost node. Pods are only listed if there is one."""
    lost = {str(node["metadata"]["name"]) for node in view.list(NODE) if is_lost(node)}
    for pod in sorted(live_pods(wanted, view), key=jobset_of) if lost else ():
        node = pod["spec"].get("nodeName")
        if node in lost:
            message = f"the run waits for the pod `{pod['metadata']['name']}`: its node `{node}` does not answer"
            hint = f"once that machine is off, `kubectl taint nodes {node} {_TAINT}` restarts the run"
            yield warning(f"JobSet/{jobset_of(pod)}", message, hint)


def is_lost(node: Data) -> bool:
    """Return True if the kubelet has stopped to report (https://kubernetes.io/docs/reference/node/node-status/)."""
    conditions = node.get("status", {}).get("conditions", [])
    return any(one["type"] == "Ready" and one["status"] == "Unknown" for one in conditions)
