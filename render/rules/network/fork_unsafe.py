"""NET109 fork-unsafe: `RDMAV_FORK_SAFE` makes a run on EFA stop.

With EFA's huge pages, the variable makes `ibv_fork_init` fail once data loaders fork. If a fork runs out of memory, set
`FI_EFA_USE_HUGE_PAGE=0`.

Source: https://github.com/aws-samples/awsome-distributed-training/blob/main/1.architectures/efa-cheatsheet.md

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {vpc.amazonaws.com/efa: 32}}
    env: {RDMAV_FORK_SAFE: "1"}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {vpc.amazonaws.com/efa: 32}}
    env: {FI_EFA_USE_HUGE_PAGE: "0"}
"""

from collections.abc import Iterator

from render.kube.devices import EFA
from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("RDMAV_FORK_SAFE",))
def check(program: Program) -> Iterator[Finding]:
    """Report the variable on EFA."""
    for name, word in program.values_of("RDMAV_FORK_SAFE") if EFA in (program.devices or ()) else ():
        if word.text not in ("", "0"):
            yield Finding(word.path, f"on EFA, `{name}` makes libraries stop when data loaders fork", "remove it")
