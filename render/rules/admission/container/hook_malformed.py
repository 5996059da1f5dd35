"""ADM314 hook-malformed: a lifecycle hook has no handler, several, or sleeps longer than the grace period.

`postStart` and `preStop` have exactly one of `exec`, `httpGet`, `tcpSocket` and `sleep`. `sleep` is at most the pod's
`terminationGracePeriodSeconds`. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, lifecycle: {preStop: {sleep: {seconds: 60}}}}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      terminationGracePeriodSeconds: 90
      containers: [{name: main, image: train, lifecycle: {preStop: {sleep: {seconds: 60}}}}]
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission.container import _handler
from render.rules.rule import Finding, rule

_HANDLERS = ("exec", "httpGet", "tcpSocket", "sleep")


@rule(keys=("lifecycle",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each hook."""
    grace = pod.spec.get("terminationGracePeriodSeconds", _handler.DEFAULT_GRACE)
    for container in pod.containers:
        if container.kind != "containers" and container.data.get("restartPolicy") != "Always":
            continue  # ADM315 reports these
        path, lifecycle = (*container.path, "lifecycle"), container.data.get("lifecycle", {})
        for hook in ("postStart", "preStop"):
            if hook in lifecycle:
                yield from _handler.check_handler((*path, hook), lifecycle[hook], _HANDLERS, grace)
