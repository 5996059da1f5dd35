"""Gangs that an operator makes: its minimum against the pods of the run."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, of, pod


def policy(minimum: int | None) -> Data:
    found = {"queue": "research"} if minimum is None else {"queue": "research", "minAvailable": minimum}
    return {"runPolicy": {"schedulingPolicy": found}}


def roles(**counts: int) -> Data:
    return {role: {"replicas": count, "template": pod()} for role, count in counts.items()}


def pytorchjob(minimum: int | None, **spec: Any) -> Data:
    spec |= {"pytorchReplicaSpecs": roles(Master=1, Worker=3), **policy(minimum)}
    return of("kubeflow.org/v1", "PyTorchJob", "a", spec=spec)


def mpijob(minimum: int | None, creation: str = "AtStartup") -> Data:
    spec = {"launcherCreationPolicy": creation, "mpiReplicaSpecs": roles(Launcher=1, Worker=2), **policy(minimum)}
    return of("kubeflow.org/v2beta1", "MPIJob", "a", spec=spec)


WAITS = "WaitForWorkersReady"
CASES = {
    "all pods": (pytorchjob(4), []),
    "none said": (pytorchjob(None), []),
    "the first one": (pytorchjob(1), ["SCD209"]),
    "too many": (pytorchjob(5), ["SCD209"]),
    "an elastic run": (pytorchjob(1, elasticPolicy={"minReplicas": 1, "maxReplicas": 4}), []),
    "an MPIJob": (mpijob(3), []),
    "an MPIJob's workers": (mpijob(2), []),
    "one of an MPIJob": (mpijob(1), ["SCD209"]),
    "a launcher that waits": (mpijob(3, WAITS), ["SCD210"]),
    "a launcher that waits, by itself": (mpijob(None, WAITS), ["SCD210"]),
    "a launcher that waits for the gang": (mpijob(2, WAITS), []),
}


@pytest.mark.parametrize(("manifest", "expected"), CASES.values(), ids=CASES)
def test_minimum(manifest: Data, expected: list[str]) -> None:
    assert codes(manifest) == expected
