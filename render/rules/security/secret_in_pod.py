"""SEC101 secret-in-pod: a credential stands in a command line or a variable.

Everybody who may read the repository, the manifest, the JobSet or the pod reads it too, and it stays in the history.
A Secret of the namespace is for that, and a credential that others have seen is revoked where it was issued. The value
is never printed. Comments in the file can't ignore this rule.

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
from render.rules.rule import Finding, rule
from render.rules.security._secrets import secret
from render.rules.security._values import FOR_COMMAND, FOR_VARIABLE, KEYS, arguments, variables


@rule(keys=KEYS)
def check(item: Object) -> Iterator[Finding]:
    """Look at every variable and every argument of every container."""
    for path, name, text in variables(item):
        kind = secret(name, text)
        if kind is not None:
            message = f"`{name}` is {kind} in plain text: whoever can read this file or the pod can use it"
            yield Finding(path, message, FOR_VARIABLE)
    found = {word.path: kind for name, word in arguments(item) if (kind := secret(name, word.text)) is not None}
    for place, kind in found.items():
        message = f"the command line holds {kind} in plain text: whoever can read this file or the pod can use it"
        yield Finding(place, message, FOR_COMMAND)
