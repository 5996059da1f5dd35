"""Options of torchrun in a command line: what the launcher of a spec sets is read and removed."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields
from render.programs.command import find_commands
from render.programs.command_line import Option, parse_launch
from render.schema_errors.error import Path
from render.spec.codes import CARRIED_OTHERWISE, REPLACED

OF_TORCHRUN = (
    "nnodes",
    "node_rank",
    "nproc_per_node",
    "master_addr",
    "master_port",
    "rdzv_backend",
    "rdzv_endpoint",
    "rdzv_id",
    "rdzv_conf",
)
"""Options whose variables (`PET_*`) the chart's torchrun sets."""

_COUNT = "PET_NPROC_PER_NODE"
_COUNTED = ("nproc_per_node",)
"""Options that stay where their value is not known: the spec would not have the number."""

_VALUE = r"""(?:=|\s+(?:\\\n\s*)*)(?:"[^"]*"|'[^']*'|\$\([^)]*\)|\$\{[^}]*\}|[^\s;&|"'\\])+[ \t]*(?:\\\n[ \t]*)?"""
"""The value of an option in a script, and the space behind it."""


def take_options(
    container: RemainingFields, launcher: str, names: Collection[str], notes: ImportNotes
) -> dict[str, str | None]:
    """Remove options of a launcher from the command line of a container, in place.

    Returns their values by name; None for one that a shell or the kubelet expands. An option stays where its text
    is also in the program's own arguments.
    """
    found: dict[str, str | None] = {}
    removed: dict[str, list[str]] = {}
    places = sorted(_options(container, launcher, names), key=lambda pair: pair[1].flag.path, reverse=True)
    for name, option in places:
        text = option.value.text if option.value else ""
        value = resolve(text, container)
        if (value is not None or name not in _COUNTED or _COUNT in text) and _remove(container, option):
            found[name] = value
            removed.setdefault(str(option.flag.path[0]), []).append(option.flag.text.partition("=")[0])
    for key, flags in removed.items():
        listed = ", ".join(f"`{flag}`" for flag in sorted(flags))
        notes.add(REPLACED, (*container.path, key), f"removed {listed}: `launcher: {launcher}` sets it by variables")
    return found


def resolve(text: str, container: RemainingFields) -> str | None:
    """Return a text with the container's literal variables in the place of references; None if others remain."""
    env = {str(one.data.get("name")): one.data.get("value") for one in container.items("env")}

    def value(match: re.Match[str]) -> str:
        known = env.get(match[1] or match[2] or match[3])
        return known if isinstance(known, str) else match[0]

    new = re.sub(r"\$\((\w+)\)|\$\{(\w+)\}|\$(\w+)", value, text)
    return None if "$" in new or "`" in new else new


def report_rendezvous(found: Mapping[str, str | None], nodes: int, path: Path, notes: ImportNotes) -> None:
    """Note values of torchrun's options that the run doesn't have. `path` is the path of the container."""
    count = found.get("nnodes")
    if count is not None and ":" not in count and count != str(nodes):
        message = f"`--nnodes={count}` is replaced: the job has {nodes} pods, and so has the run nodes"
        notes.add(CARRIED_OTHERWISE, path, message)
    backend = found.get("rdzv_backend")
    if backend not in (None, "static", "c10d"):
        notes.add(CARRIED_OTHERWISE, path, f"`--rdzv_backend={backend}` is replaced: torchrun meets at its first node")
    if "rdzv_conf" in found:
        message = "`--rdzv_conf` is replaced by `torchrun.rendezvousTimeoutSeconds`"
        notes.add(CARRIED_OTHERWISE, path, message)


def run_size(nodes: int, span: str | None) -> dict[str, Any]:
    """Return the number of nodes of a spec. `span` is torchrun's option `--nnodes`: a range is an elastic run."""
    least, colon, _ = (span or "").partition(":")
    if colon and least.isdecimal() and int(least) <= nodes:
        return {"elastic": {"minNodes": int(least), "maxNodes": nodes}}
    return {"numNodes": None if nodes == 1 else nodes}


def _options(container: RemainingFields, launcher: str, names: Collection[str]) -> Iterator[tuple[str, Option]]:
    for command in find_commands(_words(container)):
        launch = parse_launch(command)
        if launch.name == launcher:
            yield from ((name, option) for name, option in launch.options.items() if name in names)


def _words(container: RemainingFields) -> Iterator[tuple[Path, str]]:
    for key in ("command", "args"):
        yield from (((key, place), word) for place, word in enumerate(container.data.get(key) or ()))


def _remove(container: RemainingFields, option: Option) -> bool:
    """Remove an option from the list or the script that contains it."""
    key, place = str(option.flag.path[0]), int(option.flag.path[1])
    words: list[Any] = container.data[key]
    if words[place] == option.flag.text:
        if "=" not in option.flag.text and (option.value is None or option.value.path != (key, place + 1)):
            return False
        del words[place : place + (1 if "=" in option.flag.text else 2)]
        return True
    flag = re.escape(option.flag.text.partition("=")[0])
    pattern = re.compile(rf"(?<![-\w'\"]){flag}{_VALUE}")
    if len(pattern.findall(words[place])) != 1:
        return False
    words[place] = pattern.sub("", words[place])
    return True
