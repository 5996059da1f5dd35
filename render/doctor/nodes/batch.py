"""The pods of a run that look alike, and those of them that run at the same time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from render.doctor.nodes.ports import host_ports
from render.kube.gpus import is_gpu
from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.needs import Needs, needs
from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.pods import Pod, pods
from render.programs.copies import copies
from render.rules.gangs import Gang, gangs


@dataclass(frozen=True, slots=True)
class Batch:
    """Pods that are made of one template."""

    name: str
    """Of the role."""
    count: int
    minimum: int
    """With how many of them the run starts; an elastic one takes fewer."""
    needs: Needs
    """Of each, ports of the node among them."""
    pod: Pod
    """The template."""

    @property
    def metadata(self) -> Data:
        """The metadata of each."""
        return self.pod.metadata

    @property
    def spec(self) -> Data:
        """The spec of each."""
        return self.pod.spec

    @property
    def weight(self) -> tuple[float, ...]:
        """The order in which room is looked for: what needs most GPUs finds it hardest."""
        own = sum(value for name, value in self.needs.items() if is_gpu(name))
        return -float(own), -float(self.needs.get("memory", 0)), -float(self.needs.get("cpu", 0))


@dataclass(frozen=True, slots=True)
class Stage:
    """Pods that run at the same time."""

    subject: str
    """`Kind/name` of their object."""
    batches: tuple[Batch, ...]
    unread: frozenset[str] = frozenset()
    """Fields of its gang that decide on nodes and that are not read here."""


def stages(items: Sequence[Object], least: int | None) -> Iterator[Stage]:
    """Yield the pods of each object, apart where some wait for the end of others.

    `least` is the number of nodes that suffices where no gang says it.
    """
    members = tuple(items)
    bound = {id(member.pod.object): gang for gang in gangs(members) for member in gang.members}
    for item in members:
        by_depth: dict[int, list[Pod]] = {}
        depths = _depths(item)
        for pod in pods(item):
            by_depth.setdefault(depths.get(pod.path[:3], 0), []).append(pod)
        gang = bound.get(id(item))
        for _, together in sorted(by_depth.items()):
            batches = _batches(together, least if gang is None else gang.minimum)
            yield Stage(item.label, tuple(batches), frozenset() if gang is None else _topology(gang))


def _topology(gang: Gang) -> frozenset[str]:
    """Return the fields by which a gang wants its nodes close to each other, whatever else there is."""
    spec = gang.item.data["spec"]
    is_hard = spec.get("networkTopology", {}).get("mode") == "hard"
    fields = {"networkTopology": is_hard, "schedulingConstraints": "schedulingConstraints" in spec}
    return frozenset(name for name, is_there in fields.items() if is_there)


def _batches(together: Iterable[Pod], least: int | None) -> Iterator[Batch]:
    found = [(pod, copies(pod) or 1) for pod in together]
    # Only nodes come and go, and a run whose nodes do has no other role.
    spare = max(0, sum(count for _, count in found) - least) if least is not None and len(found) == 1 else 0
    for pod, count in found:
        yield Batch(_role(pod), count, count - spare, {**needs(pod), **host_ports(pod.spec)}, pod)


def _depths(item: Object) -> Mapping[tuple[str | int, ...], int]:
    """Return, by the path of each replicated job, how many others have ended before it starts."""
    if item.kind.group_kind != JOBSET:
        return {}
    depths: dict[str, int] = {}
    found: dict[tuple[str | int, ...], int] = {}
    for job in replicated_jobs(item.data):
        waits = [one["name"] for one in job.data.get("dependsOn", ()) if one.get("status") == "Complete"]
        depths[job.name] = found[job.path] = max((depths.get(name, 0) + 1 for name in waits), default=0)
    return found


def _role(pod: Pod) -> str:
    jobs = {job.path: job.name for job in replicated_jobs(pod.object.data)}
    return str(jobs.get(pod.path[:3], pod.object.data["metadata"].get("name", "")))
