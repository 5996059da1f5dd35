"""The node ran out of disk, memory or process ids, and its kubelet evicted the pod.

Logs, the writable layer of containers and `emptyDir` volumes count as ephemeral storage. A pod that uses more than it
requests goes first.

Reads: Pod (`status.reason` is `Evicted`), events of pods (`Evicted`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/
"""

from collections.abc import Iterator

from render.why.explanation import Evidence, Explanation, clean, explain, of_event, quote_all
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the pods that a kubelet evicted."""
    pods = [pod for pod in run.pods if pod.reason == "Evicted"]
    records = [one for one in run.pod_events if one.reason == "Evicted"]
    if pods or records:
        names = [pod.name for pod in pods] or [one.name for one in records]
        nodes = quote_all(pod.node for pod in pods if pod.node)
        message = pods[0].message if pods else records[-1].message
        evidence = [
            Evidence(pod.object.created, pod.object.label, clean(f"Evicted: {pod.message}")) for pod in pods[:3]
        ]
        hint = "write large files to `storage` and not to `emptyDir` or the image, or request `ephemeral-storage`"
        sentence = f"the node{f' {nodes}' if nodes else ''} evicted {quote_all(names)}: {message}"
        yield from explain(sentence, [*evidence, *map(of_event, records[-2:])], hint, key="resourcesPerNode")
