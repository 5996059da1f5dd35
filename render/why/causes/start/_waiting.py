"""Containers of a run that wait, and the reasons."""

from collections.abc import Iterator, Sequence
from re import Pattern
from typing import NamedTuple

from render.manifests.fields import mappings_at, text_at
from render.why.explanation import Evidence, Explanation, clean, count_pods, explain, of_event, quote_all
from render.why.pod_state import PodState, Wait
from render.why.training_run import TrainingRun

PULL_REASONS = ("ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName", "RegistryUnavailable")


class WaitingContainer(NamedTuple):
    """A container that waits."""

    pod: PodState
    wait: Wait
    message: str
    """The message of its state, and those of the pod's events with the details."""

    @property
    def image(self) -> str:
        """The image of the container."""
        for key in ("initContainers", "containers"):
            for one in mappings_at(self.pod.spec, key):
                if text_at(one, "name") == self.wait.container:
                    return text_at(one, "image")
        return ""

    @property
    def evidence(self) -> Evidence:
        """The state as evidence."""
        words = f"`{self.wait.container}` waits: {self.wait.reason}: {self.wait.message}"
        return Evidence(self.pod.object.created, f"Pod/{self.pod.name}", clean(words.removesuffix(": ")))


def waiting(run: TrainingRun, *reasons: str) -> list[WaitingContainer]:
    """Return the containers that wait for one of these reasons."""
    found = []
    for pod in run.live_pods:
        for wait in pod.waits:
            if wait.reason in reasons:
                texts = [wait.message, *(one.message for one in run.events(pod) if one.type == "Warning")]
                found.append(WaitingContainer(pod, wait, "\n".join(texts)))
    return found


def evidence_of(run: TrainingRun, found: list[WaitingContainer]) -> Iterator[Evidence]:
    """Yield the states of the first two pods, and the warnings of the first."""
    yield from (one.evidence for one in found[:2])
    for one in found[:1]:
        yield from (of_event(record) for record in run.events(one.pod)[-6:] if record.type == "Warning")


def explain_pull(
    run: TrainingRun, pattern: Pattern[str], sentence: str, hint: str, *, key: str, reasons: Sequence[str] = ()
) -> Iterator[Explanation]:
    """Yield an explanation if the message of a pull, or of more reasons to wait, has a pattern.

    `sentence` has `{images}` and `{pods}`.
    """
    found = [one for one in waiting(run, *PULL_REASONS, *reasons) if pattern.search(one.message)]
    if found:
        pods = count_pods([one.pod for one in found], run.size)
        words = sentence.format(images=quote_all(one.image for one in found), pods=pods)
        yield from explain(words, evidence_of(run, found), hint, key=key)
