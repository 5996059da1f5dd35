"""What a GitOps engine sees a difference in, and what not."""

from typing import Any

import pytest

from render.programs.run import Run
from render.rules.gitops.quantity_not_canonical import check
from tests.rules.sets import Data, codes, jobset, of, pod

ARGO = {"annotations": {"argocd.argoproj.io/tracking-id": "a:b/c:d/e"}}
SERVER = {"annotations": {"argocd.argoproj.io/compare-options": "IgnoreExtraneous,ServerSideDiff=true"}}
NO_POLICY = {"spec": {"containers": [{"name": "node", "image": "registry.example/train:1"}]}}
FLUX = {"labels": {"kustomize.toolkit.fluxcd.io/name": "runs"}}


def watched(data: Data, marks: Data) -> Data:
    return {**data, "metadata": {**data["metadata"], **marks}}


def run(template: Data | None = None, **spec: Any) -> Data:
    return complete(jobset("train", {"node": (2, template or pod())}, **spec))


def complete(data: Data) -> Data:
    for one in data["spec"]["replicatedJobs"]:
        one["template"]["spec"] |= {"completionMode": "Indexed"}
    return data


def resources(**limits: object) -> Data:
    return pod(container={"resources": {"limits": limits}})


OBJECTS = {
    "a time to live": (watched(run(ttlSecondsAfterFinished=60), ARGO), ["GIT101"]),
    "a time to live under Flux": (watched(run(ttlSecondsAfterFinished=60), FLUX), ["GIT101"]),
    "a time to live that nobody watches": (run(ttlSecondsAfterFinished=60), []),
    "a time to live of a hook": (
        watched(run(ttlSecondsAfterFinished=60), {"annotations": {"argocd.argoproj.io/hook": "PreSync"}}),
        ["GIT110"],
    ),
    "a default": (watched(jobset("a", {"node": (2, pod())}), ARGO), ["GIT109"]),
    "two defaults": (watched(jobset("a", {"node": (2, NO_POLICY)}), ARGO), ["GIT109", "GIT109"]),
    "a default that nobody watches": (jobset("a", {"node": (2, pod())}), []),
    "a default that the server is asked for": (watched(jobset("a", {"node": (2, pod())}), SERVER), []),
    "a number": (watched(run(resources(cpu=8)), ARGO), ["GIT103"]),
    "a number that nobody watches": (run(resources(cpu=8)), []),
    "a text": (watched(run(resources(cpu="8")), ARGO), []),
    "another text": (watched(run(resources(memory="1024Mi")), ARGO), ["GIT103"]),
    "an empty map": (watched(run(pod(nodeSelector={})), ARGO), ["GIT103"]),
    "of a kind that the engine knows": (
        watched(of("v1", "Pod", "a", spec=resources(cpu=8)["spec"]), ARGO),
        [],
    ),
    "resumed in a queue": (
        {**run(suspend=False), "metadata": {"name": "a", "labels": {"kueue.x-k8s.io/queue-name": "q"}}},
        ["GIT104"],
    ),
    "suspended in a queue": (
        {**run(suspend=True), "metadata": {"name": "a", "labels": {"kueue.x-k8s.io/queue-name": "q"}}},
        [],
    ),
    "replaced": (
        watched(run(), {"annotations": {"argocd.argoproj.io/sync-options": "ServerSideApply=true, Replace=true"}}),
        ["GIT105"],
    ),
    "replaced by force": (
        watched(run(), {"annotations": {"argocd.argoproj.io/sync-options": "Replace=true,Force=true"}}),
        [],
    ),
    "a version of the pods": (run(pod(labels={"helm.sh/chart": "a-1"})), ["GIT106"]),
    "a name of the pods": (run(pod(labels={"app.kubernetes.io/name": "a"})), []),
}


@pytest.mark.parametrize(("data", "expected"), OBJECTS.values(), ids=OBJECTS)
def test_objects(data: Data, expected: list[str]) -> None:
    assert codes(data) == expected


CONFIG = of("v1", "ConfigMap", "a")
DUPLICATES = {
    "twice": ([CONFIG, CONFIG], ["GIT107"]),
    "three times": ([CONFIG, CONFIG, CONFIG], ["GIT107", "GIT107"]),
    "of two kinds": ([CONFIG, of("v1", "Secret", "a")], []),
    "in two namespaces": ([of("v1", "ConfigMap", "a", "one"), of("v1", "ConfigMap", "a", "two")], []),
    "in two versions": (
        [of("autoscaling/v1", "HorizontalPodAutoscaler", "a"), of("autoscaling/v2", "HorizontalPodAutoscaler", "a")],
        ["GIT107"],
    ),
    "without a name": ([{"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "a-"}, **pod()}] * 2, []),
}


@pytest.mark.parametrize(("manifests", "expected"), DUPLICATES.values(), ids=DUPLICATES)
def test_duplicates(manifests: list[Data], expected: list[str]) -> None:
    assert codes(*manifests) == expected


@pytest.mark.parametrize(
    ("quantity", "right"),
    [
        ("8000m", "write `8`"),
        ("1024Mi", "write `1Gi`"),
        ("0.5", "write `500m`"),
        ("8", None),
        ("7500m", None),
        (8, None),
        ("64Gi", None),
    ],
)
def test_quantities_of_a_spec(quantity: object, right: str | None) -> None:
    values = {"resourcesPerNode": {"limits": {"cpu": quantity}}}
    assert [finding.hint for finding in check.function(Run(values, "run"))] == ([right] if right else [])
