"""Create the JSON Schemas of Kubernetes kinds and custom resources."""

import json
from typing import Any

from render.kube.gvk import Schema

_WIDTH = 118


def dump(schema: Schema) -> str:
    """Return JSON with sorted keys; a value that fits on one line is written on one line."""
    return _text(schema) + "\n"


def _text(value: Any) -> str:
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    if len(line) <= _WIDTH or not value:
        return line
    match value:
        case dict():
            entries = (f"{json.dumps(key, ensure_ascii=False)}:{_text(value[key])}" for key in sorted(value))
            return "{\n" + ",\n".join(entries) + "\n}"
        case list():
            return "[\n" + ",\n".join(map(_text, value)) + "\n]"
        case _:
            return line
