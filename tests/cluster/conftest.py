"""One cluster for all tests, with the CRDs of the reading material; their webhooks do not run."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import yaml

from tests.chart.helm import Helm
from tests.cluster import crds
from tests.cluster.control_plane import control_plane
from tests.cluster.controllers import Controllers
from tests.cluster.pool import Pool
from tests.cluster.server import Server
from tests.golden.schemas import AUTHORED

SITE = Path(__file__).parent / "site.yaml"
OTHER_VERSIONS = ("trainer-2.1/*", "training-operator/kubeflow.org_mpijobs.yaml")
"""CRDs with the names of newer ones (Trainer 2.3, the MPI operator), which one server can't hold together."""


def definitions(upstream: Path) -> list[Path]:
    """Return the CRDs that the API server of the tests has."""
    files = sorted((upstream / "crds").glob("*/*_*.yaml"))
    return [*AUTHORED, *(file for file in files if not any(file.match(pattern) for pattern in OTHER_VERSIONS))]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.cluster)


@pytest.fixture(scope="session")
def home(etcd: Path, kube_apiserver: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home whose kubeconfig leads to a running API server."""
    home = tmp_path_factory.mktemp("home")
    with control_plane(etcd, kube_apiserver, tmp_path_factory.mktemp("control-plane")) as endpoint:
        config = home / ".kube" / "config"
        config.parent.mkdir()
        config.write_text(endpoint.kubeconfig(), encoding="utf-8")
        config.chmod(0o600)
        yield home


@pytest.fixture(scope="session")
def helm4(helm: Path, home: Path) -> Helm:
    return Helm(helm, home)


@pytest.fixture(scope="session")
def server(home: Path, upstream: Path) -> Server:
    """The API server, with all CRDs and what the specs expect of their cluster."""
    server = Server(home / ".kube" / "config")
    crds.create(server, definitions(upstream))
    for resource in yaml.safe_load_all(SITE.read_text(encoding="utf-8")):
        assert server.create(resource).refusal == ""
    return server


@pytest.fixture(scope="session")
def server_of_2_1(
    etcd: Path, kube_apiserver: Path, upstream: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """An API server with the CRDs of Trainer 2.1, and nothing else."""
    folder = tmp_path_factory.mktemp("trainer-2.1")
    with control_plane(etcd, kube_apiserver, folder) as endpoint:
        (folder / "config").write_text(endpoint.kubeconfig(), encoding="utf-8")
        server = Server(folder / "config")
        crds.create(server, sorted((upstream / "crds" / "trainer-2.1").glob("*_*.yaml")))
        namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}
        assert server.create(namespace).refusal == ""
        yield server


@pytest.fixture(scope="module")
def controllers(kube_controller_manager: Path, kube_scheduler: Path, kwok: Path) -> Controllers:
    return Controllers(kube_controller_manager, kube_scheduler, kwok)


@pytest.fixture(scope="module")
def home_at_work(
    etcd: Path, kube_apiserver: Path, controllers: Controllers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A home whose kubeconfig leads to a cluster at work."""
    folder, home = tmp_path_factory.mktemp("at-work"), tmp_path_factory.mktemp("home-at-work")
    config = home / ".kube" / "config"
    config.parent.mkdir()
    with control_plane(etcd, kube_apiserver, folder) as endpoint:
        config.write_text(endpoint.kubeconfig(), encoding="utf-8")
        config.chmod(0o600)
        with controllers.at_work(config, folder):
            yield home


@pytest.fixture
def pool(home_at_work: Path, helm4: Helm, request: pytest.FixtureRequest) -> Pool:
    name: str = request.node.name.removeprefix("test_").replace("_", "-")
    return Pool(Server(home_at_work / ".kube" / "config"), helm4, name, count())
