"""Compare the nodes of a run before it starts: a message and an exit code instead of a hang.

RENDER_RUN_UID is the UID of the run's JobSet, by which its nodes recognise each other. Exit codes: 0 all nodes agree,
78 they differ or a pod has no such UID, 69 a node could not be reached or never came, 2 wrong arguments.
Python 3.8 and its standard library; writes the marker in the checkpoint folder and the termination message only.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from types import FrameType

import peer_key as keys
import preflight_facts as facts
import preflight_first_node as first_node
import preflight_other_node as other_node
from peer_key import Key
from preflight_facts import Report
from preflight_marker import Marker, look
from preflight_plan import Plan, read
from preflight_verdict import DIFFERENT, Verdict, print_verdict


def main() -> int:
    """Compare the nodes, report, and return the exit code."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    plan = read(sys.argv[1:])
    # Child processes don't need it.
    uid = os.environ.pop(keys.VARIABLE, "")
    if not uid:
        print_verdict(Verdict(DIFFERENT, keys.MISSING), plan.termination_log)
        return DIFFERENT
    marker = Marker(plan.checkpoints)
    _end_at_once(marker)
    # In another thread, because a slow DNS lookup would keep the main thread from handling signals.
    with ThreadPoolExecutor(1) as aside:
        verdict = aside.submit(_check, plan, Key(uid, plan.run), marker).result()
    print_verdict(verdict, plan.termination_log)
    return verdict.code


def _check(plan: Plan, key: Key, marker: Marker) -> Verdict:
    seen = facts.seen(os.environ, plan.checkpoints)

    def report(folder: str | None) -> Report:
        return Report(socket.gethostname(), {**seen, "checkpoint folder": folder}, facts.variables(os.environ))

    if plan.index != 0:
        return other_node.fetch_verdict(plan, key, lambda welcome: report(look(plan.checkpoints, welcome)))
    try:
        folder = marker.write()
        return first_node.gather(plan, key, report(folder), marker.welcome)
    finally:
        marker.remove()


def _end_at_once(marker: Marker) -> None:
    def end(number: int, _: FrameType | None) -> None:
        marker.remove()
        os._exit(128 + number)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)


sys.exit(main())
