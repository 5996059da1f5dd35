"""SEC101 secret-in-pod: a credential stands in a command line or a variable.

Everybody who may read the repository, the manifest, the JobSet or the pod reads it too, and it stays in the history.
A Secret of the namespace is for that. The value is not repeated here.

Source: https://github.com/vllm-project/production-stack/issues/14

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          env: [{name: HF_TOKEN, value: hf_abcdefghijklmnopqrstuvwxyzabcdefgh}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          env: [{name: HF_TOKEN, valueFrom: {secretKeyRef: {name: huggingface, key: token}}}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import EACH, Data, Pattern, places
from render.manifests.pods import pods
from render.manifests.trainjob import patches
from render.programs.shell import Word
from render.programs.tokens import commands
from render.rules.rule import Finding, rule
from render.rules.security._ray import texts
from render.rules.security._secrets import may_hold_secret, secret
from render.shape.mistake import Path, at

_HINT = "a Secret, and `valueFrom: {secretKeyRef: …}`"
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


@rule(keys=("args", "command", "entrypoint", "env", "rayStartParams", "redisPassword", "runtimeEnvYAML"))
def check(item: Object) -> Iterator[Finding]:
    """Look at every variable and every argument of every container."""
    for path, name, text in _variables(item):
        kind = secret(name, text)
        if kind is not None:
            yield Finding(path, f"`{name}` holds {kind}, for all to read", _HINT)
    for place in dict.fromkeys(word.path for name, word in _arguments(item) if secret(name, word.text)):
        yield Finding(place, "a credential stands in the command line, for all to read", _HINT)


def _variables(item: Object) -> Iterator[tuple[Path, str, str]]:
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


def _arguments(item: Object) -> Iterator[tuple[str, Word]]:
    """Yield every word of every command line with what names it: the option before it, or its variable."""
    for line in _lines(item):
        for command in commands(line) if any(may_hold_secret(text) for _, text in line) else ():
            yield from command.assignments
            for before, word in zip(("", *(word.text for word in command.words)), command.words, strict=False):
                option, equals, value = word.text.partition("=")
                name, text = (option, value) if equals else (before, word.text)
                yield name.lstrip("-"), Word(text, word.path)
