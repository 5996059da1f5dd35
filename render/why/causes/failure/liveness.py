"""A liveness or startup probe ended a container.

A training that computes does not answer a probe in time, and a sidecar that fails its probe takes the pod with it if
its restart policy requires it.

Reads: events of pods (`Unhealthy`, `Killing`), Pod (`state.terminated` of containers).
Source: https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._ends import is_ended
from render.why.explanation import Explanation, explain, of_event
from render.why.training_run import TrainingRun

_KILLED = re.compile(
    r"Container (?P<container>\S+) failed (?:liveness|startup) probe|Stopping container (?P<stopped>\S+)"
)
"""A container that the kubelet starts again, or not: of a pod with `restartPolicy: Never` it says no reason."""
_PROBE = re.compile(r"(?:Liveness|Startup) probe (?:failed|errored)")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the last container that a probe ended."""
    own = {pod.name for pod in run.pods if pod.failure is not None and not is_ended(pod)}
    probes = [one for one in run.pod_events if one.reason == "Unhealthy" and _PROBE.match(one.message)]
    killed = [
        (one, found) for one in run.pod_events if one.reason == "Killing" and (found := _KILLED.match(one.message))
    ]
    for record, found in reversed(killed):
        failed = [one for one in probes if one.name == record.name]
        if found["container"] or (failed and record.name in own):
            name = found["container"] or found["stopped"]
            why = f": {failed[-1].message.strip().removesuffix(':')}" if failed else ""
            hint = "remove the probe from containers that compute, or give it a longer time-out"
            sentence = f"a probe ended `{name}` of the pod `{record.name}`{why}"
            yield from explain(sentence, [of_event(record), *map(of_event, failed[-2:])], hint, key="pod")
            return
