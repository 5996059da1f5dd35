"""RUN235 trainer-on-cpus: Hugging Face's Trainer trains on CPUs, and the node's GPUs are idle.

`--use_cpu` (`--no_cuda` before transformers 5) is a setting for a laptop. In a container with GPUs every process trains
on the CPUs, and the GPUs stay booked.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments.use_cpu

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --output_dir=/tmp/out, --learning_rate=1e-4, --use_cpu]
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --output_dir=/tmp/out, --learning_rate=1e-4]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_NAMES = ("no_cuda", "use_cpu")
_ON = (None, "1", "true", "yes", "y", "t")


@rule(severity=Severity.WARNING, keys=_NAMES)
def check(program: Program) -> Iterator[Finding]:
    """Report the option for a node with GPUs, as a switch or with a value that is true."""
    for launch in program.launches if program.gpus else ():
        for name in _NAMES:
            option = launch.program_options.get(name)
            if option is None or (option.value is not None and not option.value.is_literal):
                continue
            if option.value is None or option.value.text.startswith("-") or option.value.text.lower() in _ON:
                message = f"`--{name}` leaves {plural(program.gpus or 0, 'GPU')} of each node idle"
                yield Finding(option.flag.path, message, "remove it", excerpt=option.flag.text)
