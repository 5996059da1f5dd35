"""Test the network between the processes of a run: its speed, its results and its transport.

torchrun or smoke_node.py starts it once per process; smoke_node.py keeps the exit code, while torchrun always ends with
1. Exit codes: 0 pass, 20 slow, 21 wrong result, 22 unreachable, 23 wrong transport, 24 misconfigured.
Requires Python 3.8 and torch 1.13 or later. Writes the termination message, NCCL's log in the folder for temporary
files, and the file of `--json`.
"""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import NoReturn, Sequence

import smoke_plan as plans
from smoke_plan import MisconfiguredError, Place

# The test has its own timeouts; torch's threads would end the process without a message.
QUIET = {
    "TORCH_CPP_LOG_LEVEL": "ERROR",
    "TORCH_NCCL_ASYNC_ERROR_HANDLING": "0",
    "NCCL_ASYNC_ERROR_HANDLING": "0",
    "TORCH_NCCL_ENABLE_MONITORING": "0",
}


def main(arguments: Sequence[str]) -> NoReturn:
    """Run the test, report, and end the process with the exit code."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end_at_once)
    os.environ.update({name: value for name, value in QUIET.items() if name not in os.environ})
    # In another thread, because a waiting collective would keep the main thread from handling signals.
    with ThreadPoolExecutor(1) as aside:
        code = aside.submit(_test, arguments).result()
    end(code)


def end(code: int) -> NoReturn:
    """End the process now: threads that communicate may never end by themselves."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _test(arguments: Sequence[str]) -> int:
    from smoke_gate import Verdict
    from smoke_output import verdict

    try:
        plan, place = plans.read(arguments), Place.of(os.environ)
        import smoke_process
    except MisconfiguredError as error:
        found = Verdict("misconfigured", str(error))
    except ImportError as error:
        found = Verdict("misconfigured", f"the image lacks a module that the test needs: {error}")
    else:
        return smoke_process.run(plan, place, end)
    verdict(found, plans.termination_log(os.environ))
    return found.code


def _end_at_once(number: int, _: FrameType | None) -> None:
    end(128 + number)


if __name__ == "__main__":
    main(sys.argv[1:])
