"""What is found out about a cluster."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What a finding means for the run."""

    OK = "ok"
    WARNING = "warning"
    """It can run, but not now, or not as its author may think."""
    FAULT = "fault"
    """It can't run here."""
    UNKNOWN = "unknown"
    """The cluster would not say, or only it can tell."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was asked, and the answer."""

    subject: str
    """What it is about: `Kind/name`, a role, a resource."""
    verdict: Verdict
    message: str
    hint: str | None = None
    """The way out."""


def ok(subject: str, message: str) -> Finding:
    """Return that nothing is missing."""
    return Finding(subject, Verdict.OK, message)


def warning(subject: str, message: str, hint: str | None = None) -> Finding:
    """Return what does not stop the run for good."""
    return Finding(subject, Verdict.WARNING, message, hint)


def fault(subject: str, message: str, hint: str | None = None) -> Finding:
    """Return what the cluster lacks."""
    return Finding(subject, Verdict.FAULT, message, hint)


def unknown(subject: str, message: str, hint: str | None = None) -> Finding:
    """Return what can't be told."""
    return Finding(subject, Verdict.UNKNOWN, message, hint)


def has_fault(findings: Iterable[Finding]) -> bool:
    """Say whether the run can't run."""
    return any(finding.verdict is Verdict.FAULT for finding in findings)
