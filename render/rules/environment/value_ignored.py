"""ENV103 value-ignored: a variable has a value that its library ignores or misreads.

NCCL reads numbers with `strtoll`: `NCCL_IB_DISABLE: "true"` is 0, so InfiniBand stays on, and `NCCL_BUFFSIZE: 8M` is 8
bytes. `NCCL_DEBUG: DEBUG` is not a level, so nothing is printed. The run continues with the wrong setting.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html

Example:
    image: registry.example/train:1
    env: {NCCL_IB_DISABLE: "true"}
Use instead:
    image: registry.example/train:1
    env: {NCCL_IB_DISABLE: "1"}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.environment._values import values, wrong_values
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=tuple(values("ignored")))
def check(program: Program) -> Iterator[Finding]:
    """Compare values with those that the library takes."""
    yield from wrong_values(program, "ignored")
