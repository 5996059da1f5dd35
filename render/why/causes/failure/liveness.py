"""A liveness probe ended a container.

A training that computes does not answer a probe in time, and a sidecar that fails its probe takes the pod with it if
its restart policy requires it.

Reads: events of pods (`Unhealthy`, `Killing`), Pod (`restartCount`).
Source: https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
"""

import re
from collections.abc import Iterator

from render.why.explanation import Explanation, explain, of_event
from render.why.training_run import TrainingRun

_KILLED = re.compile(r"Container (?P<container>\S+) failed liveness probe, will be (?:restarted|killed)")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the last container that a probe ended."""
    rows = [
        (one, found) for one in run.pod_events if one.reason == "Killing" and (found := _KILLED.search(one.message))
    ]
    if rows:
        record, found = rows[-1]
        probes = [one for one in run.pod_events if one.reason == "Unhealthy" and one.name == record.name]
        why = f": {probes[-1].message}" if probes else ""
        hint = "remove the liveness probe from containers that compute, or give it a longer time-out"
        sentence = f"a liveness probe ended `{found['container']}` of the pod `{record.name}`{why}"
        yield from explain(sentence, [of_event(record), *map(of_event, probes[-2:])], hint, key="pod")
