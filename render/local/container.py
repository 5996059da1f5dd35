"""What a container is started with here: what only a cluster knows is this machine's, or left out."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from render.manifests.places import Data
from render.pods.metadata import JOBSET_UID
from render.pods.pod import Pod, Start
from render.shape.show import flow

INHERITED = (
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "LOGNAME",
    "PATH",
    "PYTHONPATH",
    "SHELL",
    "TMPDIR",
    "TZ",
    "USER",
    "VIRTUAL_ENV",
)
"""The variables of the caller that take the place of the image's: what finds programs, folders and languages."""

OF_CALLER = "as in this shell"


def placed(pod: Pod, address: str, run_uid: str) -> Pod:
    """Return a pod with the fields that it has once it runs here; `run_uid` stands for its JobSet's."""
    here = {
        "metadata.name": pod.name,
        "spec.nodeName": pod.name,
        "status.hostIP": address,
        "status.hostIPs": address,
        "status.podIP": address,
        "status.podIPs": address,
    }
    labels = {**pod.fields.labels, JOBSET_UID: run_uid}
    return replace(pod, fields=replace(pod.fields, labels=labels, assigned=here))


def started(pod: Pod, container: Data, caller: Mapping[str, str]) -> tuple[Start, list[tuple[str, str, str | None]]]:
    """Return what a container is started with, and what is not the cluster's: name, origin, what is here instead.

    A variable whose value only the cluster has is the caller's of the same name, or is left out.
    """
    start = pod.start(container)
    origins = {
        name: value["valueFrom"]
        for name, value in start.env.items()
        if not isinstance(value, str) and "valueFrom" in value
    }
    env = list(_variables(container, origins, caller))
    sources = [source for source in container.get("envFrom", ()) if source not in start.env_from]
    replaced = [(name, flow(origin), OF_CALLER if name in caller else None) for name, origin in origins.items()]
    left_out = [("envFrom", flow(source), None) for source in start.env_from]
    return pod.start({**container, "env": env, "envFrom": sources}), [*replaced, *left_out]


def _variables(container: Data, origins: Mapping[str, Data], caller: Mapping[str, str]) -> Iterator[Data]:
    for variable in container.get("env", ()):
        name = variable["name"]
        if name not in origins:
            yield variable
        elif name in caller:
            yield {"name": name, "value": caller[name].replace("$", "$$")}
