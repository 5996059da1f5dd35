"""A pod that every Pod Security level allows, and the changes of the table."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

Data = dict[str, Any]

CASES: list[tuple[str, str, Any]] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
LEVELS = ("privileged", "baseline", "restricted")

_CONTAINER: Data = {
    "image": "registry.example/train:1",
    "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
}
_POD: Data = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "run"},
    "spec": {
        "securityContext": {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}},
        "initContainers": [{"name": "first", **_CONTAINER}],
        "containers": [{"name": "node", **_CONTAINER}],
    },
}

each_change = pytest.mark.parametrize(
    ("strictest", "path", "value"), CASES, ids=[f"{path} {value}"[:90] for _, path, value in CASES]
)


def changed(path: str, value: Any) -> Data:
    """Return the pod with a value at a path; None removes what is there."""
    pod = deepcopy(_POD)
    inner: Any = pod
    *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in parents:
        inner = inner[key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return pod


def allowing(strictest: str) -> set[str]:
    """Return the levels that allow what the strictest of them allows."""
    return set(LEVELS[: LEVELS.index(strictest) + 1])
