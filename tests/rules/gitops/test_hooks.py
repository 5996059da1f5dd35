"""What goes wrong with hooks, and what does not."""

import pytest

from tests.rules.sets import Data, codes, job, jobset, of, pod

CHECK = job("check", pod())
READER = job("check", pod(container={"envFrom": [{"configMapRef": {"name": "scripts"}}]}))
MEMBER = job("check", pod(annotations={"scheduling.k8s.io/group-name": "gang"}))


def hook(data: Data, event: str = "pre-install", weight: int | None = None, **annotations: str) -> Data:
    said = {"helm.sh/hook": event, **annotations} | ({} if weight is None else {"helm.sh/hook-weight": str(weight)})
    return {**data, "metadata": {**data["metadata"], "annotations": said}}


def presync(data: Data, event: str = "PreSync") -> Data:
    return {**data, "metadata": {**data["metadata"], "annotations": {"argocd.argoproj.io/hook": event}}}


def queued(data: Data) -> Data:
    return {**data, "metadata": {**data["metadata"], "labels": {"kueue.x-k8s.io/queue-name": "q"}}}


CONFIG_MAP = of("v1", "ConfigMap", "scripts", data={"a": "b"})
PODGROUP = of("scheduling.volcano.sh/v1beta1", "PodGroup", "gang", spec={"minMember": 1, "queue": "q"})
TRAINING = jobset("train", {"node": (2, pod())})

SETS: dict[str, tuple[list[Data], list[str]]] = {
    "a Job": ([hook(CHECK)], []),
    "a JobSet": ([hook(TRAINING)], ["GIT110"]),
    "a JobSet of Argo CD": ([presync(TRAINING)], ["GIT110"]),
    "a JobSet that is skipped": ([presync(TRAINING, "Skip")], []),
    "a JobSet that is no hook": ([TRAINING], []),
    "a short time to live": ([hook(job("check", pod(), ttlSecondsAfterFinished=10))], ["GIT111"]),
    "a time to live in manifests for kubectl": ([hook(job("check", pod(), ttlSecondsAfterFinished=300))], []),
    "a time to live of Argo CD's": ([presync(job("check", pod(), ttlSecondsAfterFinished=0))], ["GIT111"]),
    "a time to live of no hook": ([job("check", pod(), ttlSecondsAfterFinished=60)], []),
    "a ConfigMap of the release": ([CONFIG_MAP, hook(READER)], ["GIT112"]),
    "a ConfigMap of the release, before a sync": ([CONFIG_MAP, presync(READER)], ["GIT112"]),
    "a ConfigMap of the release, at its test": ([CONFIG_MAP, hook(READER, "test")], []),
    "a ConfigMap of the release, after it": ([CONFIG_MAP, hook(READER, "post-install")], []),
    "a ConfigMap that comes first": ([hook(CONFIG_MAP, weight=-1), hook(READER)], []),
    "a ConfigMap of the same weight": ([hook(CONFIG_MAP, weight=3), hook(READER, weight=3)], []),
    "a ConfigMap that comes later": ([hook(CONFIG_MAP, weight=1), hook(READER)], ["GIT112"]),
    "a ConfigMap of another event": ([hook(CONFIG_MAP, "pre-upgrade"), hook(READER)], ["GIT112"]),
    "a ConfigMap of both": ([hook(CONFIG_MAP, "pre-upgrade, pre-install", -1), hook(READER)], []),
    "a ConfigMap that is there already": ([hook(READER)], []),
    "a gang of the release": ([PODGROUP, hook(MEMBER)], ["GIT112"]),
    "a gang that comes first": ([hook(PODGROUP, weight=-1), hook(MEMBER)], []),
    "a gang of the same weight": ([hook(PODGROUP), hook(MEMBER)], ["GIT112"]),
    "a gang of the same wave": ([presync(PODGROUP), presync(MEMBER)], []),
    "a queue before an installation": ([queued(hook(CHECK))], ["GIT108"]),
    "a queue before a sync": ([queued(presync(CHECK))], ["GIT108"]),
    "a queue at a test": ([queued(hook(CHECK, "test"))], []),
}


@pytest.mark.parametrize(("items", "expected"), SETS.values(), ids=SETS)
def test_hooks(items: list[Data], expected: list[str]) -> None:
    assert [code for code in codes(*items) if code in ("GIT108", "GIT110", "GIT111", "GIT112")] == expected
