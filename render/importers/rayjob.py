"""RayJob of KubeRay: the workers are the nodes, the first of them the head, where the program runs.

Source: https://github.com/ray-project/kuberay/blob/v1.6.2/ray-operator/controllers/ray/common/job.go
"""

from typing import Any

from render.importers.parts.container import consume_resources, num_proc_per_node
from render.importers.parts.environment import consume_env
from render.importers.parts.gang import consume_trainer_gang
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.nodes import report_pod_restart
from render.importers.parts.pod import consume_node, main_container, rename_program
from render.importers.parts.ray import (
    consume_runtime_environment,
    consume_start_parameters,
    drop_ports,
    entrypoint_command,
)
from render.importers.parts.run import consume_marks, consume_metadata
from render.importers.parts.storage import consume_volumes
from render.kube.gvk import GroupVersionKind
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, NOT_IMPORTED, REPLACED, TO_DO

KIND = GroupVersionKind("ray.io", "v1", "RayJob")


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a RayJob."""
    whole = source.item.data
    rest, notes = RemainingFields.of(whole), ImportNotes(lambda path: (source.item, path))
    name, namespace = consume_metadata(rest, notes)
    spec = rest.section("spec")
    cluster = spec.section("rayClusterSpec")
    refusal = _refusal(spec, cluster)
    if refusal is not None:
        notes.add(NOT_IMPORTED, *refusal)
        return ImportResult({}, tuple(notes.problems))
    head, groups = cluster.section("headGroupSpec"), cluster.items("workerGroupSpecs")
    group = groups[0] if groups else head
    nodes = _count(group, notes) if groups else 1
    template = group.section("template")
    values: dict[str, Any] = {"name": name, "launcher": "ray"}
    values |= consume_trainer_gang([], [rest.section("metadata")], [template], notes)
    if values.get("scheduler") == "kueue":
        spec.consume("suspend")
    values |= _pods(name, head, group, notes) if groups else _node(name, template, notes)
    values |= {"numNodes": None if nodes == 1 else nodes, "command": entrypoint_command(spec.consume("entrypoint", ""))}
    values["numProcPerNode"] = num_proc_per_node(None, values["resourcesPerNode"])
    consume_runtime_environment(spec, values, notes)
    if nodes > 1 and not values["storage"].get("checkpoints"):
        values["storage"]["checkpoints"] = {"mode": "create"}
        message = f"the run creates the claim `{name}-checkpoints`: Ray's workers would leave checkpoints on any node"
        hint = "set `storage.checkpoints` to a claim that exists, or `ray.storagePath` to object storage"
        notes.add(TO_DO, ("spec", "rayClusterSpec"), message, hint)
    restarts = spec.consume("backoffLimit")
    values |= {
        "ttlSecondsAfterFinished": spec.consume("ttlSecondsAfterFinished") or None,
        "activeDeadlineSeconds": spec.consume("activeDeadlineSeconds"),
        "suspend": spec.consume("suspend") or None,
        "failurePolicy": drop_empty({"maxRestarts": restarts if restarts != 3 else None}),
    }
    if spec.consume("shutdownAfterJobFinishes") is False:
        message = "`shutdownAfterJobFinishes: false`: the Ray cluster of a run ends with its program"
        notes.add(CARRIED_OTHERWISE, ("spec", "shutdownAfterJobFinishes"), message)
    spec.drop_if("submissionMode", "K8sJobMode", "HTTPMode", "SidecarMode")
    if "rayVersion" in cluster.data:
        notes.add(REPLACED, (*cluster.path, "rayVersion"), "the version of Ray is that of the image")
        cluster.consume("rayVersion")
    for part in (head, group):
        part.consume("groupName")
        consume_start_parameters(part, notes)
    values["metadata"] = consume_marks(rest)
    notes.report_remaining(rest, whole)
    return ImportResult(drop_empty(values), tuple(notes.problems), namespace, "KubeRay")


def _refusal(spec: RemainingFields, cluster: RemainingFields) -> tuple[tuple[str, ...], str, str] | None:
    """Return the place, the reason and a way on for a RayJob that no spec can be."""
    if spec.data.get("clusterSelector"):
        message = "runs in a Ray cluster that exists; a run has a cluster of its own"
        return ("spec", "clusterSelector"), message, "give a RayJob with `rayClusterSpec`, or keep the RayJob"
    if not spec.data.get("entrypoint"):
        return ("spec",), "has no `entrypoint`: a run has a program", "write `entrypoint`, or keep the Ray cluster"
    groups = cluster.items("workerGroupSpecs")
    if any(_shape(group) != _shape(groups[0]) for group in groups):
        message = f"has {len(groups)} groups of workers that differ; the nodes of a run are alike"
        return ("spec", "rayClusterSpec", "workerGroupSpecs"), message, "keep the RayJob, or import it with one group"
    if len(groups) > 1:
        message = f"has {len(groups)} groups of workers; write one group with the sum of their `replicas`"
        return ("spec", "rayClusterSpec", "workerGroupSpecs"), message, "then import it again"
    return None


def _shape(group: RemainingFields) -> Any:
    return group.data.get("template"), group.data.get("rayStartParams")


def _count(group: RemainingFields, notes: ImportNotes) -> int:
    """Consume the number of workers."""
    replicas = int(group.consume("replicas", group.data.get("minReplicas") or 1))
    for key in ("minReplicas", "maxReplicas"):
        bound = group.consume(key)
        if bound not in (None, replicas):
            message = f"`{key}: {bound}` is not carried over: the run has the {replicas} workers of `replicas`"
            notes.add(NOT_CARRIED, (*group.path, key), message)
    return max(1, replicas * int(group.consume("numOfHosts", 1)))


def _node(run: str, template: RemainingFields, notes: ImportNotes) -> dict[str, Any]:
    """Consume the template of the nodes."""
    pod = template.section("spec")
    container = main_container(pod, None)
    report_pod_restart(pod, notes)
    for key in ("command", "args"):
        if container.data.get(key):
            message = f"`{key}` of the container is not carried over: the chart starts Ray itself"
            notes.add(NOT_CARRIED, (*container.path, key), message)
        container.consume(key)
    drop_ports(container)
    written = launcher_environment(RunSize({"launcher": "ray"}, run))
    return consume_node(template, None, written, notes) | {"launcher": "ray"}


def _pods(run: str, head: RemainingFields, group: RemainingFields, notes: ImportNotes) -> dict[str, Any]:
    """Consume the templates of the head and of the workers: the head's image, variables and volumes go to the nodes."""
    message = "the head has no pod of its own: the first node is the head, with the resources of a node"
    notes.add(CARRIED_OTHERWISE, (*head.path, "template"), message)
    values = _node(run, group.section("template"), notes)
    pod = head.section("template", "spec")
    container = main_container(pod, None)
    rename_program(pod, container)
    drop_ports(container)
    env = consume_env(container, launcher_environment(RunSize({"launcher": "ray"}, run)), notes)
    volumes = consume_volumes(pod, container, [], notes).volumes
    known = {volume["mountPath"]: volume for volume in values["storage"].get("volumes", [])}
    crossing = [*(key for key in env if key not in values["env"])]
    crossing += [volume["mountPath"] for volume in volumes if volume["mountPath"] not in known]
    if crossing:
        names = ", ".join(f"`{name}`" for name in crossing)
        notes.add(CARRIED_OTHERWISE, container.path, f"all nodes now have the head's {names}")
    for name, value in env.items():
        if values["env"].get(name, value) != value:
            notes.add(CARRIED_OTHERWISE, container.path, f"`{name}` has the head's value on all nodes")
    for volume in volumes:
        if known.get(volume["mountPath"], volume) != volume:
            notes.add(NOT_CARRIED, pod.path, f"the head gets the nodes' volume at `{volume['mountPath']}`")
    values["env"] |= env
    new = [volume for volume in volumes if volume["mountPath"] not in known]
    values["storage"] |= drop_empty({"volumes": [*known.values(), *new]})
    if container.data.get("image") == values["image"]:
        container.consume("image")
    container.consume("name")
    _consume_head_resources(container, values, notes)
    report_pod_restart(pod, notes)
    pod.drop_if("restartPolicy", "Never")
    for key in ("nodeSelector", "tolerations", "serviceAccountName", "imagePullSecrets", "securityContext"):
        own = values["pod"].get(key) if key != "imagePullSecrets" else values["imagePullSecrets"]
        if key in pod.data and pod.data[key] == own:
            pod.consume(key)
    return values


def _consume_head_resources(container: RemainingFields, values: dict[str, Any], notes: ImportNotes) -> None:
    """Consume the head's resources, and note those that differ from the nodes'."""
    own = consume_resources(container)
    if own != values["resourcesPerNode"]:
        message = f"`resources` of the head are not carried over: {own or 'none'}; the first node is the head"
        notes.add(NOT_CARRIED, (*container.path, "resources"), message)
