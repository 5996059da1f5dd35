"""This node: where its processes are, what it does with a report, and which diagnoses become one."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Callable, Mapping, Sequence

import hang_report as reports
from hang_agents import Agents
from hang_diagnosis import HANG, Diagnosis
from hang_plan import FAIL, Plan
from hang_process import oom_kills
from hang_stack import Frame
from hang_state import NodeState, RankState

MOST = 20
"""Reports of one run."""


class Node:
    """This node: its processes, and how it ends."""

    def __init__(self, plan: Plan, agents: Agents, fail: Callable[[], None]) -> None:
        """Begin while the program runs; `fail` ends it."""
        self.plan = plan
        self.agents = agents
        self.ended: int | None = None
        """Exit status of the program."""
        self.stopped_at = math.inf
        """When a signal was sent to the program: later exceptions follow from it."""
        self._fail = fail
        self._killed = oom_kills()
        self._collected: tuple[RankState, ...] = ()
        self._threads: dict[int, list[list[Frame]]] = {}

    def state(self, *, with_threads: bool = False) -> NodeState:
        """Return where this node's processes are."""
        ranks = tuple(self.agents.states(with_threads=with_threads))
        if with_threads:
            self._collected = ranks
            self._threads = {rank.rank: self.agents.threads(rank) for rank in ranks}
        killed = oom_kills() - self._killed
        failures = [found for found in self.agents.failures() if found.at < self.stopped_at] if self.ended else []
        # Ranks that were stopped by a signal to the program are at fault for nothing.
        ranks = tuple(
            replace(rank, ended_at=None) if (rank.ended_at or 0) >= self.stopped_at else rank for rank in ranks
        )
        return NodeState(self.plan.index, self.plan.host, ranks, self.ended, killed, failures=tuple(failures))

    def receive(self, report: Mapping[str, Any]) -> None:
        """Print a report, keep what this node knows of it, and end the program where that is asked for."""
        self.show(report)
        self.act(report)

    def show(self, report: Mapping[str, Any]) -> None:
        """Print a report, and keep what this node knows of it."""
        reports.show(report)
        reports.keep(report, self._collected, self._threads, self.plan)

    def act(self, report: Mapping[str, Any]) -> bool:
        """End the program if the run hangs and `action` is `fail`; return whether it does."""
        ends = report["verdict"] == HANG and self.plan.action == FAIL
        if ends:
            reports.end_message(report, self.plan.termination_log)
            self._fail()
        return ends


class Reporter:
    """Decides what is reported: each hang once, and once that it is over."""

    def __init__(self, plan: Plan) -> None:
        """Begin without a report."""
        self._plan = plan
        self._reported: set[tuple[object, ...]] = set()
        self._number = 0

    @property
    def next_number(self) -> int:
        """Number of the next report, from 1."""
        return self._number + 1

    def is_new(self, found: Diagnosis | None) -> bool:
        """Return whether a diagnosis has to be reported; say it where the ranks go on after one."""
        if found is None and self._reported:
            reports.log_line("the ranks continue")
            self._reported.clear()
        return found is not None and self._number < MOST and found.key not in self._reported

    def report(self, found: Diagnosis, nodes: Sequence[NodeState]) -> dict[str, Any]:
        """Return the next report."""
        self._reported.add(found.key)
        self._number += 1
        return reports.build(found, nodes, self._plan, self._number)
