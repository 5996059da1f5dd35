"""Convert the JobSet that Kubeflow Trainer creates for a TrainJob to a spec."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from render.importers.parts.container import num_proc_per_node
from render.importers.parts.environment import drop_launcher_variables, refer_to_launcher, variable_names
from render.importers.parts.gang import consume_trainer_gang
from render.importers.parts.host_names import node_host, replace_hosts
from render.importers.parts.importer import ImportNotes, RemainingFields
from render.importers.parts.initializers import (
    STEPS,
    consume_initializer,
    consume_initializer_pod,
    consume_shared_claim,
    has_download,
)
from render.importers.parts.jobset import (
    consume_checkpoint_claim,
    consume_deadline,
    consume_jobset,
    consume_replicated_job,
)
from render.importers.parts.launcher_options import OF_TORCHRUN, report_rendezvous, take_options
from render.importers.parts.mpi import drop_trainer_mounts, report_launcher_copies, slots_per_node, ssh_secret_name
from render.importers.parts.pod import consume_node, main_container
from render.importers.parts.program import drop_preflight
from render.importers.parts.ssh_launcher import SshRole, consume_ssh_run
from render.manifests.paths import Data
from render.manifests.trainjob import NODE, Training
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize

_PORT = 29500
_COUNT = "PET_NPROC_PER_NODE"


@dataclass(frozen=True, slots=True)
class JobRoles:
    """The replicated jobs of a run."""

    node: RemainingFields
    """The job whose pods are the nodes."""
    launcher: RemainingFields | None
    """The job that starts their processes over ssh."""
    before: Mapping[str, RemainingFields]
    """Initializers by step."""

    @property
    def templates(self) -> list[RemainingFields]:
        """Return the templates of all pods, the nodes' first."""
        found = [self.node, *([self.launcher] if self.launcher else []), *self.before.values()]
        return [role.section("template", "spec", "template") for role in found]

    @property
    def last(self) -> str:
        """Return the name of the job whose end ends the run."""
        return str((self.launcher or self.node).data.get("name"))


@dataclass(frozen=True, slots=True)
class TrainerRun:
    """A TrainJob and the objects that Trainer creates for it."""

    training: Training
    objects: Sequence[Data]
    """Objects that Trainer creates, the JobSet first."""
    rest: RemainingFields
    """Fields of the JobSet."""
    job: RemainingFields
    """Fields of the TrainJob."""
    notes: ImportNotes


def consume_trainer_run(run: TrainerRun) -> dict[str, Any]:
    """Consume the JobSet, and return the spec; empty if no job trains."""
    run.rest.consume("apiVersion")
    run.rest.consume("kind")
    metadata, spec = run.rest.section("metadata"), run.rest.section("spec")
    metadata.consume("namespace")
    name = metadata.consume("name")
    found = find_roles(spec, run.objects, run.notes)
    if found is None:
        return {}
    owners = (run.job.section("metadata"), metadata)
    values = consume_jobset(spec, name, found.last) | {"name": name}
    values |= consume_trainer_gang(run.objects, owners, found.templates, run.notes)
    if values.get("scheduler") == "kueue":
        values["suspend"] = None  # Kueue sets it
    before = {"storage": consume_shared_claim(spec, found.templates, name, run.notes)} if found.before else {}
    checkpoints = consume_checkpoint_claim(
        spec, main_container(found.templates[0].section("spec"), NODE), name, run.notes
    )
    values["activeDeadlineSeconds"] = consume_deadline(found.node)
    launcher = found.launcher
    program = main_container((launcher or found.node).section("template", "spec", "template", "spec"), NODE)
    copy = RemainingFields.of(program.data, program.path)
    values |= _alike(run, name, found) if launcher is None else _over_ssh(run, name, found, launcher)
    if values["launcher"] is not None:
        drop_preflight(values, copy.data, copy.path, run.notes)
    values["storage"] |= {"checkpoints": checkpoints} if checkpoints else {}
    for step, role in found.before.items():
        before[STEPS[step]] = consume_initializer(role, step, run.notes)
        consume_initializer_pod(role, values["pod"], run.notes)
    return values | {"initializers": {key: section for key, section in before.items() if section}}


def _alike(run: TrainerRun, name: str, found: JobRoles) -> dict[str, Any]:
    """Consume nodes that start their processes themselves."""
    nodes = consume_replicated_job(found.node, STEPS)
    template = found.templates[0]
    container = main_container(template.section("spec"), NODE)
    launcher = "torchrun" if "PET_NNODES" in variable_names(container) else "plain"
    job = found.node.data.get("name", NODE)
    if job != NODE:
        replace_hosts([container], name, {f"{job}-0": lambda rank: node_host(name, rank)}, run.notes)
    options: dict[str, str | None] = {}
    if launcher == "torchrun":
        options = take_options(container, launcher, OF_TORCHRUN, run.notes)
        report_rendezvous(options, nodes, container.path, run.notes)
    for port in container.items("ports"):
        if port.data.get("containerPort") == _PORT:
            port.clear()
    spec = consume_node(template, NODE, launcher_environment(RunSize({"launcher": launcher}, name)), run.notes)
    spec["launcher"] = None if launcher == "torchrun" else launcher
    count = spec["env"].get(_COUNT) if launcher == "torchrun" else (run.training.trainer or {}).get("numProcPerNode")
    count = options.get("nproc_per_node") or count
    spec["numProcPerNode"] = num_proc_per_node(count, spec["resourcesPerNode"])
    spec["numNodes"] = nodes
    refer_to_launcher(spec["env"], name, nodes)
    drop_launcher_variables(spec, container.path, name, run.notes)
    return spec | {"numNodes": None if nodes == 1 else nodes}


def _over_ssh(run: TrainerRun, name: str, found: JobRoles, launcher: RemainingFields) -> dict[str, Any]:
    """Consume a launcher and the nodes that it reaches over ssh."""
    template, starter, *_ = found.templates
    nodes = consume_replicated_job(found.node, STEPS)
    pods = consume_replicated_job(launcher, {*STEPS, NODE})
    report_launcher_copies(pods, launcher.path, run.notes)
    is_node = bool(run.training.policy.get("mpi", {}).get("runLauncherAsNode"))
    nodes += 1 if is_node else 0
    slots = slots_per_node(main_container(starter.section("spec"), NODE))
    drop_trainer_mounts(template)
    drop_trainer_mounts(starter)
    sides = SshRole(starter, NODE), SshRole(template, NODE)
    spec = consume_ssh_run(*sides, "openmpi", run.notes, is_node=is_node)
    spec["ssh"]["secretName"] = ssh_secret_name(name, ("metadata", "name"), run.notes)
    spec["numNodes"] = None if nodes == 1 else nodes
    return spec | {"numProcPerNode": num_proc_per_node(slots, spec["resourcesPerNode"])}


_STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
_LAUNCHER, _TRAINER = "launcher", "trainer"


def find_roles(spec: RemainingFields, objects: Sequence[Data], notes: ImportNotes) -> JobRoles | None:
    """Return the jobs by their roles, and note those that a spec doesn't have; None if no job trains."""
    found = {str(role.data.get("name")): role for role in spec.items("replicatedJobs")}
    steps = {name: role.section("template", "metadata", "labels").consume(_STEP) for name, role in found.items()}
    has_hosts = any(item["kind"] == "ConfigMap" for item in objects)
    launcher = found.get(_LAUNCHER) if has_hosts and NODE in found else None
    trains = NODE if launcher else next((name for name, step in steps.items() if step == _TRAINER), None)
    if trains is None:
        return None
    before = {}
    for name, role in found.items():
        step = steps[name]
        if step in STEPS and has_download(role, step):
            before[step] = role
        elif step in STEPS:
            notes.drop(role, f"`{name}` has no `STORAGE_URI`, so it fetches nothing")
        elif name != trains and role is not launcher:
            notes.drop(role, f"`{name}` is not part of a spec, which has nodes, a launcher and initializers")
    return JobRoles(found[trains], launcher, before)
