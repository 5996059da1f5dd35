"""The shape of what an API server answers: types and required fields, as JSON Schemas."""

from collections.abc import Mapping
from typing import Any

from render.cluster.answer import Answer
from render.cluster.errors import AnswerError
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.kube.validator import Validator, Violation

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


def check(answer: Answer, shape: Validator, what: str) -> None:
    """Raise AnswerError where an answer has another shape. `what` says what it should be: «a list of `Pod`»."""
    why = mismatch(answer.body, shape)
    if why is not None:
        raise AnswerError(answer.request, f"{what}: {why}")


def mismatch(body: Mapping[str, Any], shape: Validator) -> str | None:
    """Return what is wrong with a body, as «`/items/3` must be object»; None where nothing is."""
    return None if shape.accepts(body) else next(map(_words, shape.violations(body)), None)


def object_mismatch(data: Mapping[str, Any], kind: Kind) -> str | None:
    """Return what is wrong with an object of a kind. Of a kind without a bundled schema only the metadata is judged."""
    schema = Schemas().find(kind)
    found = mismatch(data, OBJECT)
    if found is not None or schema is None or schema.accepts(data):
        return found
    return next((_words(one) for one in schema.violations(data) if _counts(one)), None)


def _counts(violation: Violation) -> bool:
    """Say whether a violation is the server's fault: it may know more fields, values and formats than our schemas.

    Deeper fields that are required are so for who writes them, and a status that is empty may have none.
    """
    match violation.keyword:
        case "type":
            return True
        case "required":
            return len(violation.path) < 2 and violation.path[:1] != ("status",)
    return False


def _words(violation: Violation) -> str:
    place = "".join(f"/{part}" for part in violation.path)
    if violation.keyword == "required":
        return f"`{violation.limit}` is missing at `{place or '/'}`"
    return f"`{place or '/'}` must be {' or '.join(violation.limit)}"
