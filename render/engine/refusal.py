"""What Helm refuses, as data."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Reason = tuple[str | None, str, str | None]
"""A refusal as plain data."""

UNKNOWN_KEY = "unknown key"


class Refusal(NamedTuple):
    """One reason. The pointer (RFC 6901) leads into the values; None where Helm names no place."""

    pointer: str | None
    message: str
    hint: str | None = None

    @property
    def is_about_key(self) -> bool:
        """Say whether the key itself is wrong, whatever its value."""
        return self.message == UNKNOWN_KEY


class Refused(Exception):  # noqa: N818 - not an error of ours: the answer to these values
    """Helm refuses these values or this name; `refusals` says why, sorted by place."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        """Keep the reasons; the text is theirs, one a line."""
        super().__init__("\n".join(f"{refusal.pointer or '/'}: {refusal.message}" for refusal in refusals))
        self.refusals = tuple(refusals)

    @classmethod
    def of(cls, reasons: Iterable[Reason]) -> "Refused":
        """Return what has these reasons."""
        return cls([Refusal(*reason) for reason in reasons])

    def plain(self) -> list[Reason]:
        """Return the reasons as data that another process can read."""
        return [(refusal.pointer, refusal.message, refusal.hint) for refusal in self.refusals]
