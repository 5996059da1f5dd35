"""SEC102 secret-in-config-map: a credential stands in a ConfigMap, or in the variables of a spec.

A ConfigMap is not a secret: its values are shown to everybody who may list it, and the variables of a spec become one.
A credential that others have seen is revoked where it was issued. The value is never printed. Comments in the file
can't ignore this rule.

Source: https://kubernetes.io/docs/concepts/configuration/configmap/

Example:
    image: registry.example/train:1
    env: {HF_TOKEN: hf_abcdefghijklmnopqrstuvwxyzabcdefgh}
Use instead:
    image: registry.example/train:1
    env: {HF_TOKEN: {valueFrom: {secretKeyRef: {name: huggingface, key: token}}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.rule import Finding, rule
from render.rules.security._secrets import secret
from render.rules.security._values import FOR_VARIABLE


@rule(kinds=("/ConfigMap",))
def check(item: Object) -> Iterator[Finding]:
    """Look at every value."""
    for key, value in item.data.get("data", {}).items():
        kind = secret(key, value)
        if kind is not None:
            message = f"`{key}` is {kind} in plain text: whoever can read this file or the ConfigMap can use it"
            yield Finding(("data", key), message, FOR_VARIABLE)
