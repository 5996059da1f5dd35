"""ADM219 os-contradicts: a pod has settings that its operating system does not support.

A pod with `os.name: linux` has no `windowsOptions`; one with `os.name: windows` has no Linux security settings and no
host namespaces. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/workloads/pods/#pod-os

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {os: {name: windows}, hostPID: true, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {os: {name: linux}, hostPID: true, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule

_SHARED = ("appArmorProfile", "seLinuxOptions", "seccompProfile", "runAsUser", "runAsGroup")
_OF_POD: tuple[str, ...] = (
    *_SHARED,
    *("fsGroup", "fsGroupChangePolicy", "sysctls", "supplementalGroups"),
    *("supplementalGroupsPolicy", "seLinuxChangePolicy"),
)
_OF_CONTAINER: tuple[str, ...] = (
    *_SHARED,
    *("capabilities", "readOnlyRootFilesystem", "privileged", "allowPrivilegeEscalation", "procMount"),
)
_HOST = ("hostUsers", "hostPID", "hostIPC", "shareProcessNamespace", "resources")


@rule(keys=("os",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check for settings of the other operating system."""
    system = pod.spec.get("os", {}).get("name")
    if not system:
        return
    is_windows = system == "windows"
    for field in _HOST if is_windows else ():
        # hostPID and hostIPC count only if true; the others count with any value.
        if pod.spec.get(field) if field in ("hostPID", "hostIPC") else field in pod.spec:
            yield forbidden((*pod.spec_path, field), "cannot be set for a windows pod")
    places = [(pod.spec_path, pod.spec, _OF_POD)]
    places += [(container.path, container.data, _OF_CONTAINER) for container in pod.containers]
    for path, data, fields in places:
        context = data.get("securityContext", {})
        for field in fields if is_windows else ("windowsOptions",):
            if field in context:
                yield forbidden((*path, "securityContext", field), f"cannot be set for a {system} pod")
