"""An init container has not finished, so that the program has not started.

Init containers run one after the other before the program: the preflight check, downloads, the set-up of a fabric.
One that waits for the other nodes ends only when all have a place.

Reads: Pod (`initContainerStatuses`).
Source: https://kubernetes.io/docs/concepts/workloads/pods/init-containers/
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, text_at, time_at
from render.schema_errors.error import get_path
from render.why.explanation import Evidence, Explanation, count_pods, explain
from render.why.pod_state import PodState
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if init containers run, and nothing else is wrong with their pods."""
    rows = [(pod, *found) for pod in run.pending_pods if pod.node and (found := _running(pod)) is not None]
    if not rows or len(rows) < len(run.pending_pods):
        return
    pods = [pod for pod, _, _ in rows]
    first, name, _ = min(rows, key=lambda row: row[2] or "9")
    evidence = [Evidence(since, pod.object.label, f"init container `{one}` runs") for pod, one, since in rows[:2]]
    hint = f"`kubectl logs {first.name} -c {name} -n {run.namespace}` shows how far it is"
    yield from explain(f"the init container `{name}` still runs in {count_pods(pods, run.size)}", evidence, hint)


def _running(pod: PodState) -> tuple[str, str] | None:
    """Return the init container that runs, and since when; sidecars, which run on, are not counted."""
    sidecars = {
        text_at(one, "name") for one in mappings_at(pod.spec, "initContainers") if one.get("restartPolicy") == "Always"
    }
    for one in mappings_at(pod.object.data, "status", "initContainerStatuses"):
        running = get_path(one, ("state", "running"))
        if running is not None and text_at(one, "name") not in sidecars:
            return text_at(one, "name"), time_at(running, "startedAt")
    return None
