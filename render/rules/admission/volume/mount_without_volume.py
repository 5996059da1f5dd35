"""ADM410 mount-without-volume: a container mounts a volume that its pod does not have.

The name of a mount or of a block device is the name of one of the pod's volumes, or of a claim that the workload's
controller adds. A variable that is read from a file names an empty folder of the pod. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/storage/volumes/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, volumeMounts: [{name: dataset, mountPath: /data}]}]
      volumes: [{name: data, emptyDir: {}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, volumeMounts: [{name: data, mountPath: /data}]}]
      volumes: [{name: data, emptyDir: {}}]
"""

from collections.abc import Iterator, Mapping

from render.manifests.places import Data, listed
from render.manifests.pods import Container, Pod
from render.rules.admission._refusal import invalid, missing, required
from render.rules.admission.volume._declared import declared
from render.rules.rule import Finding, rule
from render.shape.nearest import nearest


@rule(keys=("fileKeyRef", "volumeDevices", "volumeMounts"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each name that no volume has."""
    volumes = declared(pod)
    for container in pod.containers:
        for field in ("volumeMounts", "volumeDevices"):
            for path, mount in listed(container.path, container.data, field):
                name = mount.get("name", "")
                if not name:
                    yield required((*path, "name"))
                elif name not in volumes:
                    yield missing((*path, "name"), name, _hint(name, volumes))
        yield from _files(container, volumes)


def _files(container: Container, volumes: Mapping[str, Data]) -> Iterator[Finding]:
    for path, variable in listed(container.path, container.data, "env"):
        reference = variable.get("valueFrom", {}).get("fileKeyRef")
        if reference is None:
            continue
        name, place = reference.get("volumeName", ""), (*path, "valueFrom", "fileKeyRef", "volumeName")
        if name not in volumes:
            yield missing(place, name, _hint(name, volumes))
        elif "emptyDir" not in volumes[name]:
            yield invalid(place, name, "referenced volume must be of type emptyDir")


def _hint(name: str, volumes: Mapping[str, Data]) -> str:
    meant = nearest(name, volumes)
    return f"did you mean `{meant}`?" if meant else "add the volume to the pod's `volumes`"
