"""MPIJob of the MPI operator (v2beta1): a launcher, and the workers that it reaches over ssh.

Source: https://github.com/kubeflow/mpi-operator/blob/master/pkg/controller/mpi_job_controller.go
"""

from typing import Any

from render.importers.parts.container import num_proc_per_node
from render.importers.parts.gang import consume_operator_gang
from render.importers.parts.host_names import launcher_host, node_host, replace_hosts, report_own_name
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.mpi import IMPLEMENTATIONS, report_launcher_copies, ssh_secret_name
from render.importers.parts.pod import main_container
from render.importers.parts.program import drop_preflight
from render.importers.parts.run import consume_marks, consume_metadata, consume_run_policy
from render.importers.parts.ssh_launcher import SshRole, consume_ssh_run
from render.kube.gvk import GroupVersionKind
from render.spec.codes import NOT_CARRIED, NOT_IMPORTED

KIND = GroupVersionKind("kubeflow.org", "v2beta1", "MPIJob")

_LAUNCHER, _WORKER = "Launcher", "Worker"


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of an MPIJob."""
    whole = source.item.data
    rest, notes = RemainingFields.of(whole), ImportNotes(lambda path: (source.item, path))
    name, namespace = consume_metadata(rest, notes)
    spec = rest.section("spec")
    specs = spec.section("mpiReplicaSpecs")
    if not {_LAUNCHER, _WORKER} <= specs.data.keys():
        notes.add(NOT_IMPORTED, specs.path, "needs a `Launcher` and a `Worker`")
        return ImportResult({}, tuple(notes.problems))
    launcher, worker = specs.section(_LAUNCHER), specs.section(_WORKER)
    report_launcher_copies(launcher.consume("replicas", 1), launcher.path, notes)
    _replace_hosts(launcher, worker, name, notes)
    program = dict(main_container(launcher.section("template", "spec"), None).data)
    values = _nodes(spec, launcher, worker, rest, notes)
    drop_preflight(values, program, launcher.path, notes)
    values["ssh"]["secretName"] = ssh_secret_name(name, ("metadata", "name"), notes)
    values |= {"name": name, **consume_run_policy(spec.section("runPolicy"), [launcher, worker], notes)}
    values["metadata"] = consume_marks(rest)
    notes.report_remaining(rest, whole)
    return ImportResult(drop_empty(values), tuple(notes.problems), namespace, "the MPI operator")


def _replace_hosts(launcher: RemainingFields, worker: RemainingFields, run: str, notes: ImportNotes) -> None:
    """Replace the names of the operator's pods."""
    templates = [role.section("template", "spec") for role in (launcher, worker)]
    containers = [main_container(template, None) for template in templates]
    hosts = {"worker": lambda index: node_host(run, index), "launcher": lambda _: launcher_host(run)}
    replace_hosts(containers, run, hosts, notes)
    report_own_name(containers[:1], run, notes)


def _nodes(
    spec: RemainingFields, launcher: RemainingFields, worker: RemainingFields, rest: RemainingFields, notes: ImportNotes
) -> dict[str, Any]:
    """Consume the pods of the launcher and of the workers, and their numbers."""
    workers = int(worker.consume("replicas", 1))
    sides = [SshRole(role.section("template"), None) for role in (launcher, worker)]
    pods = [side.template.section("spec") for side in reversed(sides)]
    start = consume_operator_gang(rest, pods, workers + 1)
    spec.drop_if("launcherCreationPolicy", "AtStartup", "WaitForWorkersReady")
    spec.consume("sshAuthMountPath")
    implementation = IMPLEMENTATIONS[spec.consume("mpiImplementation", "OpenMPI")]
    is_node = bool(spec.consume("runLauncherAsWorker"))
    nodes = workers + (1 if is_node else 0)
    values = consume_ssh_run(sides[0], sides[1], implementation, notes, is_node=is_node)
    if implementation != "openmpi" and not values["mpi"]:
        message = f"`{values['launcher']}` starts its processes itself and doesn't use `mpiImplementation`"
        notes.add(NOT_CARRIED, (*spec.path, "mpiImplementation"), message)
    slots = num_proc_per_node(spec.consume("slotsPerWorker", 1), values["resourcesPerNode"])
    return values | {"numNodes": None if nodes == 1 else nodes, "numProcPerNode": slots, **start}
