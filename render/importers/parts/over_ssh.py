"""Nodes that a launcher reaches over ssh, as a spec of which the chart makes both."""

from typing import Any, NamedTuple

from render.importers.parts import mpi, told
from render.importers.parts.node import main, node
from render.importers.parts.notes import Notes
from render.importers.parts.pod import fields, network
from render.importers.parts.program import program, resources, security
from render.importers.parts.rest import Rest
from render.importers.parts.result import said
from render.importers.parts.volumes import storage
from render.kube.gpus import gpus
from render.shape.mistake import Path
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED

_PROGRAM = ("image", "imagePullPolicy", "command", "args", "workingDir")
_USUAL = ("cpu", "memory")


class Side(NamedTuple):
    """The pods of the launcher, or those of the nodes."""

    template: Rest
    name: str | None
    """Of the program's container; the first one where no container has it."""

    @property
    def program(self) -> Rest:
        """Return the container of the program."""
        return main(self.template.below("spec"), self.name)


def run(launcher: Side, nodes: Side, implementation: str, notes: Notes, *, is_node: bool) -> dict[str, Any]:
    """Take both templates. `implementation` is that of MPI, in the words of a spec.

    `is_node` says whether the launcher runs processes, too: then there is one more node in a run.
    """
    starter, worker = launcher.program, nodes.program
    chosen = mpi.launcher(starter.data)
    written = mpi.written(chosen, implementation)
    names = {*written, *told.names(starter), *told.names(worker)}
    started = program(starter, names, notes)
    _settle_worker(worker, started, notes)
    spec = node(nodes.template, nodes.name, names, notes)
    spec |= {key: started[key] for key in _PROGRAM} | {"launcher": chosen}
    _join_variables(spec, started, starter.path, notes)
    mpi.drop(spec["env"], written, starter.path, notes)
    needs = resources(starter)
    spec["ssh"] = _of_launcher(needs, starter.path, spec["resourcesPerNode"] if is_node else None, notes)
    _settle_launcher(launcher, starter, spec, notes)
    spec["mpi"] = {"implementation": implementation} if chosen == "mpi" and implementation != "openmpi" else {}
    return spec


def _join_variables(spec: dict[str, Any], started: dict[str, Any], path: Path, notes: Notes) -> None:
    """Give all pods the variables of the launcher and of the nodes; `path` is that of the launcher's program."""
    others = {name for name, value in started["env"].items() if spec["env"].get(name, value) != value}
    spec["env"] |= started["env"]
    for name in sorted(_with_dependents(others, spec["env"])):
        notes.add(CARRIED_OTHERWISE, path, f"`{name}` has the launcher's value on the nodes, too")
    if None not in (spec["envFrom"], started["envFrom"]) and spec["envFrom"] != started["envFrom"]:
        notes.add(NOT_CARRIED, (*path, "envFrom"), "`envFrom` of the launcher: it has that of the nodes")
    spec["envFrom"] = spec["envFrom"] or started["envFrom"]


def _with_dependents(names: set[str], env: dict[str, Any]) -> set[str]:
    """Return variables, and those that refer to them."""
    texts = {name: value for name, value in env.items() if isinstance(value, str)}
    while more := {name for name, text in texts.items() if any(f"$({one})" in text for one in names)} - names:
        names = names | more
    return names


def _of_launcher(needs: dict[str, Any], path: Path, node: dict[str, Any] | None, notes: Notes) -> dict[str, Any]:
    """Return what the launcher's pod asks for. `node` is what that node asks for which it becomes besides."""
    if node is None and needs and not gpus(needs):
        return {"launcherResources": _requested(needs)}
    if needs and needs != node:
        message = "`resources` of the launcher are not carried over: it has no GPU, and runs no process of the program"
        notes.add(NOT_CARRIED, (*path, "resources"), message)
    return {}


def _requested(needs: dict[str, Any]) -> dict[str, Any]:
    """Return resources with the requests that the API server makes of limits: a launcher's has others by default."""
    limits = needs.get("limits", {})
    return {
        **needs,
        "requests": {**{name: limits[name] for name in _USUAL if name in limits}, **needs.get("requests", {})},
    }


def _settle_worker(worker: Rest, started: dict[str, Any], notes: Notes) -> None:
    """Take of a node's program what the chart's own replaces, and tell what that is not."""
    words = [*worker.data.get("command", ()), *worker.data.get("args", ())]
    if any("sshd" in word for word in words):
        worker.take("command")
        worker.take("args")
    if worker.data.get("image", started["image"]) != started["image"]:
        image = worker.data["image"]
        notes.add(NOT_CARRIED, (*worker.path, "image"), f"the nodes run the launcher's image, not `{image}`")
    for key in ("imagePullPolicy", "workingDir"):
        if worker.data.get(key, started[key]) != started[key]:
            notes.add(NOT_CARRIED, (*worker.path, key), f"`{key}` of a node is not carried over: it has the launcher's")
        worker.take(key)
    for key in ("command", "args"):
        if key in worker.data and worker.data[key] != started[key]:
            notes.add(NOT_CARRIED, (*worker.path, key), f"`{key}` of a node is not carried over: it runs sshd")
        worker.take(key)
    if "tcpSocket" in worker.data.get("readinessProbe", {}):
        worker.take("readinessProbe")  # whether sshd is up: the chart's launcher asks by itself


def _settle_launcher(launcher: Side, starter: Rest, spec: dict[str, Any], notes: Notes) -> None:
    """Take of the launcher's pod what its nodes have as well, and add what it alone mounts."""
    pod = launcher.template.below("spec")
    _add_volumes(storage(pod, starter, [], notes).volumes, pod, spec, notes)
    security(starter, pod, notes)
    for key, value in said(fields(pod, launcher.template.below("metadata"))).items():
        if value != spec["pod"].get(key):
            notes.add(NOT_CARRIED, pod.path, f"`{key}` of the launcher is not carried over: it has that of the nodes")
    if pod.take("imagePullSecrets") not in (None, spec["imagePullSecrets"]):
        notes.add(NOT_CARRIED, pod.path, "`imagePullSecrets` of the launcher are not carried over: it has the nodes'")
    if network(pod) != spec["network"]:
        notes.add(NOT_CARRIED, pod.path, "`hostNetwork` of the launcher is not carried over: it has that of the nodes")


def _add_volumes(own: list[dict[str, Any]], pod: Rest, spec: dict[str, Any], notes: Notes) -> None:
    checkpoints = {"mountPath": "/checkpoints", **spec["storage"].get("checkpoints", {})}
    volumes: list[dict[str, Any]] = spec["storage"].get("volumes", [])
    known = {volume["mountPath"]: volume for volume in volumes}
    for volume in own:
        claim = volume.get("persistentVolumeClaim", {}).get("claimName")
        if claim and (claim, volume["mountPath"]) == (checkpoints.get("claimName"), checkpoints["mountPath"]):
            continue
        if volume["mountPath"] not in known:
            volumes.append(volume)
        elif volume != known[volume["mountPath"]]:
            notes.add(NOT_CARRIED, pod.path, f"the launcher sees at `{volume['mountPath']}` what the nodes see there")
    spec["storage"] |= said({"volumes": volumes})
