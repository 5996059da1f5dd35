"""ADM307 variable-source-ambiguous: an environment variable has no source, or two.

A variable has a `value` or a `valueFrom`, and `valueFrom` names exactly one source; so does each of `envFrom`. The API
server refuses the pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#environment-variables

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - name: main
        image: train
        env: [{name: TOKEN, value: none, valueFrom: {secretKeyRef: {name: hub, key: token}}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - name: main
        image: train
        env: [{name: TOKEN, valueFrom: {secretKeyRef: {name: hub, key: token}}}]
"""

from collections.abc import Iterator

from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_SOURCES = ("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")
_MAPS = ("configMapRef", "secretRef")


@rule(keys=("envFrom", "valueFrom"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with the sources of each variable, and of each set of them."""
    for container in pod.containers:
        for path, variable in listed(container.path, container.data, "env"):
            if "valueFrom" in variable:
                yield from _of_one((*path, "valueFrom"), variable)
        for path, source in listed(container.path, container.data, "envFrom"):
            yield from _counted(path, source, _MAPS)


def _of_one(path: Path, variable: Data) -> Iterator[Finding]:
    source = variable["valueFrom"]
    if variable.get("value") and any(field in source for field in _SOURCES):
        yield invalid(path, "", "may not be specified when `value` is not empty", "leave out one of the two")
    else:
        yield from _counted(path, source, _SOURCES)


def _counted(path: Path, source: Data, choices: tuple[str, ...]) -> Iterator[Finding]:
    count = sum(field in source for field in choices)
    if count == 0:
        yield invalid(path, "", "must specify one of: " + ", ".join(f"`{choice}`" for choice in choices))
    elif count > 1:
        yield invalid(path, "", "may not have more than one field specified at a time")
