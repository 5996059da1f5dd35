"""The preflight check stopped the run.

Before any node starts the program, the nodes compare themselves: code 78 means that they differ, 69 that a node is
missing or can't be reached. The table of differences is in the termination message and the log of every node.

Reads: Pod (the init container `preflight`).
Source: https://kubernetes.io/docs/concepts/workloads/pods/init-containers/
"""

from collections.abc import Iterator

from render.why.causes.failure._ends import failures
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_CODES = {69: "a node could not be reached", 78: "the nodes differ"}
_NAME = "preflight"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the verdict."""
    found = [one for one in failures(run) if one.end.container == _NAME]
    if found:
        first = next((one for one in found if one.end.message), found[0])
        verdict = " ".join(first.end.message.split()).removeprefix("preflight: ") or _CODES.get(
            first.end.code, f"code {first.end.code}"
        )
        hint = (
            f"`kubectl logs {first.pod.name} -c {_NAME} -n {run.namespace}` has the table; "
            "`preflight.ignore` skips a fact"
        )
        yield from explain(f"preflight: {verdict}", [one.evidence for one in found[:4]], hint, key="preflight")
