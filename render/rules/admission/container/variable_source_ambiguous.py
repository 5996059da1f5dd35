"""ADM307 variable-source-ambiguous: an environment variable has no source, or several.

A variable has a `value` or a `valueFrom`, and `valueFrom` has exactly one source. Each item of `envFrom` has exactly
one source, too. The API server rejects the pod.

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

from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_SOURCES = ("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")
_MAPS = ("configMapRef", "secretRef")


@rule(keys=("envFrom", "valueFrom"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the sources of each item of `env` and `envFrom`."""
    for container in pod.containers:
        for path, variable in list_items(container.path, container.data, "env"):
            if "valueFrom" in variable:
                yield from _check_variable((*path, "valueFrom"), variable)
        for path, source in list_items(container.path, container.data, "envFrom"):
            yield from _check_single(path, source, _MAPS)


def _check_variable(path: Path, variable: Data) -> Iterator[Finding]:
    source = variable["valueFrom"]
    if variable.get("value") and any(field in source for field in _SOURCES):
        yield invalid(path, "", "may not be specified when `value` is not empty", "remove `value` or `valueFrom`")
    else:
        yield from _check_single(path, source, _SOURCES)


def _check_single(path: Path, source: Data, choices: tuple[str, ...]) -> Iterator[Finding]:
    count = sum(field in source for field in choices)
    if count == 0:
        yield invalid(path, "", "must specify one of: " + ", ".join(f"`{choice}`" for choice in choices))
    elif count > 1:
        yield invalid(path, "", "may not have more than one field specified at a time")
