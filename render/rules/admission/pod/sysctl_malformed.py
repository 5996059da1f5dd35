"""ADM213 sysctl-malformed: a sysctl has an invalid name, is set twice, or belongs to the host.

A name has lower case segments, separated by dots or slashes. Sysctls of the network or of inter-process communication
cannot be set if the pod uses the host's. The API server rejects the pod.

Source: https://kubernetes.io/docs/tasks/administer-cluster/sysctl-cluster/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      hostNetwork: true
      securityContext: {sysctls: [{name: net.core.somaxconn, value: "1024"}]}
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      securityContext: {sysctls: [{name: net.core.somaxconn, value: "1024"}]}
      containers: [{name: main, image: train}]
"""

import re
from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import duplicate, invalid, required
from render.rules.rule import Finding, rule

_SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_NAME = re.compile(rf"({_SEGMENT}[./])*{_SEGMENT}")
_MAX_LENGTH = 253
_HOST = {
    "hostIPC": ("kernel.msg", "kernel.sem", "kernel.shm", "fs.mqueue."),
    "hostNetwork": ("net.",),
}


@rule(keys=("sysctls",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each sysctl."""
    path, context = (*pod.spec_path, "securityContext"), pod.spec.get("securityContext", {})
    seen: set[str] = set()
    for place, sysctl in list_items(path, context, "sysctls"):
        name, place_of_name = sysctl.get("name", ""), (*place, "name")
        if not name:
            yield required(place_of_name)
        elif len(name) > _MAX_LENGTH or not _NAME.fullmatch(name):
            yield invalid(
                place_of_name, name, f"must be segments such as kernel.shmmax, with at most {_MAX_LENGTH} characters"
            )
        elif name in seen:
            yield duplicate(place_of_name, name)
        seen.add(name)
        for field, prefixes in _HOST.items():
            if pod.spec.get(field) and name.replace("/", ".").startswith(prefixes):
                yield invalid(place_of_name, name, f"may not be specified when '{field}' is true")
