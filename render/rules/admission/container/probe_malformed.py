"""ADM313 probe-malformed: a probe has no handler, several, or an invalid threshold.

A probe has exactly one of `exec`, `httpGet`, `tcpSocket` and `grpc`. Liveness and startup probes have
`successThreshold: 1`; a readiness probe never stops the container, so it has no `terminationGracePeriodSeconds`. A port
is a number, or the name of a port. The API server rejects the pod.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, livenessProbe: {tcpSocket: {port: 80}, successThreshold: 2}}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, livenessProbe: {tcpSocket: {port: 80}, failureThreshold: 2}}]}
"""

from collections.abc import Iterator

from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid
from render.rules.admission.container import _handler
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
_HANDLERS = ("exec", "httpGet", "tcpSocket", "grpc")


@rule(keys=_PROBES)
def check(pod: Pod) -> Iterator[Finding]:
    """Check each probe."""
    for container in pod.containers:
        # ADM315 reports probes of init containers that are not sidecars.
        if container.kind == "containers" or container.data.get("restartPolicy") == "Always":
            for name in _PROBES:
                if name in container.data:
                    yield from _check_probe((*container.path, name), name, container.data[name])


def _check_probe(path: Path, name: str, probe: Data) -> Iterator[Finding]:
    yield from _handler.check_handler(path, probe, _HANDLERS)
    threshold = probe.get("successThreshold") or 1
    if name != "readinessProbe" and threshold != 1:
        yield invalid((*path, "successThreshold"), threshold, "must be 1")
    if name == "readinessProbe" and "terminationGracePeriodSeconds" in probe:
        place, period = (*path, "terminationGracePeriodSeconds"), probe["terminationGracePeriodSeconds"]
        yield invalid(place, period, "must not be set for readinessProbes")
