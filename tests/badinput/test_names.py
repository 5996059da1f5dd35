"""Names: the longest that fit every object, and not one character more."""

from typing import Any

import pytest

from render.engine import RenderRejected
from tests.golden.admission import LABEL
from tests.golden.controllers import all_pods
from tests.manifests import manifests

LONGEST_LABEL = 63

INITIALIZERS: dict[str, Any] = {
    "dataset": {"dataset": {"storageUri": "hf://org/data"}},
    "model": {"model": {"storageUri": "hf://org/model"}},
    "both": {"dataset": {"storageUri": "hf://org/data"}, "model": {"storageUri": "hf://org/model"}},
}

SSH: dict[str, Any] = {"launcher": "horovod", "ssh": {"secretName": "key"}}

LIMITS = [
    ({"numNodes": 1}, 48),
    ({"numNodes": 10}, 48),
    ({"numNodes": 11}, 47),
    ({"numNodes": 100}, 47),
    ({"numNodes": 101}, 46),
    ({"numNodes": 1001}, 45),
    ({"elastic": {"minNodes": 1, "maxNodes": 11}}, 47),
    ({**SSH, "numNodes": 1001}, 44),
    ({"initializers": INITIALIZERS["dataset"]}, 33),
    ({"initializers": INITIALIZERS["model"]}, 35),
    ({"initializers": INITIALIZERS["both"]}, 33),
]

NO_LABELS = ["Run", "1run", "-run", "run-", "run.a", "run_a", "läufer", "run a", "run\n", "{{ .Values }}"]
RELEASES = ["1run", "run.a", "2026-11-21"]
"""Names that Helm takes for a release, and Kubernetes not for a Service."""


def spec(extra: dict[str, Any], name: str) -> dict[str, Any]:
    return {"image": "train:1", "name": name, **extra}


def longest_pod_name(extra: dict[str, Any], name: str) -> int:
    """Return the length of the longest pod name that the controllers will make."""
    return max(len(pod["metadata"]["name"]) for pod in all_pods(manifests(spec(extra, name))["jobset"]))


@pytest.mark.parametrize(("extra", "most"), LIMITS, ids=str)
def test_the_longest_name_fits_and_a_longer_one_is_refused(extra: dict[str, Any], most: int) -> None:
    assert longest_pod_name(extra, "a" * most) == LONGEST_LABEL
    with pytest.raises(RenderRejected) as refused:
        manifests(spec(extra, "a" * (most + 1)))
    assert {refusal.pointer for refusal in refused.value.rejections} == {"/name"}


@pytest.mark.parametrize("name", NO_LABELS, ids=ascii)
def test_a_name_that_is_no_dns_label_is_refused(name: str) -> None:
    assert not (LABEL.fullmatch(name) and name[0].isalpha())
    with pytest.raises(RenderRejected) as refused:
        manifests(spec({}, name))
    assert [refusal.pointer for refusal in refused.value.rejections] == ["/name"]


@pytest.mark.parametrize("release", [*RELEASES, "a" * 49])
def test_a_release_name_that_does_not_fit_is_refused_where_it_would_be_the_name(release: str) -> None:
    with pytest.raises(RenderRejected) as refused:
        manifests({"image": "train:1"}, name=release)
    assert [refusal.pointer for refusal in refused.value.rejections] == ["/name"]
    objects = manifests(spec({}, "run"), name=release)
    assert {found["metadata"]["name"].removesuffix("-checkpoints").split("-env-")[0] for found in objects.values()} == {
        "run"
    }
