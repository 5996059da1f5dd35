"""ADM314 hook-malformed: a hook does nothing, does two things, or sleeps longer than the pod has to end.

`postStart` and `preStop` have exactly one of `exec`, `httpGet`, `tcpSocket` and `sleep`, which ends within the pod's
`terminationGracePeriodSeconds`. The API server refuses the pod.

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
    """Yield what is wrong with each hook."""
    grace = pod.spec.get("terminationGracePeriodSeconds", _handler.DEFAULT_GRACE)
    for container in pod.containers:
        if container.kind != "containers" and container.data.get("restartPolicy") != "Always":
            continue  # it can have none: ADM315
        path, lifecycle = (*container.path, "lifecycle"), container.data.get("lifecycle", {})
        for hook in ("postStart", "preStop"):
            if hook in lifecycle:
                yield from _handler.malformed((*path, hook), lifecycle[hook], _HANDLERS, grace)
