"""ADM308 variable-source-malformed: an environment variable is read from what can't exist.

ConfigMaps and Secrets have names of objects and keys of at most 253 letters, digits, `-`, `_` and `.`. A field is one
of the pod's few that a variable can show, a resource one of `limits` or `requests`. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/workloads/pods/downward-api/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - {name: main, image: train, env: [{name: RANK, valueFrom: {fieldRef: {fieldPath: metadata.index}}}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - {name: main, image: train, env: [{name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}
"""

from collections.abc import Iterator

from render.kube import dns, names
from render.manifests.places import Data, listed
from render.manifests.pods import Container, Pod
from render.rules.admission._refusal import each_invalid, required
from render.rules.admission.container import _downward
from render.rules.admission.volume._paths import without_backsteps
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_FIELDS = frozenset(
    (
        *("metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.host"),
        *("spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"),
    )
)


@rule(keys=("envFrom", "valueFrom"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each source."""
    for container in pod.containers:
        for path, variable in listed(container.path, container.data, "env"):
            yield from _source((*path, "valueFrom"), variable.get("valueFrom", {}))
        yield from _sets(container)


def _sets(container: Container) -> Iterator[Finding]:
    for path, source in listed(container.path, container.data, "envFrom"):
        for field in ("configMapRef", "secretRef"):
            name = source.get(field, {}).get("name", "")
            if name:
                # As the API server does, which takes the name for the start of one.
                start = f"{name[:-2]}a" if len(name) > 1 and name.endswith("-") else name
                yield from each_invalid((*path, field, "name"), name, dns.subdomain(start))
            elif field in source:
                yield required((*path, field, "name"))


def _source(path: Path, source: Data) -> Iterator[Finding]:
    for field in ("configMapKeyRef", "secretKeyRef"):
        if field in source:
            yield from _key((*path, field), source[field])
    if "fileKeyRef" in source:
        yield from _file((*path, "fileKeyRef"), source["fileKeyRef"])
    if "fieldRef" in source:
        yield from _downward.field((*path, "fieldRef"), source["fieldRef"], _FIELDS)
    if "resourceFieldRef" in source:
        yield from _downward.resource((*path, "resourceFieldRef"), source["resourceFieldRef"])


def _key(path: Path, reference: Data) -> Iterator[Finding]:
    name, key = reference.get("name", ""), reference.get("key", "")
    yield from each_invalid((*path, "name"), name, dns.subdomain(name))
    if key:
        yield from each_invalid((*path, "key"), key, names.config_key(key))
    else:
        yield required((*path, "key"))


def _file(path: Path, reference: Data) -> Iterator[Finding]:
    file, key = reference.get("path", ""), reference.get("key", "")
    if file:
        yield from without_backsteps((*path, "path"), file)
    else:
        yield required((*path, "path"))
    if key:
        yield from each_invalid((*path, "key"), key, names.variable(key))
    else:
        yield required((*path, "key"))
