"""JSON. Schema: schemas/simulation.json."""

import json
from typing import Any

from render.simulation.result import SimulationResult
from render.simulation.timeline import Timeline


def text(result: SimulationResult) -> str:
    """Return the result as JSON."""
    found: dict[str, Any] = {"version": 1, "changes": list(result.changes), **_timeline(result.timeline)}
    if result.before is not None:
        found["before"] = _timeline(result.before)
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def _timeline(timeline: Timeline) -> dict[str, Any]:
    return {
        "kubernetes": timeline.kubernetes,
        "runs": [
            {
                "name": run.name,
                "state": str(run.state),
                "order": run.place,
                "pods": run.pods,
                "runningPods": run.started_pods,
                "arrival": run.arrival,
                "starts": run.starts,
                "ends": run.ends,
                "firstReason": run.first_reason,
                "reason": run.reason,
            }
            for run in timeline.runs
        ],
        "usage": [
            {
                "seconds": one.seconds,
                "resource": one.resource,
                "total": float(one.total),
                "used": float(one.used),
                "utilization": round(one.utilization, 4),
                "fragmentation": round(one.fragmentation, 4),
            }
            for one in timeline.usage
        ],
        "notes": list(timeline.notes),
    }
