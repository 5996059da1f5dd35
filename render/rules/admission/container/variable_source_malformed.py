"""ADM308 variable-source-malformed: an environment variable has an invalid source.

ConfigMaps and Secrets are referenced by an object name, and a key of at most 253 letters, digits, `-`, `_` and `.`.
`fieldRef` accepts only some fields of the pod, `resourceFieldRef` only `limits` and `requests`. The API server rejects
the pod.

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

from render.kube.formats import dns, names
from render.manifests.paths import Data, list_items
from render.manifests.pods import Container, Pod
from render.rules.admission._field_errors import each_invalid, required
from render.rules.admission.container import _downward
from render.rules.admission.volume._paths import check_no_backsteps
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_FIELDS = frozenset(
    (
        *("metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.host"),
        *("spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"),
    )
)


@rule(keys=("envFrom", "valueFrom"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each source."""
    for container in pod.containers:
        for path, variable in list_items(container.path, container.data, "env"):
            yield from _check_source((*path, "valueFrom"), variable.get("valueFrom", {}))
        yield from _check_env_from(container)


def _check_env_from(container: Container) -> Iterator[Finding]:
    for path, source in list_items(container.path, container.data, "envFrom"):
        for field in ("configMapRef", "secretRef"):
            name = source.get(field, {}).get("name", "")
            if name:
                # The API server checks this name as a prefix, in which a final hyphen is allowed.
                start = f"{name[:-2]}a" if len(name) > 1 and name.endswith("-") else name
                yield from each_invalid((*path, field, "name"), name, dns.subdomain_errors(start))
            elif field in source:
                yield required((*path, field, "name"))


def _check_source(path: Path, source: Data) -> Iterator[Finding]:
    for field in ("configMapKeyRef", "secretKeyRef"):
        if field in source:
            yield from _check_key((*path, field), source[field])
    if "fileKeyRef" in source:
        yield from _check_file((*path, "fileKeyRef"), source["fileKeyRef"])
    if "fieldRef" in source:
        yield from _downward.check_field((*path, "fieldRef"), source["fieldRef"], _FIELDS)
    if "resourceFieldRef" in source:
        yield from _downward.check_resource((*path, "resourceFieldRef"), source["resourceFieldRef"])


def _check_key(path: Path, reference: Data) -> Iterator[Finding]:
    name, key = reference.get("name", ""), reference.get("key", "")
    yield from each_invalid((*path, "name"), name, dns.subdomain_errors(name))
    if key:
        yield from each_invalid((*path, "key"), key, names.config_key_errors(key))
    else:
        yield required((*path, "key"))


def _check_file(path: Path, reference: Data) -> Iterator[Finding]:
    file, key = reference.get("path", ""), reference.get("key", "")
    if file:
        yield from check_no_backsteps((*path, "path"), file)
    else:
        yield required((*path, "path"))
    if key:
        yield from each_invalid((*path, "key"), key, names.variable_errors(key))
    else:
        yield required((*path, "key"))
