"""Create the schemas of built-in kinds: the published types are inlined, closed, and get the missing constraints."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from render.kube.formats.scalars import BOUNDS, BYTES, DATE_TIME, INT32, QUANTITY
from render.kube.generation.constraints import CONSTRAINTS, NEVER_EMPTY, REQUIRED, TOLERATED_DUPLICATES
from render.kube.gvk import GroupVersionKind, Schema
from render.kube.list_map_keys import LIST_MAP_KEYS

Types = dict[str, Schema]
"""OpenAPI schemas by full name, such as `io.k8s.api.core.v1.Pod`; they refer to each other by `$ref`."""

_FOLDER = re.compile(r"v(\d+\.\d+)\.0-local-strict")
"""The folder of a minor version in the package kubernetes-validate."""

_META = "io.k8s.apimachinery.pkg.apis.meta.v1."

_OBJECT_META = f"#/$defs/{_META}ObjectMeta"
"""The type of `metadata` in stored objects; lists and responses of the API server have another one."""

_SCALARS: dict[str, Schema] = {
    "io.k8s.apimachinery.pkg.api.resource.Quantity": {"type": ["string", "number", "null"], "pattern": QUANTITY},
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": {"type": ["integer", "string", "null"], **INT32},
    f"{_META}Time": {"type": ["string", "null"], "pattern": DATE_TIME},
    f"{_META}MicroTime": {"type": ["string", "null"], "pattern": DATE_TIME},
}

_ANYTHING = {
    "io.k8s.api.apiserverinternal.v1alpha1.StorageVersionSpec",
    "io.k8s.apimachinery.pkg.runtime.RawExtension",
    f"{_META}FieldsV1",
}
"""Types of objects that accept any field."""

_FORMATS: dict[str, Schema] = {**BOUNDS, "byte": {"pattern": BYTES}}

_NOT_STORED = ("authentication.k8s.io", "authorization.k8s.io")
"""Groups whose objects are requests: they are answered but not stored, so `metadata` is optional."""


class NoPublishedTypes(LookupError):  # noqa: N818 - an answer
    """kubernetes-validate is not installed or does not have this minor version; the message names the reason."""


def builtin_schemas(minor: str) -> Iterator[tuple[GroupVersionKind, Schema]]:
    """Yield every kind that the API server of a minor version accepts, with its schema. Raises NoPublishedTypes."""
    types = load_types(minor)
    for full_name, published_type in types.items():
        identities = published_type.get("x-kubernetes-group-version-kind", [])
        if not identities or published_type["properties"].get("metadata", {}).get("$ref") != _OBJECT_META:
            continue
        kind = GroupVersionKind(identities[0]["group"], identities[0]["version"], identities[0]["kind"])
        schema = {**_type(types, full_name, ()), "type": "object"}
        if kind.group not in _NOT_STORED:
            schema = _required(schema, [*schema.get("required", []), "metadata"])
        yield kind, kind.pinned(schema)


def _type(types: Types, full_name: str, within: tuple[str, ...]) -> Schema:
    """Inline a type. A recursive one accepts any value: only the schema in a CustomResourceDefinition is recursive."""
    if full_name in _SCALARS:
        return _SCALARS[full_name]
    if full_name in within:
        return {}
    declared = types[full_name]
    if "type" not in declared:
        return {}
    if full_name in _ANYTHING:
        return {"type": declared["type"]}
    name = full_name.rpartition(".")[2]
    schema: Schema = {
        "type": declared["type"],
        "additionalProperties": False,
        "properties": {
            field: _constrained(f"{name}.{field}", _value(types, value, (*within, full_name)))
            for field, value in declared.get("properties", {}).items()
        },
    }
    return _required(schema, [*declared.get("required", []), *REQUIRED.get(name, [])])


def _value(types: Types, declared: Schema, within: tuple[str, ...]) -> Schema:
    if "$ref" in declared:
        return _type(types, declared["$ref"].removeprefix("#/$defs/"), within)
    schema: Schema = {key: declared[key] for key in ("type", "enum", LIST_MAP_KEYS) if key in declared}
    schema |= _FORMATS.get(declared.get("format", ""), {})
    for keyword in ("items", "additionalProperties"):
        if isinstance(declared.get(keyword), dict):
            schema[keyword] = _value(types, declared[keyword], within)
    return schema


def _constrained(path: str, schema: Schema) -> Schema:
    constraints = CONSTRAINTS.get(path, {})
    schema = {**schema, **constraints}
    if "items" in constraints:
        schema["items"] = {**schema["items"], **constraints["items"]}
    if path in TOLERATED_DUPLICATES:
        schema.pop(LIST_MAP_KEYS, None)  # only newer versions have this keyword
    return _with_not_set(path, schema) if "enum" in constraints else schema


def _with_not_set(path: str, schema: Schema) -> Schema:
    """Accept null, and the empty string unless Go's type is a pointer: the API server reads both as "not set"."""
    not_set = (None,) if path in NEVER_EMPTY else ("", None)
    return {**schema, "enum": [*schema["enum"], *(value for value in not_set if value not in schema["enum"])]}


def _required(schema: Schema, names: list[str]) -> Schema:
    """Require properties. Null, and an empty value of an enum, count as missing."""
    if not names:
        return schema
    properties = {name: _set(value) if name in names else value for name, value in schema["properties"].items()}
    return {**schema, "properties": properties, "required": sorted(set(names))}


def _set(schema: Schema) -> Schema:
    present = dict(schema)
    if isinstance(schema.get("type"), list):
        kept = [name for name in schema["type"] if name != "null"]
        present["type"] = kept if len(kept) > 1 else kept[0]
    if "enum" in schema:
        present["enum"] = [value for value in schema["enum"] if value]
    return present


@cache
def load_types(minor: str) -> Types:
    """Return the types of a minor version such as `1.37`. Raises NoPublishedTypes."""
    if minor not in minors():
        raise NoPublishedTypes(f"kubernetes-validate holds {', '.join(minors())}, not `{minor}`")
    path = _folder() / f"v{minor}.0-local-strict" / "_definitions.json"
    types: Types = json.loads(path.read_text(encoding="utf-8"))["$defs"]
    return types


@cache
def minors() -> tuple[str, ...]:
    """Return the minor versions in the package kubernetes-validate, oldest first. Raises NoPublishedTypes."""
    found = (_FOLDER.fullmatch(entry.name) for entry in _folder().iterdir())
    return tuple(sorted((match[1] for match in found if match), key=lambda minor: [*map(int, minor.split("."))]))


def _folder() -> Traversable:
    try:
        return files("kubernetes_validate") / "kubernetes-json-schema"
    except ModuleNotFoundError as error:
        raise NoPublishedTypes("the package kubernetes-validate is not installed") from error
