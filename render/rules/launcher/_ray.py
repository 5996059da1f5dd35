"""Ray clusters: the containers that Ray runs in, and what it believes that they have."""

from collections.abc import Iterable, Iterator
from math import floor
from typing import NamedTuple

from render.kube.gpus import gpus
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.pods import Container, Pod, pods
from render.programs.copies import copies
from render.programs.shell import Word
from render.programs.tokens import Command, commands
from render.shape.mistake import Path, at

KINDS = ("ray.io/RayCluster", "ray.io/RayJob")
CPUS = 10
"""Of a bundle with one GPU, as LLaMA-Factory reserves them."""
_HEAD = "headGroupSpec"


class Group(NamedTuple):
    """The head, or a group of workers that are alike."""

    pod: Pod
    container: Container
    """The one that Ray runs in: the first."""

    @property
    def is_head(self) -> bool:
        """Say whether it is the head."""
        return _HEAD in self.pod.path

    @property
    def copies(self) -> int | None:
        """Return how many pods it has; None where an autoscaler decides."""
        return copies(self.pod)

    @property
    def parameters(self) -> Path:
        """Return the path of what `ray start` is given."""
        return (*self.pod.path[:-1], "rayStartParams")

    def parameter(self, name: str) -> str | None:
        """Return what `ray start` is given for an option."""
        found = at(self.pod.object.data, (*self.parameters, name))
        return found if isinstance(found, str) else None

    @property
    def resources(self) -> Data:
        """Return what the container asks for."""
        found: Data = self.container.data.get("resources", {})
        return found

    @property
    def claims(self) -> bool:
        """Say whether devices may come from a resource claim."""
        return "resourceClaims" in self.pod.spec

    @property
    def gpus(self) -> int:
        """Return the GPUs on which Ray places work."""
        said = self.parameter("num-gpus") or ""
        return int(said) if said.isdecimal() else gpus(self.resources)

    @property
    def cpus(self) -> int | None:
        """Return the CPUs on which Ray places work; None where it counts those of the machine."""
        said = self.parameter("num-cpus") or ""
        if said.isdecimal():
            return int(said)
        asked = (self.resources.get(side, {}).get("cpu") for side in ("limits", "requests"))
        written = next((value for value in map(amount, asked) if value is not None), None)
        return None if written is None else max(1, floor(written))


def groups(item: Object) -> Iterator[Group]:
    """Yield the head and the groups of workers of a Ray cluster, or of a RayJob's own one."""
    for pod in pods(item):
        first = next((container for container in pod.containers if container.kind == "containers"), None)
        if first is not None and pod.path[-2:] != ("spec", "submitterPodTemplate"):
            yield Group(pod, first)


def llamafactory(item: Object) -> Command | None:
    """Return the training with LLaMA-Factory that a RayJob submits."""
    words = ("sh", "-c", item.data.get("spec", {}).get("entrypoint", ""))
    return training(commands((("spec", "entrypoint"), word) for word in words))


def training(started: Iterable[Command]) -> Command | None:
    """Return the one of some commands that trains with LLaMA-Factory."""
    return next((command for command in started if command.program == "llamafactory-cli"), None)


def setting(command: Command, name: str) -> Word | None:
    """Return a setting that LLaMA-Factory is given as `NAME=VALUE`."""
    found = (
        Word(word.text.removeprefix(f"{name}="), word.path, word.is_literal)
        for word in command.words
        if word.text.startswith(f"{name}=")
    )
    return next(found, None)
