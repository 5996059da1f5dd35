"""ADM402 volume-source-ambiguous: a volume comes from two sources.

A volume has exactly one source beside its name; one without any is an empty folder. So has each part of a projected
volume. The API server refuses the pod.

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

from render.manifests.places import listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import forbidden
from render.rules.rule import Finding, rule


@rule(keys=("volumes",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each source after the first one."""
    for path, volume in listed(pod.spec_path, pod.spec, "volumes"):
        _, *others = [key for key in volume if key != "name"] or [""]
        for source in others:
            yield forbidden((*path, source), "may not specify more than 1 volume type", "leave one source")
        for place, part in listed((*path, "projected"), volume.get("projected", {}), "sources"):
            if len(part) > 1:
                yield forbidden(place, "may not specify more than 1 volume type per source")
