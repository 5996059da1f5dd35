"""JAX, XGBoost and no framework: the variables of each, and the number of nodes."""

from typing import Any

import pytest

from render.trainer.apply import INDEX
from tests.trainer.samples import container, expanded, jobs, runtime, variables

NODE = {"name": "node", "image": "train", "env": [{"name": "A", "value": "a"}]}
FOUR_GPUS = {"limits": {"nvidia.com/gpu": 4}}
HOST = "run-node-0-0.run"
OWN = {"env": [{"name": "B", "value": "b"}]}

WRITTEN: dict[str, tuple[dict[str, Any], list[tuple[str, Any]]]] = {
    "jax": (
        {},
        [
            ("JAX_NUM_PROCESSES", "3"),
            ("JAX_PROCESS_ID", INDEX),
            ("JAX_COORDINATOR_ADDRESS", f"{HOST}:29500"),
        ],
    ),
    "xgboost": (
        {},
        [
            ("DMLC_TRACKER_URI", HOST),
            ("DMLC_TRACKER_PORT", "29500"),
            ("DMLC_TASK_ID", INDEX),
            ("DMLC_NUM_WORKER", "3"),
        ],
    ),
}


@pytest.mark.parametrize("framework", WRITTEN)
def test_variables(framework: str) -> None:
    options, expected = WRITTEN[framework]
    found = expanded({"trainer": {"numNodes": 3, **OWN}}, runtime({framework: options}, NODE))
    own = [("B", "b")]
    # The builder of the JobSet writes the TrainJob's last; PlainML, which runs beside XGBoost, comes before that.
    rest = [*own, *expected] if framework == "xgboost" else [*expected, *own]
    assert variables(found) == [("A", "a"), *rest]
    assert [port["containerPort"] for port in container(found)["ports"]] == [29500]
    assert jobs(found)[0]["template"]["spec"]["parallelism"] == 3


@pytest.mark.parametrize("framework", WRITTEN)
def test_without_a_trainer_there_are_none(framework: str) -> None:
    found = expanded({}, runtime({"numNodes": 2, framework: {}}, NODE))
    assert variables(found) == [("A", "a")]
    assert jobs(found)[0]["template"]["spec"]["parallelism"] == 2


@pytest.mark.parametrize(
    ("trainer", "node", "workers"),
    [
        ({"numNodes": 2}, FOUR_GPUS, "8"),
        (
            {"numNodes": 2, "resourcesPerNode": {"requests": {"nvidia.com/gpu": 2}}},
            FOUR_GPUS,
            "4",
        ),
        ({"numNodes": 2, "resourcesPerNode": {}}, FOUR_GPUS, "2"),
    ],
    ids=["of the runtime", "of the TrainJob", "asked for nothing"],
)
def test_a_worker_for_each_gpu(trainer: dict[str, Any], node: dict[str, Any], workers: str) -> None:
    found = expanded({"trainer": trainer}, runtime({"xgboost": {}}, NODE | {"resources": node}))
    assert dict(variables(found))["DMLC_NUM_WORKER"] == workers


def test_jax_lets_a_trainjob_say_something_else() -> None:
    given = {"env": [{"name": "JAX_NUM_PROCESSES", "value": "9"}]}
    assert dict(variables(expanded({"trainer": given}, runtime({"jax": {}}, NODE))))["JAX_NUM_PROCESSES"] == "9"


def test_no_framework() -> None:
    found = expanded({"trainer": {"numNodes": 3, **OWN}}, runtime({}, NODE))
    assert variables(found) == [("A", "a"), ("B", "b")]
    assert "ports" not in container(found)
    assert jobs(found)[0]["template"]["spec"]["parallelism"] == 3
