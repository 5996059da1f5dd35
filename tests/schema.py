"""The bundled schema of a spec, read apart from everything that `ci/generate` knows of it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

ROOT = Path(__file__).resolve().parents[1]
CHART = ROOT / "charts" / "training-job"

Schema = dict[str, Any]
Place = tuple[str, ...]

BUNDLE: Schema = json.loads((CHART / "values.schema.json").read_bytes())
VALIDATOR = jsonschema_rs.Draft7Validator(BUNDLE)

UNWRITABLE = "".join(map(chr, [0, *range(0x7F, 0xA0), 0xFFFE, 0xFFFF]))
"""Characters that no text of a spec may hold."""

ANY_KEY = "*"
ANY_ITEM = "[]"


def effective(schema: Schema) -> Schema:
    """Return a schema with what it refers to written into it, one level deep."""
    merged: Schema = {}
    for part in (*schema.get("allOf", ()), *([schema["else"]] if "else" in schema else [])):
        merged |= effective(part)
    if "$ref" in schema:
        merged |= effective(BUNDLE["definitions"][schema["$ref"].rpartition("/")[2]])
    merged |= {key: value for key, value in schema.items() if key not in ("allOf", "if", "else", "$ref")}
    if schema.get("if") == {"type": "null"}:
        merged["type"] = [merged["type"], "null"]
    return merged


def types(schema: Schema) -> frozenset[str]:
    """Return the types that a schema (an effective one) allows; an enum alone names none."""
    found = schema.get("type", [])
    return frozenset([found] if isinstance(found, str) else found)


def is_quantity(schema: Schema) -> bool:
    """Say whether a schema (an effective one) is that of a Kubernetes quantity."""
    pattern = schema.get("pattern", "")
    return "Ki" in pattern or "[KMGTPE]i" in pattern


def definition(schema: Schema) -> str | None:
    """Return the name of the Kubernetes type that a property has."""
    for part in (schema, schema.get("else", {}), *schema.get("allOf", ())):
        if "$ref" in part:
            return str(part["$ref"].rpartition("/")[2])
    return None


@dataclass(frozen=True)
class Field:
    """One place of a spec: property names, `*` for any key of a map, `[]` for any item of a list."""

    path: Place
    schema: Schema

    def __str__(self) -> str:
        return "/" + "/".join(self.path)


def children(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield what stands directly below an effective schema."""
    yield from schema.get("properties", {}).items()
    for keyword, step in (("additionalProperties", ANY_KEY), ("items", ANY_ITEM)):
        if isinstance(schema.get(keyword), dict):
            yield step, schema[keyword]


def fields(schema: Schema = BUNDLE, path: Place = (), *, seen: set[str] | None = None) -> Iterator[Field]:
    """Yield every place below a schema; with `seen`, what is below a Kubernetes type only where it is met first."""
    for step, child in children(effective(schema)):
        inner = (*path, step)
        yield Field(inner, effective(child))
        name = definition(child)
        if name is None or seen is None or name not in seen:
            if name is not None and seen is not None:
                seen.add(name)
            yield from fields(child, inner, seen=seen)


FIELDS = tuple(fields())
"""Every place, Kubernetes types entered wherever they are used."""

DISTINCT_FIELDS = tuple(fields(seen=set()))
"""Every place of our own, and each field of a Kubernetes type once."""
