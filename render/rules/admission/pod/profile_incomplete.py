"""ADM212 profile-incomplete: a seccomp or AppArmor profile has no file, or one that its type does not allow.

A profile of type `Localhost` needs `localhostProfile`, the file or name on the node; other types have none. A seccomp
file is a path below the kubelet's folder. The API server rejects the pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#security-context

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      securityContext: {seccompProfile: {type: RuntimeDefault, localhostProfile: train.json}}
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      securityContext: {seccompProfile: {type: Localhost, localhostProfile: train.json}}
      containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid, required
from render.rules.admission.volume._paths import check_relative
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_PROFILES = {"appArmorProfile": "AppArmor", "seccompProfile": "seccomp"}


@rule(keys=tuple(_PROFILES))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the profiles of the pod and of its containers."""
    for path, data in ((pod.spec_path, pod.spec), *((found.path, found.data) for found in pod.containers)):
        context = data.get("securityContext", {})
        for field, name in _PROFILES.items():
            if field in context:
                yield from _check_profile((*path, "securityContext", field), name, context[field])


def _check_profile(path: Path, name: str, profile: Data) -> Iterator[Finding]:
    file, place = profile.get("localhostProfile"), (*path, "localhostProfile")
    if profile.get("type") != "Localhost":
        if file is not None:
            yield invalid(place, file, f"can only be set when {name} type is Localhost")
    elif file is None or (name == "AppArmor" and not file):
        yield required(place, f"must be set when {name} type is Localhost")
    elif name == "seccomp":
        yield from check_relative(place, file)
    elif file != file.strip():
        yield invalid(place, file, "must not be padded with whitespace")
