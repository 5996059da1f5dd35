"""The node refuses the pod: its devices are not there any more.

The scheduler counted a device that the kubelet could not allocate: the device plug-in restarted, or a device became
unhealthy. Or the pod names its node and passed the scheduler, and other pods hold the devices (`OutOfnvidia.com/gpu`).
The pod fails at once and for good; its Job creates another one.

Reads: Pod (`status.reason`, `status.message`).
Source: https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/device-plugins/
"""

from collections.abc import Iterator

from render.why.explanation import Evidence, Explanation, clean, count_pods, explain, quote_all
from render.why.training_run import TrainingRun

_REASONS = ("UnexpectedAdmissionError", "OutOfnvidia.com/gpu", "OutOfamd.com/gpu", "TopologyAffinityError")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for pods that a node refused."""
    pods = [pod for pod in run.pods if pod.reason in _REASONS or pod.reason.startswith("OutOf")]
    if pods:
        nodes = quote_all(pod.node for pod in pods)
        words = [
            Evidence(pod.object.created, pod.object.label, clean(f"{pod.reason}: {pod.message}")) for pod in pods[:3]
        ]
        hint = (
            "other pods hold them (`kubectl describe node`): let the scheduler choose the node, without `nodeName`"
            if pods[0].reason.startswith("OutOf")
            else f"cordon the node ({nodes}), and see the device plug-in and the devices there"
        )
        sentence = f"{nodes} refused {count_pods(pods)}: {pods[0].message or pods[0].reason}"
        yield from explain(sentence, words, hint)
