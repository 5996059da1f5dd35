"""Write the objects of an index to a folder, without secrets, so that others can explain the run."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from render.redaction import redact
from render.why.dump import CONTENTS
from render.why.object_index import ObjectIndex

_LEFT_OUT = ("managedFields", "kubectl.kubernetes.io/last-applied-configuration", "data", "stringData", "binaryData")
"""Keys that are left out at any depth: they are long, or hold the contents of Secrets and ConfigMaps."""
_REMOVED = "[removed]"
_MAX_DEPTH = 60


def write_dump(index: ObjectIndex, folder: Path) -> int:
    """Write one file for each kind, readable for the user only, and return their number. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = index.dump()
    contents = {"kind": CONTENTS, "apiVersion": "render/v1alpha1", "completeKinds": sorted(index.complete_kinds)}
    _write(folder / "contents.json", contents)
    for kind, items in objects.items():
        group, _, name = kind.partition("/")
        file = folder / f"{name.lower()}{f'.{group}' if group else ''}.json"
        _write(file, {"apiVersion": "v1", "kind": "List", "items": [without_secrets(one) for one in items]})
    return len(objects) + 1


def without_secrets(data: Mapping[str, Any]) -> Any:
    """Return an object without values of variables, contents of Secrets, and texts that look like credentials."""
    return _plain(data, 0)


def _plain(value: Any, depth: int) -> Any:
    if depth > _MAX_DEPTH:
        return _REMOVED
    if isinstance(value, Mapping):
        return {str(key): _value(str(key), below, value, depth) for key, below in value.items() if key not in _LEFT_OUT}
    if isinstance(value, list):
        return [_plain(one, depth + 1) for one in value]
    return redact(value) if isinstance(value, str) else value


def _value(key: str, value: Any, holder: Mapping[str, Any], depth: int) -> Any:
    """Return a value; `name` and `value` together are a variable of a container or an argument of a plug-in."""
    is_variable = key == "value" and "name" in holder and isinstance(value, str)
    return _REMOVED if is_variable else _plain(value, depth + 1)


def _write(file: Path, content: Mapping[str, Any]) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(content, stream, indent=1)
        stream.write("\n")
