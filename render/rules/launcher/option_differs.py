"""RUN101 option-differs: an option of torchrun says otherwise than the run does.

The run tells torchrun its size and its first node in `PET_*` variables: those of the spec, of Kubeflow Trainer's
TrainJob, or of the container itself. An option on the command line wins over its variable, so that torchrun waits for
another number of nodes than there are pods, starts another number of processes than there are GPUs, or looks for its
first node elsewhere.

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

from render.programs.program import Program
from render.rules.launcher._torchrun import variable
from render.rules.rule import Finding, rule

_COMPARED = ("master_addr", "nnodes", "nproc_per_node", "rdzv_backend")
"""Options that make nodes miss each other; another port or name of the rendezvous is the same for all of them."""


@rule(keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Compare the options with what the run writes."""
    for found in program.launched_by("torchrun"):
        for name, option in found.options.items():
            given, said = _given(program, variable(name)), option.literal
            if (
                name not in _COMPARED
                or given is None
                or said is None
                or said in ("auto", "cpu", "gpu")
                or _span(said) == _span(given)
            ):
                continue
            message = (
                f"`--{name}` is `{said}`, and the run says `{given}` in `{variable(name)}`, which the option overrides"
            )
            yield Finding(option.flag.path, message, f"leave `--{name}` out")


def _given(program: Program, name: str) -> str | None:
    """Return what a variable says: what the run writes, else what the container or its script sets."""
    return program.given.get(name) or next((word.text for _, word in program.values_of(name)), None)


def _span(text: str) -> tuple[str, str]:
    """Return a number of nodes as a range; any other value stands for itself."""
    first, colon, last = text.partition(":")
    return first, last if colon else first
