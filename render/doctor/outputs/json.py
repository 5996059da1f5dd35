"""For programs. Schema: schemas/doctor.json."""

import json
from collections.abc import Sequence

from render.doctor.examination import Examined
from render.doctor.finding import Verdict

VERSION = 1


def text(examined: Sequence[Examined]) -> str:
    """Return an object with all findings, and how many there are of each verdict."""
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
