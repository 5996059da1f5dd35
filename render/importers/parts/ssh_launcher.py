"""A launcher that reaches its nodes over ssh: two pod templates as one spec."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from render.importers.parts.container import (
    consume_program,
    consume_pull_policy,
    consume_resources,
    consume_security_context,
)
from render.importers.parts.environment import variable_names
from render.importers.parts.importer import ImportNotes, RemainingFields, drop_empty
from render.importers.parts.mpi import detect_launcher, drop_mpi_variables, launcher_variables
from render.importers.parts.pod import (
    consume_container_fields,
    consume_network,
    consume_node,
    consume_pod_fields,
    main_container,
    rename_program,
)
from render.importers.parts.program import report_start
from render.importers.parts.storage import consume_volumes
from render.kube.devices import gpu_count
from render.schema_errors.error import Path
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, REPLACED

_PROGRAM = ("image", "imagePullPolicy", "command", "args", "workingDir")
_USUAL = ("cpu", "memory")
_OF_NODES = ("initContainers", "resourceClaims", "sidecars")
"""Fields of `pod` that the launcher doesn't get."""


_OF_PROGRAM = ("lifecycle", "livenessProbe", "ports", "readinessProbe", "startupProbe")
"""Fields of `container` that only the launcher's program gets."""


class SshRole(NamedTuple):
    """The pods of the launcher or of the nodes."""

    template: RemainingFields
    name: str | None
    """Name of the program's container; the first container if none has it."""

    @property
    def program(self) -> RemainingFields:
        """Return the container of the program."""
        return main_container(self.template.section("spec"), self.name)


def consume_ssh_run(
    launcher: SshRole, nodes: SshRole, implementation: str, notes: ImportNotes, *, is_node: bool
) -> dict[str, Any]:
    """Consume both templates. `implementation` is the MPI implementation of a spec.

    `is_node` is True if the launcher runs processes as well, which makes it one more node.
    """
    starter, worker = launcher.program, nodes.program
    rename_program(launcher.template.section("spec"), starter)
    chosen = detect_launcher(starter.data)
    written = launcher_variables(chosen, implementation)
    names = {*written, *variable_names(starter), *variable_names(worker)}
    started = consume_program(starter, names, notes)
    _settle_worker(worker, started, notes)
    spec = consume_node(nodes.template, nodes.name, names, notes)
    spec |= {key: started[key] for key in _PROGRAM} | {"launcher": chosen}
    _join_variables(spec, started, starter.path, notes)
    drop_mpi_variables(spec["env"], written, starter.path, notes)
    needs = consume_resources(starter)
    spec["ssh"] = _of_launcher(needs, starter.path, spec["resourcesPerNode"] if is_node else None, notes)
    _settle_launcher(launcher, starter, spec, notes)
    spec["mpi"] = {"implementation": implementation} if chosen == "mpi" and implementation != "openmpi" else {}
    return spec


def _join_variables(spec: dict[str, Any], started: dict[str, Any], path: Path, notes: ImportNotes) -> None:
    """Merge the variables of the launcher and of the nodes. `path` is the path of the launcher's program."""
    others = {name for name, value in started["env"].items() if spec["env"].get(name, value) != value}
    _report_crossing("the nodes", "the launcher's variables", started["env"].keys() - spec["env"].keys(), path, notes)
    _report_crossing("the launcher", "the nodes' variables", spec["env"].keys() - started["env"].keys(), path, notes)
    if spec["envFrom"] and not started["envFrom"]:
        notes.add(CARRIED_OTHERWISE, path, "the launcher now has the nodes' `envFrom` as well")
    elif started["envFrom"] and not spec["envFrom"]:
        notes.add(CARRIED_OTHERWISE, (*path, "envFrom"), "the nodes now have the launcher's `envFrom` as well")
    spec["env"] |= started["env"]
    for name in sorted(_with_dependents(others, spec["env"])):
        notes.add(CARRIED_OTHERWISE, path, f"`{name}` has the launcher's value on the nodes as well")
    if None not in (spec["envFrom"], started["envFrom"]) and spec["envFrom"] != started["envFrom"]:
        notes.add(
            NOT_CARRIED, (*path, "envFrom"), "`envFrom` of the launcher is not carried over: it gets the nodes' value"
        )
    spec["envFrom"] = spec["envFrom"] or started["envFrom"]


def _report_crossing(side: str, what: str, names: Iterable[str], path: Path, notes: ImportNotes) -> None:
    """Note what one side of a run now has as well, since a spec says it for both."""
    if quoted := ", ".join(f"`{name}`" for name in sorted(names)):
        verb = "has" if side == "the launcher" else "have"
        notes.add(CARRIED_OTHERWISE, path, f"{side} now {verb} {what} {quoted} as well")


def _with_dependents(names: set[str], env: dict[str, Any]) -> set[str]:
    """Return names of variables, and those of variables that refer to them, directly or not."""
    texts = {name: value for name, value in env.items() if isinstance(value, str)}
    while more := {name for name, text in texts.items() if any(f"$({one})" in text for one in names)} - names:
        names = names | more
    return names


def _of_launcher(needs: dict[str, Any], path: Path, node: dict[str, Any] | None, notes: ImportNotes) -> dict[str, Any]:
    """Return the section `ssh`. `node` are the resources of a node if the launcher is one."""
    if node is None and needs and not gpu_count(needs):
        return {"launcherResources": _requested(needs)}
    if needs and needs != node:
        message = "`resources` of the launcher are not carried over: it has no GPU and runs no process of the program"
        notes.add(NOT_CARRIED, (*path, "resources"), message)
    return {}


def _requested(needs: dict[str, Any]) -> dict[str, Any]:
    """Return resources with requests equal to limits, as the API server defaults them. The chart's defaults differ."""
    limits = needs.get("limits", {})
    return {
        **needs,
        "requests": {**{name: limits[name] for name in _USUAL if name in limits}, **needs.get("requests", {})},
    }


def _settle_worker(worker: RemainingFields, started: dict[str, Any], notes: ImportNotes) -> None:
    """Drop the parts of a node's program that the chart replaces, and note other values."""
    report_start(worker, notes)
    if worker.data.get("image", started["image"]) != started["image"]:
        image = worker.data["image"]
        notes.add(NOT_CARRIED, (*worker.path, "image"), f"the nodes run the launcher's image, not `{image}`")
    own = {key: worker.data[key] for key in ("imagePullPolicy", "workingDir") if key in worker.data}
    own |= {"imagePullPolicy": consume_pull_policy(started["image"], worker)} if "imagePullPolicy" in own else {}
    worker.consume("workingDir")
    for name in (name for name, value in own.items() if value != started[name]):
        message = f"`{name}` of a node is not carried over: it gets the launcher's value"
        notes.add(NOT_CARRIED, (*worker.path, name), message)
    for key in ("command", "args"):
        if key in worker.data and worker.data[key] != started[key]:
            notes.add(NOT_CARRIED, (*worker.path, key), f"`{key}` of a node is not carried over: a node runs sshd")
        worker.consume(key)
    if "tcpSocket" in (worker.data.get("readinessProbe") or {}):
        message = "`readinessProbe` checks sshd, which the chart's launcher does itself: it waits for all nodes"
        notes.add(REPLACED, (*worker.path, "readinessProbe"), message)
        worker.consume("readinessProbe")
    for key in _OF_PROGRAM:
        if worker.consume(key):
            message = f"`{key}` of a node is not carried over: its container runs the chart's sshd"
            notes.add(NOT_CARRIED, (*worker.path, key), message)


def _settle_launcher(launcher: SshRole, starter: RemainingFields, spec: dict[str, Any], notes: ImportNotes) -> None:
    """Consume the launcher's pod, note fields that differ from the nodes', and add its volumes."""
    pod = launcher.template.section("spec")
    _add_volumes(consume_volumes(pod, starter, [], notes).volumes, pod, spec, notes)
    consume_security_context(starter, pod, notes)
    _settle_container(starter, spec, notes)
    own = drop_empty(consume_pod_fields(pod, launcher.template.section("metadata")))
    for key, value in own.items():
        if value != spec["pod"].get(key):
            notes.add(NOT_CARRIED, pod.path, f"`{key}` of the launcher is not carried over: it gets the nodes' value")
    shared = {key for key in spec["pod"] if key not in (*own, *_OF_NODES)}
    shared |= {"imagePullSecrets"} if spec["imagePullSecrets"] and "imagePullSecrets" not in pod.data else set()
    shared |= {"hostNetwork"} if spec["network"].get("hostNetwork") and "hostNetwork" not in pod.data else set()
    _report_crossing("the launcher", "the nodes'", shared, pod.path, notes)
    if pod.consume("imagePullSecrets") not in (None, spec["imagePullSecrets"]):
        notes.add(
            NOT_CARRIED, pod.path, "`imagePullSecrets` of the launcher are not carried over: it gets the nodes' value"
        )
    if consume_network(pod).get("hostNetwork", False) != spec["network"].get("hostNetwork", False) and (
        "hostNetwork" not in shared
    ):
        notes.add(NOT_CARRIED, pod.path, "`hostNetwork` of the launcher is not carried over: it gets the nodes' value")


def _settle_container(starter: RemainingFields, spec: dict[str, Any], notes: ImportNotes) -> None:
    """Consume the fields of the launcher's container. Its rights are those of the nodes."""
    own = consume_container_fields(starter)
    theirs, rights = spec["container"].get("securityContext"), own.pop("securityContext", None)
    if rights and rights != theirs:
        message = "`securityContext` of the launcher is not carried over: it gets the nodes' value"
        notes.add(NOT_CARRIED, (*starter.path, "securityContext"), message)
    elif theirs and not rights:
        _report_crossing("the launcher", "the nodes'", {"securityContext"}, starter.path, notes)
    spec["container"] |= own


def _add_volumes(own: list[dict[str, Any]], pod: RemainingFields, spec: dict[str, Any], notes: ImportNotes) -> None:
    checkpoints = {"mountPath": "/checkpoints", **spec["storage"].get("checkpoints", {})}
    volumes: list[dict[str, Any]] = spec["storage"].get("volumes", [])
    known = {volume["mountPath"]: volume for volume in volumes}
    paths = {volume["mountPath"] for volume in own}
    theirs = {*known, *([checkpoints["mountPath"]] if "claimName" in checkpoints else [])}
    _report_crossing("the launcher", "the nodes' volumes at", theirs - paths, pod.path, notes)
    _report_crossing("the nodes", "the launcher's volumes at", paths - theirs, pod.path, notes)
    for volume in own:
        claim = volume.get("persistentVolumeClaim", {}).get("claimName")
        if claim and (claim, volume["mountPath"]) == (checkpoints.get("claimName"), checkpoints["mountPath"]):
            continue
        if volume["mountPath"] not in known:
            volumes.append(volume)
        elif volume != known[volume["mountPath"]]:
            notes.add(NOT_CARRIED, pod.path, f"the launcher gets the nodes' volume at `{volume['mountPath']}`")
    spec["storage"] |= drop_empty({"volumes": volumes})
