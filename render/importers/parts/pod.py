"""The pod of a node, as sections of a spec."""

from collections.abc import Collection
from typing import Any

from render.importers.parts.container import (
    consume_device_claims,
    consume_program,
    consume_resources,
    consume_security_context,
)
from render.importers.parts.fabric import consume_fabric
from render.importers.parts.importer import ImportNotes, RemainingFields, drop_empty
from render.importers.parts.storage import PodStorage, consume_volumes, extract_checkpoints, rename_mounts
from render.manifests.trainjob import NODE
from render.spec.codes import CARRIED_OTHERWISE

_PASSED = (
    "nodeSelector",
    "tolerations",
    "affinity",
    "topologySpreadConstraints",
    "serviceAccountName",
    "priorityClassName",
    "runtimeClassName",
    "securityContext",
    "terminationGracePeriodSeconds",
    "hostAliases",
    "dnsConfig",
    "dnsPolicy",
    "hostIPC",
)
"""Fields that a spec passes through."""

MESH = {
    "labels": {"sidecar.istio.io/inject": "false"},
    "annotations": {"sidecar.istio.io/inject": "false", "linkerd.io/inject": "disabled"},
}
"""Labels and annotations that the chart sets on every pod."""

_ALWAYS = "Always"


def consume_pod_fields(pod: RemainingFields, metadata: RemainingFields) -> dict[str, Any]:
    """Consume the fields of a pod."""
    marks = {key: _marks(metadata, key) for key in MESH}
    pod.drop_if("serviceAccount", pod.data.get("serviceAccountName"))
    pod.drop_if_false("automountServiceAccountToken", "enableServiceLinks", "hostIPC")
    pod.drop_if("restartPolicy", "Never", "OnFailure")  # a failed node starts its whole gang again
    pod.drop_if("dnsPolicy", "ClusterFirst", "ClusterFirstWithHostNet")
    return {**marks, **{key: pod.consume(key) for key in _PASSED}}


def consume_network(pod: RemainingFields) -> dict[str, Any]:
    """Consume the network fields of a pod."""
    if not pod.data.get("hostNetwork"):
        pod.drop_if_false("hostNetwork")
        return {}
    pod.consume("hostNetwork")
    return {"hostNetwork": True}


_CONTAINER = ("lifecycle", "livenessProbe", "readinessProbe", "startupProbe", "securityContext")
"""Fields of the program's container that a spec passes through."""

_USUAL_PORT = 29500
"""The port of the rendezvous, which the chart declares itself."""


def consume_container_fields(container: RemainingFields) -> dict[str, Any]:
    """Consume the fields of the program's container that a spec has under `container`."""
    ports = []
    for port in container.items("ports"):
        if port.data.get("containerPort") not in (None, _USUAL_PORT):
            ports.append(dict(port.data))
            port.clear()
        elif port.data.keys() <= {"containerPort", "name"}:
            port.clear()
    return drop_empty({"ports": ports, **{key: container.consume(key) for key in _CONTAINER}})


def consume_extra_containers(
    pod: RemainingFields, program: RemainingFields, found: PodStorage, notes: ImportNotes
) -> dict[str, Any]:
    """Consume the other containers of a pod, as `initContainers` and `sidecars` of a spec."""
    before = [rename_mounts(container, found.renamed) for container in pod.consume("initContainers", [])]
    with_it: list[dict[str, Any]] = []
    while before and before[-1].get("restartPolicy") == _ALWAYS:
        with_it.insert(0, {key: value for key, value in before.pop().items() if key != "restartPolicy"})
    for container in pod.items("containers"):
        if container.path != program.path and container.data:
            name = container.data.get("name")
            message = f"`{name}` becomes a sidecar: it starts before the program, and the run doesn't wait for its end"
            notes.add(CARRIED_OTHERWISE, container.path, message)
            with_it.append(rename_mounts(dict(container.data), found.renamed))
            container.clear()
    return {"initContainers": before, "sidecars": with_it}


def _marks(metadata: RemainingFields, key: str) -> dict[str, str]:
    marks: dict[str, str] = metadata.consume(key, {})
    return {name: value for name, value in marks.items() if MESH[key].get(name) != value}


def main_container(pod: RemainingFields, name: str | None) -> RemainingFields:
    """Return the container with this name, else the first container."""
    containers = pod.items("containers")
    named = (container for container in containers if container.data.get("name") == name)
    return next(named, containers[0] if containers else RemainingFields({}, (*pod.path, "containers")))


def rename_program(pod: RemainingFields, container: RemainingFields) -> None:
    """Write the new name of the program's container where volumes and other containers refer to its resources."""
    others = [one for key in ("initContainers", "containers") for one in pod.items(key) if one.path != container.path]
    sources = [
        source for volume in pod.items("volumes") for source in (volume, *volume.section("projected").items("sources"))
    ]
    items = [item for source in sources for item in source.section("downwardAPI").items("items")]
    values = [variable.section("valueFrom") for one in others for variable in one.items("env")]
    for item in (*items, *values):
        reference = item.section("resourceFieldRef").data
        if reference.get("containerName") == container.data.get("name"):
            reference["containerName"] = NODE


def consume_node(
    template: RemainingFields, name: str | None, written: Collection[str], notes: ImportNotes
) -> dict[str, Any]:
    """Consume the template of a pod, and return the sections of a spec.

    `name` is the name of the program's container, `written` are the names of the variables that the chart sets.
    """
    pod = template.section("spec")
    container = main_container(pod, name)
    rename_program(pod, container)
    others = [*pod.items("initContainers"), *(one for one in pod.items("containers") if one.path != container.path)]
    found = consume_volumes(pod, container, others, notes)
    fabric = consume_fabric(template, container, notes)
    consume_security_context(container, pod, notes)
    spec = consume_program(container, written, notes)
    devices = consume_device_claims(container, pod)
    checkpoints = extract_checkpoints(found.volumes, spec["env"])
    own = consume_container_fields(container)
    return spec | {
        "container": own,
        "resourcesPerNode": consume_resources(container),
        "imagePullSecrets": pod.consume("imagePullSecrets"),
        "network": drop_empty(consume_network(pod) | fabric),
        "storage": drop_empty(
            {"sharedMemory": found.shared_memory, "checkpoints": checkpoints, "volumes": found.volumes}
        ),
        "pod": drop_empty(
            {
                **consume_pod_fields(pod, template.section("metadata")),
                **consume_extra_containers(pod, container, found, notes),
                "resourceClaims": devices,
            }
        ),
    }
