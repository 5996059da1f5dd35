"""SEC101 secret-in-pod: a credential stands in a command line or a variable.

Everybody who may read the repository, the manifest, the JobSet or the pod reads it too, and it stays in the history.
A Secret of the namespace is for that. The value is not repeated here.

Source: https://kubernetes.io/docs/concepts/configuration/secret/

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
from render.manifests.places import Data
from render.manifests.pods import pods
from render.programs.shell import Word
from render.programs.tokens import commands
from render.rules.rule import Finding, rule
from render.rules.security._secrets import secret
from render.shape.mistake import Path

_HINT = "a Secret, and `valueFrom: {secretKeyRef: …}`"


@rule
def check(item: Object) -> Iterator[Finding]:
    """Look at every variable and every argument of every container."""
    for path, data in _containers(item):
        for index, variable in enumerate(data.get("env", ())):
            name = variable.get("name", "")
            kind = secret(name, variable.get("value", ""))
            if kind is not None:
                message = f"`{name}` holds {kind}, for all to read"
                yield Finding((*path, "env", index, "value"), message, _HINT)
        for place in dict.fromkeys(word.path for name, word in _arguments(path, data) if secret(name, word.text)):
            yield Finding(place, "a credential stands in the command line, for all to read", _HINT)


def _containers(item: Object) -> Iterator[tuple[Path, Data]]:
    for pod in pods(item):
        yield from ((container.path, container.data) for container in pod.containers)
    trainer = item.data.get("spec", {}).get("trainer") if item.kind.name == "TrainJob" else None
    if trainer:
        yield ("spec", "trainer"), trainer


def _arguments(path: Path, data: Data) -> Iterator[tuple[str, Word]]:
    """Yield every word of the command line with what names it: the option before it, or its variable."""
    argv = [((*path, key, index), text) for key in ("command", "args") for index, text in enumerate(data.get(key, ()))]
    for command in commands(argv):
        yield from command.assignments
        for before, word in zip(("", *(word.text for word in command.words)), command.words, strict=False):
            option, equals, value = word.text.partition("=")
            name, text = (option, value) if equals else (before, word.text)
            yield name.lstrip("-"), Word(text, word.path)
