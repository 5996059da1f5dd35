"""Rules about times: limits in hours, waits shorter than an image pull, grace periods beyond torchrun's."""

from typing import Any

import pytest
import yaml

from render.programs.run import Run
from render.rules.runner import check_spec
from tests.rules.findings import found

VARIABLE = "TORCH_ELASTIC_SHUTDOWN_TIMEOUT"
GPUS: dict[str, Any] = {"limits": {"nvidia.com/gpu": 8}}


def spec(**values: Any) -> str:
    head = {"apiVersion": "render/v1alpha1", "kind": "TrainingJob", "name": "run", "image": "registry.example/a:1"}
    return yaml.safe_dump({**head, "resourcesPerNode": GPUS, **values}, sort_keys=False)


def job(kind: str, limits: dict[str, Any], resources: dict[str, Any]) -> str:
    pod = {"restartPolicy": "Never", "containers": [{"name": "main", "image": "a:1", "resources": resources}]}
    head = {"apiVersion": "batch/v1", "kind": kind, "metadata": {"name": "run"}}
    return yaml.safe_dump({**head, "spec": {**limits, "template": {"spec": pod}}})


def severities(text: str, code: str) -> list[tuple[str, int]]:
    return [(one.severity.value, one.line or 0) for one in found(text) if one.code == code]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"preflight": {"enabled": False}, "activeDeadlineSeconds": 24}, [("error", 11)]),
        ({"preflight": {"enabled": False}, "activeDeadlineSeconds": 168}, [("warning", 11)]),
        ({"preflight": {"enabled": False}, "ttlSecondsAfterFinished": 7}, [("warning", 11)]),
        ({"preflight": {"enabled": False}, "activeDeadlineSeconds": 300}, []),
        ({"preflight": {"enabled": False}, "ttlSecondsAfterFinished": 0}, [("warning", 11)]),
        ({"preflight": {"enabled": True}, "activeDeadlineSeconds": 86400}, []),
    ],
)
def test_limits_of_a_spec(values: dict[str, Any], expected: list[tuple[str, int]]) -> None:
    assert severities(spec(numNodes=1, **values), "RUN181") == expected


def test_limits_of_a_job() -> None:
    assert severities(job("Job", {"activeDeadlineSeconds": 24}, GPUS), "RUN181") == [("warning", 6)]
    assert severities(job("Job", {"activeDeadlineSeconds": 24}, {}), "RUN181") == []
    assert severities(job("Job", {"activeDeadlineSeconds": 3600}, GPUS), "RUN181") == []


def test_the_preflight_refuses_at_the_deadline() -> None:
    [problem] = found(spec(numNodes=2, activeDeadlineSeconds=24))
    assert (problem.code, problem.line) == ("SCH001", 9)
    assert "86400" in (problem.hint or "")


@pytest.mark.parametrize(
    ("values", "is_found"),
    [
        ({"preflight": {"enabled": True, "timeoutSeconds": 30}}, True),
        ({"preflight": {"timeoutSeconds": 299}}, True),
        ({"launcher": "mpi", "ssh": {"timeoutSeconds": 60}}, True),
        ({"launcher": "ray", "ray": {"joinTimeoutSeconds": 60}}, True),
        ({"smokeTest": {"mode": "with", "timeoutSeconds": 20}}, True),
        ({"preflight": {"enabled": True, "timeoutSeconds": 300}}, False),
        ({"preflight": {"enabled": False, "timeoutSeconds": 30}}, False),
        ({"preflight": {"enabled": True, "timeoutSeconds": 30}, "numNodes": 1}, False),
        ({"launcher": "torchrun", "ssh": {"timeoutSeconds": 60}}, False),
        ({"smokeTest": {"mode": "none", "timeoutSeconds": 20}}, False),
    ],
)
def test_waits(values: dict[str, Any], *, is_found: bool) -> None:
    run = Run({"launcher": "torchrun", "numProcPerNode": "auto", "numNodes": 2, **values}, "run")
    assert ("RUN182" in {finding.rule.code for finding in check_spec(run)}) is is_found


def pod(seconds: int, command: list[str], image: str = "a:1", **container: Any) -> str:
    main = {"name": "main", "image": image, "command": command, **container}
    head = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "run"}}
    return yaml.safe_dump({**head, "spec": {"terminationGracePeriodSeconds": seconds, "containers": [main]}})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (pod(300, ["torchrun", "train.py"]), ["warning"]),
        (pod(31, ["python", "-m", "torch.distributed.run", "train.py"]), ["warning"]),
        (pod(300, ["bash", "-c", "accelerate launch train.py"]), ["warning"]),
        (pod(300, ["torchrun", "train.py"], env=[{"name": "A", "value": "b"}]), ["warning"]),
        (pod(300, ["torchrun", "train.py"], "pytorch/pytorch:2.7.1-cuda12.8"), ["warning"]),
        (pod(300, ["torchrun", "--shutdown-timeout=270", "t.py"], "pytorch/pytorch:2.7.1-cuda12.8"), ["info"]),
        (pod(300, ["torchrun", "--shutdown-timeout=270", "t.py"], "pytorch/pytorch:2.12.0-cuda13.0"), []),
        (pod(300, ["torchrun", "train.py"], env=[{"name": VARIABLE, "value": "270"}]), []),
        (pod(300, ["bash", "-c", f"export {VARIABLE}=270; exec torchrun train.py"]), []),
        (pod(300, ["torchrun", "train.py"], envFrom=[{"configMapRef": {"name": "other"}}]), []),
        (pod(30, ["torchrun", "train.py"]), []),
        (pod(300, ["python", "train.py"]), []),
    ],
)
def test_grace_periods(text: str, expected: list[str]) -> None:
    assert [severity for severity, _ in severities(text, "RUN183")] == expected


@pytest.mark.parametrize(("data", "is_found"), [({VARIABLE: "270"}, False), ({"OTHER": "a"}, True)])
def test_a_config_map_of_the_file_may_set_it(data: dict[str, str], *, is_found: bool) -> None:
    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "env"}, "data": data}
    text = pod(300, ["torchrun", "train.py"], envFrom=[{"configMapRef": {"name": "env"}}])
    assert bool(severities(f"{yaml.safe_dump(config)}---\n{text}", "RUN183")) is is_found
