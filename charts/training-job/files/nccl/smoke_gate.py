"""The verdict on the measurements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Sequence

import smoke_floor as floors
import smoke_sizes as sizes
from smoke_arithmetic import Row
from smoke_floor import Limits
from smoke_plan import Plan

CODES: dict[str, int] = {
    "pass": 0,
    "slow": 20,
    "wrong": 21,
    "unreachable": 22,
    "transport": 23,
    "misconfigured": 24,
}


VERDICT = {"word": frozenset(CODES), "sentence": str}


@dataclass(frozen=True)
class Verdict:
    """The end of the test: a key of CODES, and a sentence for people."""

    word: str
    sentence: str

    @property
    def code(self) -> int:
        """The exit code."""
        return CODES[self.word]


def limits(plan: Plan, gpu: str | None, nodes: int, procs: int, environ: Mapping[str, str]) -> Limits:
    """Return the limits of this run: a floor that the user sets overrides the table's, which is for all_reduce."""
    if plan.collective == "all_reduce":
        found = floors.known(plan.gpu or gpu, plan.fabric, nodes, procs, floors.algorithm(environ))
    else:
        found = Limits(None, None, f"no floor is known for {plan.collective}")
    return found if plan.min_busbw is None else Limits(plan.min_busbw, found.ceiling, "--min-busbw")


def impossible(found: Limits, processes: int) -> str | None:
    """Return the reason why no network can pass, else None."""
    if found.floor is not None and processes == 1:
        return f"the floor of {found.floor:g} GB/s can't be reached: with one process there is no link to measure"
    if found.floor is None or found.ceiling is None or found.floor <= found.ceiling:
        return None
    return f"the floor of {found.floor:g} GB/s can't be reached: the hardware's ceiling is {found.ceiling:g} GB/s"


def peak(rows: Sequence[Row], gate_bytes: int) -> Row | None:
    """Return the best of the sizes that count: an average would depend on the chosen sizes."""
    large = [row for row in rows if row.bytes >= gate_bytes] or list(rows[-1:])
    return max(large, key=lambda row: row.busbw, default=None)


def check_rows(rows: Sequence[Row], found: Limits, gate_bytes: int) -> Verdict:
    """Return the verdict on the measurements."""
    wrong = [row for row in rows if row.wrong]
    if wrong:
        worst = max(wrong, key=lambda row: row.wrong)
        where = f"{len(wrong)} of {len(rows)} sizes, most at {sizes.show(worst.bytes)}"
        return Verdict("wrong", f"wrong values at {where}: {worst.wrong}")
    best = peak(rows, gate_bytes)
    if best is None:
        return Verdict("misconfigured", "no size is left to measure: --max-bytes is too small for so many processes")
    reached = f"busbw peaks at {best.busbw:.4g} GB/s ({sizes.show(best.bytes)})"
    if found.floor is None:
        return Verdict("pass", f"{reached}; no floor is checked: {found.source}")
    if best.busbw < found.floor:
        return Verdict("slow", f"{reached}, below the floor of {found.floor:g} GB/s ({found.source})")
    return Verdict("pass", f"{reached}, and the floor is {found.floor:g} GB/s ({found.source})")


def notes(rows: Sequence[Row], found: Limits, gate_bytes: int) -> list[str]:
    """Return notes about the gate for the user."""
    remarks = []
    best = peak(rows, gate_bytes)
    if best and best.bytes < gate_bytes:
        remarks.append(
            f"no size reaches {sizes.show(gate_bytes)}: the floor is checked at the largest, {sizes.show(best.bytes)}"
        )
    if best and found.ceiling is not None and best.busbw > found.ceiling:
        remarks.append(f"{best.busbw:.4g} GB/s exceeds the table's ceiling of {found.ceiling:g} GB/s")
    return remarks
