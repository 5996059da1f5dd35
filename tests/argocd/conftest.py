"""Argo CD's own code, built by ci/tools/argocd, and a repository for it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.argocd.argo import Argo, running
from tests.argocd.repository import example, repository
from tests.argocd.site import site
from tests.cluster.server import Server
from tests.conftest import CHECKOUT

PLUGIN = CHECKOUT / "ci" / "argocd-plugin"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.argocd)


@pytest.fixture(scope="session")
def configuration() -> dict[str, Any]:
    """The data of the ConfigMap that sites lay over Argo CD's own."""
    data: dict[str, Any] = example("argocd-cm.yaml")["data"]
    return data


@pytest.fixture(scope="session")
def team(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository of a team."""
    return repository(tmp_path_factory.mktemp("team") / "repository")


@pytest.fixture(scope="session")
def rendered(team: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `render template` writes for it, a file a spec."""
    folder = tmp_path_factory.mktemp("rendered")
    command = [
        sys.executable,
        "-m",
        "render",
        "template",
        str(team / "examples"),
        "-n",
        "team",
        "--output-dir",
        str(folder),
    ]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(CHECKOUT)})
    return folder


@pytest.fixture(scope="session")
def health(argocd: Path) -> Iterator[Argo]:
    with running(argocd, "health") as argo:
        yield argo


@pytest.fixture(scope="session")
def manifests(argocd: Path, helm: Path) -> Iterator[Argo]:
    """The repository server, which finds `helm` where it looks for it."""
    path = f"{helm.parent}{os.pathsep}{os.environ['PATH']}"
    with running(argocd, "manifests", environment={**os.environ, "PATH": path}) as argo:
        yield argo


@pytest.fixture(scope="session")
def plugin(argocd: Path) -> Iterator[Argo]:
    """The repository server beside the plug-in's, which finds there what its image has."""
    with tempfile.TemporaryDirectory() as folder:  # short: the path of a socket has 107 bytes at most
        command = Path(folder, "bin", "render-argocd")
        command.parent.mkdir()
        command.symlink_to(PLUGIN / "generate.py")
        environment = {
            "PATH": os.pathsep.join([str(command.parent), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONPATH": str(CHECKOUT),
            "ARGOCD_PLUGINSOCKFILEPATH": folder,
            "ARGOCD_CMP_WORKDIR": folder,
        }
        with running(argocd, "plugin", PLUGIN, environment=os.environ | environment) as argo:
            yield argo


@pytest.fixture(scope="session")
def kubeconfig(
    argocd: Path, etcd: Path, kube_apiserver: Path, upstream: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The way to an API server behind the webhooks of its custom resources."""
    programs = {"etcd": etcd, "kube-apiserver": kube_apiserver}
    with (
        running(argocd, "webhook") as webhook,
        site(programs, upstream / "crds", webhook, tmp_path_factory.mktemp("site")) as kubeconfig,
    ):
        yield kubeconfig


@pytest.fixture(scope="session")
def server(kubeconfig: Path) -> Server:
    return Server(kubeconfig)
