"""The pods of a run as facts by name, whoever makes them: what each container is started with, and what it finds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.pods.environment import ConfigMaps, EnvFrom, PodFields, container_environment, expand_references
from render.pods.listing import list_pods
from render.source import Document

Facts = dict[str, Any]
"""By dotted name: `node.env.RANK`. Where pods of a role differ, the values of all of them."""

OF_BOTH = ("runAsGroup", "runAsNonRoot", "runAsUser", "seLinuxOptions", "seccompProfile")
"""Rights that a pod gives to each of its containers, where they have no others."""

PLACEMENT = (
    "affinity",
    "automountServiceAccountToken",
    "enableServiceLinks",
    "hostNetwork",
    "imagePullSecrets",
    "nodeSelector",
    "priorityClassName",
    "runtimeClassName",
    "schedulerName",
    "serviceAccountName",
    "terminationGracePeriodSeconds",
    "tolerations",
    "topologySpreadConstraints",
)
GANGS = {"volcano": "scheduling.volcano.sh/v1beta1", "coscheduling": "scheduling.x-k8s.io/v1alpha1"}


class Each(tuple[Any, ...]):
    """The values of all pods of a role, where they differ."""

    __slots__ = ()


@dataclass(frozen=True)
class Member:
    """One pod."""

    role: str
    template: Data
    fields: PodFields
    config_maps: ConfigMaps = field(default_factory=dict)
    container: str = "node"

    @property
    def spec(self) -> Data:
        found: Data = self.template.get("spec", {})
        return found


def of_jobset(objects: Sequence[Data], node: str = "node") -> list[Member]:
    """Return the pods of the JobSet among the objects; `node` is the name of the role that trains."""
    items = [_object(item) for item in objects]
    claims = [volume for item in objects if item["kind"] == "JobSet" for volume in _claims(item)]
    return [
        Member(
            "node" if pod.role.name == node else pod.role.name,
            _with_volumes(pod.role.job.get("template", {}), claims),
            pod.fields,
            pod.config_maps,
        )
        for pod in list_pods(items, "default", "cluster.local")
    ]


def _claims(jobset: Data) -> Iterator[Data]:
    """Yield the volumes that a JobSet gives the pods which mount a claim of its own making."""
    for policy in jobset["spec"].get("volumeClaimPolicies", ()):
        for template in policy["templates"]:
            name = template["metadata"]["name"]
            yield {"name": name, "persistentVolumeClaim": {"claimName": f"{name}-{jobset['metadata']['name']}"}}


def _with_volumes(template: Data, volumes: Sequence[Data]) -> Data:
    spec = template.get("spec", {})
    return {**template, "spec": {**spec, "volumes": [*spec.get("volumes", ()), *volumes]}}


def gang(objects: Iterable[Data]) -> Facts:
    """Return which gang the objects make, and of what size."""
    for item in objects:
        for name, version in GANGS.items():
            if item.get("apiVersion") == version:
                return {"gang.scheduler": name, "gang.size": item["spec"]["minMember"]}
    return {"gang.scheduler": None}


def facts(members: Sequence[Member]) -> Facts:
    """Return what is to be known of pods."""
    found: Facts = {}
    for role in dict.fromkeys(member.role for member in members):
        own = [dict(_of(member)) for member in members if member.role == role]
        found[f"{role}.count"] = len(own)
        for name in sorted(set().union(*own)):
            values = [one.get(name) for one in own]
            found[f"{role}.{name}"] = values[0] if all(value == values[0] for value in values) else Each(values)
    return found


def _of(member: Member) -> Iterator[tuple[str, Any]]:
    spec = member.spec
    main = next((one for one in spec["containers"] if one["name"] == member.container), spec["containers"][0])
    yield from _of_container(main, member)
    for key in ("initContainers", "containers"):
        for container in spec.get(key, ()):
            if container is not main:
                beside = f"beside.{container['name']}"
                yield from ((f"{beside}.{name}", value) for name, value in _of_container(container, member))
    for name in PLACEMENT:
        if spec.get(name) not in (None, {}, []):
            yield f"pod.{name}", spec[name]
    own = spec.get("securityContext", {})
    yield from ((f"pod.security.{name}", value) for name, value in own.items() if name not in OF_BOTH)
    for key in ("labels", "annotations"):
        marks = member.template.get("metadata", {}).get(key) or {}
        yield from ((f"{key}.{name}", value) for name, value in marks.items())


def _of_container(container: Data, member: Member) -> Iterator[tuple[str, Any]]:
    sources = EnvFrom.of(container, member.config_maps)
    env = container_environment(container, sources, member.config_maps, member.fields)
    yield "image", container.get("image")
    yield "workingDir", container.get("workingDir")
    for key in ("command", "args"):
        words = (expand_references(word, env, are_all=not sources.unknown) for word in container.get(key, ()))
        yield key, [_of_itself(word, container["name"]) for word in words]
    yield from ((f"env.{name}", _of_itself(value, container["name"])) for name, value in env.items())
    yield "envFrom", list(sources.unknown)
    yield from _resources(container.get("resources", {}))
    shared = {name: value for name, value in member.spec.get("securityContext", {}).items() if name in OF_BOTH}
    rights = {**shared, **container.get("securityContext", {})}
    yield from ((f"security.{name}", value) for name, value in rights.items())
    volumes = {volume["name"]: volume for volume in member.spec.get("volumes", ())}
    for mount in container.get("volumeMounts", ()):
        source = {key: value for key, value in volumes.get(mount["name"], mount).items() if key != "name"}
        where = {key: mount.get(key) or None for key in ("subPath", "readOnly")}
        yield f"mounts.{mount['mountPath'].rstrip('/')}", {**where, **source}


def _of_itself(value: Any, container: str) -> Any:
    """Return a variable that only the cluster knows, without the name of its own container, and without escapes."""
    if not isinstance(value, str) and "value" in value:
        return {"value": value["value"].replace("$$(", "$(")}
    asked = {} if isinstance(value, str) else value.get("valueFrom", {}).get("resourceFieldRef", {})
    if asked.get("containerName") != container:
        return value
    return {"valueFrom": {"resourceFieldRef": {key: part for key, part in asked.items() if key != "containerName"}}}


def _resources(resources: Data) -> Iterator[tuple[str, Any]]:
    """Yield amounts as the API server stores them: it takes a limit for the request that is missing."""
    limits = resources.get("limits", {})
    for side, amounts in (("limits", limits), ("requests", {**limits, **resources.get("requests", {})})):
        yield from ((f"resources.{side}.{name}", amount(value)) for name, value in amounts.items())


def _object(item: Data) -> Object:
    return Object(Document("", "", None), "", GroupVersionKind.of(item["apiVersion"], item["kind"]), dict(item))
