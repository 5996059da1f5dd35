"""ADM408 medium-unknown: an empty folder is in a medium that no node has.

An empty folder is on the node's disk, in `Memory`, or in `HugePages`, of one size where it is written behind it. The
API server takes any other word, and the pod then waits for ever: the kubelet knows no such medium.

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

from render.manifests.places import listed
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.admission._refusal import unsupported
from render.rules.rule import Finding, rule

_KNOWN = re.compile("(Memory|HugePages(-.+)?)?")


@rule(severity=Severity.WARNING, keys=("medium",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each such medium."""
    for path, volume in listed(pod.spec_path, pod.spec, "volumes"):
        medium = volume.get("emptyDir", {}).get("medium", "")
        if not _KNOWN.fullmatch(medium):
            yield unsupported((*path, "emptyDir", "medium"), medium, ["Memory", "HugePages", "HugePages-SIZE"])
