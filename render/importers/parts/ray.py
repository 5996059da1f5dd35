"""The parts of a RayJob about Ray itself: entry point, runtime environment, parameters of `ray start`, ports.

Source: https://github.com/ray-project/kuberay/blob/v1.6.2/ray-operator/controllers/ray/common/job.go
"""

import re
import shlex
from typing import Any

import yaml

from render.importers.parts.importer import ImportNotes, RemainingFields
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED, REPLACED

_SHELL = re.compile(r"[|&;<>$`*?()\n#~]")
"""Characters that only a shell understands."""

_PORTS = (6379, 8000, 8080, 8265, 10001, 52365)
"""Ports of Ray's head: store, Serve, metrics, dashboard, client, agent."""

_PARAMS = ("dashboard-host", "block", "num-gpus", "num-cpus")
"""Parameters of `ray start` that the chart sets itself."""


def entrypoint_command(entrypoint: str) -> list[str]:
    """Return the words of an entry point, or a shell with it."""
    if _SHELL.search(entrypoint):
        return ["sh", "-c", entrypoint]
    try:
        return shlex.split(entrypoint)
    except ValueError:
        return ["sh", "-c", entrypoint]


def consume_runtime_environment(spec: RemainingFields, values: dict[str, Any], notes: ImportNotes) -> None:
    """Consume the runtime environment: its variables become the run's, the rest is reported."""
    text = spec.consume("runtimeEnvYAML")
    if not text:
        return
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError:
        found = None
    found = found if isinstance(found, dict) else {"runtimeEnvYAML": text}
    variables = found.pop("env_vars", None) or {}
    values["env"] |= {str(name): str(value) for name, value in variables.items()}
    path = ("spec", "runtimeEnvYAML")
    for key in found:
        message = f"`{key}` of `runtimeEnvYAML` is not carried over: nothing is installed or fetched when a run starts"
        notes.add(NOT_CARRIED, path, message, "put packages and code into the image, or mount a volume")


def consume_start_parameters(group: RemainingFields, notes: ImportNotes) -> None:
    """Consume the parameters of `ray start`."""
    params = group.section("rayStartParams")
    for key in _PARAMS:
        value = params.consume(key)
        if key.startswith("num-") and value is not None:
            message = f"`{key}: {value}` is replaced: Ray gets the numbers of `resourcesPerNode`"
            notes.add(CARRIED_OTHERWISE, (*params.path, key), message)
        if key == "dashboard-host" and value not in (None, "127.0.0.1", "localhost"):
            message = f"`{key}: {value}` is replaced: the dashboard listens inside its pod, for `kubectl port-forward`"
            notes.add(REPLACED, (*params.path, key), message)


def drop_ports(container: RemainingFields) -> None:
    """Consume ports that are only declared; probes and lifecycle hooks of Ray are reported."""
    for port in container.items("ports"):
        if port.data.get("containerPort") in _PORTS:
            port.clear()
