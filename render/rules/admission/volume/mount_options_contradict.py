"""ADM412 mount-options-contradict: the options of a mount conflict, or need a privileged container.

`mountPropagation: Bidirectional` writes to the host, so it needs `privileged: true`. A recursively read-only mount
needs `readOnly: true`, and has no propagation. The API server rejects the pod.

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

from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(keys=("mountPropagation", "recursiveReadOnly"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the options of each mount."""
    for container in pod.containers:
        is_privileged = container.data.get("securityContext", {}).get("privileged", False)
        for path, mount in list_items(container.path, container.data, "volumeMounts"):
            if mount.get("mountPropagation") == "Bidirectional" and not is_privileged:
                why = "Bidirectional mount propagation is available only to privileged containers"
                yield forbidden((*path, "mountPropagation"), why)
            if mount.get("recursiveReadOnly") in ("Enabled", "IfPossible"):
                yield from _check_read_only((*path, "recursiveReadOnly"), mount)


def _check_read_only(path: Path, mount: Data) -> Iterator[Finding]:
    if not mount.get("readOnly"):
        yield forbidden(path, "may only be specified when readOnly is true")
    if mount.get("mountPropagation", "None") != "None":
        yield forbidden(path, "may only be specified when mountPropagation is None or not specified")
