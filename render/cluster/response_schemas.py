"""JSON Schemas of responses of an API server: types and required fields."""

from collections.abc import Mapping
from typing import Any

from render.cluster.errors import ResponseError
from render.cluster.response import Response
from render.kube.gvk import GroupVersionKind
from render.kube.schema_error import SchemaError
from render.kube.schemas import Schemas
from render.kube.validator import Validator

_TEXT = {"type": "string"}
_LABELS = {"type": "object", "additionalProperties": _TEXT}


def _mapping(*required: str, **properties: object) -> dict[str, object]:
    return {"type": "object", "required": list(required), "properties": properties}


def _list(items: object) -> dict[str, object]:
    return {"type": "array", "items": items}


_OWNER = _mapping("kind", "name", kind=_TEXT, name=_TEXT)
_METADATA = _mapping(
    "name", name=_TEXT, namespace=_TEXT, labels=_LABELS, annotations=_LABELS, ownerReferences=_list(_OWNER)
)
_VERSION = _mapping("version", version=_TEXT)
_GROUP = _mapping("name", "versions", name=_TEXT, versions=_list(_VERSION))
_RESOURCE = _mapping("name", "kind", "namespaced", name=_TEXT, kind=_TEXT, namespaced={"type": "boolean"})

VERSION = Validator(_mapping("gitVersion", gitVersion=_TEXT))
GROUPS = Validator(_mapping(groups=_list(_GROUP)))
RESOURCES = Validator(_mapping(resources=_list(_RESOURCE)))
LIST = Validator(_mapping(metadata={**_mapping(), "properties": {"continue": _TEXT}}, items=_list({"type": "object"})))
OBJECT = Validator(_mapping("metadata", metadata=_METADATA))
REVIEW = Validator(_mapping("status", status=_mapping("allowed", allowed={"type": "boolean"})))


def check_response(answer: Response, shape: Validator, what: str) -> None:
    """Raise ResponseError if a response doesn't match a schema. `what` is the expected response: «a list of `Pod`»."""
    why = mismatch(answer.body, shape)
    if why is not None:
        raise ResponseError(answer.request, f"{what}: {why}")


def mismatch(body: Mapping[str, Any], shape: Validator) -> str | None:
    """Return the first mismatch of a body, as «`/items/3` must be object»; None if there is none."""
    return None if shape.accepts(body) else next(map(_words, shape.errors(body)), None)


def object_mismatch(data: Mapping[str, Any], kind: GroupVersionKind, *, is_part: bool = False) -> str | None:
    """Return the first mismatch of an object. Without a bundled schema of its kind only the metadata is checked.

    If the object is a part of one, required fields may be missing.
    """
    schema = Schemas().find(kind)
    found = mismatch(data, OBJECT)
    if found is not None or schema is None or schema.accepts(data):
        return found
    return next((_words(one) for one in schema.errors(data) if _counts(one, is_part=is_part)), None)


def _counts(violation: SchemaError, *, is_part: bool) -> bool:
    """Return True for violations that count: a server may have more fields, values and formats than our schemas.

    Required fields at deeper levels are for writers, and a status may be empty.
    """
    match violation.keyword:
        case "type":
            return True
        case "required":
            return not is_part and len(violation.path) < 2 and violation.path[:1] != ("status",)
    return False


def _words(violation: SchemaError) -> str:
    place = "".join(f"/{part}" for part in violation.path)
    if violation.keyword == "required":
        return f"`{violation.limit}` is missing at `{place or '/'}`"
    return f"`{place or '/'}` must be {' or '.join(violation.limit)}"
