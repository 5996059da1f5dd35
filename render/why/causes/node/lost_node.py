"""A node does not answer, and its pod stays Terminating.

Kubernetes deletes the pods of a lost node, but only their kubelet can confirm it. The Job gets `FailureTarget` and
never `Failed`, so that JobSet does not restart the run: it hangs until a person acts (seen with Kubernetes 1.36 and
JobSet 0.12).

Reads: Node (`Ready`), Pod (`deletionTimestamp`), Job (`FailureTarget`).
Source: https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown
"""

from collections.abc import Iterator

from render.why.causes.node._disruptions import is_lost
from render.why.explanation import Explanation, explain, of_condition, of_object, quote_all
from render.why.training_run import TrainingRun

TAINT = "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for pods on nodes that do not answer."""
    pods = [pod for pod in run.pods if pod.node and not pod.has_ended and is_lost(run, pod)]
    if not pods:
        return
    nodes = sorted({pod.node for pod in pods})
    found = [(node, node.condition("Ready")) for name in nodes if (node := run.index.find("/Node", "", name))]
    deleted = [of_object(pod.object, "is Terminating", pod.object.deleted) for pod in pods if pod.object.deleted]
    targets = [of_condition(job, job.condition("FailureTarget")) for job in run.jobs]
    stuck = f"; {quote_all(pod.name for pod in pods)} stays Terminating" if deleted else ""
    hint = f"once the machine is off, `kubectl taint nodes {nodes[0]} {TAINT}` restarts the run; or bring the node back"
    sentence = f"its node {quote_all(nodes)} does not answer{stuck}, and nothing restarts the run"
    yield from explain(sentence, [*(of_condition(node, one) for node, one in found), *deleted[:4], *targets], hint)
