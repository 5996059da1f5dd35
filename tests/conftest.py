"""What the tests of this project share: the real Helm, the checkout, the option that rewrites goldens."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from render.engine import EngineName

if TYPE_CHECKING:  # few tests need it
    from xmlschema import XMLSchema

CHECKOUT = Path(__file__).parents[1]
RECORDINGS = CHECKOUT / "tests" / "recordings"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="write the golden files instead of comparing with them")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--regen") and os.environ.get("CI") == "true":
        raise pytest.UsageError("goldens are not rewritten in CI")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--regen` run the tests that write expected files; the others may read them before they are written."""
    if config.getoption("--regen"):
        writers = [item for item in items if isinstance(item, pytest.Function) and "regen" in item.fixturenames]
        config.hook.pytest_deselected(items=[item for item in items if item not in writers])
        items[:] = writers


@pytest.fixture(scope="session")
def regen(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--regen"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Files that no Go module holds, next to the checkout: a few tests have more cases where they are."""
    folder = CHECKOUT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"an extra: more examples of other projects in {folder}, which does not exist")
    return folder


@pytest.fixture(scope="session")
def upstream() -> Path:
    """The definitions, examples and runtimes of other projects, out of their Go modules."""
    from tests.upstream import required

    return required()


@pytest.fixture(scope="session")
def helm() -> Path:
    """The pinned `helm` (version 4)."""
    return _tool("helm")


@pytest.fixture(scope="session")
def helm3() -> Path:
    return _tool("helm3")


@pytest.fixture(scope="session")
def kubeconform() -> Path:
    return _tool("kubeconform")


@pytest.fixture(scope="session")
def kube_apiserver() -> Path:
    return _tool("kube-apiserver")


@pytest.fixture(scope="session")
def kube_controller_manager() -> Path:
    return _tool("kube-controller-manager")


@pytest.fixture(scope="session")
def kube_scheduler() -> Path:
    return _tool("kube-scheduler")


@pytest.fixture(scope="session")
def kwok() -> Path:
    return _tool("kwok")


@pytest.fixture(scope="session")
def jobset() -> Path:
    return _tool("jobset")


@pytest.fixture(scope="session")
def kueue() -> Path:
    return _tool("kueue")


@pytest.fixture(scope="session")
def etcd() -> Path:
    return _tool("etcd")


@pytest.fixture(scope="session")
def argocd() -> Path:
    """What asks Argo CD's own code."""
    return _tool("argocd")


@pytest.fixture(scope="session")
def chromium() -> Path:
    return _tool("chromium-headless-shell")


@pytest.fixture(scope="session")
def actionlint() -> Path:
    return _tool("actionlint")


@pytest.fixture(scope="session")
def ct() -> Path:
    """chart-testing's command; its settings lie beside it."""
    return _tool("ct")


@pytest.fixture(scope="session")
def registry_server() -> Path:
    """A registry of the Open Container Initiative."""
    return _tool("registry")


@pytest.fixture(scope="session")
def junit_schema() -> "XMLSchema":
    """Jenkins' schema (junit-4.xsd), as the pinned kubeconform carries it for its own tests."""
    from xmlschema import XMLSchema

    go = shutil.which("go")
    if go is None:
        reason = "no `go`, which brings the schema"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    command = [go, "mod", "download", "-json", "github.com/yannh/kubeconform"]
    module = json.loads(subprocess.run(command, cwd=CHECKOUT / "ci" / "tools", capture_output=True, check=True).stdout)
    return XMLSchema(Path(module["Dir"], "fixtures", "junit.xsd"))


@pytest.fixture
def helm_in_path(helm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(helm.parent), prepend=os.pathsep)


@pytest.fixture(params=["embedded", "helm"])
def each_engine(request: pytest.FixtureRequest) -> EngineName:
    """Run a test once with each engine."""
    name: EngineName = request.param
    if name == "helm":
        request.getfixturevalue("helm_in_path")
    return name


def _tool(name: str) -> Path:
    folders = os.environ.get("RENDER_TOOLS", "")
    if found := shutil.which(name, path=folders):
        return Path(found)
    reason = f"no `{name}` in RENDER_TOOLS (`{folders}`)" if folders else "RENDER_TOOLS is not set: run ci/test"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
