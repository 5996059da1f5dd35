"""What Kubeflow Trainer makes of the TrainJobs that a server takes, and which lines brought it."""

from collections.abc import Iterator
from typing import NamedTuple

from render.kube.kind import Kind
from render.manifests.objects import Object
from render.manifests.trainjob import Training
from render.rules.findings import Found
from render.shape.mistake import written
from render.source import Document
from render.trainer import expand, paired
from render.trainer.provenance import origins

_NOWHERE = Document("", "", None)


class Made(NamedTuple):
    """An object that Trainer makes."""

    training: Training
    object: Object

    def blamed(self, found: Found, items: tuple[Object, ...]) -> Found:
        """Return a finding at the place that brought it: of the TrainJob, or of its runtime where that is a user's."""
        data, mistake = self.object.data, found.mistake
        places = origins(self.training, data, written(data, mistake.path))
        item, path = next(place for place in places if any(place[0] is item for item in items))
        message = f"{found.object.label}, which Trainer makes of it: {mistake.message}"
        return Found(found.rule, item, mistake._replace(path=path, message=message))


def trained(items: tuple[Object, ...], trainer: str) -> Iterator[Made]:
    """Yield what a release of Trainer makes of TrainJobs on their runtimes. Raises OSError, ValueError."""
    for training in paired(items, trainer):
        for data in expand(training, trainer).objects:
            yield Made(training, Object(_NOWHERE, "", Kind.of(data["apiVersion"], data["kind"]), dict(data)))
