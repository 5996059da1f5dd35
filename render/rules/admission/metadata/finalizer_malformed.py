"""ADM107 finalizer-malformed: a finalizer is not a qualified name.

A finalizer is a qualified name with the domain of the controller that removes it, such as `example.com/cleanup`; only
Kubernetes' own (`kubernetes`, `orphan`, `foregroundDeletion`) have no domain. No controller removes any other, so the
object could never be deleted. The API server rejects the object; on custom resources it only checks the form.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, finalizers: [cleanup]}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, finalizers: [example.com/cleanup]}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission._field_errors import each_invalid, invalid
from render.rules.rule import Finding, rule

_STANDARD = frozenset({"foregroundDeletion", "kubernetes", "orphan"})
_OWN = frozenset(
    (
        *("", "apps", "autoscaling", "batch", "networking.k8s.io", "rbac.authorization.k8s.io", "resource.k8s.io"),
        "scheduling.k8s.io",
    )
)


@rule(keys=("finalizers",))
def check(item: Object) -> Iterator[Finding]:
    """Check each finalizer."""
    metadata = item.data.get("metadata", {})
    finalizers = metadata.get("finalizers", ())
    for path, name in list_items(("metadata",), metadata, "finalizers"):
        yield from each_invalid(path, name, labels.key_errors(name))
        if item.kind.group in _OWN and "/" not in name and name not in _STANDARD:
            yield invalid(path, name, "name is neither a standard finalizer name nor is it fully qualified")
    if {"orphan", "foregroundDeletion"} <= set(finalizers):
        path = ("metadata", "finalizers")
        yield invalid(path, finalizers, "finalizer orphan and foregroundDeletion cannot be both set")
