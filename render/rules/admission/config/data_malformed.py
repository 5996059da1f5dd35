"""ADM651 data-malformed: a ConfigMap or Secret has a key that can't name a file, or more than 1 MiB.

A key has at most 253 letters, digits, `-`, `_` and `.`, and does not begin with two dots: a volume makes a file of it.
So a key is no path. `data` and `binaryData` of a ConfigMap have no key in common. All values, decoded, have at most
1,048,576 bytes together; what is larger belongs onto a volume or into the image. The API server refuses the object.

Source: https://kubernetes.io/docs/concepts/configuration/configmap/#configmap-object

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: code}
    data: {src/train.py: print()}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: code}
    data: {train.py: print()}
"""

from collections.abc import Iterator

from render.kube import names
from render.manifests.objects import Object
from render.rules.admission._refusal import each_invalid, invalid, too_long
from render.rules.rule import Finding, rule

MAX_BYTES = 1024 * 1024


@rule(kinds=("/ConfigMap", "/Secret"))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each key, and that the values are too large together."""
    for field in ("data", "binaryData", "stringData"):
        for key in item.data.get(field, {}):
            yield from each_invalid((field, key), key, names.config_key(key))
    for key in item.data.get("binaryData", {}):
        if key in item.data.get("data", {}):
            yield invalid(("data", key), key, "duplicate of key present in binaryData")
    if _size(item) > MAX_BYTES:
        yield too_long(("data",), MAX_BYTES, "put it onto a volume or into the image")


def _size(item: Object) -> int:
    is_secret = item.kind.name == "Secret"
    plain = item.data.get("stringData" if is_secret else "data", {})
    encoded = item.data.get("data" if is_secret else "binaryData", {})
    size = sum(len(value.encode()) for value in plain.values())
    return size + sum(_decoded(value) for key, value in encoded.items() if key not in plain)


def _decoded(value: str) -> int:
    text = value.replace("\n", "").replace("\r", "")
    return len(text) // 4 * 3 - text.count("=")
