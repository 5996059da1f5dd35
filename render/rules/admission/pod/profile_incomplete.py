"""ADM212 profile-incomplete: a seccomp or AppArmor profile has no name, or one that does not count.

A profile of the type `Localhost` needs `localhostProfile`, the file or name on the node; the other types take none. A
seccomp file is a path below the kubelet's folder. The API server refuses the pod.

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

from render.manifests.places import Data
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid, required
from render.rules.admission.volume._paths import descending
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_PROFILES = {"appArmorProfile": "AppArmor", "seccompProfile": "seccomp"}


@rule(keys=tuple(_PROFILES))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with the profiles of the pod and of its containers."""
    for path, data in ((pod.spec_path, pod.spec), *((found.path, found.data) for found in pod.containers)):
        context = data.get("securityContext", {})
        for field, name in _PROFILES.items():
            if field in context:
                yield from _malformed((*path, "securityContext", field), name, context[field])


def _malformed(path: Path, name: str, profile: Data) -> Iterator[Finding]:
    file, place = profile.get("localhostProfile"), (*path, "localhostProfile")
    if profile.get("type") != "Localhost":
        if file is not None:
            yield invalid(place, file, f"can only be set when {name} type is Localhost")
    elif file is None or (name == "AppArmor" and not file):
        yield required(place, f"must be set when {name} type is Localhost")
    elif name == "seccomp":
        yield from descending(place, file)
    elif file != file.strip():
        yield invalid(place, file, "must not be padded with whitespace")
