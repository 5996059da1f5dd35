"""The fields of a spec, as its schema describes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from render.schema_errors.formatting import format_types, format_value, join_or
from render.schema_errors.key_hints import resolve_reference

Schema = Mapping[str, Any]

_ITEM = "[]"
_LIMITS = {"minimum": "at least", "maximum": "at most"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a spec and its documentation."""

    path: tuple[str, ...]
    """The keys of its path, `[]` for the items of a list."""
    schema: Schema
    is_required: bool

    @property
    def name(self) -> str:
        """Its dotted path, such as `storage.volumes[].name`."""
        return ".".join(self.path).replace(f".{_ITEM}", _ITEM)

    @property
    def parent(self) -> tuple[str, ...]:
        """The path of the field that contains it."""
        return self.path[:-2] if self.path[-2:-1] == (_ITEM,) else self.path[:-1]

    @property
    def takes(self) -> str:
        """Its allowed values or its types, and its limits."""
        choices = [format_value(choice) for choice in self.schema.get("enum", ()) if choice]
        names = self.schema.get("type", "object")
        words = (
            join_or(choices) if choices else format_types([names] if isinstance(names, str) else _without_null(names))
        )
        limits = (f"{word} {self.schema[key]}" for key, word in _LIMITS.items() if key in self.schema)
        return ", ".join([words, *limits])

    @property
    def description(self) -> str:
        """Its description in the schema."""
        return str(self.schema.get("description", ""))

    @property
    def has_default(self) -> bool:
        """True if the chart has a default for it."""
        return "default" in self.schema

    @property
    def examples(self) -> list[Any]:
        """Example values."""
        return list(self.schema.get("examples", ()))


def _without_null(names: Sequence[str]) -> list[str]:
    """Return the types except null, which means the default everywhere."""
    return [name for name in names if name != "null"]


def fields(root: Schema) -> Iterator[Field]:
    """Yield the fields of a schema, each before its own fields, but not those of Kubernetes types."""
    yield from _fields(root, ())


def _fields(schema: Schema, path: tuple[str, ...]) -> Iterator[Field]:
    required = schema.get("required", ())
    for name, below in schema.get("properties", {}).items():
        yield Field((*path, name), below, name in required)
        yield from _fields(below, (*path, name))
    if isinstance(items := schema.get("items"), dict):
        yield from _fields(items, (*path, _ITEM))


def find_field(root: Schema, name: str) -> Field | None:
    """Return the field of a dotted path, or None.

    The `[]` of a list may be left out, and a map accepts any name.
    """
    parts = tuple(part.partition("[")[0] for part in name.split("."))
    return _find(root, Field((), root, is_required=False), parts)


def _find(root: Schema, start: Field, parts: tuple[str, ...]) -> Field | None:
    if not parts:
        return start
    found = (_find(root, below, left) for below, left in _below(root, start, parts))
    return next((field for field in found if field is not None), None)


def _below(root: Schema, start: Field, parts: tuple[str, ...]) -> Iterator[tuple[Field, tuple[str, ...]]]:
    """Yield the fields that the first of these names may mean, each with the remaining names."""
    first, *others = parts
    for schema in _forms(root, start.schema):
        if first in schema.get("properties", {}):
            is_required = first in schema.get("required", ())
            yield Field((*start.path, first), schema["properties"][first], is_required), tuple(others)
        if isinstance(items := schema.get("items"), dict):
            yield Field((*start.path, _ITEM), items, is_required=False), parts
        if isinstance(values := schema.get("additionalProperties"), dict):
            yield Field((*start.path, first), values, is_required=False), tuple(others)
            yield Field((*start.path, ".".join(parts)), values, is_required=False), ()


def _forms(root: Schema, schema: Schema) -> Iterator[Schema]:
    """Yield a schema and the schemas that it refers to."""
    yield schema
    for reference in (*schema.get("allOf", ()), schema.get("else", {}), schema):
        if "$ref" in reference:
            yield resolve_reference(root, reference)
