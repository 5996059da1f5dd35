"""RUN108 rank-constant: all nodes have the same rank.

The pods of a Job share one template, so a constant is the rank of every node: two nodes with rank 0 both wait for rank
1. The rank must come from the pod's completion index.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --node_rank=0, --master_addr=$(MASTER_ADDR), train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: plain
    command: [torchrun, --nnodes=2, --node_rank=$(NODE_RANK), --master_addr=$(MASTER_ADDR), train.py]
"""

import re
from collections.abc import Iterator

from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_OPTIONS = ("machine_rank", "node_rank")
_VARIABLES = ("GROUP_RANK", "JAX_PROCESS_ID", "NODE_RANK", "PADDLE_TRAINER_ID", "PET_NODE_RANK")
_TF_CONFIG = re.compile(r'"task"\s*:\s*\{[^{}]*"index"\s*:\s*"?(\d+)')
"""TensorFlow's own place in its list of workers (https://www.tensorflow.org/guide/distributed_training#TF_CONFIG)."""


@rule(keys=("RANK", "TF_CONFIG", *_OPTIONS, *_VARIABLES))
def check(program: Program) -> Iterator[Finding]:
    """Report a rank that is a constant."""
    for source, word in _ranks(program) if program.is_distributed and not program.chooses_by_rank else ():
        if word.is_literal and word.text.isdecimal():
            message = f"`{source}` is {word.text} on each of the {program.nodes} nodes"
            yield Finding(word.path, message, "use the pod's completion index, such as `$(NODE_RANK)` in a spec")


def _ranks(program: Program) -> Iterator[tuple[str, Word]]:
    for found in program.launches:
        for name in _OPTIONS:
            option = found.options.get(name)
            if option is not None and option.value is not None:
                yield f"--{name}", option.value
    for name, word in program.values_of("TF_CONFIG"):
        if match := _TF_CONFIG.search(word.text):
            yield f"{name}: task.index", word._replace(text=match[1])
    # Launchers such as torchrun set RANK themselves.
    yield from program.values_of(*_VARIABLES, *([] if any(found.launcher for found in program.launches) else ["RANK"]))
