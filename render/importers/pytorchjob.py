"""PyTorchJob of the Training Operator (v1): masters and workers that are the nodes of one run.

Sources: https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/pytorch/envvar.go,
https://github.com/kubeflow/trainer/blob/release-1.9/pkg/apis/kubeflow.org/v1/pytorch_defaults.go
"""

from typing import Any

from render.importers.parts import gang, policy, twins
from render.importers.parts.address import known, mentioned
from render.importers.parts.metadata import name_and_namespace
from render.importers.parts.node import main, node
from render.importers.parts.notes import Notes
from render.importers.parts.processes import processes
from render.importers.parts.rest import Rest
from render.importers.parts.result import Imported, said
from render.importers.parts.source import Source
from render.importers.parts.starting import starts_torchrun
from render.kube.kind import Kind
from render.programs.given import given
from render.programs.size import Size
from render.spec.codes import CARRIED_OTHERWISE, NOT_IMPORTED

KIND = Kind("kubeflow.org", "v1", "PyTorchJob")

CONTAINER = "pytorch"
"""The container that trains."""

_PORT_NAME, _PORT, _USUAL_PORT = "pytorchjob-port", 23456, 29500
"""The port of the rendezvous: its name, where the job names none, where a spec does."""

_UNBUFFERED = "PYTHONUNBUFFERED"
_OF_MASTER = ("MASTER_PORT", "MASTER_ADDR", "WORLD_SIZE", "RANK", "PET_NODE_RANK")
_ELASTIC = ("PET_RDZV_ENDPOINT", "PET_RDZV_BACKEND")
"""What the operator writes, the second only with a master, the third only with an `elasticPolicy`."""

_ALWAYS = (_UNBUFFERED, "RANK", "WORLD_SIZE")
"""What a program reads that starts its processes itself (torch.distributed, `env://`)."""

_WRITTEN = {launcher: frozenset(given(Size({"launcher": launcher}, ""))) for launcher in ("plain", "torchrun")}
"""By launcher: what the chart writes."""


def imported(source: Source) -> Imported:
    """Return the spec of a PyTorchJob."""
    whole = source.item.data
    rest, notes = Rest.of(whole), Notes(lambda path: (source.item, path))
    name, namespace = name_and_namespace(rest)
    below = rest.below("spec")
    roles = _roles(below.below("pytorchReplicaSpecs"))
    if not roles:
        notes.add(NOT_IMPORTED, ("spec", "pytorchReplicaSpecs"), "has no `Master` and no `Worker`: nothing runs")
        return Imported({}, tuple(notes.problems))
    spec = _of_roles(rest, roles, notes) | {"name": name, **policy.of_run(below.below("runPolicy"), roles)}
    notes.leave_all(rest, whole)
    return Imported(said(spec), tuple(notes.problems), namespace, "the Training Operator")


def _of_roles(rest: Rest, roles: list[Rest], notes: Notes) -> dict[str, Any]:
    """Take the pods of a job, the first role's for all."""
    below, elastic = rest.below("spec"), rest.below("spec", "elasticPolicy")
    is_elastic = "elasticPolicy" in below.data
    nodes = sum(role.take("replicas", 1) for role in roles)
    first, *others = templates = [role.below("template") for role in roles]
    start = gang.of_operator(rest, [one.below("spec") for one in templates], elastic.data.get("minReplicas", nodes))
    port, *_ = [_port(main(template.below("spec"), CONTAINER)) for template in templates]
    for template in others:
        twins.settle(template, first, str(roles[0].path[-1]), notes)
    container = main(first.below("spec"), CONTAINER)
    launcher = "torchrun" if is_elastic or starts_torchrun(container.data) else "plain"
    told = _told(roles, container, is_elastic=is_elastic)
    asked = str(elastic.take("nProcPerNode") or below.take("nprocPerNode", "auto"))
    spec = node(first, CONTAINER, _WRITTEN[launcher], notes)
    spec |= {"launcher": None if launcher == "torchrun" else launcher, **_size(elastic, nodes, notes), **start}
    spec["numProcPerNode"] = processes(asked, spec["resourcesPerNode"])
    _tell(spec, told, nodes=nodes, asked=asked, port=port)
    return spec


def _roles(specs: Rest) -> list[Rest]:
    """Return the roles in the order of their ranks. Their names may be written in any case."""
    written = {str(key).lower(): key for key in specs.data}
    return [specs.below(written[role]) for role in ("master", "worker") if role in written]


def _port(container: Rest) -> int:
    """Take the port of the rendezvous."""
    for port in container.items("ports"):
        if port.data.get("name") == _PORT_NAME:
            port.settle("protocol", "TCP")
            port.take("name")
            return int(port.take("containerPort", _PORT))
    return _PORT


def _size(elastic: Rest, nodes: int, notes: Notes) -> dict[str, Any]:
    """Take the number of nodes, or its bounds where it may change."""
    if not elastic.data:
        return {"numNodes": None if nodes == 1 else nodes}
    elastic.settle("rdzvBackend", "c10d")
    least, most = elastic.take("minReplicas"), elastic.take("maxReplicas")
    most = most or least or nodes
    if most != nodes:
        message = f"a run has its {most} nodes from the start, and not {nodes}: it begins with those that there are"
        notes.add(CARRIED_OTHERWISE, elastic.path, message)
    section = {"minNodes": least or most, "maxNodes": most, "maxRestarts": elastic.take("maxRestarts")}
    return {"elastic": said(section)}


def _told(roles: list[Rest], container: Rest, *, is_elastic: bool) -> list[str]:
    """Put what the operator writes behind the variables of a container, over its own, and return the names."""
    has_master = str(roles[0].path[-1]).lower() == "master"
    names = [_UNBUFFERED, *(_OF_MASTER if has_master else ()), "PET_NPROC_PER_NODE", "PET_NNODES"]
    names += _ELASTIC if is_elastic else []
    own = [variable for variable in container.data.get("env", ()) if variable.get("name") not in names]
    container.data["env"] = [*own, *({"name": name} for name in names)]
    return names


def _tell(spec: dict[str, Any], told: list[str], *, nodes: int, asked: str, port: int) -> None:
    """Give a program what the operator told it, as far as the launcher does not and it may need it."""
    launcher = spec["launcher"] or "torchrun"
    for name in told:
        del spec["env"][name]
    world = nodes * int(asked) if asked.isdecimal() else nodes
    values = {
        _UNBUFFERED: "1",
        "MASTER_ADDR": known(launcher, "address"),
        "MASTER_PORT": known(launcher, "port"),
        "RANK": known(launcher, "rank"),
        "WORLD_SIZE": known(launcher, "nodes") if world == nodes else str(world),
        "PET_NODE_RANK": known(launcher, "rank"),
        "PET_NNODES": known(launcher, "nodes"),
        "PET_NPROC_PER_NODE": asked,
    }
    always = _ALWAYS if launcher == "plain" else (_UNBUFFERED,)
    for name, value in values.items():
        if name in told and name not in _WRITTEN[launcher] and (name in always or mentioned(name, spec)):
            spec["env"][name] = value
    has_port = launcher == "plain" or "MASTER_PORT" in spec["env"]
    if has_port and port != _USUAL_PORT and "MASTER_PORT" in told:
        spec["network"] = {"port": port, **spec["network"]}
