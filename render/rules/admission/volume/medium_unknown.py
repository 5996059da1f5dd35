"""ADM408 medium-unknown: an `emptyDir` has an unknown medium.

The medium of an `emptyDir` is `""` (the node's disk), `Memory`, `HugePages`, or `HugePages-SIZE` for one page size. The
API server accepts any other value, and the pod then waits forever, because the kubelet does not know the medium.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#emptydir

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: shm, emptyDir: {medium: memory}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: shm, emptyDir: {medium: Memory}}]
"""

import re
from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.admission._field_errors import unsupported
from render.rules.rule import Finding, rule

_KNOWN = "(Memory|HugePages(-.+)?)?"


@rule(severity=Severity.WARNING, keys=("medium",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the medium of each `emptyDir`."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        medium = volume.get("emptyDir", {}).get("medium", "")
        if not re.fullmatch(_KNOWN, medium):
            yield unsupported((*path, "emptyDir", "medium"), medium, ["Memory", "HugePages", "HugePages-SIZE"])
