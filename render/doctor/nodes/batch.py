"""Group the pods of a run into batches of equal pods, and stages that run at the same time."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from render.doctor.nodes.node_resources import host_ports
from render.kube.devices import is_gpu
from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs, effective_requests
from render.manifests.pods import Pod, pods
from render.programs.replicas import replica_count
from render.rules.gangs import Gang, gangs


@dataclass(frozen=True, slots=True)
class PodBatch:
    """Pods of one template."""

    name: str
    """Role name."""
    count: int
    minimum: int
    """Minimum number to start; below `count` for an elastic run."""
    needs: Needs
    """Requests per pod, host ports included."""
    pod: Pod
    """The pod template."""

    @property
    def metadata(self) -> Data:
        """Metadata of each pod."""
        return self.pod.metadata

    @property
    def spec(self) -> Data:
        """Spec of each pod."""
        return self.pod.spec

    @property
    def weight(self) -> tuple[float, ...]:
        """Sort key: batches with most GPUs are placed first."""
        own = sum(value for name, value in self.needs.items() if is_gpu(name))
        return -float(own), -float(self.needs.get("memory", 0)), -float(self.needs.get("cpu", 0))


@dataclass(frozen=True, slots=True)
class PodStage:
    """Pods that run at the same time."""

    subject: str
    """`Kind/name` of the object that owns them."""
    batches: tuple[PodBatch, ...]
    unread: frozenset[str] = frozenset()
    """Fields of the gang, and resources, that affect scheduling and that `render doctor` does not evaluate."""

    def without(self, resources: Collection[str]) -> "PodStage":
        """Return the stage without requests for resources that nodes don't list; they become unread."""
        requested = frozenset(name for batch in self.batches for name in batch.needs if name in resources)
        batches = (replace(one, needs=_left(one.needs, requested)) for one in self.batches)
        return replace(self, batches=tuple(batches), unread=self.unread | requested)


def pod_stages(items: Sequence[Object], least: int | None) -> Iterator[PodStage]:
    """Yield the stages of each object: pods that wait for others to finish form a later stage.

    `least` is the minimum number of nodes if no gang states it.
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
            yield PodStage(item.label, tuple(batches), frozenset() if gang is None else _topology(gang))


def _left(needs: Needs, removed: Collection[str]) -> Needs:
    return {name: amount for name, amount in needs.items() if name not in removed}


def _topology(gang: Gang) -> frozenset[str]:
    """Return the fields with which a gang requires a network topology."""
    spec = gang.item.data["spec"]
    is_hard = spec.get("networkTopology", {}).get("mode") == "hard"
    fields = {"networkTopology": is_hard, "schedulingConstraints": "schedulingConstraints" in spec}
    return frozenset(name for name, is_there in fields.items() if is_there)


def _batches(together: Iterable[Pod], least: int | None) -> Iterator[PodBatch]:
    found = [(pod, replica_count(pod) or 1) for pod in together]
    # Only an elastic run has a minimum, and it has no other role.
    spare = max(0, sum(count for _, count in found) - least) if least is not None and len(found) == 1 else 0
    for pod, count in found:
        yield PodBatch(_role(pod), count, count - spare, {**effective_requests(pod), **host_ports(pod.spec)}, pod)


def _depths(item: Object) -> Mapping[tuple[str | int, ...], int]:
    """Return, by path of each replicated job, how many others finish before it starts."""
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
