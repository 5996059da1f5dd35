"""ADM220 ephemeral-container-written: a manifest has ephemeral containers.

They are put into a running pod by `kubectl debug`, through an API of their own; neither a new pod nor a template can
have any. The API server refuses the object.

Source: https://kubernetes.io/docs/concepts/workloads/pods/ephemeral-containers/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      ephemeralContainers: [{name: shell, image: busybox}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}, {name: shell, image: busybox}]
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._refusal import forbidden
from render.rules.rule import Finding, rule


@rule(keys=("ephemeralContainers",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield that there are some."""
    if pod.spec.get("ephemeralContainers"):
        yield forbidden((*pod.spec_path, "ephemeralContainers"), "cannot be set on create")
