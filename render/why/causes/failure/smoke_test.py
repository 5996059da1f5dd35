"""The smoke test failed.

Its verdict is the exit code of its nodes: 20 slow, 21 wrong result, 22 unreachable, 23 wrong transport, 24
misconfigured. The sentence with the bandwidth or the node is in the termination message and the log of every node.

Reads: Pod (`state.terminated` of the container `node`), Job (its command, `Failed`).
Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy
"""

import re
from collections.abc import Iterator

from render.manifests.fields import mappings_at, texts_at
from render.why.causes.failure._ends import failures
from render.why.explanation import Explanation, explain, of_condition
from render.why.training_run import TrainingRun

_VERDICTS = {
    20: "the network is slow",
    21: "a sum is wrong",
    22: "a node could not be reached",
    23: "another network was used than intended",
    24: "it is misconfigured",
}
_PROGRAM = "/smoke_node.py"
_CODE = re.compile(r"failed with exit code (2[0-4]) ")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the verdict of the Job of a smoke test."""
    job = run.root
    if job is None or not any(word.endswith(_PROGRAM) for word in _command(job.data)):
        return
    ends = [one for one in failures(run) if one.end.code in _VERDICTS]
    failed = job.condition("Failed")
    code = _CODE.search(failed.message) if failed is not None else None
    if not ends and code is None:
        return
    number = ends[0].end.code if ends else int(code[1]) if code is not None else 0
    message = next((line for one in ends for line in one.end.message.splitlines() if line.startswith("smoke: ")), "")
    sentence = message or f"smoke: {_VERDICTS[number]} (code {number})"
    evidence = [*(one.evidence for one in ends[:4]), of_condition(job, failed)]
    hint = (
        f"`kubectl logs --prefix --tail=-1 -l batch.kubernetes.io/job-name={job.name} -n {run.namespace}` has the "
        "table of sizes and pairs; `render smoke report -` reads it"
    )
    yield from explain(sentence, evidence, hint, key="smokeTest")


def _command(job: object) -> list[str]:
    return [
        word for one in mappings_at(job, "spec", "template", "spec", "containers") for word in texts_at(one, "command")
    ]
