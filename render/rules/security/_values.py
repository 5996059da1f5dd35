"""Named values of an object: variables of containers and of Ray, options and arguments of command lines."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import EACH, Data, Pattern, select
from render.manifests.pods import pods
from render.manifests.trainjob import patches
from render.programs.command import find_commands
from render.programs.shell import Word
from render.rules.security._logins import login_credential
from render.rules.security._ray import texts
from render.rules.security._secrets import may_hold_secret
from render.schema_errors.error import Path, get_path

KEYS = ("args", "command", "entrypoint", "env", "rayStartParams", "redisPassword", "runtimeEnvYAML")
"""The keys that contain named values, in addition to the data of a ConfigMap."""

FOR_VARIABLE = "store it in a Secret, and replace the value with `valueFrom: {secretKeyRef: {name: SECRET, key: KEY}}`"
FOR_COMMAND = "store it in a Secret, load it into a variable (`valueFrom: {secretKeyRef: …}`), and write `$(NAME)` here"
FOR_FILE = "store the file in a Secret, and mount that: in a spec, a volume of `storage.volumes` with `secret`"
"""Hints for values in variables, in command lines and in files."""

_IN_TRAINJOB: tuple[Pattern, ...] = (
    ("spec", "trainer"),
    ("spec", "initializer", EACH),
    ("spec", "podTemplateOverrides", EACH, "spec", "containers", EACH),
    ("spec", "podTemplateOverrides", EACH, "spec", "initContainers", EACH),
)
_CONTAINERS: tuple[Pattern, ...] = tuple(
    ("spec", "replicatedJobs", EACH, "template", "spec", "template", "spec", kind, EACH)
    for kind in ("initContainers", "containers")
)


def variables(item: Object) -> Iterator[tuple[Path, str, str]]:
    """Yield the path, the name and the text of each variable of a container or of Ray."""
    for path, data in _containers(item):
        for index, variable in enumerate(data.get("env", ())):
            yield (*path, "env", index, "value"), variable.get("name", ""), variable.get("value", "")
    if item.kind.group == "ray.io":
        yield from texts(item)


def _containers(item: Object) -> Iterator[tuple[Path, Data]]:
    """Yield the path and the data of everything that has a command or variables."""
    for pod in pods(item):
        yield from ((container.path, container.data) for container in pod.containers)
    if item.kind.name != "TrainJob":
        return
    for pattern in _IN_TRAINJOB:
        yield from select(item.data, pattern)
    for place, template in patches(item):
        for pattern in _CONTAINERS:
            yield from select(template, pattern, place)


def _lines(item: Object) -> Iterator[list[tuple[Path, str]]]:
    """Yield each command line."""
    for path, data in _containers(item):
        yield [
            ((*path, key, index), text) for key in ("command", "args") for index, text in enumerate(data.get(key, ()))
        ]
    entrypoint = get_path(item.data, ("spec", "entrypoint")) if item.kind.name == "RayJob" else None
    if entrypoint:
        yield [(("spec", "entrypoint"), word) for word in ("sh", "-c", entrypoint)]


def arguments(item: Object) -> Iterator[tuple[str, Word]]:
    """Yield every word of every command line with its name: the option before it, its variable, or empty.

    The name is `PASSWORD` where a command such as `wandb login KEY` has a credential in a word without a name.
    """
    for line in _lines(item):
        for command in find_commands(line) if any(may_hold_secret(text) for _, text in line) else ():
            yield from command.assignments
            hidden = login_credential(command)
            for before, word in zip(("", *(word.text for word in command.words)), command.words, strict=False):
                option, equals, value = word.text.partition("=")
                if word is hidden:
                    yield "PASSWORD", word
                elif equals:
                    yield option.lstrip("-"), word._replace(text=value)
                else:
                    is_value = before.startswith("-") and not word.text.startswith("-")
                    yield before.lstrip("-") if is_value else "", word
