"""One process of the test, from its first word to its last."""

from __future__ import annotations

import os
from typing import Callable

import smoke_device as devices
import smoke_meeting as meeting
import smoke_plan as plans
import smoke_tell as tell
from smoke_course import Course, Process
from smoke_gate import Verdict
from smoke_meeting import UnreachableError
from smoke_plan import MisconfiguredError, Place, Plan
from smoke_transport import Log
from smoke_watch import Watch


def run(plan: Plan, place: Place, end: Callable[[int], None]) -> int:
    """Test, tell, and return the exit code; a watch that finds the test hanging ends the process itself."""
    log = Log(os.environ)
    try:
        device = devices.choose(plan, place)
        store = meeting.connect(place, plan.timeout)
        world = meeting.meet(place, plan, store, devices.hello(plan, place, device))
    except UnreachableError as error:
        return _told(Verdict("unreachable", str(error)), place, log)
    except MisconfiguredError as error:
        return _told(Verdict("misconfigured", str(error)), place, log)
    course = Course(plan, world, Process(place, device, store, log))
    found = meeting.conclude(world, plan)
    if not found:
        watch = Watch(place, world, plan.timeout, lambda verdict: end(_told(verdict, place, log, course)))
        try:
            found = course.run(watch)
            watch.phase("the end")
        except RuntimeError as error:
            watch.broken(error)
            raise
        watch.over()
    code = _told(found, place, log, course)
    store.leave(place.world)
    return code


def _told(verdict: Verdict, place: Place, log: Log, course: Course | None = None) -> int:
    print(log.remove(), end="", flush=True)
    if place.rank == 0 and course:
        tell.result(course.measured.result(verdict), course.measured.plan.json)
    tell.verdict(verdict, plans.termination_log(os.environ), prints=place.local == 0)
    return verdict.code
