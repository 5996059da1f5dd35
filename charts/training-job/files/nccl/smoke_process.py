"""One process of the test, from its start to its end."""

from __future__ import annotations

import os
from typing import Callable

import smoke_device as devices
import smoke_meeting as meeting
from smoke_course import Course, Process
from smoke_device import Device
from smoke_ending import Ending
from smoke_gate import Verdict
from smoke_guard import Guard
from smoke_hello import Hello, World
from smoke_meeting import LATER, EndedError
from smoke_plan import MisconfiguredError, Place, Plan
from smoke_store import Store
from smoke_transport import Log
from smoke_watch import Watch


def run(plan: Plan, place: Place, end: Callable[[int], None]) -> int:
    """Run the test, report, and return the exit code; if the test hangs, call `end` with it."""
    log = Log()
    ending = Ending(place, log, end)
    guard = Guard(place, ending.now)
    # Twice the timeout: to connect to rank 0, then to wait for all others.
    guard.expect(2 * (plan.timeout + LATER))
    try:
        store = meeting.connect(place, plan.timeout, serves=True)
        device, world = _met(plan, place, store, log)
        course = Course(plan, world, Process(place, device, store, log))
        ending.measured = course.measured
        watch = Watch(place, world, plan.timeout, guard, ending.now)
    except EndedError as ended:
        return ending.report(ended.verdict)
    try:
        mismatch = world.mismatch(plan)
        verdict = Verdict("misconfigured", mismatch) if mismatch else course.run(watch)
        watch.phase("the end")
    except RuntimeError as error:
        watch.broken(error)
        raise
    watch.over()
    code = ending.report(verdict)
    store.leave("hello")
    return code


def _met(plan: Plan, place: Place, store: Store, log: Log) -> tuple[Device, World]:
    device = Device("gloo", "cpu")
    try:
        device = devices.choose(plan, place)
        if device.backend == "nccl":
            log.enable(os.environ)
        own: Hello | str = devices.hello(plan, place, device)
    except MisconfiguredError as error:
        own = str(error)
    return device, meeting.meet(place, plan, store, own)
