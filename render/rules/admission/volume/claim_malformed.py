"""ADM420 claim-malformed: a claim requests no storage, or has conflicting access modes.

A claim requests more than 0 bytes; `ReadWriteOncePod` excludes all other access modes; its storage class is an object
name. The same applies to the claim of an ephemeral volume and of a StatefulSet. The API server rejects it.

Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistentvolumeclaims

Example:
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: data}
    spec: {accessModes: [ReadWriteOncePod, ReadOnlyMany], resources: {requests: {storage: 1Ti}}}
Use instead:
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: data}
    spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission.volume._claim import check_claim
from render.rules.rule import Finding, rule


@rule(kinds=("/PersistentVolumeClaim", "apps/StatefulSet"))
def check(item: Object) -> Iterator[Finding]:
    """Check a claim, or each claim template of a StatefulSet."""
    spec = item.data.get("spec", {})
    if item.kind.name == "PersistentVolumeClaim":
        yield from check_claim(("spec",), spec)
    for index, template in enumerate(spec.get("volumeClaimTemplates", ())):
        yield from check_claim(("spec", "volumeClaimTemplates", index, "spec"), template.get("spec", {}))
