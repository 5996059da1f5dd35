"""Accelerate's processes train together on CPUs only where they are told that they are on CPUs."""

import pytest

from tests.chart.helm import CHART, Helm, of_kind

NEVER = "resourcesPerNode.limits.cpu=4"
GPU = "resourcesPerNode.limits.nvidia\\.com/gpu=1"
CLAIM = "pod.resourceClaims[0].name=gpu,pod.resourceClaims[0].resourceClaimTemplateName=gpu,numProcPerNode=1"


@pytest.mark.parametrize(("resources", "said"), [(NEVER, "true"), (GPU, None), (CLAIM, None)])
def test_processes_know_that_they_run_on_cpus(resources: str, said: str | None, helm4: Helm) -> None:
    chosen = ["--set", "image=train:1", "--set", "launcher=accelerate", "--set", resources]
    [config_map] = of_kind(helm4.template(CHART, *chosen), "ConfigMap")
    assert config_map["data"].get("ACCELERATE_USE_CPU") == said
