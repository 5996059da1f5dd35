"""ADM413 device-malformed: a block device of a container is no claim, has no path, or is mounted as well.

A block device comes from a claim, each under a path of its own, and can't be mounted as a file system in the same
container. The API server refuses the pod.

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

from render.manifests.places import Data, listed
from render.manifests.pods import Container, Pod
from render.rules.admission._refusal import invalid, required
from render.rules.admission.volume._declared import declared
from render.rules.rule import Finding, rule

_CLAIMS = ("persistentVolumeClaim", "ephemeral")


@rule(keys=("volumeDevices",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each device."""
    volumes = declared(pod)
    for container in pod.containers:
        yield from _malformed(container, volumes)


def _malformed(container: Container, volumes: Mapping[str, Data]) -> Iterator[Finding]:
    mounts = container.data.get("volumeMounts", ())
    names = {mount.get("name") for mount in mounts}
    paths = {mount.get("mountPath") for mount in mounts}
    for place, device in listed(container.path, container.data, "volumeDevices"):
        name, path = device.get("name", ""), device.get("devicePath", "")
        if name in volumes and not any(claim in volumes[name] for claim in _CLAIMS):
            why = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
            yield invalid((*place, "name"), name, why)
        if not path:
            yield required((*place, "devicePath"))
        elif ".." in path.split("/"):
            yield invalid((*place, "devicePath"), path, "can not contain backsteps ('..')")
        if name in names:
            yield invalid((*place, "name"), name, "is mounted or used as a device already")
        if path in paths:
            yield invalid((*place, "devicePath"), path, "is the path of a mount or of a device already")
        names.add(name)
        paths.add(path)
