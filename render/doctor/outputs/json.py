"""JSON for programs. Schema: schemas/doctor.json."""

import json
from collections.abc import Sequence

from render.doctor.check_result import Verdict
from render.doctor.examine import NamedResult

VERSION = 1


def text(examined: Sequence[NamedResult]) -> str:
    """Return an object with all results and a count per verdict."""
    findings = [
        {
            "check": check,
            "subject": finding.subject,
            "verdict": finding.verdict,
            "message": finding.message,
            "hint": finding.hint,
        }
        for check, finding in examined
    ]
    verdicts = [finding.verdict for _, finding in examined]
    summary = {verdict: verdicts.count(verdict) for verdict in Verdict}
    found = {"version": VERSION, "findings": findings, "summary": summary}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
