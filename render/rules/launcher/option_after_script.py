"""RUN224 option-after-script: an option of the launcher is after the training script, which gets it instead.

A launcher's options end where the script begins. torchrun and `accelerate launch` hand on what follows: a script that
doesn't have the option stops, and the launcher uses its default.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --rdzv_backend=c10d, --max_restarts=3]
Use instead:
    image: registry.example/train:1
    command: [torchrun, --rdzv_backend=c10d, --max_restarts=3, train.py]
"""

from collections.abc import Iterator, Mapping

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_OPTIONS: Mapping[str, frozenset[str]] = {
    "accelerate": frozenset({"machine_rank", "main_process_ip", "main_process_port", "num_machines", "num_processes"}),
    "torchrun": frozenset(
        {"max_restarts", "nnodes", "nproc_per_node", "rdzv_backend", "rdzv_conf", "rdzv_endpoint", "rdzv_id"}
    ),
}
"""Options that training scripts don't have themselves."""


@rule(severity=Severity.INFO, keys=tuple(sorted(frozenset().union(*_OPTIONS.values()))))
def check(program: Program) -> Iterator[Finding]:
    """Report the first such option of each command."""
    for launch in program.launches:
        own = _OPTIONS.get(launch.name, frozenset())
        option = next((one for name, one in launch.program_options.items() if name in own), None)
        if option is not None and launch.script is not None:
            shown = option.flag.text.partition("=")[0]
            message = f"`{launch.script.text}` gets `{shown}`: options of {launch.name} end where the script begins"
            yield Finding(option.flag.path, message, f"write it before `{launch.script.text}`", excerpt=shown)
