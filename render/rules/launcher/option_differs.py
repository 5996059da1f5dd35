"""RUN101 option-differs: an option of torchrun contradicts the run.

The run sets its size and its first node in `PET_*` variables: those of the spec, of Kubeflow Trainer's TrainJob, or of
the container itself. An option on the command line overrides its variable: torchrun waits for a different number of
nodes than there are pods, starts a different number of processes than there are GPUs, or looks for its first node
elsewhere.

Source: https://github.com/Red-Hat-AI-Innovation-Team/training_hub/pull/13

Example:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, --nnodes=2, --nproc_per_node=8, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.command_line import Option
from render.programs.program import Program
from render.rules.launcher._torchrun import variable
from render.rules.rule import Finding, rule

_COMPARED = ("master_addr", "nnodes", "nproc_per_node", "rdzv_backend")
"""Options that keep nodes apart. A different port or name of the rendezvous is the same for all nodes."""


@rule(keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Compare the options with the variables of the run."""
    for found in program.launched_by("torchrun"):
        yield from _nodes(program, found.options.get("nnodes"))
        for name, option in found.options.items():
            preset, value = _variable_value(program, variable(name)), option.literal
            if (
                name not in _COMPARED
                or preset is None
                or value is None
                or value in ("auto", "cpu", "gpu")
                or _node_range(value) == _node_range(preset)
            ):
                continue
            message = f"`--{name}` is `{value}`, which overrides `{variable(name)}={preset}` of the run"
            yield Finding(option.flag.path, message, f"remove `--{name}`")


def _nodes(program: Program, option: Option | None) -> Iterator[Finding]:
    """Yield a finding for a number of nodes that is not that of the run, where no variable has it."""
    if option is None or _variable_value(program, variable("nnodes")) or not program.launcher or program.is_elastic:
        return
    value = option.literal or ""
    if value.isdecimal() and program.nodes and int(value) not in (1, program.nodes) and not program.runs_once:
        message = f"`--nnodes` is {value}, but the run has {program.nodes} nodes: each waits for the others"
        yield Finding(option.flag.path, message, f"set it to `{program.nodes}`", excerpt=option.flag.text)


def _variable_value(program: Program, name: str) -> str | None:
    """Return the value that the run sets for a variable, else the one of the container or its script."""
    return program.preset.get(name) or next((word.text for _, word in program.values_of(name)), None)


def _node_range(text: str) -> tuple[str, str]:
    """Return a number of nodes as a range, `2` as (2, 2) and `2:4` as (2, 4); any other text twice."""
    first, colon, last = text.partition(":")
    return first, last if colon else first
