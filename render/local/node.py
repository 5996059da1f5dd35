"""A node of a run on this machine, and the error of a machine that can't start the run."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.pods.pod import RunPod


class LocalError(Exception):
    """This machine can't start the run. `hint` is how to fix it."""

    def __init__(self, message: str, hint: str) -> None:
        """Set the message and the hint."""
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True, order=True)
class Mount:
    """A mount: a folder of this machine in place of a volume."""

    path: str
    """Path in the container."""
    folder: str
    is_read_only: bool


@dataclass(frozen=True, slots=True)
class NodeProgram:
    """The program of a container on this machine."""

    container: str
    words: tuple[str, ...]
    env: Mapping[str, str]
    """Complete environment."""
    folder: str
    """Working directory."""
    mounts: tuple[Mount, ...]
    """Mounts to make before the start; empty if the program's texts are rewritten instead."""


@dataclass(frozen=True, slots=True)
class LocalNode:
    """A pod on this machine."""

    label: str
    pod: RunPod
    devices: tuple[str, ...]
    """Its GPUs of this machine."""
    programs: tuple[NodeProgram, ...]
    """Programs in order; each starts when the previous one has succeeded. The last one is the pod's main container."""
    grace_seconds: float
    """Seconds from SIGTERM to SIGKILL."""
