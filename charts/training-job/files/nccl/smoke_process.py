"""One process of the test, from its first word to its last."""

from __future__ import annotations

import os
from typing import Callable

import smoke_device as devices
import smoke_meeting as meeting
import smoke_plan as plans
import smoke_tell as tell
from smoke_course import Course, Process
from smoke_device import Device
from smoke_gate import Verdict
from smoke_hello import Hello, World
from smoke_meeting import EndedError
from smoke_plan import MisconfiguredError, Place, Plan
from smoke_store import Store
from smoke_transport import Log
from smoke_watch import Watch


def run(plan: Plan, place: Place, end: Callable[[int], None]) -> int:
    """Test, tell, and return the exit code; a watch that finds the test hanging ends the process itself."""
    log = Log()
    try:
        store = meeting.connect(place, plan.timeout, serves=True)
        device, world = _met(plan, place, store, log)
        course = Course(plan, world, Process(place, device, store, log))
        watch = Watch(place, world, plan.timeout, lambda verdict: end(_told(verdict, place, log, course)))
    except EndedError as ended:
        return _told(ended.verdict, place, log)
    try:
        mismatch = world.mismatch(plan)
        verdict = Verdict("misconfigured", mismatch) if mismatch else course.run(watch)
        watch.phase("the end")
    except RuntimeError as error:
        watch.broken(error)
        raise
    watch.over()
    code = _told(verdict, place, log, course)
    store.leave(place.world)
    return code


def _met(plan: Plan, place: Place, store: Store, log: Log) -> tuple[Device, World]:
    device = Device("gloo", "cpu")
    try:
        device = devices.choose(plan, place)
        if device.backend == "nccl":
            log.ask(os.environ)
        own: Hello | str = devices.hello(plan, place, device)
    except MisconfiguredError as error:
        own = str(error)
    return device, meeting.meet(place, plan, store, own)


def _told(verdict: Verdict, place: Place, log: Log, course: Course | None = None) -> int:
    print(log.remove(), end="", flush=True)
    if place.rank == 0 and course:
        tell.result(course.measured.result(verdict), course.measured.plan.json)
    tell.verdict(verdict, plans.termination_log(os.environ), prints=place.local == 0)
    return verdict.code
