"""What of a run takes place here: its nodes, and what the chart itself lets run before them."""

from collections.abc import Iterable, Mapping
from typing import Any

from render.pods.pod import Pod

PREFLIGHT = "preflight"
"""The init container that compares the nodes."""

_INITIALIZERS = ("dataset-initializer", "model-initializer")
"""Roles that bring data and end before the nodes start; their programs are in images of their own."""


def is_initializer(pod: Pod) -> bool:
    """Say whether a pod only brings data."""
    return pod.role.step in _INITIALIZERS


def left_out(values: Mapping[str, Any], *, has_preflight: bool) -> frozenset[str]:
    """Return the names of the init containers that don't run here: the user's, which are other images."""
    section = values.get("pod") or {}
    users = {one["name"] for key in ("initContainers", "sidecars") for one in section.get(key) or ()}
    return frozenset(users | (set() if has_preflight else {PREFLIGHT}))


def init_containers(pods: Iterable[Pod]) -> frozenset[str]:
    """Return the names of the init containers of all pods."""
    return frozenset(one["name"] for pod in pods for one in pod.role.pod.get("initContainers", ()))
