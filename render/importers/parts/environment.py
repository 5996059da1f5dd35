"""Environment variables: the list of a container as the map of a spec.

In a list `$(NAME)` refers to variables before it only. A map has no order, so other references are escaped if the run
has a variable of that name.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields
from render.kube.formats.variable_references import replace_references
from render.programs.launcher_env import launcher_environment
from render.programs.run_size import RunSize
from render.schema_errors.error import Path
from render.spec.codes import CARRIED_OTHERWISE, NOT_CARRIED

_NAME = re.compile(r"[A-Za-z_][-._A-Za-z0-9]*")

Variables = dict[str, Any]
"""Variables of a spec by name: a text, or a mapping with `valueFrom`."""


def consume_env(
    container: RemainingFields, written: Collection[str], notes: ImportNotes, *, is_inline: bool = False
) -> Variables:
    """Consume the variables of a container. `written` are the names of variables that the chart adds.

    `is_inline` is True if the chart writes them into the container, not into a ConfigMap.
    """
    variables = container.items("env")
    names = [str(variable.data.get("name", "")) for variable in variables]
    defined = {*written, *names}
    found: Variables = {}
    for position, variable in enumerate(variables):
        name = names[position]
        if not _NAME.fullmatch(name):
            continue
        if name in names[position + 1 :]:
            notes.add(NOT_CARRIED, variable.path, f"`{name}` is set again below; a spec has each variable once")
            variable.clear()
            continue
        variable.consume("name")
        if source := variable.consume("valueFrom"):
            found[name] = {"valueFrom": _own(source)}
        else:
            text = variable.consume("value", "")
            text_of = escape_references if is_inline else spec_value
            found[name] = text_of(text, names[:position], defined)
            if container.data.get("envFrom") and escape_references(text, names[:position], defined) != text:
                notes.add(CARRIED_OTHERWISE, variable.path, f"`{name}` can no longer refer to a variable of `envFrom`")
    return found


def spec_value(text: str, before: Collection[str], defined: Collection[str]) -> str:
    """Return a variable's value for a spec.

    `before` are the names that it may refer to, `defined` all names of the run. A spec takes a value without `$(`
    literally, so `$$` is one `$` there.
    """
    kept = escape_references(text, before, defined)
    if "$(" in kept:
        return kept
    return kept.replace("$$", "$")


def escape_references(text: str, before: Collection[str], defined: Collection[str]) -> str:
    """Escape references to variables that are defined in the run but not before this text."""

    def part(match: re.Match[str]) -> str:
        name = match["name"]
        return f"${match[0]}" if name is not None and name in defined and name not in before else match[0]

    return replace_references(text, part)


def consume_words(container: RemainingFields, key: str, names: Sequence[str], written: Collection[str]) -> list[str]:
    """Consume a command line, which may refer to all variables of its container."""
    return [escape_references(word, names, {*names, *written}) for word in container.consume(key, [])]


def _own(source: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a value source without `containerName`, which is not needed for the container itself."""
    resource = source.get("resourceFieldRef")
    if resource is None:
        return source
    return {**source, "resourceFieldRef": {key: value for key, value in resource.items() if key != "containerName"}}


_BOOK = {
    "plain": {"address": "MASTER_ADDR", "port": "MASTER_PORT", "nodes": "NNODES", "rank": "NODE_RANK"},
    "torchrun": {
        "address": "PET_MASTER_ADDR",
        "port": "PET_MASTER_PORT",
        "nodes": "PET_NNODES",
        "rank": "PET_NODE_RANK",
    },
}
"""Variables of the chart's launchers, by launcher."""


def launcher_reference(launcher: str, what: str) -> str:
    """Return a reference to a variable of the launcher: `address`, `port`, `nodes` or `rank`."""
    return f"$({_BOOK[launcher][what]})"


def mentions_variable(name: str, spec: Mapping[str, Any]) -> bool:
    """Return True if the command line or a variable of a spec contains the name of a variable."""
    return any(re.search(rf"(?<!\w){name}(?!\w)", text) for text in _texts(spec))


def _texts(spec: Mapping[str, Any]) -> Iterable[str]:
    yield from (*spec["command"], *spec["args"])
    yield from (value for value in spec["env"].values() if isinstance(value, str))


TORCH = ("PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR", "PET_MASTER_PORT")
"""Variables that Kubeflow Trainer sets for torch."""

_WORDS = ("auto", "cpu", "gpu")
"""Values for which torchrun counts the processes itself."""

_RANK = {"valueFrom": {"fieldRef": {"fieldPath": "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}}
_PORT = "29500"
_NODES = ("JAX_NUM_PROCESSES", "DMLC_NUM_WORKER")
_RANKS = ("JAX_PROCESS_ID", "DMLC_TASK_ID")
_PLACES = ("JAX_COORDINATOR_ADDRESS", "DMLC_TRACKER_URI", "DMLC_TRACKER_PORT")
"""Variables that Kubeflow Trainer sets for JAX and XGBoost: numbers of nodes, ranks, addresses."""


def variable_names(container: RemainingFields) -> frozenset[str]:
    """Return the names of a container's variables."""
    return frozenset(str(variable.data.get("name", "")) for variable in container.items("env"))


def drop_launcher_variables(spec: dict[str, Any], path: Path, run: str, notes: ImportNotes) -> None:
    """Drop the variables that the launcher of a spec sets, and note other values."""
    written = launcher_environment(RunSize(spec | {"launcher": spec.get("launcher") or "torchrun"}, run))
    for name in [name for name in spec["env"] if name in written]:
        value = spec["env"].pop(name)
        expected = written[name]
        if expected is None and value == _RANK:
            continue
        if value != expected and not (name == "PET_NPROC_PER_NODE" and value in _WORDS):
            rule = CARRIED_OTHERWISE if name in TORCH else NOT_CARRIED
            notes.add(rule, path, f"`{name}` is set by the chart; `{value}` is lost")


def refer_to_launcher(env: dict[str, Any], run: str, nodes: int) -> None:
    """Replace Trainer's values for JAX and XGBoost by references to variables of the chart's launcher."""
    host = f"{run}-node-0-0.{run}"
    address, port = launcher_reference("plain", "address"), launcher_reference("plain", "port")
    places = {host: address, _PORT: port, f"{host}:{_PORT}": f"{address}:{port}"}
    for name in _of(env, _PLACES):
        env[name] = places.get(str(env[name]), env[name])
    for name in _of(env, _NODES):
        env[name] = launcher_reference("plain", "nodes") if env[name] == str(nodes) else env[name]
    for name in _of(env, _RANKS):
        env[name] = launcher_reference("plain", "rank") if env[name] == _RANK else env[name]


def _of(env: dict[str, Any], wanted: Collection[str]) -> list[str]:
    return [name for name in env if name in wanted]
