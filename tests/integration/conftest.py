"""What stands around specs: registries, continuous integration."""

from pathlib import Path

import pytest

from tests.integration.source import copy


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.integration)


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with this project."""
    return copy(tmp_path_factory.mktemp("source"))
