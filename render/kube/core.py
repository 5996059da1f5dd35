"""The schemas of Kubernetes' own kinds: the published types inlined, closed, and completed by what they leave out."""

from collections.abc import Iterator

from render.kube.constraints import CONSTRAINTS, NEVER_EMPTY, REQUIRED, TOLERATED_DUPLICATES
from render.kube.kind import Kind, Schema
from render.kube.lists import LIST_MAP_KEYS
from render.kube.published import Types, published
from render.kube.scalars import BOUNDS, BYTES, DATE_TIME, INT32, QUANTITY

_META = "io.k8s.apimachinery.pkg.apis.meta.v1."

_OBJECT_META = f"#/$defs/{_META}ObjectMeta"
"""The `metadata` of everything that is stored; lists and answers of the API server have another."""

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
"""Objects that any field may be in."""

_FORMATS: dict[str, Schema] = {**BOUNDS, "byte": {"pattern": BYTES}}

_NOT_STORED = ("authentication.k8s.io", "authorization.k8s.io")
"""Groups of requests: they are answered and not stored, and so need no name."""


def schemas(minor: str) -> Iterator[tuple[Kind, Schema]]:
    """Yield every kind that the API server of a minor version takes, with its schema. Raises NoPublishedTypes."""
    types = published(minor)
    for full_name, published_type in types.items():
        identities = published_type.get("x-kubernetes-group-version-kind", [])
        if not identities or published_type["properties"].get("metadata", {}).get("$ref") != _OBJECT_META:
            continue
        kind = Kind(identities[0]["group"], identities[0]["version"], identities[0]["kind"])
        schema = {**_type(types, full_name, ()), "type": "object"}
        if kind.group not in _NOT_STORED:
            schema = _required(schema, [*schema.get("required", []), "metadata"])
        yield kind, kind.pinned(schema)


def _type(types: Types, full_name: str, within: tuple[str, ...]) -> Schema:
    """Inline one type; in itself a type is any value, which only the schema in a CustomResourceDefinition is."""
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
        schema.pop(LIST_MAP_KEYS, None)  # only newer versions have it
    return _with_not_set(path, schema) if "enum" in constraints else schema


def _with_not_set(path: str, schema: Schema) -> Schema:
    """Accept null, and where Go has no pointer the empty string, both of which the API server reads as "not set"."""
    not_set = (None,) if path in NEVER_EMPTY else ("", None)
    return {**schema, "enum": [*schema["enum"], *(value for value in not_set if value not in schema["enum"])]}


def _required(schema: Schema, names: list[str]) -> Schema:
    """Require properties: there null, and a choice not made, are as good as missing."""
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
