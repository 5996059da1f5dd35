"""Objects that `kubectl apply` rejects, and `kubectl apply --server-side` does not.

`kubectl apply` and Argo CD's default sync store the whole object, as JSON, in an annotation. All annotations of an
object have at most 262,144 bytes together, so the API server rejects it: `metadata.annotations: Too long`. An object
itself may have 1.5 MiB, a ConfigMap 1 MiB of data. Helm, Flux and server-side apply don't need the annotation.
"""

import json
from collections.abc import Iterator, Mapping

from render.manifests.codes import TOO_LARGE_TO_APPLY
from render.manifests.finding import Finding
from render.manifests.objects import Object
from render.schema_errors.error import Path

MAX_BYTES = 256 * 1024
"""Maximum of the keys and values of all annotations of an object."""
_KEY = "kubectl.kubernetes.io/last-applied-configuration"
_ESCAPED = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""Characters that Go's JSON escapes in texts."""
_LONGEST_ESCAPE = 6


def check_apply_size(item: Object) -> Iterator[Finding]:
    """Yield a finding if `kubectl apply` rejects an object for its size."""
    if len(item.document.content) * _LONGEST_ESCAPE <= MAX_BYTES:
        return
    own = item.data.get("metadata", {}).get("annotations") or {}
    size = annotation_bytes(item) + sum(
        len(key.encode()) + len(str(value).encode()) for key, value in own.items() if key != _KEY
    )
    if size > MAX_BYTES:
        message = f"`kubectl apply` would add {size} bytes of annotations, and an object has at most {MAX_BYTES}"
        hint = "use `kubectl apply --server-side`, `helm install` or Flux"
        yield Finding(_largest(item), message, hint, item, TOO_LARGE_TO_APPLY)


def annotation_bytes(item: Object) -> int:
    """Return the bytes of the annotation that `kubectl apply` adds to an object with a namespace, and of its key."""
    metadata = item.data.get("metadata", {})
    annotations = {key: value for key, value in (metadata.get("annotations") or {}).items() if key != _KEY}
    stored = {**item.data, "metadata": {**metadata, "annotations": annotations}}
    text = json.dumps(stored, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    return len(_KEY) + len(text.encode()) + 1  # a line break ends the text


def _largest(item: Object) -> Path:
    """Return the path of the largest text in the data of a ConfigMap or a Secret, else that of the object."""
    data = item.data.get("data")
    if not isinstance(data, Mapping) or not data:
        return ()
    return "data", max(data, key=lambda key: len(str(data[key])))
