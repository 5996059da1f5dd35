"""A pod template that a controller runs once for each node, as the nodes of a spec."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from render.importers.parts.container import num_proc_per_node, starts_torchrun
from render.importers.parts.environment import drop_launcher_variables, launcher_reference, mentions_variable
from render.importers.parts.host_names import Rank, replace_hosts, report_own_name
from render.importers.parts.importer import ImportNotes, RemainingFields
from render.importers.parts.launcher_options import OF_TORCHRUN, report_rendezvous, run_size, take_options
from render.importers.parts.pod import consume_node, main_container
from render.importers.parts.program import drop_preflight
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize
from render.schema_errors.error import Path
from render.spec.codes import CARRIED_OTHERWISE

TAKE_TURNS = "`completions` differs from `parallelism`: its pods take turns, and the nodes of a run start together"
"""The reason why a Job with more pods than run at once is not a run."""

_PORTS = ("MASTER_PORT", "PET_MASTER_PORT")
_USUAL_PORT = "29500"


class NodePods(NamedTuple):
    """The pods of a run's nodes, as their controller starts them."""

    run: str
    template: RemainingFields
    nodes: int
    hosts: Mapping[str, Rank] = {}
    """Ranks by the controller's names of pods; see `replace_hosts`."""
    domain: str = ""
    """Name of the Service that gives the pods their host names."""
    injected: Mapping[str, str] = {}
    """Variables that the controller sets: `address`, `port`, `nodes`, `rank` of the launcher, or a text."""


def consume_nodes(pods: NodePods, notes: ImportNotes) -> dict[str, Any]:
    """Consume the template, and return the sections of a spec: the launcher torchrun, or plain for other programs."""
    pod = pods.template.section("spec")
    container = main_container(pod, None)
    launcher = "torchrun" if starts_torchrun(container.data) else "plain"
    replace_hosts([container], pods.run, pods.hosts, notes, pods.domain)
    report_own_name([container], pods.run, notes)
    shown = RemainingFields.of(container.data, container.path)
    options = take_options(container, launcher, OF_TORCHRUN, notes)
    report_rendezvous(options, pods.nodes, container.path, notes)
    report_pod_restart(pod, notes)
    pod.drop_if("subdomain", *([pods.domain] if pods.domain else []))
    ports = {str(one.data.get("value")) for one in container.items("env") if one.data.get("name") in _PORTS}
    consume_port(container, {_USUAL_PORT, options.get("master_port") or _USUAL_PORT, *ports})
    written = launcher_environment(RunSize({"launcher": launcher}, pods.run))
    spec = consume_node(pods.template, None, written, notes)
    port = next((spec["env"].pop(name) for name in _PORTS if str(spec["env"].get(name, "")).isdecimal()), _USUAL_PORT)
    if port != _USUAL_PORT:
        spec["network"] = {"port": int(port), **spec["network"]}
    spec |= {"launcher": None if launcher == "torchrun" else launcher, **run_size(pods.nodes, options.get("nnodes"))}
    spec["numProcPerNode"] = num_proc_per_node(options.get("nproc_per_node"), spec["resourcesPerNode"])
    drop_launcher_variables(spec, container.path, pods.run, notes)
    _set_injected(spec, launcher, pods.injected)
    if launcher == "plain":
        drop_preflight(spec, shown.data, container.path, notes)
    return spec


def consume_port(container: RemainingFields, ports: set[str]) -> None:
    """Consume the ports of the rendezvous, which the chart declares itself."""
    for port in container.items("ports"):
        if str(port.data.get("containerPort")) in ports and port.data.keys() <= {"containerPort", "name"}:
            port.clear()


def report_pod_restart(pod: RemainingFields, notes: ImportNotes) -> None:
    """Note that a failed container no longer restarts in its pod."""
    if pod.data.get("restartPolicy") in ("Always", "OnFailure"):
        message = "`restartPolicy: {}`: a failed container ends its pod, and the whole gang starts again"
        notes.add(CARRIED_OTHERWISE, (*pod.path, "restartPolicy"), message.format(pod.consume("restartPolicy")))


def report_backoff(job: RemainingFields, notes: ImportNotes, usual: int = 6) -> None:
    """Note that a failed pod is no longer replaced alone. `usual` is the controller's default."""
    limit = job.consume("backoffLimit", usual)
    if limit:
        message = (
            f"`backoffLimit: {limit}`: a failed pod starts the whole gang again, `failurePolicy.maxRestarts` times"
        )
        notes.add(CARRIED_OTHERWISE, (*job.path, "backoffLimit"), message)


def report_texts(spec: Mapping[str, Any], marks: Mapping[str, str], path: Path, notes: ImportNotes) -> None:
    """Note texts of a command line that refer to what the controller alone provides, with what replaces it."""
    words = "\n".join([*spec["command"], *spec["args"]])
    for mark, instead in marks.items():
        if mark in words:
            notes.add(CARRIED_OTHERWISE, path, f"the command line uses `{mark}`, which the run doesn't have", instead)


def _set_injected(spec: dict[str, Any], launcher: str, injected: Mapping[str, str]) -> None:
    """Set variables of the controller that the program mentions, as references to the launcher's."""
    written = launcher_environment(RunSize(spec | {"launcher": launcher}, ""))
    for name, what in injected.items():
        if name not in spec["env"] and name not in written and mentions_variable(name, spec):
            spec["env"][name] = launcher_reference(launcher, what) if what in _WHATS else what


_WHATS: Sequence[str] = ("address", "nodes", "port", "rank")
