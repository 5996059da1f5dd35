"""The variables of an admission policy's expressions, as far as they are known without an API server.

Policies read an object after the API server's defaults and all mutating webhooks.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from render.kube.cel.rules import CelFailure
from render.kube.formats.scalars import QUANTITY
from render.kube.gvk import GroupVersionKind, Schema
from render.kube.policies.matching import OPERATION, guess_resource
from render.kube.quantity import amount, canonical_form
from render.kube.schema_error import Path
from render.kube.server_defaults import (
    METADATA,
    OBJECTS,
    POD,
    PODS,
    WEBHOOKS,
    server_set_fields,
    with_defaults,
    with_generated_name,
)


@dataclass(frozen=True, slots=True)
class AdmissionView:
    """An object, and the names of its missing fields that may be set by the time policies read it."""

    data: dict[str, Any]
    unknown: frozenset[str]


def build_view(
    kind: GroupVersionKind, data: Mapping[str, Any], schema: Schema | None, *, is_built_in: bool
) -> AdmissionView:
    """Return an object as it is admitted. `schema` is the schema of its kind, or None if unknown."""
    properties = (schema or {}).get("properties", {})
    if is_built_in:
        expected = PODS if kind.name == "Pod" else OBJECTS
        unknown = frozenset(_absent(schema or {}, data, expected)) | server_set_fields(kind, data)
        return AdmissionView(with_generated_name(_kept(schema or {}, data)), unknown)
    # A new object has no status: the API server removes it.
    created = with_defaults(schema or {}, {name: value for name, value in data.items() if name != "status"})
    metadata = _kept(properties.get("metadata", {}), data.get("metadata", {}))
    filled = _absent(schema or {}, created, WEBHOOKS.get(kind.group, frozenset()))
    unknown = frozenset((*filled, *(METADATA - metadata.keys())))
    return AdmissionView(with_generated_name({**created, "metadata": metadata}), unknown)


def _kept(schema: Schema, value: Any) -> Any:
    """Return a value as Go's types store it: without empty lists and maps, and with canonical quantities."""
    match value:
        case dict():
            below = _always(schema) | {name: _kept(_below(schema, name), item) for name, item in value.items()}
            return {name: item for name, item in below.items() if item or not _is_collection(_below(schema, name))}
        case list():
            return [_kept(schema.get("items", {}), item) for item in value]
        case _ if schema.get("pattern") == QUANTITY and amount(value) is not None:
            return canonical_form(str(value))
        case _:
            return value


def _always(schema: Schema) -> dict[str, Any]:
    """Return the defaults of pods and containers, also in a template."""
    properties = schema.get("properties", {})
    if "containers" in properties:
        return dict(POD)
    return {"resources": {}} if {"image", "resources"} <= properties.keys() else {}


def _is_collection(schema: Schema) -> bool:
    return "items" in schema or ("properties" not in schema and isinstance(schema.get("additionalProperties"), dict))


def _absent(schema: Schema, value: Any, expected: frozenset[str]) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (schema.get("properties", {}).keys() & expected) - value.keys()
        for name, item in value.items():
            yield from _absent(_below(schema, name), item, expected)
    elif isinstance(value, list):
        for item in value:
            yield from _absent(schema.get("items", {}), item, expected)


def _below(schema: Schema, name: str) -> Schema:
    others = schema.get("additionalProperties")
    found: Schema = schema.get("properties", {}).get(name, others if isinstance(others, dict) else {})
    return found


_READS = re.compile(r"\bobject((?:\.[A-Za-z_]\w*)+)(\()?")
_VARIABLE = re.compile(r"\bvariables\.(\w+)")
_FIELD = re.compile(r"""(?:\.\??|\[\??["'])(\w+)""")


@dataclass(frozen=True)
class PolicyContext:
    """The object, the request, and the policy's own variables."""

    data: dict[str, Any]
    unknown: frozenset[str]
    """Names of fields that may be set or not: only the API server knows."""
    unreadable: Mapping[str, CelFailure]
    """The policy's variables that can't be evaluated here, with the reason."""

    @classmethod
    def of(cls, spec: Mapping[str, Any], kind: GroupVersionKind, found: AdmissionView) -> "PolicyContext":
        """Return the context of a policy's expressions for an object."""
        variables: dict[str, Any] = {}
        unreadable: dict[str, CelFailure] = {}
        data = {
            "object": found.data,
            "oldObject": None,
            "request": _request(kind, found.data),
            "variables": variables,
        }
        known = cls(data, found.unknown, unreadable)
        for variable in spec.get("variables", ()):
            result = known.result(variable["expression"])
            if not isinstance(result, CelFailure):
                variables[variable["name"]] = result
            elif not result.is_checked:
                unreadable[variable["name"]] = result
            # A variable that fails is not set: as on the server, only the expressions that read it fail.
        return known

    def result(self, expression: str) -> Any:
        """Return an expression's result, or a CelFailure if it fails or only the API server can evaluate it."""
        from render.kube.cel.expression import FailedError, NotSupportedError, evaluate

        missing = [self.unreadable[name] for name in _VARIABLE.findall(expression) if name in self.unreadable]
        if missing:
            return missing[0]
        if names := sorted(self.unknown & set(_FIELD.findall(expression))):
            reason = f"the API server may fill in `{names[0]}`"
            return CelFailure(first_field(expression), f"{expression.strip()}: {reason}", is_checked=False)
        try:
            return evaluate(expression, self.data)
        except FailedError as error:
            message = f"expression '{expression}' resulted in error: {error}"
            return CelFailure(first_field(expression), message, is_checked="request." not in expression)
        except NotSupportedError as error:
            return CelFailure(first_field(expression), f"{expression.strip()}: {error}", is_checked=False)


def first_field(expression: str) -> Path:
    """Return the path of the first field that an expression reads, without the name of a method."""
    found = _READS.search(expression)
    names = found[1].split(".")[1:] if found else []
    return tuple(names[:-1] if found and found[2] else names)


def _request(kind: GroupVersionKind, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known fields of the request that creates an object; the user is unknown."""
    metadata = data.get("metadata", {})
    namespace = {"namespace": metadata["namespace"]} if "namespace" in metadata else {}
    return {
        "kind": {"group": kind.group, "version": kind.version, "kind": kind.name},
        "resource": {"group": kind.group, "version": kind.version, "resource": guess_resource(kind)},
        "name": metadata.get("name", ""),
        "operation": OPERATION,
        **namespace,
    }
