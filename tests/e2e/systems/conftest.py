"""Systems from PyPI, as people use them: each trains under `render run`, on CPUs, with data made on the spot."""

import importlib.util
import os
import shutil

import pytest

from tests.e2e.systems.required import missing

MODULES = ("accelerate", "deepspeed", "llamafactory", "mpi4py", "open_clip_train", "ray", "torch", "transformers")
PROGRAMS = ("mpirun", "pdsh", "ssh", "sshd")


@pytest.fixture(scope="session", autouse=True)
def systems() -> None:
    """The extra `systems` is installed."""
    if absent := [name for name in MODULES if importlib.util.find_spec(name) is None]:
        missing(f"not installed: {', '.join(absent)} (the extra `systems`)")


@pytest.fixture(scope="session")
def launchers() -> None:
    """What starts processes over ssh is installed."""
    path = os.pathsep.join((os.environ["PATH"], "/usr/sbin"))
    if absent := [name for name in PROGRAMS if shutil.which(name, path=path) is None]:
        missing(f"not installed: {', '.join(absent)} (packages of the distribution, see ci/tools/launchers)")
