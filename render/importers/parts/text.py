"""An imported spec as people would have written it: the keys in their usual order, and where it comes from."""

from collections.abc import Mapping, Sequence
from typing import Any

from render.importers.parts.result import API_VERSION, KIND
from render.problem import printable
from render.spec.write import text

Schema = Mapping[str, Any]


def written(values: Mapping[str, Any], schema: Schema, notices: Sequence[str]) -> str:
    """Return a spec as YAML. `schema` is that of specs, `notices` are the lines above it."""
    *above, last = notices
    spec = {"apiVersion": API_VERSION, "kind": KIND, **values}
    return "".join(f"# {printable(notice)}\n" for notice in above) + text(_ordered(spec, schema), last)


def _ordered(value: Any, schema: Schema) -> Any:
    """Return a value with its keys in the order of its schema; what the schema does not name keeps its own."""
    if isinstance(value, list):
        return [_ordered(item, schema.get("items", {})) for item in value]
    if not isinstance(value, dict):
        return value
    known = schema.get("properties", {})
    keys = [*(key for key in known if key in value), *(key for key in value if key not in known)]
    return {key: _ordered(value[key], known.get(key, {})) for key in keys}
