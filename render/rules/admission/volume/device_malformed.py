"""ADM413 device-malformed: a container's block device has no claim or no path, or is also mounted.

A block device comes from a claim, has a unique path, and cannot also be mounted as a file system in the same container.
The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#raw-block-volume-support

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, volumeDevices: [{name: data, devicePath: /dev/data}]}]
      volumes: [{name: data, emptyDir: {}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, volumeDevices: [{name: data, devicePath: /dev/data}]}]
      volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
"""

from collections.abc import Iterator, Mapping

from render.manifests.paths import Data, list_items
from render.manifests.pods import Container, Pod
from render.rules.admission._field_errors import invalid, required
from render.rules.admission.volume._pod_volumes import pod_volumes
from render.rules.rule import Finding, rule

_CLAIMS = ("persistentVolumeClaim", "ephemeral")


@rule(keys=("volumeDevices",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each block device."""
    volumes = pod_volumes(pod)
    for container in pod.containers:
        yield from _check_devices(container, volumes)


def _check_devices(container: Container, volumes: Mapping[str, Data]) -> Iterator[Finding]:
    mounts = container.data.get("volumeMounts", ())
    names = {mount.get("name") for mount in mounts}
    paths = {mount.get("mountPath") for mount in mounts}
    for place, device in list_items(container.path, container.data, "volumeDevices"):
        name, path = device.get("name", ""), device.get("devicePath", "")
        if name in volumes and not any(claim in volumes[name] for claim in _CLAIMS):
            why = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
            yield invalid((*place, "name"), name, why)
        if not path:
            yield required((*place, "devicePath"))
        elif ".." in path.split("/"):
            yield invalid((*place, "devicePath"), path, "can not contain backsteps ('..')")
        if name in names:
            yield invalid((*place, "name"), name, "is already mounted or used as a device")
        if path in paths:
            yield invalid((*place, "devicePath"), path, "is already the path of a mount or of a device")
        names.add(name)
        paths.add(path)
