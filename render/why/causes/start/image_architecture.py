"""The image is not for this machine.

An image for amd64 does not start on arm64 (Grace), and the other way round.

Reads: Pod (`state.waiting` of containers), events of pods.
Source: https://kubernetes.io/docs/concepts/containers/images/#multi-architecture-images-with-image-indexes
"""

import re
from collections.abc import Iterator

from render.why.causes.start._waiting import explain_pull
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r"no match for platform|exec format error|does not match the specified platform|no matching manifest for",
    re.IGNORECASE,
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if containers wait with this message."""
    yield from explain_pull(
        run,
        _MESSAGE,
        "the image {images} is not built for the machines of {pods}",
        (
            "build it for both architectures (`docker buildx build --platform "
            "linux/amd64,linux/arm64`), or select other nodes"
        ),
        key="image",
        reasons=("CrashLoopBackOff", "CreateContainerError"),
    )
