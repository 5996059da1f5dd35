"""Controllers and schedulers of other projects: one module for each, with the functions of `Controller`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from render.simulation.control_plane import ControlPlane
from render.simulation.installation import Installation
from render.simulation.submission import Submission
from render.snapshot.view import SnapshotView


class Controller(Protocol):
    """A module of this package."""

    PROGRAMS: tuple[str, ...]
    """Names of its programs, which are in one folder."""

    def uses(self, run: Submission) -> bool:
        """Return True if a run needs the controller."""

    def cluster_objects(self, view: SnapshotView) -> Iterator[Mapping[str, Any]]:
        """Yield the objects of a snapshot that the controller reads. Raises SimulationError."""

    def start(self, installation: Installation, runs: Sequence[Submission]) -> Callable[[], int]:
        """Start the programs, and return a function that counts what they have yet to try.

        `runs` are those that use the controller. Raises SimulationError, ClusterError, OSError.
        """


CONTROLLERS: Mapping[str, Controller] = {
    file.stem: cast("Controller", import_module(f"{__name__}.{file.stem}"))
    for file in sorted(Path(__file__).parent.glob("[!_]*.py"))
}
"""By name, in the order in which they start: Kueue needs the kinds of JobSet."""


class RunningControllers:
    """The controllers that runs use, in one control plane."""

    def __init__(self, plane: ControlPlane, folders: Mapping[str, Path], runs: Sequence[Submission]) -> None:
        """Start them; `folders` have their programs, by name. Raises SimulationError, ClusterError, OSError."""
        self._names = needed_controllers(runs)
        self._counts = []
        for name in self._names:
            controller = CONTROLLERS[name]
            own = [run for run in runs if controller.uses(run)]
            self._counts.append(controller.start(Installation(name, plane, folders[name]), own))
        plane.server.connect()

    def pending(self) -> int:
        """Return the number of objects that they have yet to try."""
        return sum(count() for count in self._counts)

    def cluster_objects(self, view: SnapshotView) -> Iterator[Mapping[str, Any]]:
        """Yield the objects of a snapshot that they read. Raises SimulationError."""
        for name in self._names:
            yield from CONTROLLERS[name].cluster_objects(view)


def needed_controllers(runs: Sequence[Submission]) -> list[str]:
    """Return the names of the controllers that runs use."""
    return [name for name, controller in CONTROLLERS.items() if any(map(controller.uses, runs))]
