"""What a test lays over an example, so that it fits this machine."""

from pathlib import Path
from typing import Any

import yaml

from tests.conftest import CHECKOUT

SECONDS = 600
"""The longest that a system may take, where the machine has other things to do."""

ENV = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}

RAY_FOLDER = {"name": "ray", "mountPath": "/tmp/ray", "emptyDir": {}}
RAY_ENV = ENV | {"RAY_TMPDIR": "/tmp"}
"""Each node has its own folder for Ray, and one whose name is short enough for a socket."""


def example(name: str) -> Path:
    return CHECKOUT / "examples" / name / "spec.yaml"


def values(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    return found


def over(folder: Path, **fields: object) -> tuple[str, str]:
    """Write values into a folder, and return the option that lays them over a spec."""
    file = folder / "overlay.yaml"
    file.write_text(yaml.safe_dump(fields), encoding="utf-8")
    return "-f", str(file)
