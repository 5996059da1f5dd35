"""An init container failed, and the program never started.

With `restartPolicy: Never` the pod fails with its first failure; else the kubelet tries again, with growing pauses.

Reads: Pod (`initContainerStatuses`).
Source: https://kubernetes.io/docs/tasks/debug/debug-application/debug-init-containers/
"""

from collections.abc import Iterator

from render.why.causes.failure._ends import failures
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first init container that failed, except preflight."""
    found = [one for one in failures(run) if one.end.is_init and one.end.container not in ("preflight", "ssh-keys")]
    if found:
        first = found[0]
        last = next(reversed([line for line in first.end.message.splitlines() if line.strip()]), "")
        hint = f"`kubectl logs {first.pod.name} -c {first.end.container} -n {run.namespace}` has its output"
        words = f"with code {first.end.code}{f': {last}' if last else ''}"
        sentence = f"the init container `{first.end.container}` of {first.place} failed {words}"
        yield from explain(sentence, [one.evidence for one in found[:3]], hint, key="pod.initContainers")
