"""MPIJob of the MPI operator (v2beta1): a launcher, and the workers that it reaches over ssh.

Source: https://github.com/kubeflow/mpi-operator/blob/master/pkg/controller/mpi_job_controller.go
"""

from typing import Any

from render.importers.parts import gang, mpi, over_ssh, policy
from render.importers.parts.metadata import name_and_namespace
from render.importers.parts.notes import Notes
from render.importers.parts.processes import processes
from render.importers.parts.rest import Rest
from render.importers.parts.result import Imported, said
from render.importers.parts.source import Source
from render.kube.kind import Kind
from render.spec.codes import NOT_CARRIED, NOT_IMPORTED

KIND = Kind("kubeflow.org", "v2beta1", "MPIJob")

_LAUNCHER, _WORKER = "Launcher", "Worker"


def imported(source: Source) -> Imported:
    """Return the spec of an MPIJob."""
    whole = source.item.data
    rest, notes = Rest.of(whole), Notes(lambda path: (source.item, path))
    name, namespace = name_and_namespace(rest)
    spec = rest.below("spec")
    specs = spec.below("mpiReplicaSpecs")
    if not {_LAUNCHER, _WORKER} <= specs.data.keys():
        notes.add(NOT_IMPORTED, specs.path, "needs a `Launcher` and a `Worker`: the nodes of a run are no launchers")
        return Imported({}, tuple(notes.problems))
    launcher, worker = specs.below(_LAUNCHER), specs.below(_WORKER)
    mpi.tell_copies(launcher.take("replicas", 1), launcher.path, notes)
    values = _nodes(spec, launcher, worker, rest, notes)
    values["ssh"]["secretName"] = mpi.keys(name, ("metadata", "name"), notes)
    values |= {"name": name, **policy.of_run(spec.below("runPolicy"), [launcher, worker])}
    notes.leave_all(rest, whole)
    return Imported(said(values), tuple(notes.problems), namespace, "the MPI operator")


def _nodes(spec: Rest, launcher: Rest, worker: Rest, rest: Rest, notes: Notes) -> dict[str, Any]:
    """Take the pods of both sides, and how many of them there are."""
    workers = int(worker.take("replicas", 1))
    sides = [over_ssh.Side(role.below("template"), None) for role in (launcher, worker)]
    pods = [side.template.below("spec") for side in reversed(sides)]
    start = gang.of_operator(rest, pods, workers + 1)
    spec.settle("launcherCreationPolicy", "AtStartup", "WaitForWorkersReady")
    spec.take("sshAuthMountPath")
    implementation = mpi.IMPLEMENTATIONS[spec.take("mpiImplementation", "OpenMPI")]
    is_node = bool(spec.take("runLauncherAsWorker"))
    nodes = workers + (1 if is_node else 0)
    values = over_ssh.run(sides[0], sides[1], implementation, notes, is_node=is_node)
    if implementation != "openmpi" and not values["mpi"]:
        message = f"`{values['launcher']}` starts its processes itself, with no word of `mpiImplementation`"
        notes.add(NOT_CARRIED, (*spec.path, "mpiImplementation"), message)
    slots = processes(spec.take("slotsPerWorker", 1), values["resourcesPerNode"])
    return values | {"numNodes": None if nodes == 1 else nodes, "numProcPerNode": slots, **start}
