"""Responses of an API server: bounded JSON, messages without secrets, errors."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from render.cluster.errors import ClusterError, DeniedError
from render.problem import printable
from render.redaction import REDACTED, redact

MAX_CAUSES = 100
"""Maximum causes of one error."""
MAX_WARNINGS = 100
"""Maximum warnings of one response."""

_LONGEST = 2000
"""Maximum characters of a text; some servers respond with a page."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response: an object, or a `Status` with the reason of an error."""

    status: int
    """HTTP status code."""
    body: Mapping[str, Any]
    warnings: tuple[str, ...] = ()
    request: str = ""
    """The request in messages: `GET /version`."""
    secrets: frozenset[str] = frozenset()
    """Secrets that its texts must not contain."""

    @property
    def is_refusal(self) -> bool:
        """Return True if the status is not a success."""
        return self.status >= 300

    @property
    def message(self) -> str:
        """The error message on one line; empty if there is none."""
        return self._text(self.body.get("message")) if self.is_refusal else ""

    @property
    def reason(self) -> str:
        """The reason of the error (`Invalid`, `NotFound`); empty if there is none."""
        return self._text(self.body.get("reason")) if self.is_refusal else ""

    @property
    def causes(self) -> list[Mapping[str, str]]:
        """`field` and `message` of the first hundred causes of the error."""
        details = self.body.get("details") if self.is_refusal else None
        found = details.get("causes") if isinstance(details, dict) else None
        listed = found[:MAX_CAUSES] if isinstance(found, list) else []
        return [
            {key: self._text(cause.get(key)) for key in ("field", "message")}
            for cause in listed
            if isinstance(cause, dict)
        ]

    @property
    def user(self) -> str | None:
        """The user that lacks a permission; None for other errors."""
        _, found, rest = self.message.partition('User "')
        name, _, why = rest.partition('" cannot ')
        return name if self.status == 403 and found and why else None

    def _text(self, value: object) -> str:
        """Return a text on one line, without secrets and control characters."""
        if not isinstance(value, str):
            return ""
        return redact(printable(" ".join(value[: 4 * _LONGEST].split())), self.secrets)[:_LONGEST]


MAX_BYTES = 32 << 20
"""Maximum bytes of a response. An object has 1.5 MiB at most (etcd's request limit); 500 pods have about 10 MiB."""

MAX_VALUES = 2_000_000
"""Maximum values of a response: an empty list is 3 bytes of JSON, and 64 bytes of memory."""

MAX_DEPTH = 200
"""Maximum levels of nesting, as for files (render.source)."""

_LONG = 16
"""Shortest secret, in characters, that is removed from responses; a shorter one may be a name."""


class BodyError(ValueError):
    """A body is rejected; the message ends a sentence that begins with «is not»."""


def parse_body(data: bytes, secrets: Iterable[str] = ()) -> dict[str, Any]:
    """Return the JSON object of a body without secrets. Raises BodyError."""
    values = data.count(b",") + data.count(b"[") + data.count(b"{")
    if values > MAX_VALUES:
        raise BodyError(f"within the limit of {MAX_VALUES} values")
    for secret in secrets:
        if len(secret) >= _LONG:
            data = data.replace(secret.encode(), REDACTED.encode())
    try:
        body = json.loads(data, parse_int=_integer, parse_float=_number, parse_constant=_constant)
    except RecursionError as error:
        raise BodyError(f"within the limit of {MAX_DEPTH} levels") from error
    except BodyError:
        raise
    except ValueError as error:
        raise BodyError("JSON") from error
    if not isinstance(body, dict):
        raise BodyError("a JSON object")
    plain: dict[str, Any] = _plain(body)
    if b"\\ud" in data or b"\\uD" in data:
        _check_text(plain)
    return plain


def _plain(value: Any, depth: int = 1) -> Any:
    """Return a value without nulls in mappings, which mean absent values. Raises BodyError."""
    if depth > MAX_DEPTH:
        raise BodyError(f"within the limit of {MAX_DEPTH} levels")
    if isinstance(value, dict):
        return {key: _plain(item, depth + 1) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    return value


def _integer(text: str) -> int:
    """Return an integer of at most 64 bits. Raises BodyError."""
    if len(text) > 20 or not -(1 << 63) <= (number := int(text)) < 1 << 64:
        raise BodyError("JSON with numbers of 64 bits")
    return number


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise BodyError("JSON with numbers of 64 bits")
    return number


def _constant(text: str) -> float:
    raise BodyError(f"JSON: it has `{text}`")


def _check_text(body: dict[str, Any]) -> None:
    """Raise BodyError for a lone surrogate, which can't be written to a file."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BodyError("JSON with whole characters") from error


_LOG_IN = "they may have expired: log in again, or renew the token in the kubeconfig"


def response_error(answer: Response, request: str) -> ClusterError:
    """Return the error of a response. `request` is the request in words: «list `pods` in namespace `team`»."""
    detail = f": {answer.message}" if answer.message else ""
    if answer.status == 401:
        return ClusterError("the API server does not accept the credentials (401)", hint=_LOG_IN)
    if answer.status == 403:
        hint = f"to the API server you are `{answer.user}`; who administers it gives permissions"
        return DeniedError(f"not allowed to {request} (403)", hint=hint if answer.user else None)
    if answer.status == 429:
        return ClusterError(f"the API server is too busy to {request} (429)", hint="try again later")
    if answer.status >= 500:
        return ClusterError(f"the API server fails to {request} ({answer.status}){detail}", hint="try again later")
    return ClusterError(f"the API server rejects the request to {request} ({answer.status}){detail}")
