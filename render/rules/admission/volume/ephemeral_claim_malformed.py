"""ADM421 ephemeral-claim-malformed: the claim in an ephemeral volume is none that can be made.

Its template has the rules of a claim: access modes that go together, more than no storage. Of metadata it has labels
and annotations alone: the claim is named after the pod and the volume. The API server refuses the pod.

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

from render.kube import labels
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import forbidden, invalid
from render.rules.admission.metadata import _annotations
from render.rules.admission.volume._claim import malformed
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(keys=("ephemeral",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each template of a claim."""
    for path, volume in listed(pod.spec_path, pod.spec, "volumes"):
        if template := volume.get("ephemeral", {}).get("volumeClaimTemplate"):
            place = (*path, "ephemeral", "volumeClaimTemplate")
            yield from _metadata((*place, "metadata"), template.get("metadata", {}))
            yield from malformed((*place, "spec"), template.get("spec", {}))


def _metadata(path: Path, metadata: Data) -> Iterator[Finding]:
    for field in metadata:
        if field not in ("annotations", "labels"):
            yield forbidden((*path, field), "cannot be set")
    for key, text, why in labels.refused(metadata.get("labels", {})):
        yield invalid((*path, "labels", key), text, why)
    yield from _annotations.malformed((*path, "annotations"), metadata.get("annotations", {}))
