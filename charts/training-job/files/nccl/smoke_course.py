"""The steps of the test: the same in all processes; rank 0 prints."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta

import smoke_gate as gate
import smoke_sizes as sizes
import smoke_sweep as sweeps
import smoke_transport as transports
import smoke_words as words
import torch.distributed as dist
from smoke_arithmetic import ROW, Row
from smoke_collectives import Group
from smoke_device import Device
from smoke_diagnosis import Search
from smoke_gate import Verdict
from smoke_hello import World
from smoke_measure import Meter
from smoke_plan import Place, Plan
from smoke_result import Measured
from smoke_store import Store
from smoke_sweep import Sweep
from smoke_transport import Log
from smoke_watch import Watch

# torch's own timeout is longer: it only matters if the watch of a process fails.
SPARE = 60.0
NAMES = {"nccl": "NCCL", "gloo": "gloo"}


@dataclass(frozen=True)
class Process:
    """This process: its place, its device, the store and NCCL's log."""

    place: Place
    device: Device
    store: Store
    log: Log


class Course:
    """The test once all processes have connected."""

    def __init__(self, plan: Plan, world: World, own: Process) -> None:
        """Begin with nothing measured."""
        self._plan, self._world = plan, world
        self._place, self._device, self._store, self._log = own.place, own.device, own.store, own.log
        limits = gate.limits(plan, world.gpu, len(world.members), len(world.members[0]), os.environ)
        self.measured = Measured(plan, world, limits, transports.check_transport(plan.fabric, [], 1), [], [])

    def run(self, watch: Watch) -> Verdict:
        """Return the verdict, the same everywhere. Raises RuntimeError where the network fails."""
        measured = self.measured
        impossible = gate.impossible(measured.limits, self._place.world)
        if impossible:
            return Verdict("misconfigured", impossible)
        watch.phase("connecting the processes")
        self._connect()
        refused = self._refused_transport()
        if refused:
            return refused
        self._print(self._title())
        self._sweep(watch)
        watch.phase("comparing the networks")
        refused = self._refused_transport()
        verdict = gate.check_rows(measured.rows, measured.limits, self._plan.gate_bytes)
        if refused and verdict.word != "wrong":
            return refused
        return self._diagnosed(verdict, watch)

    def _connect(self) -> None:
        limit = timedelta(seconds=self._plan.timeout + SPARE)
        place, store = self._place, dist.PrefixStore("data", self._store.torch)
        dist.init_process_group(
            self._device.backend, store=store, rank=place.rank, world_size=place.world, timeout=limit
        )
        self._meter = Meter(Group(None, place.world, place.rank), self._device.clock(), self._device.name)
        self._meter.align()

    def _refused_transport(self) -> Verdict | None:
        """Check the networks in NCCL's log so far; gloo only uses TCP."""
        backend = self._device.backend
        own = transports.networks(self._log.text()) if backend == "nccl" else ["TCP"]
        seen: list[list[str]] = self._store.share(f"networks/{len(self.measured.rows)}", own, [str])
        nodes = len(self._world.members)
        self.measured.transport = transports.check_transport(self._plan.fabric, seen, nodes)
        why = transports.refusal(self.measured.transport, seen, nodes, NAMES[backend])
        return Verdict("transport", why) if why else None

    def _sweep(self, watch: Watch) -> None:
        most, notes = sweeps.largest(self._plan, self._world)
        self.measured.notes += notes
        group = Group(None, self._place.world, self._place.rank)
        sweep = Sweep(self._plan, group, self._meter, self._device.name)
        wanted = sweep.sizes(most)
        rows = sweep.rows(wanted)
        for size in wanted:
            watch.phase(f"{self._plan.collective} of {sizes.show(size)}")
            row = Row(**self._store.agree(f"row/{size}", vars(next(rows)), ROW))
            self.measured.rows.append(row)
            self._print(words.line(row))

    def _diagnosed(self, verdict: Verdict, watch: Watch) -> Verdict:
        if self._place.world == 1 and verdict.word == "pass":
            return Verdict("pass", "one process: its calls work; there is no link to measure")
        searches = self._plan.diagnose == "always" or (self._plan.diagnose == "auto" and verdict.word == "slow")
        if not searches or self._place.world == 1:
            return verdict
        found = Search(self._place, self._world, self._device, self._store, watch).run()
        self.measured.diagnosis = found
        slow_parts = words.slow(found.found, found.slow, found.links, self._world.names)
        return Verdict(verdict.word, f"{verdict.sentence}; {slow_parts}")

    def _title(self) -> str:
        plan, world = self._plan, self._world
        shape = f"{len(world.members)} x {len(world.members[0])} processes"
        return f"smoke: {plan.collective} of {plan.dtype} with {self._device.backend}, {shape}\n{words.HEAD}"

    def _print(self, text: str) -> None:
        if self._place.rank == 0:
            print(text, flush=True)
