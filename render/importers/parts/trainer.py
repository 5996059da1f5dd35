"""The JobSet that Kubeflow Trainer makes, as a spec."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from render.importers.parts import claims, initializers, jobset, mpi, over_ssh, scheduled, told
from render.importers.parts.node import main, node
from render.importers.parts.notes import Notes
from render.importers.parts.processes import processes
from render.importers.parts.rest import Rest
from render.importers.parts.roles import Roles, roles
from render.manifests.places import Data
from render.manifests.trainjob import NODE, Training
from render.programs.given import given
from render.programs.size import Size

_PORT = 29500
_COUNT = "PET_NPROC_PER_NODE"


@dataclass(frozen=True, slots=True)
class Made:
    """What is read."""

    training: Training
    objects: Sequence[Data]
    """What Trainer makes, the JobSet first."""
    rest: Rest
    """Of the JobSet."""
    job: Rest
    """Of the TrainJob."""
    notes: Notes


def run(made: Made) -> dict[str, Any]:
    """Take the JobSet; nothing comes of one in which nobody trains."""
    made.rest.take("apiVersion")
    made.rest.take("kind")
    metadata, spec = made.rest.below("metadata"), made.rest.below("spec")
    metadata.take("namespace")
    name = metadata.take("name")
    found = roles(spec, made.objects, made.notes)
    if found is None:
        return {}
    owners = (made.job.below("metadata"), metadata)
    values = jobset.of_jobset(spec, name, found.last) | {"name": name}
    values |= scheduled.of(made.objects, owners, found.templates, made.notes)
    if values.get("scheduler") == "kueue":
        values["suspend"] = None  # Kueue's to set
    before = {"storage": initializers.storage(spec, found.templates, name, made.notes)} if found.before else {}
    checkpoints = claims.checkpoints(spec, main(found.templates[0].below("spec"), NODE), name, made.notes)
    values["activeDeadlineSeconds"] = jobset.deadline(found.node)
    launcher = found.launcher
    values |= _alike(made, name, found) if launcher is None else _over_ssh(made, name, found, launcher)
    values["storage"] |= {"checkpoints": checkpoints} if checkpoints else {}
    for step, role in found.before.items():
        before[initializers.STEPS[step]] = initializers.initializer(role, step, made.notes)
        initializers.settle_pod(role, values["pod"], made.notes)
    return values | {"initializers": {key: section for key, section in before.items() if section}}


def _alike(made: Made, name: str, found: Roles) -> dict[str, Any]:
    """Take nodes that start their processes themselves."""
    nodes = jobset.of_role(found.node, initializers.STEPS)
    template = found.templates[0]
    container = main(template.below("spec"), NODE)
    launcher = "torchrun" if "PET_NNODES" in told.names(container) else "plain"
    for port in container.items("ports"):
        if port.data.get("containerPort") == _PORT:
            port.clear()
    spec = node(template, NODE, given(Size({"launcher": launcher}, name)), made.notes)
    spec["launcher"] = None if launcher == "torchrun" else launcher
    asked = spec["env"].get(_COUNT) if launcher == "torchrun" else (made.training.trainer or {}).get("numProcPerNode")
    spec["numProcPerNode"] = processes(asked, spec["resourcesPerNode"])
    spec["numNodes"] = nodes
    told.refer(spec["env"], name, nodes)
    told.drop(spec, container.path, name, made.notes)
    return spec | {"numNodes": None if nodes == 1 else nodes}


def _over_ssh(made: Made, name: str, found: Roles, launcher: Rest) -> dict[str, Any]:
    """Take nodes that a launcher reaches over ssh."""
    template, starter, *_ = found.templates
    nodes = jobset.of_role(found.node, initializers.STEPS)
    pods = jobset.of_role(launcher, {*initializers.STEPS, NODE})
    mpi.tell_copies(pods, launcher.path, made.notes)
    is_node = bool(made.training.policy.get("mpi", {}).get("runLauncherAsNode"))
    nodes += 1 if is_node else 0
    slots = mpi.slots(main(starter.below("spec"), NODE))
    mpi.unmount(template)
    mpi.unmount(starter)
    sides = over_ssh.Side(starter, NODE), over_ssh.Side(template, NODE)
    spec = over_ssh.run(*sides, "openmpi", made.notes, is_node=is_node)
    spec["ssh"]["secretName"] = mpi.keys(name, ("metadata", "name"), made.notes)
    spec["numNodes"] = None if nodes == 1 else nodes
    return spec | {"numProcPerNode": processes(slots, spec["resourcesPerNode"])}
