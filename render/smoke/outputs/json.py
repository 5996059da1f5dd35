"""JSON for programs: the result of the run, in the format of `schemas/smoke.json`."""

import json

from render.smoke.smoke_report import SmokeReport


def text(report: SmokeReport) -> str:
    """Return one object, in ASCII so that it doesn't depend on an encoding. Programs compare runs themselves."""
    data = report.run.data if report.level is None else {**report.run.data, "level": report.level.data()}
    return json.dumps(data, indent=2) + "\n"
