"""Variables of TrainJobs that Trainer writes for torch."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import listed
from render.manifests.trainjob import Training, trainings
from render.rules.rule import Finding
from render.shape.mistake import Path

_WRITTEN = ("PET_MASTER_ADDR", "PET_MASTER_PORT", "PET_NNODES", "PET_NODE_RANK", "PET_NPROC_PER_NODE")
_HINT = "leave it out: Trainer writes it from `numNodes` and `numProcPerNode`"


def torch_variables(items: tuple[Object, ...]) -> Iterator[tuple[Training, Path, str]]:
    """Yield those that TrainJobs on a runtime of torch set, with their places."""
    for training in trainings(items):
        if "torch" in training.policy:
            for place, variable in listed(("spec", "trainer"), training.trainer or {}, "env"):
                if variable.get("name") in _WRITTEN:
                    yield training, place, variable["name"]


def refused(training: Training, place: Path, name: str) -> Finding:
    """Return the webhook's refusal of one."""
    message = f"Invalid value: must not have reserved envs, invalid envs configured: [{name}]"
    return Finding(place, message, _HINT, training.job)


def overwritten(training: Training, place: Path, name: str) -> Finding:
    """Return that one is taken and written over."""
    return Finding(place, f"Trainer overwrites {name}", _HINT, training.job)
