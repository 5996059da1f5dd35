"""Programs of the lab: where they are, and how they start and stop in the background."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.cluster.control_plane import until

STOP_SECONDS = 15


class LabError(RuntimeError):
    """The lab can't do what it was asked for."""


def find_program(name: str) -> str:
    """Return the path of a program in the folders of `RENDER_TOOLS`, else of `PATH`. Raises LabError."""
    path = os.pathsep.join(filter(None, [os.environ.get("RENDER_TOOLS"), os.environ.get("PATH")]))
    found = shutil.which(name, path=path)
    if found is None:
        raise LabError(f"no program `{name}` in RENDER_TOOLS or PATH: run `ci/lab`")
    return found


def start(name: str, command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> None:
    """Start a program in the background, with `NAME.log` and `NAME.pid` in a folder."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    outputs = [(os.POSIX_SPAWN_OPEN, number, folder / f"{name}.log", flags, 0o644) for number in (1, 2)]
    process = os.posix_spawnp(
        "env",
        ["env", f"--chdir={folder}", *command],
        {**os.environ, **(environment or {})},
        file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), *outputs],
        setsid=True,
    )
    (folder / f"{name}.pid").write_text(str(process), encoding="utf-8")


def stop(file: Path, number: signal.Signals = signal.SIGTERM) -> None:
    """Stop the process of a `.pid` file, with SIGKILL if it does not end within `STOP_SECONDS`."""
    if not file.exists():
        return
    process = int(file.read_text(encoding="utf-8"))
    with suppress(ProcessLookupError):
        os.kill(process, number)
        with suppress(RuntimeError):
            until(lambda: not is_running(process), STOP_SECONDS, "")
        os.kill(process, signal.SIGKILL)
    file.unlink()


def is_running(process: int) -> bool:
    """Return True if a process exists and is not a zombie."""
    with suppress(ChildProcessError):  # not started by this process
        os.waitpid(process, os.WNOHANG)
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def kill_all(is_meant: Callable[[str], bool]) -> None:
    """Kill the processes whose command line, with spaces, is meant."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if is_meant((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")):
                os.kill(int(folder.name), signal.SIGKILL)


def unmount_below(folder: Path) -> None:
    """Unmount everything below a folder, the innermost first."""
    mounts = [line.split()[1] for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()]
    for mount in sorted((mount for mount in mounts if mount.startswith(f"{folder}/")), reverse=True):
        subprocess.run(["umount", "--lazy", mount], check=True)
