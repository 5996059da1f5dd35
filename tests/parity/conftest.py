"""The real `helm`, where the engine looks for it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def helm_in_path(helm: Path) -> Iterator[Path]:
    """For what the embedded engine leaves to the command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{helm.parent}{os.pathsep}{os.environ['PATH']}")
        yield helm
