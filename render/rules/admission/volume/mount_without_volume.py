"""ADM410 mount-without-volume: a container mounts a volume that its pod does not have.

A mount or block device names a volume of the pod, or a claim that the workload's controller adds. A variable with
`fileKeyRef` names an `emptyDir` of the pod. The API server rejects the pod.

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

from render.manifests.paths import Data, list_items
from render.manifests.pods import Container, Pod
from render.rules.admission._field_errors import invalid, missing, required
from render.rules.admission.volume._pod_volumes import pod_volumes
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest


@rule(keys=("fileKeyRef", "volumeDevices", "volumeMounts"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the name of each mount and device."""
    volumes = pod_volumes(pod)
    for container in pod.containers:
        for field in ("volumeMounts", "volumeDevices"):
            for path, mount in list_items(container.path, container.data, field):
                name = mount.get("name", "")
                if not name:
                    yield required((*path, "name"))
                elif name not in volumes:
                    yield missing((*path, "name"), name, _hint(name, volumes))
        yield from _check_file_references(container, volumes)


def _check_file_references(container: Container, volumes: Mapping[str, Data]) -> Iterator[Finding]:
    for path, variable in list_items(container.path, container.data, "env"):
        reference = variable.get("valueFrom", {}).get("fileKeyRef")
        if reference is None:
            continue
        name, place = reference.get("volumeName", ""), (*path, "valueFrom", "fileKeyRef", "volumeName")
        if name not in volumes:
            yield missing(place, name, _hint(name, volumes))
        elif "emptyDir" not in volumes[name]:
            yield invalid(place, name, "referenced volume must be of type emptyDir")


def _hint(name: str, volumes: Mapping[str, Data]) -> str:
    similar = nearest(name, volumes)
    return f"did you mean `{similar}`?" if similar else "add the volume to the pod's `volumes`"
