"""RUN172 launcher-inside-launcher: a launcher starts another one in every process.

`mpirun`, `horovodrun` and `deepspeed` start one process per GPU on every node. If each of them is a torchrun or an
`accelerate launch`, it starts the processes of the node once more: 8 GPUs get 64 processes, and all of them claim the
same rendezvous port. `mpirun` with one process per node (`--map-by ppr:1:node`) may start torchrun.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    numNodes: 4
    launcher: mpi
    ssh: {secretName: train-ssh}
    command: [mpirun, -np, "32", torchrun, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    launcher: torchrun
    command: [torchrun, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.command import find_commands
from render.programs.command_line import Launch, parse_launch
from render.programs.marks import NESTED
from render.programs.program import Program
from render.rules.rule import Finding, rule

_OUTER = ("colossalai", "deepspeed", "horovodrun", "mpirun", "torchrun", "accelerate")
_ONE_PER_NODE = ("N", "npernode", "pernode", "ppn", "perhost", "map_by")


@rule(keys=(NESTED,))
def check(program: Program) -> Iterator[Finding]:
    """Report a launcher that another launcher starts more than once per node."""
    for found in program.launched_by(*_OUTER):
        inner = _inner(found)
        if inner is None or (found.name == "mpirun" and _is_one_per_node(program, found)):
            continue
        message = f"`{found.name}` starts `{inner.tool.name}` in each of its processes, which starts all of them again"
        yield Finding(
            inner.launcher_word.path, message, f"start the program with `{found.name}` or `{inner.tool.name}`"
        )


def _inner(found: Launch) -> Launch | None:
    """Return the launcher that a launcher starts; None if it starts a program."""
    if found.launcher is None or (
        found.launcher.runs_scripts and "no_python" not in found.options and _is_module(found)
    ):
        return None
    started = [parse_launch(one) for one in find_commands((word.path, word.text) for word in found.program)]
    return next((one for one in started if one.launcher is not None), None)


def _is_module(found: Launch) -> bool:
    return "m" in found.options or "module" in found.options


def _is_one_per_node(program: Program, found: Launch) -> bool:
    if program.processes == 1:
        return True
    values = {name: found.options[name].value for name in _ONE_PER_NODE if name in found.options}
    texts = {name: "" if word is None else word.text for name, word in values.items()}
    return any(name == "pernode" or text == "1" or text.startswith(("ppr:1:", "node")) for name, text in texts.items())
