"""The result for programs: one JSON object, described by schemas/smoke.json of the project."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Sequence

import smoke_gate as gate
from smoke_arithmetic import Row
from smoke_floor import Limits
from smoke_gate import Verdict
from smoke_hello import World
from smoke_plan import Plan
from smoke_suspects import Diagnosis
from smoke_transport import Transport

VERSION = 1
# The mark before it in the log, on the same line.
MARK = "RENDER-SMOKE-RESULT"
REDUCING = ("all_reduce", "reduce_scatter")


@dataclass
class Measured:
    """The measurements so far; a test that ends early reports them."""

    plan: Plan
    world: World
    limits: Limits
    transport: Transport
    rows: list[Row]
    notes: list[str]
    diagnosis: Diagnosis | None = None

    def result(self, verdict: Verdict) -> dict[str, Any]:
        """Return the result as JSON's types."""
        first, plan, floor = self.world.hellos[0], self.plan, self.limits.floor
        best = gate.peak(self.rows, plan.gate_bytes)
        return {
            "version": VERSION,
            "run": plan.run,
            "backend": first.backend,
            "collective": plan.collective,
            "dtype": plan.dtype,
            "operation": plan.operation if plan.collective in REDUCING else None,
            "nodes": len(self.world.members),
            "procs": len(self.world.members[0]),
            "world": len(self.world.hellos),
            "gpu": self.world.gpu,
            "hosts": self.world.hosts,
            "machines": self.world.machines,
            "versions": {"torch": first.torch, "nccl": first.nccl},
            "sizes": [asdict(row) for row in self.rows],
            "gateBytes": plan.gate_bytes,
            "peak": {"bytes": best.bytes, "busbw": best.busbw} if best else None,
            "floor": None if floor is None else {"busbw": floor, "source": self.limits.source},
            "ceiling": self.limits.ceiling,
            "transport": asdict(self.transport),
            "diagnosis": _diagnosis(self.diagnosis, self.world.hosts) if self.diagnosis else None,
            "verdict": verdict.word,
            "sentence": verdict.sentence,
            "notes": [*self.notes, *gate.notes(self.rows, self.limits, plan.gate_bytes)],
        }


def _diagnosis(diagnosis: Diagnosis, hosts: Sequence[str]) -> dict[str, Any]:
    pairs = sorted(diagnosis.found.pairs.items())
    return {
        "slowNodes": [{"host": hosts[suspect.node], **asdict(suspect)} for suspect in diagnosis.slow],
        "inNode": [{"node": node, "busbw": busbw} for node, busbw in sorted(diagnosis.found.inside.items())],
        "links": [{"a": a, "b": b, "busbw": busbw, "slow": (a, b) in diagnosis.links} for (a, b), busbw in pairs],
        "rounds": diagnosis.rounds,
    }
