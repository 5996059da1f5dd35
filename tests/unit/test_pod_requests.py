"""What the scheduler counts for a pod, with the sums of Kubernetes' documentation done by hand.

Source: https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
"""

from fractions import Fraction
from typing import Any

from render.manifests.pod_resources import exact_requests


def container(cpu: str, **fields: Any) -> dict[str, Any]:
    return {"name": "a", "resources": {"requests": {"cpu": cpu}}, **fields}


def cpus(*init: dict[str, Any], main: str, **spec: Any) -> Fraction:
    return exact_requests({"initContainers": list(init), "containers": [container(main)], **spec})["cpu"]


def sidecar(cpu: str) -> dict[str, Any]:
    return container(cpu, restartPolicy="Always")


def test_sidecars_run_next_to_the_containers() -> None:
    assert cpus(sidecar("2"), sidecar("1"), main="4") == 7


def test_init_container_runs_next_to_the_sidecars_that_start_before_it() -> None:
    assert cpus(sidecar("2"), container("5"), main="4") == 7
    assert cpus(container("5"), sidecar("2"), main="4") == 6
    assert cpus(sidecar("1"), container("5"), sidecar("2"), main="1") == 6


def test_overhead_is_added() -> None:
    assert cpus(container("5"), main="4", overhead={"cpu": "250m"}) == Fraction("5.25")
