"""RUN104 option-differs-from-gpus: a launcher starts more or fewer processes than its container has GPUs.

One process drives one GPU. With more processes, NCCL stops with `Duplicate GPU detected`; with fewer, the other GPUs
are idle, and a program that derives its world size from the GPUs hangs.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/7215

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          command: [torchrun, --nproc-per-node=8, train.py]
          resources: {limits: {nvidia.com/gpu: 4}}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          command: [torchrun, --nproc-per-node=4, train.py]
          resources: {limits: {nvidia.com/gpu: 4}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.launcher._plural import plural
from render.rules.launcher._torchrun import variable
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("NPROC_PER_NODE", "PET_NPROC_PER_NODE", "nproc_per_node"))
def check(program: Program) -> Iterator[Finding]:
    """Compare the number of processes with the GPUs."""
    for source, word in _process_counts(program):
        if word.is_literal and word.text.isdecimal() and program.gpus and int(word.text) != program.gpus:
            message = f"{source} is {int(word.text)}, but the container has {plural(program.gpus, 'GPU')}"
            yield Finding(word.path, message, f"set it to `{program.gpus}`, one process per GPU")
        elif word.text == "cpu" and program.gpus:
            message = f"{source} is `cpu`, one process per CPU, but the container has {plural(program.gpus, 'GPU')}"
            yield Finding(word.path, message, f"set it to `{program.gpus}`, one process per GPU")


def _process_counts(program: Program) -> Iterator[tuple[str, Word]]:
    """Yield the number of processes per node from options and variables, each with the name of its source."""
    for found in program.launched_by("torchrun"):
        option = found.options.get("nproc_per_node")
        if (
            option is not None
            and option.value is not None
            and (program.preset.get(variable(option.name)) is None or option.literal == "cpu")
        ):
            yield "`--nproc_per_node`", option.value
    for name, word in program.values_of("NPROC_PER_NODE", "PET_NPROC_PER_NODE"):
        yield f"`{name}`", word
