"""ADM219 os-contradicts: a pod says for which operating system it is, and has what that system lacks.

A pod for Linux has no `windowsOptions`; one for Windows none of Linux's security settings and no namespaces of the
host. The API server refuses the pod.

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
from render.rules.admission._refusal import forbidden
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
    """Yield each setting of the other system."""
    system = pod.spec.get("os", {}).get("name")
    if not system:
        return
    is_windows = system == "windows"
    for field in _HOST if is_windows else ():
        # What is false in the two namespaces is not set; a setting of the others is one whatever it is.
        if pod.spec.get(field) if field in ("hostPID", "hostIPC") else field in pod.spec:
            yield forbidden((*pod.spec_path, field), "cannot be set for a windows pod")
    places = [(pod.spec_path, pod.spec, _OF_POD)]
    places += [(container.path, container.data, _OF_CONTAINER) for container in pod.containers]
    for path, data, fields in places:
        context = data.get("securityContext", {})
        for field in fields if is_windows else ("windowsOptions",):
            if field in context:
                yield forbidden((*path, "securityContext", field), f"cannot be set for a {system} pod")
