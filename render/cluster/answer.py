"""What an API server says to one request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from render.problem import printable
from render.redaction import redact

MAX_CAUSES = 100
"""Of one refusal."""
MAX_WARNINGS = 100
"""Of one answer."""

_LONGEST = 2000
"""Characters of a text: some servers answer with a page."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The object that was asked for, or a `Status` that says why there is none."""

    status: int
    """Of HTTP."""
    body: Mapping[str, Any]
    warnings: tuple[str, ...] = ()
    request: str = ""
    """As messages name it: `GET /version`."""
    secrets: frozenset[str] = frozenset()
    """What no text of it may repeat."""

    @property
    def is_refusal(self) -> bool:
        """Say whether there is no object."""
        return self.status >= 300

    @property
    def message(self) -> str:
        """Why there is no object, on one line; empty where the server doesn't say."""
        return self._text(self.body.get("message")) if self.is_refusal else ""

    @property
    def reason(self) -> str:
        """The word for it (`Invalid`, `NotFound`); empty where the server has none."""
        return self._text(self.body.get("reason")) if self.is_refusal else ""

    @property
    def causes(self) -> list[Mapping[str, str]]:
        """The `field` of each thing that is refused, and the `message` about it; the first hundred."""
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
        """Who is not allowed to ask this; None where permission is not what is missing."""
        _, found, rest = self.message.partition('User "')
        name, _, why = rest.partition('" cannot ')
        return name if self.status == 403 and found and why else None

    def _text(self, value: object) -> str:
        """Return a text on one line, without secrets and without what moves a terminal's cursor."""
        if not isinstance(value, str):
            return ""
        return redact(printable(" ".join(value[: 4 * _LONGEST].split())), self.secrets)[:_LONGEST]
