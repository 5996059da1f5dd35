"""Python stacks: the call that a program is in, the collective it waits in, and its activity."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any, NamedTuple, Sequence

from hang_agent import is_installed

WAITS = frozenset(
    [
        "all_gather",
        "all_gather_coalesced",
        "all_gather_into_tensor",
        "all_gather_object",
        "all_reduce",
        "all_reduce_coalesced",
        "all_to_all",
        "all_to_all_single",
        "allgather",
        "allgather_async",
        "allgather_object",
        "allreduce",
        "allreduce_",
        "allreduce_async",
        "alltoall",
        "barrier",
        "broadcast",
        "broadcast_",
        "broadcast_object",
        "broadcast_object_list",
        "destroy_process_group",
        "gather",
        "gather_object",
        "grouped_allreduce",
        "init_process_group",
        "join",
        "monitored_barrier",
        "new_group",
        "recv",
        "reduce",
        "reduce_scatter",
        "reduce_scatter_tensor",
        "rendezvous",
        "scatter",
        "scatter_object_list",
        "send",
        "synchronize",
        "wait_for_everyone",
    ]
)
"""Functions in which ranks wait for each other: torch.distributed, Horovod, mpi4py and Accelerate name them so."""
LIBRARIES = ("torch/distributed", "deepspeed/comm", "horovod", "mpi4py", "accelerate")
"""Where a function of these names is one of those."""
ACTIVITIES = (
    ("saves", re.compile(r"_*(async_|do_|maybe_|on_|torch_)?(save|write_checkpoint|dump_checkpoint)", re.IGNORECASE)),
    ("evaluates", re.compile(r"_*(do_|inner_|on_|run_)?(eval|validat|predict|test_loop|test_step)", re.IGNORECASE)),
    ("loads", re.compile(r"(.*_)?(load|download|from_pretrained|tokeni[sz]e|next_data|getitem__)", re.IGNORECASE)),
)
"""Activities of a program while others wait, by the beginning of a function's name. The first that any call of a stack
has counts: an evaluation that loads data evaluates."""
COMPILERS = ("torch/_dynamo/", "torch/_inductor/", "triton/")
PATIENT = ("saves", "evaluates", "compiles")
"""For these the others wait on purpose."""
DEBUGGERS = ("pdb.py", "bdb.py", "ipdb", "debugpy", "pydevd")
_LINE = re.compile(r'  File "(.{0,400})", line (\d+) in (.{0,200})$')


class Frame(NamedTuple):
    """A call of a stack."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        """Return the call as people write it."""
        return f"{self.function} ({PurePath(self.file).name}:{self.line})"


def to_frames(found: Any) -> list[Frame]:
    """Return the frames of a message, the innermost first. Raises TypeError or ValueError where it has another form."""
    return [Frame(str(file)[-200:], int(line), str(function)[:80]) for file, line, function in list(found)[:40]]


def read_stacks(text: str) -> list[list[Frame]]:
    """Return the stacks that faulthandler wrote, the main thread's last, as it writes them."""
    stacks: list[list[Frame]] = []
    for line in text.split("\n"):
        found = _LINE.match(line)
        if line.startswith(("Thread ", "Current thread ")):
            stacks.append([])
        elif found and stacks and len(stacks[-1]) < 40:
            stacks[-1].append(Frame(found.group(1), int(found.group(2)), found.group(3)))
    return stacks


def user_frame(stack: Sequence[Frame]) -> Frame | None:
    """Return the innermost call in the user's own files."""
    return next((frame for frame in stack if not is_installed(frame.file)), None)


def place(stack: Sequence[Frame]) -> str:
    """Return where a process is: the user's call and, where it has called a library, the innermost call."""
    own = user_frame(stack)
    if not stack:
        return ""
    if own is None or own == stack[0]:
        return str(stack[0])
    return f"{own} → {stack[0]}"


def waits_in(stack: Sequence[Frame]) -> str:
    """Return the function in which a process waits for others; empty where it does not."""
    for frame in stack:
        if frame.function in WAITS and any(library in frame.file for library in LIBRARIES):
            return frame.function
    return ""


def activity(stack: Sequence[Frame]) -> str:
    """Return the activity that others may have to wait for; empty where no function names one."""
    if any(compiler in frame.file for frame in stack for compiler in COMPILERS):
        return "compiles"
    return next((word for word, pattern in ACTIVITIES if any(pattern.match(frame.function) for frame in stack)), "")


def is_debugged(stack: Sequence[Frame]) -> bool:
    """Return whether a debugger has stopped the process."""
    return any(name in frame.file for frame in stack for name in DEBUGGERS)


def is_idle(stack: Sequence[Frame]) -> bool:
    """Return whether a helper of a data loader waits for work."""
    return any(frame.function == "get" and "multiprocessing" in frame.file for frame in stack[:4])
