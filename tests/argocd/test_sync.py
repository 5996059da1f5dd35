"""A sync by Argo CD's own engine, server-side as the examples ask for it, leaves nothing to do.

Not for TrainJobs: their runtime is a wave before them, so that the sync ends when their jobs have started, and no
controller starts any here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.argocd.argo import Argo, Object, running
from tests.argocd.site import create_namespace, generated
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
    answer = sync.ask(configuration=configuration, namespace=namespace, manifests=objects)
    assert [result for result in answer["results"] if result["status"] != "Synced"] == []
    assert sorted(result["kind"] for result in answer["results"]) == sorted(one["kind"] for one in objects)
    assert answer["outOfSync"] == []
