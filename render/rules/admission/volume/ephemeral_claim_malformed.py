"""ADM421 ephemeral-claim-malformed: the claim template of an ephemeral volume is invalid.

The template follows the rules of a claim: access modes that do not conflict, and more than 0 bytes of storage. Its
metadata has only labels and annotations, because the claim is named after the pod and the volume. The API server
rejects the pod.

Source: https://kubernetes.io/docs/concepts/storage/ephemeral-volumes/#generic-ephemeral-volumes

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes:
      - name: scratch
        ephemeral:
          volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 0}}}}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes:
      - name: scratch
        ephemeral:
          volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Ti}}}}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden, invalid
from render.rules.admission.metadata import _annotations
from render.rules.admission.volume._claim import check_claim
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(keys=("ephemeral",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each claim template."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        if template := volume.get("ephemeral", {}).get("volumeClaimTemplate"):
            place = (*path, "ephemeral", "volumeClaimTemplate")
            yield from _check_metadata((*place, "metadata"), template.get("metadata", {}))
            yield from check_claim((*place, "spec"), template.get("spec", {}))


def _check_metadata(path: Path, metadata: Data) -> Iterator[Finding]:
    for field in metadata:
        if field not in ("annotations", "labels"):
            yield forbidden((*path, field), "cannot be set")
    for key, text, why in labels.errors(metadata.get("labels", {})):
        yield invalid((*path, "labels", key), text, why)
    yield from _annotations.check_annotations((*path, "annotations"), metadata.get("annotations", {}))
