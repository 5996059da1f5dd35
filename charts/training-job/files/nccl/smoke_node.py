"""Start the test's processes on one node, and end with their exit code, which torchrun would replace by 1.

Arguments are those of smoke.py, with `--procs`. The node's number is in NODE_RANK or PET_NODE_RANK, the number of nodes
in `--nodes`, rank 0's address in MASTER_ADDR and MASTER_PORT, with or without PET_ before them. RENDER_RUN_UID, by
which the processes of the test authenticate each other, is the UID of the Job.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Mapping, NoReturn, Sequence

import smoke_plan as plans
from smoke_gate import CODES, Verdict
from smoke_output import verdict
from smoke_plan import MisconfiguredError

SCRIPT = Path(__file__).with_name("smoke.py")
# The exit codes in order of preference: the first one explains the others.
TELLING = [CODES[word] for word in ("misconfigured", "wrong", "transport", "slow", "unreachable")]


def environments(arguments: Sequence[str], environ: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the variables of each process. Raises MisconfiguredError."""
    plan = plans.read(arguments)
    if plan.nodes is None or plan.procs is None:
        raise MisconfiguredError("--nodes and --procs are needed")
    plans.run_uid(environ)
    node = _number("NODE_RANK", environ)
    if node >= plan.nodes:
        raise MisconfiguredError(f"NODE_RANK must be less than the number of nodes ({plan.nodes}), got {node}")
    return [
        {
            **environ,
            "MASTER_ADDR": _value("MASTER_ADDR", environ),
            "MASTER_PORT": str(_number("MASTER_PORT", environ)),
            "RANK": str(node * plan.procs + local),
            "WORLD_SIZE": str(plan.nodes * plan.procs),
            "LOCAL_RANK": str(local),
            "LOCAL_WORLD_SIZE": str(plan.procs),
            "GROUP_RANK": str(node),
        }
        for local in range(plan.procs)
    ]


def telling(codes: Sequence[int]) -> int:
    """Return one exit code for all processes; a process that a signal ended counts as in a shell."""
    for code in TELLING:
        if code in codes:
            return code
    return next((code if code > 0 else 128 - code for code in codes if code), 0)


def main(arguments: Sequence[str]) -> int:
    """Start the processes, wait for them, and return the exit code."""
    try:
        wanted = environments(arguments, os.environ)
    except MisconfiguredError as error:
        found = Verdict("misconfigured", str(error))
        verdict(found, plans.termination_log(os.environ))
        return found.code
    started: list[subprocess.Popen[bytes]] = []

    def end_at_once(number: int, _: FrameType | None) -> NoReturn:
        for process in started:
            process.kill()
        os._exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end_at_once)
    started += [subprocess.Popen([sys.executable, "-u", str(SCRIPT), *arguments], env=env) for env in wanted]
    return telling([process.wait() for process in started])


def _value(name: str, environ: Mapping[str, str]) -> str:
    value = environ.get(name) or environ.get(f"PET_{name}")
    if not value:
        raise MisconfiguredError(f"{name} is not set")
    return value


def _number(name: str, environ: Mapping[str, str]) -> int:
    value = _value(name, environ)
    if not value.isdigit():
        raise MisconfiguredError(f"{name} must be a number, got `{value}`")
    return int(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
