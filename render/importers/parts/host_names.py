"""Names of pods in command lines and variables: those of the controller become those of the run."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields
from render.schema_errors.error import Path
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED

Rank = Callable[[int], str]
"""The new host name of a pod by its old number."""

_OWN_NAME = re.compile(r"\bhostname\b(?!\s*=)|\$\{?HOSTNAME\b|\bgethostname\b", re.IGNORECASE)
"""A program that reads its host name, often to cut its rank from it."""


def node_host(run: str, rank: int) -> str:
    """Return the host name of a node, as the chart's JobSet gives it."""
    return f"{run}-node-0-{rank}.{run}"


def launcher_host(run: str) -> str:
    """Return the host name of the launcher."""
    return f"{run}-launcher-0-0.{run}"


def replace_hosts(
    containers: Sequence[RemainingFields], run: str, roles: Mapping[str, Rank], notes: ImportNotes, domain: str = ""
) -> None:
    """Replace host names of pods in the command lines and variables of containers, in place.

    `roles` has what the controller puts between the run's name and the number of a pod, such as `worker`; empty if
    it puts nothing there. Names without a number, as in a shell's loop, are reported. `domain` is the pods' Service.
    """
    for role, name_of in roles.items():
        start = rf"(?<![\w.-]){re.escape('-'.join(filter(None, (run, role))))}"
        domains = "|".join(filter(None, (rf"{re.escape(run)}[-\w]*", re.escape(domain))))
        tail = rf"(?:\.(?:{domains}|svc|cluster|local|default|\$\(?\w*NAMESPACE\)?))*"
        host = re.compile(rf"{start}-(\d+){tail}(?![\w-])")
        partial = re.compile(rf"{start}(?:-(?!\d)|(?![-\w]))")
        for texts, key, path in _texts(containers):
            texts[key] = _renamed(host, name_of, texts[key])
            if role and partial.search(texts[key]):
                message = f"the text names pods `{run}-{role}…`; the nodes are `{run}-node-0-RANK.{run}`"
                notes.add(NOT_CARRIED, path, message, "write the new names")


def _renamed(host: re.Pattern[str], name_of: Rank, text: str) -> str:
    return host.sub(lambda found: name_of(int(found[1])), text)


def report_own_name(containers: Sequence[RemainingFields], run: str, notes: ImportNotes) -> None:
    """Note that a program reads the name of its pod, which is another one in the run."""
    for texts, key, path in _texts(containers):
        if _OWN_NAME.search(texts[key]):
            message = f"the text reads the `hostname`, which is now `{run}-node-0-RANK`"
            notes.add(CARRIED_OTHERWISE, path, message, "check what it makes of the name")


def _texts(containers: Sequence[RemainingFields]) -> Iterator[tuple[Any, Any, Path]]:
    """Yield the holder, the key and the path of each word and each value of a variable."""
    for container in containers:
        for key in ("command", "args"):
            words = container.data.get(key) or []
            yield from ((words, place, (*container.path, key, place)) for place in range(len(words)))
        for variable in container.items("env"):
            if isinstance(variable.data.get("value"), str):
                yield variable.data, "value", (*variable.path, "value")
