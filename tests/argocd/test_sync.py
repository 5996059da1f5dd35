"""A sync by Argo CD's own engine, server-side as the examples ask for it, leaves nothing to do.

Not for TrainJobs: their runtime is a wave before them, so that the sync ends when their jobs have started, and no
controller starts any here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.argocd.argo import Argo, Object, running
from tests.argocd.site import create_namespace, generated, jobset_with
from tests.cluster.server import Server
from tests.golden.cases import CASES, Case

pytestmark = pytest.mark.cluster

WITHOUT_WAVES = [case for case in CASES if case.run["kind"] == "JobSet"]


@pytest.fixture(scope="module")
def sync(argocd: Path, kubeconfig: Path) -> Iterator[Argo]:
    with running(argocd, "sync", kubeconfig) as argo:
        yield argo


@pytest.fixture
def desired(case: Case, server: Server, manifests: Argo, team: Path) -> tuple[str, list[Object]]:
    """The namespace and what belongs there."""
    namespace = f"sync-{case.spec['name']}"
    create_namespace(server, namespace)
    return namespace, generated(case, namespace, manifests, team)


@pytest.mark.parametrize("case", WITHOUT_WAVES, ids=[case.name for case in WITHOUT_WAVES])
def test_sync(desired: tuple[str, list[Object]], sync: Argo, configuration: dict[str, Any]) -> None:
    namespace, objects = desired
    answer = sync.query(configuration=configuration, namespace=namespace, manifests=objects)
    assert [result for result in answer["results"] if result["status"] != "Synced"] == []
    assert sorted(result["kind"] for result in answer["results"]) == sorted(one["kind"] for one in objects)
    assert answer["outOfSync"] == []


@pytest.mark.parametrize(
    ("name", "amounts", "left"),
    [("canonical", {"cpu": "8"}, 0), ("milli", {"cpu": "8000m"}, 1), ("number", {"cpu": 8}, 1)],
)
def test_what_is_left_to_do(name: str, amounts: Object, left: int, sync: Argo) -> None:
    """The chart writes amounts as the webhook does: otherwise the server-side diff, too, would see one for ever."""
    jobset = jobset_with("resources", {"limits": amounts}, name=name)
    answer = sync.query(configuration={}, namespace="default", manifests=[jobset])
    assert [result["status"] for result in answer["results"]] == ["Synced"]
    assert len(answer["outOfSync"]) == left
