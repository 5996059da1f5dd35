"""ADM220 ephemeral-container-forbidden: a manifest has ephemeral containers.

`kubectl debug` adds ephemeral containers to a running pod through a separate API; a new pod or a template cannot have
any. The API server rejects the object.

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
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule


@rule(keys=("ephemeralContainers",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check that there are no ephemeral containers."""
    if pod.spec.get("ephemeralContainers"):
        yield forbidden((*pod.spec_path, "ephemeralContainers"), "cannot be set on create")
