"""A place in what Trainer makes leads to the line that brought it: of the TrainJob, else of the runtime."""

import pytest

from render.schema_errors.error import Path
from render.trainer import expand
from render.trainer.provenance import trace_origins
from tests.trainer.samples import TRAINER, replicated, training

NODE = {
    "name": "node",
    "image": "train",
    "env": [{"name": "A", "value": "a"}, {"name": "B", "value": "b"}],
    "resources": {"limits": {"cpu": 4}},
}
JOBS = [replicated("first", {"name": "first", "image": "fetch"}), replicated("node", NODE, labels=TRAINER)]
GIVEN = training(
    {
        "runtimeRef": {"name": "ours"},
        "trainer": {
            "numNodes": 3,
            "env": [{"name": "C", "value": "c"}, {"name": "B", "value": "d"}],
            "resourcesPerNode": {"requests": {"cpu": 2}},
        },
        "runtimePatches": [
            {
                "manager": "a.io/b",
                "trainingRuntimeSpec": {
                    "template": {
                        "spec": {
                            "replicatedJobs": [
                                {
                                    "name": "node",
                                    "template": {"spec": {"template": {"spec": {"nodeSelector": {"a": "b"}}}}},
                                }
                            ]
                        }
                    }
                },
            }
        ],
    },
    {
        "mlPolicy": {"numNodes": 1, "torch": {}},
        "podGroupPolicy": {"volcano": {}},
        "template": {"spec": {"replicatedJobs": JOBS}},
    },
)
POD: Path = ("template", "spec", "template", "spec")
MADE: Path = ("spec", "replicatedJobs", 1, *POD)
RUNTIME: Path = ("spec", "template", "spec", "replicatedJobs")
PATCH: Path = ("spec", "runtimePatches", 0, "trainingRuntimeSpec", "template", "spec", "replicatedJobs", 0)

PLACES: dict[str, tuple[Path, str, Path]] = {
    "its name": (("metadata", "name"), "TrainJob", ("metadata", "name")),
    "the nodes": (
        ("spec", "replicatedJobs", 1, "template", "spec", "completions"),
        "TrainJob",
        ("spec", "trainer", "numNodes"),
    ),
    "a request": (
        (*MADE, "containers", 0, "resources", "requests", "cpu"),
        "TrainJob",
        ("spec", "trainer", "resourcesPerNode", "requests", "cpu"),
    ),
    "a limit": (
        (*MADE, "containers", 0, "resources", "limits", "cpu"),
        "ClusterTrainingRuntime",
        (*RUNTIME, 1, *POD, "containers", 0, "resources", "limits", "cpu"),
    ),
    "a variable of the runtime": (
        (*MADE, "containers", 0, "env", 0, "value"),
        "ClusterTrainingRuntime",
        (*RUNTIME, 1, *POD, "containers", 0, "env", 0, "value"),
    ),
    "a variable of both": (
        (*MADE, "containers", 0, "env", 1, "value"),
        "TrainJob",
        ("spec", "trainer", "env", 1, "value"),
    ),
    "a variable of the TrainJob": (
        (*MADE, "containers", 0, "env", 2, "value"),
        "TrainJob",
        ("spec", "trainer", "env", 0, "value"),
    ),
    "a patch": ((*MADE, "nodeSelector", "a"), "TrainJob", (*PATCH, *POD, "nodeSelector", "a")),
    "an image": (
        ("spec", "replicatedJobs", 0, *POD, "containers", 0, "image"),
        "ClusterTrainingRuntime",
        (*RUNTIME, 0, *POD, "containers", 0, "image"),
    ),
    "what Trainer adds": (
        (*MADE, "containers", 0, "ports", 0),
        "ClusterTrainingRuntime",
        (*RUNTIME, 1, *POD, "containers", 0),
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_place(place: str) -> None:
    path, kind, origin = PLACES[place]
    item, found = next(trace_origins(GIVEN, expand(GIVEN).objects[0], path))
    assert (item.kind.name, found) == (kind, origin)


def test_group() -> None:
    item, found = next(trace_origins(GIVEN, expand(GIVEN).objects[1], ("spec", "minMember")))
    assert (item.kind.name, found) == ("ClusterTrainingRuntime", ("spec", "podGroupPolicy"))


def test_nothing_that_is_written() -> None:
    item, found = next(trace_origins(GIVEN, expand(GIVEN).objects[0], ("spec", "network", "subdomain")))
    assert (item.kind.name, found) == ("TrainJob", ("spec", "runtimeRef"))
