"""For people: a line a finding, and the way out below it."""

from collections.abc import Sequence

from click import style

from render.doctor.examination import Examined
from render.doctor.finding import Finding, Verdict
from render.problem import printable

_COLOURS = {Verdict.OK: "green", Verdict.WARNING: "yellow", Verdict.FAULT: "red", Verdict.UNKNOWN: "cyan"}
_WIDTH = max(map(len, Verdict))


def text(examined: Sequence[Examined]) -> str:
    """Return a table."""
    width = max((len(check) for check, _ in examined), default=0)
    return "".join(f"{line}\n" for check, finding in examined for line in _lines(check.ljust(width), finding))


def _lines(check: str, finding: Finding) -> list[str]:
    verdict = style(finding.verdict.ljust(_WIDTH), fg=_COLOURS[finding.verdict])
    about = "" if finding.subject == "-" else f"{finding.subject}: "
    lines = [f"{verdict}  {check}  {printable(about + finding.message)}"]
    if finding.hint is not None and finding.verdict is not Verdict.OK:
        lines.append(f"{' ' * (_WIDTH + len(check) + 4)}hint: {printable(finding.hint)}")
    return lines
