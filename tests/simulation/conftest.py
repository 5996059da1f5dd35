"""The programs of the simulation."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def tools(etcd: Path, kube_apiserver: Path, kwok: Path, jobset: Path, kueue: Path) -> str:
    """Folders with the programs."""
    folders = dict.fromkeys(str(program.parent) for program in (etcd, kube_apiserver, kwok, jobset, kueue))
    return os.pathsep.join((*folders, os.environ.get("RENDER_TOOLS", "")))
