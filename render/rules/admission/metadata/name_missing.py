"""ADM101 name-missing: an object has no name.

Every object needs `metadata.name`, or `metadata.generateName` from which the API server generates one. `kubectl apply`
and GitOps engines need `metadata.name`. The API server rejects the object.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {labels: {app: run}}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run}
"""

from collections.abc import Iterator

from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object
from render.rules.admission._field_errors import required
from render.rules.rule import Finding, rule

_NAMED_BY_THE_SERVER = GroupVersionKind("", "v1", "LimitRange")


@rule
def check(item: Object) -> Iterator[Finding]:
    """Check that the object has a name."""
    if item.kind == _NAMED_BY_THE_SERVER:
        return
    metadata = item.data.get("metadata")
    # The schema reports an object without any metadata.
    if metadata is not None and not metadata.get("name") and not metadata.get("generateName"):
        yield required(("metadata", "name"), "name or generateName is required", "give the object a name")
