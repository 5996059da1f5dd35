"""One node of a run here."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.pods.pod import Pod


@dataclass(frozen=True, slots=True, order=True)
class Mount:
    """A folder of this machine that stands for a volume."""

    path: str
    """In the container."""
    folder: str
    is_read_only: bool


@dataclass(frozen=True, slots=True)
class Program:
    """What a container starts, as it is started here."""

    container: str
    words: tuple[str, ...]
    env: Mapping[str, str]
    """All that it is started with."""
    folder: str
    """In which it starts."""
    mounts: tuple[Mount, ...]
    """To be made before it starts; the texts are rewritten where there are none."""


@dataclass(frozen=True, slots=True)
class Node:
    """A pod, as it runs here."""

    label: str
    pod: Pod
    devices: tuple[str, ...]
    """Its share of this machine's GPUs."""
    programs: tuple[Program, ...]
    """One after the other, each after the one before has ended well; the last one is the pod's own."""
    grace_seconds: float
    """Between the request to end and the end."""
