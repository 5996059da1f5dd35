"""Adaptations of a run to this machine; each one is reported."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.local.addresses import possible_names, replace_names
from render.local.node import Mount


class Adaptation(NamedTuple):
    """A value of a node that differs from the cluster."""

    node: str
    name: str
    """Name of the variable, the field, or the path."""
    before: str | None
    """Value in the manifest; None if it has none."""
    after: str | None
    """Value on this machine; None if it has none."""


def adaptation_lines(changes: Iterable[Adaptation], nodes: Sequence[str]) -> Iterator[str]:
    """Yield one line per change; a change that all nodes share is one line without the nodes' names."""
    concerned: dict[tuple[str, str | None, str | None], list[str]] = {}
    for change in dict.fromkeys(changes):
        concerned.setdefault(change[1:], []).append(change.node)
    for (name, before, after), found in concerned.items():
        where = "" if len(found) == len(nodes) else f"{', '.join(found)}: "
        yield f"{where}{name}: {_shown(before)} -> {_shown(after)}"


def _shown(value: str | None) -> str:
    return "unset" if value is None else value or '""'


_BEFORE, _AFTER = r"(?<![\w./-])", r"(?![\w.-])"
"""Boundaries of a path in a text: neither `s3://bucket/data` nor `/data2` contains the path `/data`."""


def replace_paths(text: str, mounts: Sequence[Mount]) -> str:
    """Return a text with each mount path replaced by its folder on this machine; the longest path wins."""
    folders = {mount.path.rstrip("/"): mount.folder for mount in mounts}
    if not folders:
        return text
    deepest_first = sorted(folders, key=len, reverse=True)
    pattern = f"{_BEFORE}({'|'.join(map(re.escape, deepest_first))}){_AFTER}"
    return re.sub(pattern, lambda match: folders[match[1]], text)


_INTERFACES = frozenset({"GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME", "TP_SOCKET_IFNAME"})
_GPUS = "--gpus="
_LOOPBACK = "lo0" if sys.platform == "darwin" else "lo"


@dataclass(frozen=True, slots=True)
class Rewriter:
    """A rewriter of one node's texts, which records each change."""

    node: str
    addresses: Mapping[str, str]
    """Addresses by DNS name; empty if the names resolve."""
    mounts: Sequence[Mount]
    """Mounts to replace in texts; empty if the volumes are mounted."""
    changes: list[Adaptation]

    def variable(self, name: str, value: str) -> str:
        """Return the rewritten value of an environment variable; a network interface becomes the loopback interface."""
        if name in _INTERFACES and self.addresses:
            exact = "=" if value.startswith("=") else ""
            return self.changed(name, value, f"{exact}{_LOOPBACK}")
        return self.text(name, value)

    def text(self, name: str, text: str) -> str:
        """Return a text with its DNS names and mount paths replaced; `name` is the name of the recorded change."""
        return self.changed(name, text, replace_paths(replace_names(text, self.addresses), self.mounts))

    def word(self, name: str, word: str) -> str:
        """Return a rewritten word of a command line; records only the replaced parts: it may be a whole script."""
        for found in sorted(possible_names(word) & self.addresses.keys()):
            self.changed(name, found, self.addresses[found])
        for mount in self.mounts:
            if replace_paths(word, (mount,)) != word:
                self.changed(name, mount.path, mount.folder)
        return replace_paths(replace_names(word, self.addresses), self.mounts)

    def devices(self, words: Sequence[str], count: int) -> list[str]:
        """Return the command line of the preflight check with the number of GPUs that the node has here."""
        option = f"{_GPUS}{count}"
        return [self.changed("preflight", word, option) if word.startswith(_GPUS) else word for word in words]

    def changed(self, name: str, before: str | None, after: str) -> str:
        """Record a change if the values differ, and return the new value."""
        if before != after:
            self.changes.append(Adaptation(self.node, name, before, after))
        return after
