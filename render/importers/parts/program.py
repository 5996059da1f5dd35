"""Command lines of launchers and nodes: Python in their image, and commands before a node's sshd."""

from collections.abc import Iterator, Mapping
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields
from render.programs.command import Command, find_commands
from render.programs.command_line import parse_launch
from render.schema_errors.error import Path
from render.spec.codes import NOT_CARRIED, TO_DO

_OF_PYTHON = frozenset(
    {"colossalai", "composer", "jupyter", "lightning", "llamafactory-cli", "pip", "pip3", "ray", "tune"}
)
"""Commands that are Python programs, so their image has an interpreter."""

_OF_MPI = frozenset({"mpirun", "mpiexec"})
_IDLE = frozenset(
    {"chmod", "chown", "cp", "echo", "install", "mkdir", "set", "sleep", "ssh-keygen", "tail", "true", "wait"}
)
"""Commands around sshd that prepare its keys and folders, which the chart does itself, or wait."""

_USUAL_SSHD = frozenset({"-D", "-De", "-e", "-eD"})
"""Options of an sshd in the foreground, as the chart's."""


def drop_preflight(values: dict[str, Any], container: Mapping[str, Any], path: Path, notes: ImportNotes) -> None:
    """Turn preflight off in a spec of several nodes whose command line shows no Python, and note that."""
    nodes = values.get("numNodes") or values.get("elastic", {}).get("maxNodes") or 1
    if nodes == 1 or shows_python(container):
        return
    values["preflight"] = {"enabled": False}
    message = "`preflight` is off: the command line doesn't show that the image has `python3`, which it needs"
    notes.add(TO_DO, path, message, "remove `preflight` from the spec if the image has `sh` and `python3`")


def shows_python(container: Mapping[str, Any]) -> bool:
    """Return True if a command line starts something that needs a Python interpreter."""
    return any(map(_needs_python, _commands(container)))


def _needs_python(command: Command) -> bool:
    launch = parse_launch(command)
    words = [word.text for word in command.words]
    return (
        (launch.launcher is not None and launch.name not in _OF_MPI)
        or command.program.startswith("python")
        or command.program in _OF_PYTHON
        or any(word.endswith(".py") or word.rpartition("/")[2].startswith("python") for word in words)
    )


def report_start(worker: RemainingFields, notes: ImportNotes) -> bool:
    """Consume the command line of a node that runs sshd, and note its other commands. Returns False without sshd."""
    commands = list(_commands(worker.data))
    texts = [" ".join(word.text for word in command.words) for command in commands]
    if not any("sshd" in text or "service ssh" in text for text in texts):
        return False
    lost = [
        text
        for command, text in zip(commands, texts, strict=True)
        if command.program not in _IDLE and "sshd" not in text and "service ssh" not in text
    ]
    key = "command" if "command" in worker.data else "args"
    if options := [text for command in commands for text in _sshd_options(command)]:
        message = f"options of a node's `sshd` are not carried over, since it runs the chart's: `{' '.join(options)}`"
        notes.add(NOT_CARRIED, (*worker.path, key), message, "`ssh.port` is its port; its keys are the run's own")
    if lost:
        script = "; ".join(lost)
        message = f"commands of a node are not carried over, since it runs the chart's sshd: `{script[:200]}`"
        hint = "do it in the image, or in `pod.initContainers` if it writes to a volume"
        notes.add(NOT_CARRIED, (*worker.path, key), message, hint)
    worker.consume("command")
    worker.consume("args")
    return True


def _sshd_options(command: Command) -> Iterator[str]:
    """Yield the options of an sshd that differ from those of the chart's."""
    words = [word.text for word in command.words]
    start = next((place for place, word in enumerate(words) if word.rpartition("/")[2] == "sshd"), len(words))
    yield from (word for word in words[start + 1 :] if word not in _USUAL_SSHD)


def _commands(container: Mapping[str, Any]) -> Iterator[Command]:
    words = [*(container.get("command") or ()), *(container.get("args") or ())]
    return find_commands((("command", place), word) for place, word in enumerate(words))
