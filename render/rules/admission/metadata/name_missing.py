"""ADM101 name-missing: an object has no name.

Every object needs `metadata.name`, or `metadata.generateName` for the API server to make one of. `kubectl apply` and
GitOps engines need a name of its own. The API server refuses the object.

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

from render.kube.kind import Kind
from render.manifests.objects import Object
from render.rules.admission._refusal import required
from render.rules.rule import Finding, rule

_NAMED_BY_THE_SERVER = Kind("", "v1", "LimitRange")


@rule
def check(item: Object) -> Iterator[Finding]:
    """Yield that there is no name."""
    if item.kind == _NAMED_BY_THE_SERVER:
        return
    metadata = item.data.get("metadata")
    # Where there is no metadata at all, the schema has said so.
    if metadata is not None and not metadata.get("name") and not metadata.get("generateName"):
        yield required(("metadata", "name"), "name or generateName is required", "give the object a name")
