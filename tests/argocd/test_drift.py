"""Right after a sync nothing is OutOfSync: to Argo CD, what an API server has stored is what was applied."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.argocd.argo import Argo, Object, running
from tests.argocd.site import create_namespace, generated, jobset_with
from tests.cluster.server import Server
from tests.golden.cases import Case, each_example

pytestmark = pytest.mark.cluster


@pytest.fixture(scope="module")
def diff(argocd: Path) -> Iterator[Argo]:
    with running(argocd, "diff") as argo:
        yield argo


@pytest.fixture
def pairs(case: Case, server: Server, manifests: Argo, team: Path) -> list[Object]:
    namespace = f"drift-{case.spec['name']}"
    create_namespace(server, namespace)
    return [_stored(one, server) for one in generated(case, namespace, manifests, team)]


@each_example
def test_nothing_is_out_of_sync(case: Case, pairs: list[Object], diff: Argo, configuration: dict[str, Any]) -> None:
    assert case.spec["name"] in {pair["live"]["metadata"]["name"].removesuffix("-smoke") for pair in pairs}
    assert diff.query(configuration=configuration, pairs=pairs) == {"outOfSync": []}


@pytest.mark.parametrize(
    ("field", "value", "is_seen"),
    [
        ("resources", {"limits": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "8"}}, False),
        ("resources", {"limits": {"cpu": "8000m"}}, True),
        ("resources", {"limits": {"nvidia.com/gpu": 8}}, True),
        ("env", [], False),  # what is empty stays: controller-runtime drops what would remove it
        ("imagePullPolicy", "Always", False),
    ],
)
def test_what_is_seen(field: str, value: object, is_seen: bool, server: Server, diff: Argo) -> None:  # noqa: FBT001
    """The webhook's rewriting is real: what the chart never writes would be OutOfSync for ever."""
    rendered = jobset_with(field, value)
    stored = server.create(rendered, dry_run=True)
    assert stored.refusal == ""
    found = diff.query(configuration={}, pairs=[{"rendered": rendered, "live": stored.body}])
    assert bool(found["outOfSync"]) == is_seen


def test_gang_is_rewritten(server: Server, diff: Argo) -> None:
    """A scheduler that stores a whole PodGroup again writes it as its types do."""
    rendered = {
        "apiVersion": "scheduling.volcano.sh/v1beta1",
        "kind": "PodGroup",
        "metadata": {"name": "probe", "namespace": "default"},
        "spec": {"minMember": 1, "queue": "research", "minResources": {"cpu": "8000m"}, "minTaskMember": {}},
    }
    found = diff.query(
        configuration={}, pairs=[{"rendered": rendered, "live": server.create(rendered, dry_run=True).body}]
    )
    [difference] = found["outOfSync"]
    assert difference["live"]["spec"] == {"minMember": 1, "queue": "research", "minResources": {"cpu": "8"}}


def _stored(rendered: Object, server: Server) -> Object:
    created = server.create(rendered)
    assert created.refusal == ""
    return {"rendered": rendered, "live": server.find(rendered).body}
