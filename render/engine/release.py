"""The input and the outcome of a render: the files, Helm's rejections of the user's values, or an unusable engine."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class EngineError(Exception):
    """The engine can't run. `hint` suggests a solution, or is None."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        """Keep the message and the hint separate, for the command to format."""
        super().__init__(message)
        self.hint = hint


def library_not_loaded(error: Exception) -> EngineError:
    """Return the error for a library of Helm that can't be loaded."""
    return EngineError(f"Helm's library can't be loaded: {error}", hint="use `--engine helm`")


Reason = tuple[str | None, str, str | None]
"""A rejection as plain data: pointer, message, hint."""

UNKNOWN_KEY = "unknown key"


class Rejection(NamedTuple):
    """One reason. The pointer (RFC 6901) is into the values; None if Helm names no path."""

    pointer: str | None
    message: str
    hint: str | None = None

    @property
    def is_about_key(self) -> bool:
        """True if the key itself is wrong, regardless of its value."""
        return self.message == UNKNOWN_KEY


class RenderRejected(Exception):  # noqa: N818 - not a failure: the result for these values
    """Helm rejects these values or this name; `rejections` are the reasons, sorted by pointer."""

    def __init__(self, rejections: Sequence[Rejection]) -> None:
        """Keep the reasons; the exception's text has one line for each."""
        super().__init__("\n".join(f"{rejection.pointer or '/'}: {rejection.message}" for rejection in rejections))
        self.rejections = tuple(rejections)

    @classmethod
    def of(cls, reasons: Iterable[Reason]) -> "RenderRejected":
        """Return the exception with these reasons."""
        return cls([Rejection(*reason) for reason in reasons])

    def plain(self) -> list[Reason]:
        """Return the reasons as plain data, for another process."""
        return [(rejection.pointer, rejection.message, rejection.hint) for rejection in self.rejections]


class Release(NamedTuple):
    """The values, the name and the namespace of a release."""

    values: Mapping[str, Any]
    name: str
    namespace: str = "default"


Files = dict[str, str]
"""The rendered text of each template, by its path."""

Rendered = Files | RenderRejected
