"""PyTorchJob of the Training Operator (v1): masters and workers that are the nodes of one run.

Sources: https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/pytorch/envvar.go,
https://github.com/kubeflow/trainer/blob/release-1.9/pkg/apis/kubeflow.org/v1/pytorch_defaults.go
"""

from typing import Any

from render.importers.parts.container import num_proc_per_node, starts_torchrun
from render.importers.parts.environment import launcher_reference, mentions_variable
from render.importers.parts.gang import consume_operator_gang
from render.importers.parts.host_names import node_host, replace_hosts, report_own_name
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.launcher_options import OF_TORCHRUN, report_rendezvous, run_size, take_options
from render.importers.parts.pod import consume_node, main_container
from render.importers.parts.run import consume_marks, consume_metadata, consume_run_policy
from render.kube.gvk import GroupVersionKind
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize
from render.schema_errors.error import Path
from render.schema_errors.formatting import format_path
from render.spec.codes import NOT_CARRIED, NOT_IMPORTED

KIND = GroupVersionKind("kubeflow.org", "v1", "PyTorchJob")

CONTAINER = "pytorch"
"""The container that trains."""

_PORT_NAME, _PORT, _USUAL_PORT = "pytorchjob-port", 23456, 29500
"""The port of the rendezvous: its name, its default in a job, its default in a spec."""

_UNBUFFERED = "PYTHONUNBUFFERED"
_OF_MASTER = (
    *("MASTER_PORT", "PET_MASTER_PORT", "MASTER_ADDR", "PET_MASTER_ADDR"),
    *("WORLD_SIZE", "RANK", "PET_NODE_RANK"),
)
_ELASTIC = ("PET_RDZV_ENDPOINT", "PET_RDZV_BACKEND")
"""Variables of the operator: always, with a master, with an `elasticPolicy`."""

_ALWAYS = (_UNBUFFERED, "RANK", "WORLD_SIZE")
"""Variables of programs that start their processes themselves (torch.distributed, `env://`)."""

_WRITTEN = {
    launcher: frozenset(launcher_environment(RunSize({"launcher": launcher}, ""))) for launcher in ("plain", "torchrun")
}
"""Variables that the chart sets, by launcher."""


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a PyTorchJob."""
    whole = source.item.data
    rest, notes = RemainingFields.of(whole), ImportNotes(lambda path: (source.item, path))
    name, namespace = consume_metadata(rest, notes)
    below = rest.section("spec")
    roles = _roles(below.section("pytorchReplicaSpecs"))
    if not roles:
        notes.add(NOT_IMPORTED, ("spec", "pytorchReplicaSpecs"), "needs a `Master` or a `Worker`")
        return ImportResult({}, tuple(notes.problems))
    spec = _of_roles(rest, roles, name, notes)
    spec |= {"name": name, **consume_run_policy(below.section("runPolicy"), roles, notes)}
    spec["metadata"] = consume_marks(rest)
    notes.report_remaining(rest, whole)
    return ImportResult(drop_empty(spec), tuple(notes.problems), namespace, "the Training Operator")


def _of_roles(rest: RemainingFields, roles: list[RemainingFields], run: str, notes: ImportNotes) -> dict[str, Any]:
    """Consume the pods of a job. The first role's template is used for all."""
    below, elastic = rest.section("spec"), rest.section("spec", "elasticPolicy")
    is_elastic = "elasticPolicy" in below.data
    nodes = sum(role.consume("replicas", 1) for role in roles)
    first, *others = templates = [role.section("template") for role in roles]
    start = consume_operator_gang(
        rest, [one.section("spec") for one in templates], elastic.data.get("minReplicas", nodes)
    )
    containers = [main_container(template.section("spec"), CONTAINER) for template in templates]
    container = containers[0]
    port, *_ = [_port(one) for one in containers]
    launcher = "torchrun" if is_elastic or starts_torchrun(container.data) else "plain"
    _replace_hosts(containers, roles, run, nodes, notes)
    options, *_ = [take_options(one, "torchrun", OF_TORCHRUN, notes) for one in containers]
    report_rendezvous(options, nodes, container.path, notes)
    for template in others:
        report_differences(template, first, str(roles[0].path[-1]), notes)
    injected = _replace_injected(roles, container, is_elastic=is_elastic)
    count = str(elastic.consume("nProcPerNode") or below.consume("nprocPerNode", "auto"))
    spec = consume_node(first, CONTAINER, _WRITTEN[launcher], notes)
    size = _size(elastic, nodes, options.get("nnodes"), notes)
    spec |= {"launcher": None if launcher == "torchrun" else launcher, **size, **start}
    spec["numProcPerNode"] = num_proc_per_node(options.get("nproc_per_node") or count, spec["resourcesPerNode"])
    _set_injected(spec, injected, nodes=nodes, count=count, port=port)
    return spec


def _roles(specs: RemainingFields) -> list[RemainingFields]:
    """Return the roles in the order of their ranks. The case of their names doesn't matter."""
    written = {str(key).lower(): key for key in specs.data}
    return [specs.section(written[role]) for role in ("master", "worker") if role in written]


def _port(container: RemainingFields) -> int:
    """Consume the port of the rendezvous."""
    for port in container.items("ports"):
        if port.data.get("name") == _PORT_NAME:
            port.drop_if("protocol", "TCP")
            port.consume("name")
            return int(port.consume("containerPort", _PORT))
    return _PORT


def _replace_hosts(
    containers: list[RemainingFields], roles: list[RemainingFields], run: str, nodes: int, notes: ImportNotes
) -> None:
    """Replace the names of the operator's pods: the master has rank 0, the workers those behind it."""
    has_master = str(roles[0].path[-1]).lower() == "master"
    first = 1 if has_master else 0
    ranks = {"master": lambda _: node_host(run, 0), "worker": lambda index: node_host(run, index + first)}
    replace_hosts(containers, run, ranks, notes)
    if has_master and nodes > 1:
        report_own_name(containers, run, notes)


def _size(elastic: RemainingFields, nodes: int, span: str | None, notes: ImportNotes) -> dict[str, Any]:
    """Consume the number of nodes, or its bounds if the job is elastic. `span` is torchrun's option `--nnodes`.

    The operator starts `replicas` pods; only an autoscaler makes more of them, up to `maxReplicas`.
    """
    if not elastic.data:
        return run_size(nodes, span)
    elastic.drop_if("rdzvBackend", "c10d")
    least, most = elastic.consume("minReplicas"), elastic.consume("maxReplicas")
    if most not in (None, nodes):
        message = f"`maxReplicas: {most}` is not carried over: the run has the {nodes} nodes of `replicas`"
        notes.add(NOT_CARRIED, (*elastic.path, "maxReplicas"), message, "set `elastic.maxNodes` for more of them")
    section = {"minNodes": min(least or nodes, nodes), "maxNodes": nodes, "maxRestarts": elastic.consume("maxRestarts")}
    return {"elastic": drop_empty(section)}


def _replace_injected(roles: list[RemainingFields], container: RemainingFields, *, is_elastic: bool) -> list[str]:
    """Replace a container's variables that the operator sets, and return the names of all that it sets."""
    has_master = str(roles[0].path[-1]).lower() == "master"
    names = [_UNBUFFERED, *(_OF_MASTER if has_master else ()), "PET_NPROC_PER_NODE", "PET_NNODES"]
    names += _ELASTIC if is_elastic else []
    own = [variable for variable in container.data.get("env", ()) if variable.get("name") not in names]
    container.data["env"] = [*own, *({"name": name} for name in names)]
    return names


def _set_injected(spec: dict[str, Any], injected: list[str], *, nodes: int, count: str, port: int) -> None:
    """Set variables of the operator that the launcher doesn't set and the program may read."""
    launcher = spec["launcher"] or "torchrun"
    for name in injected:
        del spec["env"][name]
    world = nodes * int(count) if count.isdecimal() else nodes
    values = {
        _UNBUFFERED: "1",
        "MASTER_ADDR": launcher_reference(launcher, "address"),
        "MASTER_PORT": launcher_reference(launcher, "port"),
        "PET_MASTER_ADDR": launcher_reference(launcher, "address"),
        "PET_MASTER_PORT": launcher_reference(launcher, "port"),
        "RANK": launcher_reference(launcher, "rank"),
        "WORLD_SIZE": launcher_reference(launcher, "nodes") if world == nodes else str(world),
        "PET_NODE_RANK": launcher_reference(launcher, "rank"),
        "PET_NNODES": launcher_reference(launcher, "nodes"),
        "PET_NPROC_PER_NODE": count,
    }
    always = _ALWAYS if launcher == "plain" else (_UNBUFFERED,)
    for name, value in values.items():
        if name in injected and name not in _WRITTEN[launcher] and (name in always or mentions_variable(name, spec)):
            spec["env"][name] = value
    has_port = launcher == "plain" or "MASTER_PORT" in spec["env"]
    if has_port and port != _USUAL_PORT and "MASTER_PORT" in injected:
        spec["network"] = {"port": port, **spec["network"]}


def report_differences(other: RemainingFields, model: RemainingFields, of: str, notes: ImportNotes) -> None:
    """Consume a template that should equal `model`, and note differences. `of` is the name of the model's role."""
    for path in _differences(other.data, model.data, ()):
        message = f"`{format_path(path)}` differs from `{of}`; all nodes of a run have one template"
        notes.add(NOT_CARRIED, (*other.path, *path), message)
    other.clear()


def _differences(data: Any, model: Any, path: Path) -> list[Path]:
    """Return the shortest paths where two values differ."""
    if isinstance(data, dict) and isinstance(model, dict):
        keys = dict.fromkeys((*data, *model))
        return [found for key in keys for found in _differences(data.get(key), model.get(key), (*path, key))]
    if isinstance(data, list) and isinstance(model, list) and len(data) == len(model):
        pairs = zip(data, model, strict=True)
        return [found for at, (one, other) in enumerate(pairs) for found in _differences(one, other, (*path, at))]
    return [] if data == model else [path]
