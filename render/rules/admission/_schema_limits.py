"""Limits from the schema of a Job, for Jobs and pods inside kinds whose own schemas do not repeat them."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from render.kube.gvk import GroupVersionKind, Schema
from render.kube.schema_folders import MINORS, bundled_schemas, version_folder
from render.rules.admission._field_errors import invalid, required, too_many, unsupported
from render.rules.rule import Finding
from render.schema_errors.error import Path

_MODES = frozenset({"defaultMode", "mode"})
_MODE_HINT = "a mode is octal: YAML reads `0644` as 420, and `644` as decimal"


@cache
def job_schema() -> Schema:
    """Return the schema of a Job's `spec`, without its pod template."""
    schema = _job()
    return {**schema, "properties": {name: value for name, value in schema["properties"].items() if name != "template"}}


@cache
def pod_schema() -> Schema:
    """Return the schema of a pod's `spec`."""
    schema: Schema = _job()["properties"]["template"]["properties"]["spec"]
    return schema


@cache
def _job() -> Schema:
    # Walked as plain data: compiling a validator for a few limits would take longer.
    file = bundled_schemas() / version_folder(MINORS[-1]) / GroupVersionKind("batch", "v1", "Job").path
    schema: Schema = json.loads(file.read_bytes())["properties"]["spec"]
    return schema


def check_limits(path: Path, data: Any, schema: Schema) -> Iterator[Finding]:
    """Yield a finding for each value outside the enum, range or item count in its schema."""
    if isinstance(data, dict):
        below = schema.get("properties", {})
        for key, value in data.items():
            if key in below:
                yield from check_limits((*path, key), value, below[key])
    elif isinstance(data, list):
        yield from _check_list(path, data, schema)
    elif isinstance(data, str):
        if "enum" in schema and data not in schema["enum"]:
            yield unsupported(path, data, [choice for choice in schema["enum"] if choice])
    elif not isinstance(data, bool):
        hint = _MODE_HINT if path and path[-1] in _MODES else None
        yield from (found._replace(hint=hint) for found in _check_number(path, data, schema))


def _check_list(path: Path, data: list[Any], schema: Schema) -> Iterator[Finding]:
    most = schema.get("maxItems")
    if len(data) < schema.get("minItems", 0):
        yield required(path, "at least one item")
    elif most is not None and len(data) > most:
        yield too_many(path, len(data), most)
    for index, item in enumerate(data):
        yield from check_limits((*path, index), item, schema.get("items", {}))


def _check_number(path: Path, data: float, schema: Schema) -> Iterator[Finding]:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and data < least:
        yield invalid(path, data, f"must be greater than or equal to {least}")
    elif most is not None and data > most:
        yield invalid(path, data, f"must be less than or equal to {most}")
