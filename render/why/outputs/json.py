"""JSON for programs (`schemas/why.json`)."""

import json
from typing import Any

from render.redaction import mask
from render.why.explanation import Explanation, SpecPlaces
from render.why.report import Report

VERSION = 1


def text(report: Report, places: SpecPlaces) -> str:
    """Return one object, in ASCII so that it doesn't depend on an encoding."""
    run = report.run
    found = {
        "version": VERSION,
        "run": {"kind": run.kind, "namespace": run.namespace, "name": run.name},
        "state": report.state.name.lower(),
        "healthy": report.is_healthy,
        "sentence": report.sentence,
        "causes": [_cause(one, places) for one in report.blockers],
        "past": [_cause(one, places) for one in report.past],
        "unknown": list(report.unknown),
    }
    return json.dumps(found, indent=2) + "\n"


def _cause(found: Explanation, places: SpecPlaces) -> dict[str, Any]:
    place = places.find(found.key)
    line = {"file": place[0], "line": place[1], "text": mask(place[2])} if place else None
    return {
        "name": found.cause,
        "area": found.area,
        "sentence": found.sentence,
        "evidence": [{"time": one.time or None, "object": one.object, "text": one.text} for one in found.evidence],
        "hint": found.hint,
        "key": found.key,
        "spec": line,
    }
