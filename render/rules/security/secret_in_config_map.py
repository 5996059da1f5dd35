"""SEC102 secret-in-config-map: a ConfigMap or the variables of a spec contain a credential.

A ConfigMap is not a Secret: everyone who may list it can read its values, and the variables of a spec become a
ConfigMap. Revoke a credential that others have seen where it was issued. The value is never printed. Comments in the
file can't ignore this rule.

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
    """Check every value."""
    for key, value in item.data.get("data", {}).items():
        kind = secret(key, value)
        if kind is not None:
            message = f"`{key}` is {kind} in plain text: anyone who can read this file or the ConfigMap can use it"
            yield Finding(("data", key), message, FOR_VARIABLE)
