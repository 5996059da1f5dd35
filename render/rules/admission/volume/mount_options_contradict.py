"""ADM412 mount-options-contradict: a mount's options do not go together, or need a privileged container.

`Bidirectional` propagation writes to the host, and so needs `privileged: true`. A recursively read-only mount is
`readOnly: true`, and propagates nothing. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#mount-propagation

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - {name: main, image: train, volumeMounts: [{name: a, mountPath: /a, recursiveReadOnly: Enabled}]}
      volumes: [{name: a, emptyDir: {}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - {name: main, image: train, volumeMounts: [{name: a, mountPath: /a, readOnly: true, recursiveReadOnly: Enabled}]}
      volumes: [{name: a, emptyDir: {}}]
"""

from collections.abc import Iterator

from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import forbidden
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(keys=("mountPropagation", "recursiveReadOnly"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each contradiction."""
    for container in pod.containers:
        is_privileged = container.data.get("securityContext", {}).get("privileged", False)
        for path, mount in listed(container.path, container.data, "volumeMounts"):
            if mount.get("mountPropagation") == "Bidirectional" and not is_privileged:
                why = "Bidirectional mount propagation is available only to privileged containers"
                yield forbidden((*path, "mountPropagation"), why)
            if mount.get("recursiveReadOnly") in ("Enabled", "IfPossible"):
                yield from _read_only((*path, "recursiveReadOnly"), mount)


def _read_only(path: Path, mount: Data) -> Iterator[Finding]:
    if not mount.get("readOnly"):
        yield forbidden(path, "may only be specified when readOnly is true")
    if mount.get("mountPropagation", "None") != "None":
        yield forbidden(path, "may only be specified when mountPropagation is None or not specified")
