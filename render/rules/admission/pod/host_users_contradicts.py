"""ADM211 host-users-contradicts: a pod has its own user namespace and uses a namespace of the host.

With `hostUsers: false` a pod cannot use `hostPID`, `hostIPC` or raw block devices; `procMount: Unmasked` requires
`hostUsers: false`. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/workloads/pods/user-namespaces/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {hostUsers: false, hostIPC: true, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {hostUsers: false, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden, invalid
from render.rules.rule import Finding, rule


@rule(keys=("hostUsers", "procMount"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the fields that depend on `hostUsers`."""
    why = "when `hostUsers` is false"
    has_own_users = pod.spec.get("hostUsers") is False
    for field in ("hostPID", "hostIPC") if has_own_users else ():
        if pod.spec.get(field):
            yield forbidden((*pod.spec_path, field), why)
    for container in pod.containers:
        mount = container.data.get("securityContext", {}).get("procMount")
        if has_own_users and container.data.get("volumeDevices"):
            yield forbidden((*container.path, "volumeDevices"), why)
        elif mount == "Unmasked" and not has_own_users:
            path = (*container.path, "securityContext", "procMount")
            yield invalid(path, mount, "`hostUsers` must be false to use `Unmasked`")
