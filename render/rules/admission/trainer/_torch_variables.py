"""Environment variables that Trainer sets for torch."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.manifests.trainjob import Training, trainings
from render.rules.rule import Finding
from render.schema_errors.error import Path

_RESERVED = ("PET_MASTER_ADDR", "PET_MASTER_PORT", "PET_NNODES", "PET_NODE_RANK", "PET_NPROC_PER_NODE")
_HINT = "remove it: Trainer sets it from `numNodes` and `numProcPerNode`"


def torch_variables(items: tuple[Object, ...]) -> Iterator[tuple[Training, Path, str]]:
    """Yield each of them that a TrainJob on a torch runtime sets, with its path."""
    for training in trainings(items):
        if "torch" in training.policy:
            for place, variable in list_items(("spec", "trainer"), training.trainer or {}, "env"):
                if variable.get("name") in _RESERVED:
                    yield training, place, variable["name"]


def reserved_error(training: Training, place: Path, name: str) -> Finding:
    """Return the webhook's error for a reserved variable."""
    message = f"Invalid value: must not have reserved envs, invalid envs configured: [{name}]"
    return Finding(place, message, _HINT, training.job)


def overwrite_warning(training: Training, place: Path, name: str) -> Finding:
    """Return the warning for a variable that the webhook accepts and Trainer overwrites."""
    return Finding(place, f"Trainer overwrites {name}", _HINT, training.job)
