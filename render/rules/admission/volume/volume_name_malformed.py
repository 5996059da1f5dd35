"""ADM401 volume-name-malformed: a volume's name is missing, invalid or used twice.

A volume's name is a DNS label: lower case letters, digits and `-`, at most 63 characters; it is unique in its pod. The
API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/storage/volumes/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train}], volumes: [{name: Data_Set, emptyDir: {}}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train}], volumes: [{name: data-set, emptyDir: {}}]}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import duplicate, each_invalid, required
from render.rules.rule import Finding, rule


@rule(keys=("volumes",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the name of each volume."""
    seen: set[str] = set()
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        name, place = volume.get("name", ""), (*path, "name")
        if not name:
            yield required(place)
            continue
        yield from each_invalid(place, name, dns.label_errors(name))
        if name in seen:
            yield duplicate(place, name)
        seen.add(name)
