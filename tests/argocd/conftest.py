"""Argo CD's own code, built by ci/tools/argocd."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.argocd.argo import Argo, running
from tests.conftest import CHECKOUT

EXAMPLES = CHECKOUT / "examples" / "gitops" / "argocd"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.argocd)


@pytest.fixture(scope="session")
def configuration() -> dict[str, Any]:
    """The data of the ConfigMap that sites lay over Argo CD's own."""
    data: dict[str, Any] = yaml.safe_load((EXAMPLES / "argocd-cm.yaml").read_text(encoding="utf-8"))["data"]
    return data


@pytest.fixture(scope="session")
def health(argocd: Path) -> Iterator[Argo]:
    with running(argocd, "health") as argo:
        yield argo
