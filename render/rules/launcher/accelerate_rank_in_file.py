"""RUN162 accelerate-rank-in-file: the machine's rank comes from a config file that all nodes share.

`accelerate config` writes `machine_rank` into its file, 0 by default. All nodes mount the same file, so each considers
itself the first machine and waits for the others. An option overrides the file.

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
from render.programs.config_file import ConfigFile
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("accelerate",))
def check(program: Program) -> Iterator[Finding]:
    """Report a config file without `--machine_rank`."""
    for found in program.launched_by("accelerate") if program.is_distributed else ():
        file = found.options.get("config_file")
        if (
            file is not None
            and file.value is not None
            and file.value.is_literal
            and "machine_rank" not in found.options
        ):
            if any(one.launch is found and _finds_ranks(one) for one in program.configs_of("accelerate")):
                continue
            message = f"all {program.nodes} nodes read the same rank from `{file.value.text}`"
            yield Finding(file.flag.path, message, "add `--machine_rank=$(NODE_RANK)`")


def _finds_ranks(config: ConfigFile) -> bool:
    """Return True if the rendezvous gives each node its rank."""
    backend = config.find("rdzv_backend")
    return backend is not None and backend.value not in (None, "static")
