"""Ray clusters: the containers that Ray runs in, and the CPUs and GPUs that Ray assumes they have."""

from collections.abc import Iterable, Iterator
from math import floor
from typing import NamedTuple

from render.kube.devices import gpu_count
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.pods import Container, Pod, pods
from render.programs.command import Command, find_commands
from render.programs.replicas import replica_count
from render.programs.shell import Word
from render.schema_errors.error import Path, get_path

KINDS = ("ray.io/RayCluster", "ray.io/RayJob")
CPUS = 10
"""The CPUs that LLaMA-Factory reserves with each GPU."""
_HEAD = "headGroupSpec"


class Group(NamedTuple):
    """The head, or a group of identical workers."""

    pod: Pod
    container: Container
    """The container that Ray runs in: the first one."""

    @property
    def is_head(self) -> bool:
        """Whether the group is the head."""
        return _HEAD in self.pod.path

    @property
    def copies(self) -> int | None:
        """The number of pods; None if an autoscaler decides."""
        return replica_count(self.pod)

    @property
    def parameters(self) -> Path:
        """The path of the parameters of `ray start`."""
        return (*self.pod.path[:-1], "rayStartParams")

    def parameter(self, name: str) -> str | None:
        """Return a parameter of `ray start`, None if it is not set."""
        found = get_path(self.pod.object.data, (*self.parameters, name))
        return found if isinstance(found, str) else None

    @property
    def resources(self) -> Data:
        """The container's resources."""
        found: Data = self.container.data.get("resources", {})
        return found

    @property
    def claims(self) -> bool:
        """Whether devices may come from a resource claim."""
        return "resourceClaims" in self.pod.spec

    @property
    def gpus(self) -> int:
        """The number of GPUs that Ray schedules on."""
        value = self.parameter("num-gpus") or ""
        return int(value) if value.isdecimal() else gpu_count(self.resources)

    @property
    def cpus(self) -> int | None:
        """The number of CPUs that Ray schedules on; None if Ray counts those of the machine."""
        value = self.parameter("num-cpus") or ""
        if value.isdecimal():
            return int(value)
        requested = (self.resources.get(side, {}).get("cpu") for side in ("limits", "requests"))
        cpus = next((quantity for quantity in map(amount, requested) if quantity is not None), None)
        return None if cpus is None else max(1, floor(cpus))


def groups(item: Object) -> Iterator[Group]:
    """Yield the head and the worker groups of a RayCluster, or of the cluster in a RayJob."""
    for pod in pods(item):
        first = next((container for container in pod.containers if container.kind == "containers"), None)
        if first is not None and pod.path[-2:] != ("spec", "submitterPodTemplate"):
            yield Group(pod, first)


def llamafactory(item: Object) -> Command | None:
    """Return the LLaMA-Factory training that a RayJob submits, None if not found."""
    words = ("sh", "-c", item.data.get("spec", {}).get("entrypoint", ""))
    return training(find_commands((("spec", "entrypoint"), word) for word in words))


def training(started: Iterable[Command]) -> Command | None:
    """Return the first command that trains with LLaMA-Factory, None if not found."""
    return next((command for command in started if command.program == "llamafactory-cli"), None)


def setting(command: Command, name: str) -> Word | None:
    """Return the value of a `NAME=VALUE` argument of LLaMA-Factory, None if not found."""
    found = (
        Word(word.text.removeprefix(f"{name}="), word.path, word.is_literal)
        for word in command.words
        if word.text.startswith(f"{name}=")
    )
    return next(found, None)
