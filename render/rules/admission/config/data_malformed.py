"""ADM651 data-malformed: a ConfigMap or Secret has an invalid key, or more than 1 MiB of data.

A key has at most 253 letters, digits, `-`, `_` and `.`, and does not start with two dots, because a volume turns each
key into a file. A key cannot contain `/`. `data` and `binaryData` of a ConfigMap cannot share a key. All values,
decoded, have at most 1,048,576 bytes together; put larger data on a volume or into the image. The API server rejects
the object.

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

from render.kube.formats import names
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid, invalid, too_long
from render.rules.rule import Finding, rule

MAX_BYTES = 1024 * 1024


@rule(kinds=("/ConfigMap", "/Secret"))
def check(item: Object) -> Iterator[Finding]:
    """Check each key, and the total size of the values."""
    for field in ("data", "binaryData", "stringData"):
        for key in item.data.get(field, {}):
            yield from each_invalid((field, key), key, names.config_key_errors(key))
    for key in item.data.get("binaryData", {}):
        if key in item.data.get("data", {}):
            yield invalid(("data", key), key, "duplicate of key present in binaryData")
    if _size(item) > MAX_BYTES:
        yield too_long(("data",), MAX_BYTES, "put the data on a volume or into the image")


def _size(item: Object) -> int:
    is_secret = item.kind.name == "Secret"
    plain = item.data.get("stringData" if is_secret else "data", {})
    encoded = item.data.get("data" if is_secret else "binaryData", {})
    size = sum(len(value.encode()) for value in plain.values())
    return size + sum(_decoded_size(value) for key, value in encoded.items() if key not in plain)


def _decoded_size(value: str) -> int:
    text = value.replace("\n", "").replace("\r", "")
    return len(text) // 4 * 3 - text.count("=")
