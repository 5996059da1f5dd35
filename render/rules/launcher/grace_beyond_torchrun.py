"""RUN183 grace-beyond-torchrun: torchrun kills its processes before the pod's grace period ends.

After SIGTERM torchrun waits 30 seconds for its processes, then kills them, for any `terminationGracePeriodSeconds`.
A checkpoint that takes longer is lost. Since torch 2.12, `TORCH_ELASTIC_SHUTDOWN_TIMEOUT` or `--shutdown-timeout` sets
that time; earlier ones always wait 30 seconds, which is a note if one of them is set.

Source: https://github.com/pytorch/pytorch/issues/119856

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      terminationGracePeriodSeconds: 300
      containers:
        - name: node
          image: registry.example/train:1
          command: [torchrun, train.py]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      terminationGracePeriodSeconds: 300
      containers:
        - name: node
          image: registry.example/train:1
          command: [torchrun, --shutdown-timeout=270, train.py]
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from render.manifests.pods import Container, pods
from render.problem import Severity
from render.programs.command import find_commands
from render.programs.command_line import Launch, parse_launch
from render.rules.rule import Finding, Objects, rule

_KEY = "terminationGracePeriodSeconds"
_VARIABLE = "TORCH_ELASTIC_SHUTDOWN_TIMEOUT"
_WAIT = 30
_FIRST = (2, 12)
"""The first torch that reads the variable (https://github.com/pytorch/pytorch/pull/172596)."""
_TORCH = re.compile(r"(?:.*/)?pytorch/pytorch:(?P<major>\d+)\.(?P<minor>\d+)\..*")


@rule(severity=Severity.WARNING, keys=(_KEY,))
def check(items: Objects) -> Iterator[Finding]:
    """Report grace periods beyond the 30 seconds of torchrun, if nothing sets another time."""
    maps = {
        item.data.get("metadata", {}).get("name"): item.data.get("data", {})
        for item in items
        if item.kind.group_kind == "/ConfigMap"
    }
    for item in items:
        for pod in pods(item):
            seconds = pod.spec.get(_KEY)
            if not isinstance(seconds, int) or seconds <= _WAIT:
                continue
            path = (*pod.spec_path, _KEY)
            message = f"torchrun kills its processes {_WAIT} seconds after SIGTERM, not {seconds}"
            started = [container for container in pod.containers if _launches(container)]
            if any(not _is_set(container, maps) for container in started):
                hint = f"set `{_VARIABLE}` to {seconds - _WAIT}, or `--shutdown-timeout` (torch 2.12 or later)"
                yield Finding(path, message, hint, item)
            elif any(map(_is_old, started)):
                hint = "use an image with torch 2.12 or later, or save in less than 30 seconds"
                yield Finding(path, f"{message}: the image's torch has no setting for it", hint, item).as_note


def _launches(container: Container) -> list[Launch]:
    """Return the command lines of torchrun, and of Accelerate, which runs torchrun's agent itself."""
    if container.kind != "containers":
        return []
    words = [(("command",), word) for key in ("command", "args") for word in container.data.get(key) or ()]
    return [launch for launch in map(parse_launch, find_commands(words)) if launch.name in ("torchrun", "accelerate")]


def _is_old(container: Container) -> bool:
    tag = _TORCH.fullmatch(container.data.get("image", ""))
    return tag is not None and (int(tag["major"]), int(tag["minor"])) < _FIRST


def _is_set(container: Container, maps: Mapping[Any, Mapping[str, str]]) -> bool:
    """Return True if the option or the variable is set, or may be by an object that is not here."""
    if any(variable.get("name") == _VARIABLE for variable in container.data.get("env") or ()):
        return True
    for source in container.data.get("envFrom") or ():
        name = source.get("configMapRef", {}).get("name")
        if name not in maps or _VARIABLE in (maps[name] or {}):
            return True
    words = [word for key in ("command", "args") for word in container.data.get(key) or ()]
    in_script = any(f"{_VARIABLE}=" in word for word in words)
    return in_script or all("shutdown_timeout" in launch.options for launch in _launches(container))
