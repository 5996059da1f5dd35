"""Processes of this machine as Linux sees them (proc(5))."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, Mapping, NamedTuple, Optional

RUNS, STOPPED, TRACED, ENDED, IN_KERNEL = "runs", "stopped", "traced", "ended", "in the kernel"
STATES = {"T": STOPPED, "t": TRACED, "Z": ENDED, "X": ENDED, "D": IN_KERNEL}
"""Words for the letters of proc_pid_stat(5); every other one runs or sleeps. A zombie has ended."""
TEXT = 4096


class Process(NamedTuple):
    """A process of this machine."""

    pid: int
    parent: int
    state: str
    started: str
    """Its start in clock ticks, which tells two processes of one number apart."""


def find_process(pid: int) -> Process | None:
    """Return a process, None if there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return None
    # The name in parentheses may have blanks and parentheses.
    fields = text.rpartition(")")[2].split()
    state = STATES.get(fields[0], RUNS)
    return Process(pid, int(fields[1]), TRACED if state == RUNS and _is_traced(pid) else state, fields[19])


def find_processes() -> dict[int, Process]:
    """Return all processes by number."""
    numbers = [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208 - a glob asks each for its state
    return {found.pid: found for found in map(find_process, numbers) if found}


class Known(Dict[int, Optional[Process]]):
    """Processes that were asked for, read once: a look at a few ranks reads these and their parents alone."""

    def __missing__(self, pid: int) -> Process | None:
        """Read a process; None if there is none."""
        self[pid] = found = find_process(pid)
        return found


def descendants(pid: int, processes: Mapping[int, Process]) -> list[int]:
    """Return the processes below one, parents before children."""
    below: dict[int, list[int]] = {}
    for process in processes.values():
        below.setdefault(process.parent, []).append(process.pid)
    found = sorted(below.get(pid, []))
    for child in found:
        found += sorted(below.get(child, []))
    return found


def ancestors(pid: int, processes: Known) -> list[int]:
    """Return the processes above one, its parent first."""
    found: list[int] = []
    process = processes[pid]
    while process and process.parent not in (0, *found):
        found.append(process.parent)
        process = processes[process.parent]
    return found


def oom_kills() -> int:
    """Return how many processes of this container the kernel has killed for want of memory; 0 where it is not known."""
    for path in (Path("/sys/fs/cgroup/memory.events"), Path("/sys/fs/cgroup/memory/memory.oom_control")):
        try:
            lines = path.read_text().split("\n")
        except OSError:
            continue
        return sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))
    return 0


def _is_traced(pid: int) -> bool:
    try:
        text = Path(f"/proc/{pid}/status").read_text(errors="replace")[:TEXT]
    except OSError:
        return False
    return any(line.startswith("TracerPid:") and line.split()[1] != "0" for line in text.split("\n"))
