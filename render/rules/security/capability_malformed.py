"""SEC106 capability-malformed: the name of a capability begins with `CAP_`.

Kubernetes' names leave `CAP_` out: `IPC_LOCK`, `SYS_NICE`. containerd puts it in front, finds no
`CAP_CAP_IPC_LOCK`, and doesn't create the container.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/#set-capabilities-for-a-container

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          securityContext: {capabilities: {add: [CAP_IPC_LOCK]}}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          securityContext: {capabilities: {add: [IPC_LOCK]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule


@rule(keys=("capabilities",))
def check(item: Object) -> Iterator[Finding]:
    """Report names with the prefix."""
    for pod in pods(item):
        for container in pod.containers:
            listed = (container.data.get("securityContext") or {}).get("capabilities") or {}
            for side in ("add", "drop"):
                for index, name in enumerate(listed.get(side) or ()):
                    if isinstance(name, str) and name.upper().startswith("CAP_"):
                        path = (*container.path, "securityContext", "capabilities", side, index)
                        plain = name.upper().removeprefix("CAP_")
                        yield Finding(path, f"`{name}`: Kubernetes' names have no `CAP_`", f"write `{plain}`")
