"""ADM420 claim-malformed: a claim asks for no storage, or for access that excludes itself.

A claim requests more than nothing; `ReadWriteOncePod` goes with no other access mode; its storage class has the name
of an object. The same goes for the claim in an ephemeral volume and in a StatefulSet. The API server refuses it.

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
from render.rules.admission.volume._claim import malformed
from render.rules.rule import Finding, rule


@rule(kinds=("/PersistentVolumeClaim", "apps/StatefulSet"))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with a claim, or with each template of one."""
    spec = item.data.get("spec", {})
    if item.kind.name == "PersistentVolumeClaim":
        yield from malformed(("spec",), spec)
    for index, template in enumerate(spec.get("volumeClaimTemplates", ())):
        yield from malformed(("spec", "volumeClaimTemplates", index, "spec"), template.get("spec", {}))
