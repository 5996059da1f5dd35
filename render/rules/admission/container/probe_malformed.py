"""ADM313 probe-malformed: a probe does nothing, does two things, or can't count so.

A probe has exactly one of `exec`, `httpGet`, `tcpSocket` and `grpc`. Liveness and startup probes succeed at once, so
their `successThreshold` is 1; a readiness probe ends nothing, so it has no grace period. A port is a number, or the
name of one. The API server refuses the pod.

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

from render.manifests.places import Data
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid
from render.rules.admission.container import _handler
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
_HANDLERS = ("exec", "httpGet", "tcpSocket", "grpc")


@rule(keys=_PROBES)
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each probe."""
    for container in pod.containers:
        # An init container that ends can have none: ADM315.
        if container.kind == "containers" or container.data.get("restartPolicy") == "Always":
            for name in _PROBES:
                if name in container.data:
                    yield from _malformed((*container.path, name), name, container.data[name])


def _malformed(path: Path, name: str, probe: Data) -> Iterator[Finding]:
    yield from _handler.malformed(path, probe, _HANDLERS)
    threshold = probe.get("successThreshold") or 1
    if name != "readinessProbe" and threshold != 1:
        yield invalid((*path, "successThreshold"), threshold, "must be 1")
    if name == "readinessProbe" and "terminationGracePeriodSeconds" in probe:
        place, period = (*path, "terminationGracePeriodSeconds"), probe["terminationGracePeriodSeconds"]
        yield invalid(place, period, "must not be set for readinessProbes")
