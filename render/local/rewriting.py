"""Texts of a manifest, made to fit a machine on which the nodes share one network and one file system."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.local.addresses import named, resolved
from render.local.change import Change
from render.local.node import Mount
from render.local.paths import moved

_INTERFACES = frozenset({"GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME", "TP_SOCKET_IFNAME"})
_GPUS = "--gpus="
_LOOPBACK = "lo0" if sys.platform == "darwin" else "lo"


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What has to be written otherwise for one node, and a note of each change."""

    node: str
    addresses: Mapping[str, str]
    """By DNS name; empty where the names resolve."""
    mounts: Sequence[Mount]
    """Empty where the volumes are mounted."""
    changes: list[Change]

    def variable(self, name: str, value: str) -> str:
        """Return the value of an environment variable."""
        if name in _INTERFACES and self.addresses:
            exact = "=" if value.startswith("=") else ""
            return self.changed(name, value, f"{exact}{_LOOPBACK}")
        return self.text(name, value)

    def text(self, name: str, text: str) -> str:
        """Return a text in which names and paths may stand; `name` says whose it is."""
        return self.changed(name, text, moved(resolved(text, self.addresses), self.mounts))

    def word(self, name: str, word: str) -> str:
        """Return a word of a command line, of which only the parts that change are noted: it may be a whole script."""
        for found in sorted(named(word) & self.addresses.keys()):
            self.changed(name, found, self.addresses[found])
        for mount in self.mounts:
            if moved(word, (mount,)) != word:
                self.changed(name, mount.path, mount.folder)
        return moved(resolved(word, self.addresses), self.mounts)

    def devices(self, words: Sequence[str], count: int) -> list[str]:
        """Return the command line of the preflight check, which is to find the GPUs that a node has here."""
        given = f"{_GPUS}{count}"
        return [self.changed("preflight", word, given) if word.startswith(_GPUS) else word for word in words]

    def changed(self, name: str, before: str | None, after: str) -> str:
        """Note a change, if it is one, and return what is there now."""
        if before != after:
            self.changes.append(Change(self.node, name, before, after))
        return after
