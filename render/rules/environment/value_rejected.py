"""ENV102 value-rejected: a variable has a value at which its library stops.

`TORCH_NCCL_ASYNC_ERROR_HANDLING` is a number to torch and `TORCH_NCCL_BLOCKING_WAIT` a boolean: `true` is right for the
second one only. The process stops when the library reads the variable, on every node.

Source: https://github.com/pytorch/pytorch/blob/main/torch/csrc/distributed/c10d/Utils.hpp

Example:
    image: registry.example/train:1
    env: {TORCH_NCCL_ASYNC_ERROR_HANDLING: "true"}
Use instead:
    image: registry.example/train:1
    env: {TORCH_NCCL_ASYNC_ERROR_HANDLING: "1"}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.environment._values import values, wrong_values
from render.rules.rule import Finding, rule


@rule(keys=tuple(values("rejected")))
def check(program: Program) -> Iterator[Finding]:
    """Compare values with those that the library takes."""
    yield from wrong_values(program, "rejected")
