"""SCD123 queue-label-on-pods: Kueue's queue is a label of the pods, where Kueue doesn't read it.

Kueue reads `kueue.x-k8s.io/queue-name` from the JobSet, and suspends the whole run until it is admitted. On pods of a
JobSet the label has no effect: the run starts without a queue, or never where Kueue manages only what has one.

Source: https://kueue.sigs.k8s.io/docs/tasks/run/jobsets/

Example:
    image: registry.example/train:1
    pod: {labels: {kueue.x-k8s.io/queue-name: research}}
Use instead:
    image: registry.example/train:1
    scheduler: kueue
    kueue: {queue: research}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_LABELS = ("kueue.x-k8s.io/queue-name", "kueue.x-k8s.io/priority-class")


@rule(severity=Severity.WARNING, keys=("metadata.annotations", "pod.annotations", "pod.labels"))
def check(run: Run) -> Iterator[Finding]:
    """Report Kueue's labels in `pod.labels`, `pod.annotations` and `metadata.annotations`."""
    for key in _LABELS:
        if key in (run.at("metadata", "annotations") or {}):
            message = f"Kueue reads `{key}` from the labels of the JobSet, not from its annotations"
            yield Finding(("metadata", "annotations", key), message, _hint(key))
    for section in ("labels", "annotations"):
        for key in _LABELS:
            if key in (run.at("pod", section) or {}):
                message = f"Kueue reads `{key}` from the JobSet, not from its pods"
                yield Finding(("pod", section, key), message, _hint(key))


def _hint(key: str) -> str:
    name = "queue" if key.endswith("queue-name") else "priorityClass"
    return f"set `scheduler: kueue` and `kueue.{name}`"
