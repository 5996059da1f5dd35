"""Programs of the control plane: where they are, and how they start and end."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from render.tool import find_program, killed_with_parent, search_path

START_SECONDS = 120.0
"""Maximum seconds until a program answers."""

_BUILD = {"etcd": "ci/tools/etcd"}
"""Commands of this project's repository that print the folder of a program; the others are Kubernetes'."""
_KUBERNETES = "ci/tools/kubernetes/build"
_CONTROLLERS = "ci/tools/lab/build"


class SimulationError(Exception):
    """The simulation can't run."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Set the message, and the way out."""
        super().__init__(message)
        self.hint = hint


class Tools(NamedTuple):
    """Where programs are."""

    programs: Mapping[str, Path]
    """Programs of Kubernetes and its storage, by name."""
    controllers: Mapping[str, Path]
    """Folders with the programs of the controllers, by name."""


def find_tools(programs: Sequence[str], controllers: Mapping[str, Sequence[str]], folders: Sequence[Path]) -> Tools:
    """Return the paths of programs in these folders, else in PATH; all of a controller are in one folder.

    Raises SimulationError with all that are missing.
    """
    path = os.pathsep.join(str(folder.absolute()) for folder in folders)
    found = {name: shutil.which(name, path=path) or find_program(name) for name in programs}
    homes = {name: _home(names, folders) for name, names in controllers.items()}
    missing = [name for name, where in found.items() if where is None]
    lacking = [name for name, where in homes.items() if where is None]
    if missing or lacking:
        listed = ", ".join(
            (*(f"`{name}`" for name in missing), *(_listed(name, controllers[name]) for name in lacking))
        )
        commands = dict.fromkeys(_BUILD.get(name, _KUBERNETES) for name in missing)
        builds = ", ".join(
            f"`{one}`" for one in (*commands, *([" ".join([_CONTROLLERS, *lacking])] if lacking else []))
        )
        hint = f"in a checkout of render, {builds} build them and print the folders for `--tools`"
        raise SimulationError(f"the simulation needs the programs {listed}, which are not in `--tools` or PATH", hint)
    return Tools(
        {name: Path(where) for name, where in found.items() if where is not None},
        {name: where for name, where in homes.items() if where is not None},
    )


def _home(names: Sequence[str], folders: Sequence[Path]) -> Path | None:
    """Return the first folder with all of these programs."""
    of_path = map(Path, filter(None, search_path().split(os.pathsep)))
    for folder in (*(one.absolute() for one in folders), *of_path):
        if all(shutil.which(name, path=str(folder)) for name in names):
            return folder
    return None


def _listed(controller: str, names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"`{names[0]}`"
    return f"those of `{controller}` ({', '.join(f'`{name}`' for name in names)}) in one folder"


class Programs:
    """Programs that run, with one folder for what they write."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        """Set the folder, and the stack that ends the programs."""
        self.folder = folder
        self._stack = stack
        self._all: list[tuple[str, subprocess.Popen[bytes]]] = []

    def start(self, name: str, command: Sequence[str | Path], environment: dict[str, str] | None = None) -> None:
        """Start a program, with its output in `NAME.log`. It is killed with this process. Raises OSError."""
        log = self._stack.enter_context((self.folder / f"{name}.log").open("wb"))
        program = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=self.folder,
            env={"PATH": os.defpath, "HOME": str(self.folder), **(environment or {})},
            preexec_fn=killed_with_parent({}),  # noqa: PLW1509 - threads of requests have ended
        )
        self._stack.callback(_end, program)
        self._all.append((name, program))

    def wait(self, name: str, is_ready: Callable[[], bool]) -> None:
        """Wait until a program is ready. Raises SimulationError if one has ended, or after START_SECONDS."""
        deadline = time.monotonic() + START_SECONDS
        while not is_ready():
            self.check()
            if time.monotonic() > deadline:
                raise SimulationError(f"`{name}` is not ready after {START_SECONDS:g} seconds", self._last_line(name))
            time.sleep(0.1)

    def check(self) -> None:
        """Raise SimulationError if a program has ended."""
        for name, program in self._all:
            if program.poll() is not None:
                raise SimulationError(f"`{name}` ended with status {program.returncode}", self._last_line(name))

    def _last_line(self, name: str) -> str:
        lines = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace").splitlines()
        return f"the last line of its log: {lines[-1][:400]}" if lines else "its log is empty"


@contextmanager
def run_programs(folder: Path) -> Iterator[Programs]:
    """Yield a folder for programs, which end with the block."""
    with ExitStack() as stack:
        yield Programs(folder, stack)


def free_ports(count: int) -> list[int]:
    """Return ports of loopback that no program listens on."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(one.getsockname()[1]) for one in sockets]


def answers(port: int) -> bool:
    """Return True if a program listens on a port of loopback."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _end(program: "subprocess.Popen[bytes]") -> None:
    program.kill()
    program.wait()
