"""The pod of a node, as the parts of a spec that are about it."""

from collections.abc import Collection
from typing import Any

from render.importers.parts.checkpoints import with_checkpoints
from render.importers.parts.notes import Notes
from render.importers.parts.pod import beside, fields, network
from render.importers.parts.program import claims, program, resources, security
from render.importers.parts.rest import Rest
from render.importers.parts.result import said
from render.importers.parts.volumes import storage


def main(pod: Rest, name: str | None) -> Rest:
    """Return the container of a name, else the first one."""
    containers = pod.items("containers")
    named = (container for container in containers if container.data.get("name") == name)
    return next(named, containers[0] if containers else Rest({}, (*pod.path, "containers")))


def node(template: Rest, name: str | None, written: Collection[str], notes: Notes) -> dict[str, Any]:
    """Take a pod's template. `name` is that of its program's container, `written` what the chart writes into it."""
    pod = template.below("spec")
    container = main(pod, name)
    others = [*pod.items("initContainers"), *(one for one in pod.items("containers") if one.path != container.path)]
    found = storage(pod, container, others, notes)
    security(container, pod, notes)
    spec = program(container, written, notes)
    devices = claims(container, pod)
    checkpoints = with_checkpoints(found.volumes, spec["env"])
    return spec | {
        "resourcesPerNode": resources(container),
        "imagePullSecrets": pod.take("imagePullSecrets"),
        "network": network(pod),
        "storage": said({"sharedMemory": found.shared_memory, "checkpoints": checkpoints, "volumes": found.volumes}),
        "pod": said(
            {
                **fields(pod, template.below("metadata")),
                **beside(pod, container, found, notes),
                "resourceClaims": devices,
            }
        ),
    }
