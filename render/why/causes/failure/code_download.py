"""A model or data set could not be downloaded.

The hub does not answer, limits requests, or wants a token or an accepted licence.

Reads: Pod (termination message), the end of logs in a dump.
Source: https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables
"""

import re
from collections.abc import Iterator

from render.why.causes.failure._texts import explain_line
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_LINE = re.compile(
    r"[^\n]{0,100}(?:GatedRepoError|RepositoryNotFoundError|LocalEntryNotFoundError|Cannot "
    r"access gated repo|We couldn't connect to .https)[^\n]{0,200}"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if a container that failed left this line."""
    yield from explain_line(
        run,
        _LINE,
        "{place} could not download a model or data: {line}",
        (
            "pass a token in a Secret (`env` with `secretKeyRef`), accept the licence, or download "
            "once with `initializers`"
        ),
        key="env",
    )
