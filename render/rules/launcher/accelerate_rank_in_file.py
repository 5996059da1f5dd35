"""RUN162 accelerate-rank-in-file: the number of the machine comes from a file that is the same on all of them.

`accelerate config` writes `machine_rank` into its file, 0 unless told otherwise. All nodes mount the one file, so each
takes itself for the first machine, and waits for the others. An option wins over the file.

Source: https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/fsdp.yaml, train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/fsdp.yaml, --machine_rank=$(NODE_RANK), train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Look for a file without the option beside it."""
    for found in program.launched_by("accelerate") if program.is_distributed else ():
        file = found.options.get("config_file")
        if (
            file is not None
            and file.value is not None
            and file.value.is_literal
            and "machine_rank" not in found.options
        ):
            message = f"all {program.nodes} nodes read their rank from `{file.value.text}`, which is one file for all"
            yield Finding(file.flag.path, message, "`--machine_rank=$(NODE_RANK)`")
