"""The image does not exist, or not with this tag or digest.

The kubelet tries again with growing pauses, up to five minutes, without an end.

Reads: Pod (`state.waiting` of containers), events of pods (`Failed`).
Source: https://kubernetes.io/docs/concepts/containers/images/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._waiting import PULL_REASONS, evidence_of, waiting
from render.why.explanation import Explanation, count_pods, explain, quote_all
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r"not found|manifest unknown|name unknown|does not exist|couldn't parse image|invalid reference",
    re.IGNORECASE,
)

_INVALID = re.compile(r"invalid reference format[^\n]*")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the registry does not know the image, or its name is invalid."""
    found = [one for one in waiting(run, *PULL_REASONS) if _is_missing(one.message)]
    if found:
        images = quote_all(one.image for one in found)
        pods = count_pods([one.pod for one in found], run.size)
        if invalid := _INVALID.search(found[0].wait.message):
            sentence, hint = f"{images} is not the name of an image: {invalid[0]}", "correct the name"
        else:
            sentence = f"the registry has no image {images}, for which {pods} wait{'s' if len(found) == 1 else ''}"
            hint = "correct the name or the tag, or push the image; for a private image, check `pod.imagePullSecrets`"
        yield from explain(sentence, evidence_of(run, found), hint, key="image")


def _is_missing(message: str) -> bool:
    """Return True unless the image exists for another machine, or the registry wants an account first."""
    return _MESSAGE.search(message) is not None and "platform" not in message and "authoriz" not in message
