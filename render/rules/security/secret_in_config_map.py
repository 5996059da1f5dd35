"""SEC102 secret-in-config-map: a credential stands in a ConfigMap, or in the variables of a spec.

A ConfigMap is not a secret: its values are shown to everybody who may list it, and the variables of a spec become one.
The value is not repeated here.

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


@rule(kinds=("/ConfigMap",))
def check(item: Object) -> Iterator[Finding]:
    """Look at every value."""
    for key, value in item.data.get("data", {}).items():
        kind = secret(key, value)
        if kind is not None:
            yield Finding(("data", key), f"`{key}` holds {kind}, for all to read", "a Secret")
