"""Helm with a home that is empty."""

from pathlib import Path

import pytest

from tests.chart.helm import Helm


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def helm4(helm: Path, home: Path) -> Helm:
    return Helm(helm, home)


@pytest.fixture(scope="session")
def older_helm(helm3: Path, home: Path) -> Helm:
    return Helm(helm3, home)
