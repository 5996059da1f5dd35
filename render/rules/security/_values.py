"""Where an object gives names to texts: variables of containers and of Ray, options and words of command lines."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import EACH, Data, Pattern, places
from render.manifests.pods import pods
from render.manifests.trainjob import patches
from render.programs.shell import Word
from render.programs.tokens import commands
from render.rules.security._ray import texts
from render.rules.security._secrets import may_hold_secret
from render.shape.mistake import Path, at

KEYS = ("args", "command", "entrypoint", "env", "rayStartParams", "redisPassword", "runtimeEnvYAML")
"""The keys below which they stand, beside the data of a ConfigMap."""

FOR_VARIABLE = (
    "put it in a Secret, and write `valueFrom: {secretKeyRef: {name: SECRET, key: KEY}}` in place of the value"
)
FOR_COMMAND = "put it in a Secret, read that into a variable (`valueFrom: {secretKeyRef: …}`), and write `$(NAME)` here"
"""The ways out."""

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
    """Yield the place, the name and the text of each variable that a container or Ray is given."""
    for path, data in _containers(item):
        for index, variable in enumerate(data.get("env", ())):
            yield (*path, "env", index, "value"), variable.get("name", ""), variable.get("value", "")
    if item.kind.group == "ray.io":
        yield from texts(item)


def _containers(item: Object) -> Iterator[tuple[Path, Data]]:
    """Yield what has a command or variables."""
    for pod in pods(item):
        yield from ((container.path, container.data) for container in pod.containers)
    if item.kind.name != "TrainJob":
        return
    for pattern in _IN_TRAINJOB:
        yield from places(item.data, pattern)
    for place, template in patches(item):
        for pattern in _CONTAINERS:
            yield from places(template, pattern, place)


def _lines(item: Object) -> Iterator[list[tuple[Path, str]]]:
    """Yield each command line."""
    for path, data in _containers(item):
        yield [
            ((*path, key, index), text) for key in ("command", "args") for index, text in enumerate(data.get(key, ()))
        ]
    entrypoint = at(item.data, ("spec", "entrypoint")) if item.kind.name == "RayJob" else None
    if entrypoint:
        yield [(("spec", "entrypoint"), word) for word in ("sh", "-c", entrypoint)]


def arguments(item: Object) -> Iterator[tuple[str, Word]]:
    """Yield every word of every command line with what names it, the option before it or its variable, or nothing."""
    for line in _lines(item):
        for command in commands(line) if any(may_hold_secret(text) for _, text in line) else ():
            yield from command.assignments
            for before, word in zip(("", *(word.text for word in command.words)), command.words, strict=False):
                option, equals, value = word.text.partition("=")
                if equals:
                    yield option.lstrip("-"), word._replace(text=value)
                else:
                    is_value = before.startswith("-") and not word.text.startswith("-")
                    yield before.lstrip("-") if is_value else "", word
