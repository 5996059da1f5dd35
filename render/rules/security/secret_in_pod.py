"""SEC101 secret-in-pod: a command line or a variable contains a credential.

Everyone who may read the repository, the manifest, the JobSet or the pod can read it, and it stays in the history. Use
a Secret in the run's namespace, and revoke a credential that others have seen where it was issued. The value is never
printed. Comments in the file can't ignore this rule.

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
    """Check every variable and every argument of every container."""
    for path, name, text in variables(item):
        kind = secret(name, text)
        if kind is not None:
            message = f"`{name}` is {kind} in plain text: anyone who can read this file or the pod can use it"
            yield Finding(path, message, FOR_VARIABLE)
    found = {
        (word.path, word.text): kind for name, word in arguments(item) if (kind := secret(name, word.text)) is not None
    }
    for (place, text), kind in found.items():
        message = f"the command line contains {kind} in plain text: anyone who can read this file or the pod can use it"
        yield Finding(place, message, FOR_COMMAND, excerpt=text)
