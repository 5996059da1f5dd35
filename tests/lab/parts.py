"""Parts of the lab that are built when they are asked for."""

import subprocess
from functools import cache
from pathlib import Path

from tests.lab.programs import LabError

_TOOLS = Path(__file__).parents[2] / "ci" / "tools"
PROGRAMS = _TOOLS / "lab" / "programs.tsv"


def build_part(part: str) -> Path:
    """Build a part of `ci/tools/lab/programs.tsv` once, and return its folder. Raises LabError."""
    return _build("lab/build", part)


def build_kubernetes(version: str) -> Path:
    """Build a control plane of a minor version once, and return its folder. Raises LabError."""
    return _build("kubernetes/build", version)


@cache
def _build(script: str, argument: str) -> Path:
    done = subprocess.run([_TOOLS / script, argument], check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode or not done.stdout:
        raise LabError(f"ci/tools/{script} {argument} failed with status {done.returncode}")
    return Path(done.stdout.strip())
