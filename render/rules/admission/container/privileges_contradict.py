"""ADM318 privileges-contradict: a privileged container forbids privilege escalation.

`allowPrivilegeEscalation: false` conflicts with `privileged: true` and with the capability `CAP_SYS_ADMIN`, which
amounts to full privileges. The API server rejects the pod.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, securityContext: {privileged: true, allowPrivilegeEscalation: false}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, securityContext: {allowPrivilegeEscalation: false}}]
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(keys=("add", "privileged"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the security context of each container."""
    for container in pod.containers:
        context, path = container.data.get("securityContext", {}), (*container.path, "securityContext")
        if context.get("allowPrivilegeEscalation") is not False:
            continue
        if context.get("privileged"):
            yield invalid(path, context, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true")
        if "CAP_SYS_ADMIN" in context.get("capabilities", {}).get("add", ()):
            why = "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN"
            yield invalid(path, context, why)
