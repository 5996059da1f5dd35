"""Results of the checks of a cluster."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from render.manifests.objects import Object
from render.schema_errors.error import Path


class Verdict(StrEnum):
    """Meaning of a result for the run."""

    OK = "ok"
    WARNING = "warning"
    """The run can start, but not now or not as expected."""
    FAULT = "fault"
    """The run can't start here."""
    UNKNOWN = "unknown"
    """The cluster does not answer, or only the scheduler can decide."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check for one subject."""

    subject: str
    """`Kind/name`, a role or a resource."""
    verdict: Verdict
    message: str
    hint: str | None = None
    """How to fix it."""
    place: tuple[Object, Path] | None = None
    """The object and the path of the value that it is about, if it is a value of the run."""

    def at(self, item: Object, path: Path) -> "CheckResult":
        """Return the result with its place."""
        return replace(self, place=(item, path))


def ok(subject: str, message: str) -> CheckResult:
    """Return a result: nothing is missing."""
    return CheckResult(subject, Verdict.OK, message)


def warning(subject: str, message: str, hint: str | None = None) -> CheckResult:
    """Return a result: the run may start later or differently."""
    return CheckResult(subject, Verdict.WARNING, message, hint)


def fault(subject: str, message: str, hint: str | None = None) -> CheckResult:
    """Return a result: the run can't start."""
    return CheckResult(subject, Verdict.FAULT, message, hint)


def unknown(subject: str, message: str, hint: str | None = None) -> CheckResult:
    """Return a result: unknown."""
    return CheckResult(subject, Verdict.UNKNOWN, message, hint)


def any_fault(findings: Iterable[CheckResult]) -> bool:
    """Return True if a result says that the run can't start."""
    return any(finding.verdict is Verdict.FAULT for finding in findings)
