"""Right after a sync nothing is OutOfSync: to Argo CD, what an API server has stored is what was applied."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.argocd.argo import Argo, Object, running
from tests.argocd.repository import example
from tests.argocd.site import JOBSET, site
from tests.cluster.server import Server
from tests.golden.cases import Case, each_example

pytestmark = pytest.mark.cluster

# The server is 1.36, whose PodGroup is another.
PARAMETERS = {"kubernetes": [{"name": "kubernetes.version", "value": "1.36", "forceString": True}]}


@pytest.fixture(scope="module")
def diff(argocd: Path) -> Iterator[Argo]:
    with running(argocd, "diff") as argo:
        yield argo


@pytest.fixture(scope="module")
def server(
    argocd: Path, etcd: Path, kube_apiserver: Path, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    programs = {"etcd": etcd, "kube-apiserver": kube_apiserver}
    with (
        running(argocd, "webhook") as webhook,
        site(programs, shared / "crds", webhook, tmp_path_factory.mktemp("site")) as server,
    ):
        yield server


@pytest.fixture
def pairs(case: Case, server: Server, manifests: Argo, team: Path) -> list[Object]:
    return [_stored(one, server) for one in _rendered(case, server, manifests, team)]


@each_example
def test_nothing_is_out_of_sync(case: Case, pairs: list[Object], diff: Argo, configuration: dict[str, Any]) -> None:
    assert case.spec["name"] in {pair["live"]["metadata"]["name"].removesuffix("-smoke") for pair in pairs}
    assert diff.ask(configuration=configuration, pairs=pairs) == {"outOfSync": []}


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
    rendered = copy.deepcopy(JOBSET)
    rendered["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]["spec"]["containers"][0][field] = value
    stored = server.create(rendered, dry_run=True)
    assert stored.refusal == ""
    found = diff.ask(configuration={}, pairs=[{"rendered": rendered, "live": stored.body}])
    assert bool(found["outOfSync"]) == is_seen


def test_gang_is_rewritten(server: Server, diff: Argo) -> None:
    """A scheduler that stores a whole PodGroup again writes it as its types do."""
    rendered = {
        "apiVersion": "scheduling.volcano.sh/v1beta1",
        "kind": "PodGroup",
        "metadata": {"name": "probe", "namespace": "default"},
        "spec": {"minMember": 1, "queue": "research", "minResources": {"cpu": "8000m"}, "minTaskMember": {}},
    }
    found = diff.ask(
        configuration={}, pairs=[{"rendered": rendered, "live": server.create(rendered, dry_run=True).body}]
    )
    [difference] = found["outOfSync"]
    assert difference["live"]["spec"] == {"minMember": 1, "queue": "research", "minResources": {"cpu": "8"}}


def _rendered(case: Case, server: Server, manifests: Argo, team: Path) -> list[Object]:
    """Return what Argo CD would apply to a namespace that only this example has."""
    application = example("application.yaml")
    namespace = f"argocd-{case.spec['name']}"
    server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}})
    application["metadata"]["name"] = case.spec["name"]
    application["spec"]["destination"]["namespace"] = namespace
    source = application["spec"]["source"]
    source["helm"] = {"valueFiles": [f"/examples/{case.name}/spec.yaml"], "parameters": PARAMETERS.get(case.name, [])}
    folders = {source["repoURL"]: str(team)}
    found: list[Object] = manifests.ask(application=application, folders=folders, kubeVersion="1.36.0")["manifests"]
    return found


def _stored(rendered: Object, server: Server) -> Object:
    created = server.create(rendered)
    assert created.refusal == ""
    return {"rendered": rendered, "live": server.find(rendered).body}
