"""RUN173 process-count-differs: a launcher starts more or fewer processes than the run has room for.

The hostfile has a slot for each process of each node. With fewer processes, `mpirun -np` fills the first nodes, and the
GPUs of the others stay idle. With more, it stops with `not enough slots available`; `horovodrun` and the launchers of a
single node fail in a similar way, or two processes share a GPU.

Source: https://docs.open-mpi.org/en/main/man-openmpi/man1/mpirun.1.html

Example:
    image: registry.example/train:1
    numNodes: 4
    launcher: mpi
    ssh: {secretName: train-ssh}
    command: [mpirun, -np, "64", python, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    launcher: mpi
    ssh: {secretName: train-ssh}
    command: [mpirun, -np, $(NUM_PROCESSES), python, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

import re
from collections.abc import Iterator

from render.programs.command_line import Launch, Option
from render.programs.marks import COUNT
from render.programs.program import Program
from render.rules.rule import Finding, rule

_NAMES = ("colossalai", "composer", "deepspeed", "fabric", "horovodrun", "mpirun", "tune")
_ROOM = ("map_by", "oversubscribe")
"""Options of mpirun that allow more processes than slots."""

_PER_NODE = ("N", "map_by", "npernode", "perhost", "ppn")
"""Options of mpirun with a number of processes per node. With `-np`, they say where processes go."""
_PPR = re.compile(r"ppr:(\d+):node(:.*)?")


@rule(keys=(COUNT, *_PER_NODE))
def check(program: Program) -> Iterator[Finding]:
    """Compare the numbers of a command line with those of the run: as an error where it can't start."""
    for found in program.launched_by(*_NAMES):
        for option, right, what in _numbers(program, found):
            text = program.resolve(option.value)
            if text is None or not text.isdecimal() or int(text) == right:
                continue
            name = option.flag.text.partition("=")[0]
            if found.name == "composer" and option.name in found.tool.total:
                message = f"`{name}` is {text}, but the run has {right} {what}: ranks don't fit"
            elif int(text) < right:
                message = f"`{name}` is {text}, but the run has {right} {what}: the others stay idle"
            else:
                message = f"`{name}` is {text}, but the run has only {right} {what}"
            finding = Finding(
                (option.value or option.flag).path, message, f"set it to `{right}`", excerpt=option.flag.text
            )
            is_waiting = found.name == "composer" and option.name in found.tool.total
            is_certain = is_waiting or (int(text) > right and not any(one in found.options for one in _ROOM))
            yield finding if is_certain else finding.as_warning


def _numbers(program: Program, found: Launch) -> Iterator[tuple[Option, int, str]]:
    tool = found.tool
    if tool.name == "mpirun" and program.runs_once and program.gpus and program.processes:
        is_written = any(name in found.options for name in tool.total)
        for name in _PER_NODE if not is_written else ():
            if name in found.options:
                yield _plain(found.options[name]), program.processes, "processes per node"
    is_alone = bool(tool.others) and not (program.runs_once or set(tool.others) & found.options.keys())
    for names, right, what in (
        (tool.nodes, program.nodes if program.launcher else None, "nodes"),
        (tool.per_node, program.processes if program.launcher and program.gpus else None, "processes per node"),
        (tool.total, program.world if program.runs_once or tool.starts == "node" else None, "processes"),
    ):
        if right is not None and not (is_alone and what != "processes per node"):
            yield from ((found.options[name], right, what) for name in names if name in found.options)


def _plain(option: Option) -> Option:
    """Return an option such as `--map-by ppr:2:node` with its number alone as the value."""
    match = _PPR.fullmatch(option.literal or "")
    return option._replace(value=option.value._replace(text=match[1])) if match and option.value else option
