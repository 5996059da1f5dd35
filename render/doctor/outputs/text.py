"""Text for people: a line per result with its hint below. Equal results of a check share a line."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from click import style

from render.doctor.check_result import Verdict
from render.doctor.examine import NamedResult
from render.problem import printable, without_commands

_COLOURS = {Verdict.OK: "green", Verdict.WARNING: "yellow", Verdict.FAULT: "red", Verdict.UNKNOWN: "cyan"}
_WIDTH = max(map(len, Verdict))


def text(examined: Sequence[NamedResult]) -> str:
    """Return a table."""
    width = max((len(check) for check, _ in examined), default=0)
    same = groupby(examined, lambda one: (one.check, one.finding.verdict, one.finding.message, one.finding.hint))
    return "".join(
        f"{without_commands(line)}\n"
        for (check, verdict, message, hint), found in same
        for line in _lines(check.ljust(width), verdict, f"{_subjects(found)}{message}", hint)
    )


def _subjects(found: Iterable[NamedResult]) -> str:
    named = ", ".join(one.finding.subject for one in found if one.finding.subject != "-")
    return f"{named}: " if named else ""


def _lines(check: str, verdict: Verdict, message: str, hint: str | None) -> list[str]:
    lines = [f"{style(verdict.ljust(_WIDTH), fg=_COLOURS[verdict])}  {check}  {printable(message)}"]
    if hint is not None and verdict is not Verdict.OK:
        lines.append(f"{' ' * (_WIDTH + len(check) + 4)}hint: {printable(hint)}")
    return lines
