"""RUN229 dashes-missing: an option of a launcher has no dashes.

A launcher's first word without a dash is the script that it starts: torchrun runs a file `nproc_per_node=8`, which does
not exist.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, nproc_per_node=8, train.py]
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, --nproc_per_node=8, train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.rule import Finding, rule

_LAUNCHERS = ("accelerate", "deepspeed", "horovodrun", "torchrun")
_SHORT = 3
"""Letters of a name that may be a program, such as `np`."""


@rule(keys=_LAUNCHERS)
def check(program: Program) -> Iterator[Finding]:
    """Compare the script of each launcher with the names of its options."""
    for launch in program.launches:
        script = launch.script
        if launch.name not in _LAUNCHERS or script is None or launch.is_ended:
            continue
        written = script.text.partition("=")[0]
        name = written.replace("-", "_")
        if len(name) > _SHORT and name in launch.tool.names | launch.tool.similar | {*launch.tool.arguments}:
            message = f"{launch.name} starts `{written}` as its script: an option begins with two dashes"
            yield Finding(script.path, message, f"write `--{script.text}`", excerpt=written)
