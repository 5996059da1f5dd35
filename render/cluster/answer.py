"""What an API server says to one request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from render.problem import printable

_LONGEST = 2000
"""Characters of a message: some servers answer with a page."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The object that was asked for, or a `Status` that says why there is none."""

    status: int
    """Of HTTP."""
    body: Mapping[str, Any]
    warnings: tuple[str, ...] = ()

    @property
    def is_refusal(self) -> bool:
        """Say whether there is no object."""
        return self.status >= 300

    @property
    def message(self) -> str:
        """Why there is no object, on one line; empty where the server doesn't say."""
        said = self.body.get("message") if self.is_refusal else None
        return printable(" ".join(said.split()))[:_LONGEST] if isinstance(said, str) else ""

    @property
    def reason(self) -> str:
        """The word for it (`Invalid`, `NotFound`); empty where the server has none."""
        return str(self.body.get("reason") or "") if self.is_refusal else ""

    @property
    def details(self) -> Mapping[str, Any]:
        """What the refusal is about, field by field in `causes`."""
        found = self.body.get("details") if self.is_refusal else None
        return found if isinstance(found, dict) else {}

    @property
    def user(self) -> str | None:
        """Who is not allowed to ask this; None where permission is not what is missing."""
        _, found, rest = self.message.partition('User "')
        name, _, why = rest.partition('" cannot ')
        return name if self.status == 403 and found and why else None
