"""What the schema of a Job says of values, for Jobs and pods in kinds whose own schemas do not repeat it."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from render.kube.kind import Kind, Schema
from render.kube.layout import MINORS, bundled, version_folder
from render.rules.admission._refusal import invalid, required, too_many, unsupported
from render.rules.rule import Finding
from render.shape.mistake import Path


@cache
def of_job() -> Schema:
    """Return the schema of a Job's `spec`, without that of its pods."""
    schema = _job()
    return {**schema, "properties": {name: value for name, value in schema["properties"].items() if name != "template"}}


@cache
def of_pod() -> Schema:
    """Return the schema of a pod's `spec`."""
    schema: Schema = _job()["properties"]["template"]["properties"]["spec"]
    return schema


@cache
def _job() -> Schema:
    # As data: to compile it for a few limits would take longer than to walk along it.
    file = bundled() / version_folder(MINORS[-1]) / Kind("batch", "v1", "Job").path
    schema: Schema = json.loads(file.read_bytes())["properties"]["spec"]
    return schema


def beyond(path: Path, data: Any, schema: Schema) -> Iterator[Finding]:
    """Yield each value that is no choice of its place, or not within its limits."""
    if isinstance(data, dict):
        below = schema.get("properties", {})
        for key, value in data.items():
            if key in below:
                yield from beyond((*path, key), value, below[key])
    elif isinstance(data, list):
        yield from _of_list(path, data, schema)
    elif isinstance(data, str):
        if "enum" in schema and data not in schema["enum"]:
            yield unsupported(path, data, [choice for choice in schema["enum"] if choice])
    elif not isinstance(data, bool):
        yield from _of_number(path, data, schema)


def _of_list(path: Path, data: list[Any], schema: Schema) -> Iterator[Finding]:
    most = schema.get("maxItems")
    if len(data) < schema.get("minItems", 0):
        yield required(path, "at least one item")
    elif most is not None and len(data) > most:
        yield too_many(path, len(data), most)
    for index, item in enumerate(data):
        yield from beyond((*path, index), item, schema.get("items", {}))


def _of_number(path: Path, data: float, schema: Schema) -> Iterator[Finding]:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and data < least:
        yield invalid(path, data, f"must be greater than or equal to {least}")
    elif most is not None and data > most:
        yield invalid(path, data, f"must be less than or equal to {most}")
