"""A pod's own fields, as the sections `pod` and `network` of a spec."""

from typing import Any

from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.importers.parts.volumes import Storage, named
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
)
"""Fields that a spec passes through."""

MESH = {
    "labels": {"sidecar.istio.io/inject": "false"},
    "annotations": {"sidecar.istio.io/inject": "false", "linkerd.io/inject": "disabled"},
}
"""What the pods of a run say anyway."""

_ALWAYS = "Always"


def fields(pod: Rest, metadata: Rest) -> dict[str, Any]:
    """Take what a pod says of itself."""
    marks = {key: _marks(metadata, key) for key in MESH}
    pod.settle("serviceAccount", pod.data.get("serviceAccountName"))
    pod.settle_off("automountServiceAccountToken", "enableServiceLinks")
    pod.settle("restartPolicy", "Never", "OnFailure")  # a failed node starts its whole gang again
    pod.settle("dnsPolicy", "ClusterFirst")
    return {**marks, **{key: pod.take(key) for key in _PASSED}}


def network(pod: Rest) -> dict[str, Any]:
    """Take what a pod says of its network."""
    if not pod.data.get("hostNetwork"):
        pod.settle_off("hostNetwork")
        return {}
    pod.take("hostNetwork")
    pod.settle("dnsPolicy", "ClusterFirstWithHostNet")
    return {"hostNetwork": True}


def beside(pod: Rest, program: Rest, found: Storage, notes: Notes) -> dict[str, Any]:
    """Take the containers beside the program: those before it, and those that run with it."""
    before = [named(container, found.renamed) for container in pod.take("initContainers", [])]
    with_it: list[dict[str, Any]] = []
    while before and before[-1].get("restartPolicy") == _ALWAYS:
        with_it.insert(0, {key: value for key, value in before.pop().items() if key != "restartPolicy"})
    for container in pod.items("containers"):
        if container.path != program.path and container.data:
            name = container.data.get("name")
            message = f"`{name}` becomes a sidecar: it starts before the program, and its end is not waited for"
            notes.add(CARRIED_OTHERWISE, container.path, message)
            with_it.append(named(dict(container.data), found.renamed))
            container.clear()
    return {"initContainers": before, "sidecars": with_it}


def _marks(metadata: Rest, key: str) -> dict[str, str]:
    marks: dict[str, str] = metadata.take(key, {})
    return {name: value for name, value in marks.items() if MESH[key].get(name) != value}
