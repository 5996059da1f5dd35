"""The registry does not let the node pull the image.

The pod has no registry credentials, or those of another registry, or they have expired. Registries that hide private
images from strangers answer in the same words if there is no such image.

Reads: Pod (`state.waiting` of containers), events of pods.
Source: https://kubernetes.io/docs/concepts/containers/images/#using-a-private-registry
"""

import re
from collections.abc import Iterator

from render.why.causes.start._waiting import explain_pull
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    (
        r"unauthorized|authentication required|\b401\b|\b403\b|forbidden|pull access denied|"
        r"denied:|no basic auth credentials"
    ),
    re.IGNORECASE,
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if containers wait with this message."""
    yield from explain_pull(
        run,
        _MESSAGE,
        "the registry denies the image {images} to {pods}",
        (
            "check the name of the image; create a Secret with `kubectl create secret docker-registry`, and name it in "
            "`pod.imagePullSecrets`"
        ),
        key="pod.imagePullSecrets",
    )
