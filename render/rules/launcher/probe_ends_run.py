"""RUN211 probe-ends-run: a liveness check fails in a run that is all right.

A failed liveness check ends the pod, and with it this attempt of the run. The rendezvous port is open on the first node
only; a port without a name of its own program is never open; and without a startup check, the time of
`initialDelaySeconds` and `failureThreshold` periods has to cover the download of a model and the start of all nodes.

Source: https://kubernetes.io/docs/concepts/workloads/pods/probes/

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py]
    container: {livenessProbe: {tcpSocket: {port: 29500}, periodSeconds: 10}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py]
    container: {livenessProbe: {exec: {command: [test, -f, /tmp/alive]}, initialDelaySeconds: 1800, periodSeconds: 60}}
"""

from collections.abc import Iterator, Mapping
from typing import Any

from render.problem import Severity
from render.programs.run import SHORT_WAIT, Run
from render.rules.rule import Finding, rule

_PORT = 29500


@rule(severity=Severity.WARNING, keys=("container.livenessProbe", "container.startupProbe"))
def check(run: Run) -> Iterator[Finding]:
    """Report liveness checks of the rendezvous port, of unknown names of ports, and those that start too early."""
    for kind in ("livenessProbe", "startupProbe"):
        probe: Mapping[str, Any] = run.at("container", kind) or {}
        port = (probe.get("tcpSocket") or probe.get("httpGet") or {}).get("port")
        if run.nodes > 1 and port == (run.at("network", "port") or _PORT):
            message = f"port {port} is open on the first node only: the check ends all others"
            yield Finding(("container", kind), message, "check something that every node has, such as a file")
    probe = run.at("container", "livenessProbe") or {}
    seconds = _seconds(probe)
    if probe and not run.at("container", "startupProbe") and seconds < SHORT_WAIT:
        message = (
            f"without a startup check, the pod ends if the program does not answer {seconds} seconds after its start"
        )
        hint = "add `startupProbe`, or use `readinessProbe`, which ends nothing"
        yield Finding(("container", "livenessProbe"), message, hint)


def _seconds(probe: Mapping[str, Any]) -> int:
    """Return the seconds after which a check that never succeeds ends the pod, with the defaults of Kubernetes."""
    period, failures = probe.get("periodSeconds") or 10, probe.get("failureThreshold") or 3
    return int(probe.get("initialDelaySeconds") or 0) + int(period) * int(failures)
