"""ADM914 mount-path-repeated: two volumes of a Volcano Job are mounted at the same path.

Volcano mounts a Job's `volumes` in every pod. Its webhook rejects two volumes with the same `mountPath`.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      volumes:
        - {mountPath: /data, volumeClaimName: tulu}
        - {mountPath: /data, volumeClaimName: weights}
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      volumes:
        - {mountPath: /data, volumeClaimName: tulu}
        - {mountPath: /weights, volumeClaimName: weights}
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("volumes",))
def check(item: Object) -> Iterator[Finding]:
    """Check for repeated mount paths."""
    seen: set[str] = set()
    for place, volume in list_items(("spec",), item.data.get("spec", {}), "volumes"):
        path = volume.get("mountPath", "")
        if path in seen:
            yield Finding((*place, "mountPath"), f"duplicated mountPath: {path}")
        seen.add(path)
