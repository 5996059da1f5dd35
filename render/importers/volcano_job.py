"""Job of Volcano: one task, a master with workers (`pytorch`), or a master that reaches workers over ssh (`mpi`).

Sources: https://github.com/volcano-sh/volcano/tree/v1.15.1/pkg/controllers/job/plugins,
https://volcano.sh/en/docs/vcjob/
"""

from collections.abc import Sequence
from typing import Any

from render.importers.parts.gang import volcano_sections
from render.importers.parts.host_names import launcher_host, node_host, replace_hosts
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.mpi import ssh_secret_name
from render.importers.parts.nodes import NodePods, consume_nodes, report_pod_restart, report_texts
from render.importers.parts.pod import main_container
from render.importers.parts.program import drop_preflight
from render.importers.parts.run import consume_marks, consume_metadata
from render.importers.parts.ssh_launcher import SshRole, consume_ssh_run
from render.importers.pytorchjob import report_differences
from render.kube.gvk import GroupVersionKind
from render.spec.codes import CARRIED_OTHERWISE, NOT_IMPORTED, REPLACED

KIND = GroupVersionKind("batch.volcano.sh", "v1alpha1", "Job")

_INJECTED = {"VC_TASK_INDEX": "rank", "VK_TASK_INDEX": "rank", "RANK": "rank", "WORLD_SIZE": "nodes"}
"""Variables of the plug-ins `env` and `pytorch`."""

_PLUGINS = ("env", "mpi", "pytorch", "ssh", "svc")
_FILES = {
    "/etc/volcano": "the launchers over ssh have `/etc/mpi/hostfile`; other nodes are `NAME-node-0-RANK.NAME`",
    "VC_": "write `$(NNODES)`, `$(NODE_RANK)` or the host names `NAME-node-0-RANK.NAME`",
}
"""Files and variables of the plug-in `svc`, with what to write instead."""


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a Volcano Job."""
    whole = source.item.data
    rest, notes = RemainingFields.of(whole), ImportNotes(lambda path: (source.item, path))
    name, namespace = consume_metadata(rest, notes)
    spec = rest.section("spec")
    tasks = spec.items("tasks")
    plugins = spec.data.get("plugins") or {}
    roles = _roles(tasks, plugins)
    if roles is None:
        titles = ", ".join(f"`{task.data.get('name')}`" for task in tasks)
        message = f"its tasks ({titles or 'none'}) are neither nodes of one kind nor a launcher with its nodes"
        hint = "keep the Volcano Job for parameter servers and workflows, or import a job with the training task alone"
        notes.add(NOT_IMPORTED, ("spec", "tasks"), message, hint)
        return ImportResult({}, tuple(notes.problems))
    sizes = [int(task.consume("replicas", 1)) for task in roles]
    for task, size in zip(roles, sizes, strict=True):
        task.drop_if("minAvailable", size)
    values = {"name": name, **_run(spec, roles, sizes, notes)}
    for task in roles:
        template = task.section("template")
        template.section("spec").drop_if("schedulerName", "volcano")
        report_pod_restart(template.section("spec"), notes)
        template.section("spec").consume("restartPolicy")
    if "mpi" in plugins or (len({str(task.data.get("name")) for task in roles} & _LAUNCHERS) == 1 and len(roles) == 2):
        values |= _over_ssh(name, roles, sizes, notes)
    else:
        values |= _nodes(name, roles, sizes, notes)
    report_texts(values, _FILES, roles[0].path, notes)
    for task in roles:
        task.consume("name")
    _consume_plugins(spec, notes)
    values["metadata"] = consume_marks(rest)
    notes.report_remaining(rest, whole)
    return ImportResult(drop_empty(values), tuple(notes.problems), namespace, "Volcano")


_LAUNCHERS = frozenset({"mpimaster", "launcher"})


def _roles(tasks: Sequence[RemainingFields], plugins: dict[str, Any]) -> list[RemainingFields] | None:
    """Return the tasks of a run, the first node or the launcher first; None for other tasks."""
    named = {str(task.data.get("name")): task for task in tasks}
    if len(tasks) == 1:
        return list(tasks)
    options = [*(plugins.get("mpi") or []), *(plugins.get("pytorch") or [])]
    arguments = dict(option.lstrip("-").split("=", 1) for option in options if "=" in option)
    for first, second in (
        (arguments.get("master", "master"), arguments.get("worker", "worker")),
        ("mpimaster", "mpiworker"),
        ("launcher", "worker"),
    ):
        if named.keys() == {first, second} and (plugins.keys() & {"mpi", "pytorch"} or first in _LAUNCHERS):
            return [named[first], named[second]]
    return None


def _run(
    spec: RemainingFields, roles: Sequence[RemainingFields], sizes: Sequence[int], notes: ImportNotes
) -> dict[str, Any]:
    """Consume the fields of the whole job: queue, gang, restarts, times."""
    least, total = spec.data.get("minAvailable"), sum(sizes)
    if least not in (None, 0, total):
        message = f"`minAvailable: {least}`: the run starts when all {total} pods can; set `elastic` for fewer"
        notes.add(CARRIED_OTHERWISE, ("spec", "minAvailable"), message)
    spec.consume("minAvailable")
    restarts = spec.consume("maxRetry")
    _report_policies(spec, roles, notes)
    priority = spec.consume("priorityClassName")
    own = roles[-1].section("template", "spec").data.get("priorityClassName")
    if spec.data.pop("schedulerName", "volcano") != "volcano":
        notes.add(CARRIED_OTHERWISE, ("spec", "schedulerName"), "`schedulerName` becomes `scheduler: volcano`")
    return {
        **volcano_sections(spec.consume("queue"), priority, own, spec.consume("networkTopology")),
        "ttlSecondsAfterFinished": spec.consume("ttlSecondsAfterFinished"),
        "failurePolicy": drop_empty({"maxRestarts": restarts if restarts != 3 else None}),
    }


def _consume_plugins(spec: RemainingFields, notes: ImportNotes) -> None:
    """Consume the plug-ins whose work the chart does."""
    plugins = spec.section("plugins")
    if found := [name for name in _PLUGINS if name in plugins.data]:
        for name in found:
            plugins.consume(name)
        names = ", ".join(f"`{name}`" for name in found)
        message = f"the run has a Service, variables and ssh keys of its own in the place of the plug-ins {names}"
        notes.add(REPLACED, ("spec", "plugins"), message)


def _report_policies(spec: RemainingFields, roles: Sequence[RemainingFields], notes: ImportNotes) -> None:
    """Note policies on events: a run ends with its program, and starts again as a whole after a failure."""
    for part in (spec, *roles):
        if part.consume("policies"):
            message = "`policies`: the run ends when its program does, and a failed or evicted pod starts it again"
            notes.add(CARRIED_OTHERWISE, (*part.path, "policies"), message)


def _nodes(run: str, roles: Sequence[RemainingFields], sizes: Sequence[int], notes: ImportNotes) -> dict[str, Any]:
    """Consume the tasks whose pods are nodes, the first of them with rank 0."""
    first, *others = roles
    titles = [str(task.data.get("name")) for task in roles]
    ranks = [0, *sizes[:1]]
    hosts = {
        title: (lambda index, start=start: node_host(run, start + index))
        for title, start in zip(titles, ranks, strict=False)
    }
    for other in others:
        report_differences(other.section("template"), first.section("template"), titles[0], notes)
    pods = NodePods(run, first.section("template"), sum(sizes), hosts, run, _INJECTED)
    return consume_nodes(pods, notes)


def _over_ssh(run: str, roles: Sequence[RemainingFields], sizes: Sequence[int], notes: ImportNotes) -> dict[str, Any]:
    """Consume a launcher and the nodes that it reaches over ssh."""
    launcher, worker = roles
    titles = [str(task.data.get("name")) for task in roles]
    starter = main_container(launcher.section("template", "spec"), None)
    containers = [starter, main_container(worker.section("template", "spec"), None)]
    hosts = {titles[1]: lambda index: node_host(run, index), titles[0]: lambda _: launcher_host(run)}
    replace_hosts(containers, run, hosts, notes)
    shown = RemainingFields.of(starter.data, starter.path)
    sides = [SshRole(role.section("template"), None) for role in roles]
    values = consume_ssh_run(sides[0], sides[1], "openmpi", notes, is_node=False)
    nodes = sizes[1]
    values |= {"numNodes": None if nodes == 1 else nodes}
    drop_preflight(values, shown.data, starter.path, notes)
    values["ssh"]["secretName"] = ssh_secret_name(run, ("metadata", "name"), notes)
    return values
