"""ADM402 volume-source-ambiguous: a volume has several sources.

A volume has at most one source; without one it is an `emptyDir`. The same applies to each item of a projected volume's
`sources`. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/storage/volumes/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, emptyDir: {}, persistentVolumeClaim: {claimName: data}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
"""

from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule


@rule(keys=("volumes",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check that each volume has one source."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        _, *others = [key for key in volume if key != "name"] or [""]
        for source in others:
            yield forbidden((*path, source), "may not specify more than 1 volume type", "keep one source")
        for place, part in list_items((*path, "projected"), volume.get("projected", {}), "sources"):
            if len(part) > 1:
                yield forbidden(place, "may not specify more than 1 volume type per source")
