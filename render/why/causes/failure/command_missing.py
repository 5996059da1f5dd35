"""The command of the container does not exist in the image.

The container ends with `StartError` and code 128, or waits with `RunContainerError`. A restart ends in the same way.

Reads: Pod (`state.terminated` and `state.waiting` of containers).
Source: https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._ends import failures
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r'exec: "(?P<program>[^"]+)": (?P<why>executable file not found in \$PATH|stat [^:]+: no such file or directory|'
    r"permission denied|is a directory)"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first container whose command can't be started."""
    for one in failures(run):
        texts = [one.end.message, *(wait.message for wait in one.pod.waits)]
        found = next(filter(None, map(_MESSAGE.search, texts)), None)
        if found is not None:
            why = "can't be run: permission denied" if found["why"] == "permission denied" else "is not in the image"
            hint = "correct `command`, or use an image that has the program"
            sentence = f"the command `{found['program']}` of `{one.end.container}` {why}"
            yield from explain(sentence, [one.evidence], hint, key="command")
            return
