"""The example of Flux: its objects, and the programs that ask Flux's own code about them."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import CHECKOUT

EXAMPLE = CHECKOUT / "examples" / "gitops" / "flux"
STATES = CHECKOUT / "examples" / "gitops" / "argocd" / "resource_customizations"
"""Objects as clusters have them, by what Argo CD is to say of their health."""

SEEN = {"healthy": "Current", "suspended": "Current", "progressing": "InProgress", "degraded": "Failed"}
"""What Flux calls the same. What waits in a queue is nothing that an installation waits for."""


def objects(file: str) -> list[dict[str, Any]]:
    """Return the objects of a file of the example."""
    return list(yaml.safe_load_all((EXAMPLE / file).read_text(encoding="utf-8")))


def checks() -> dict[str, dict[str, str]]:
    """Return the expressions of the release, by GROUP/KIND."""
    found = [check for release in objects("release.yaml") for check in release["spec"].get("healthCheckExprs", ())]
    return {f"{check['apiVersion'].partition('/')[0]}/{check['kind']}": check for check in found}


def states() -> list[Path]:
    """Return the objects of the kinds whose health the release judges."""
    return [path for kind in checks() for path in sorted(STATES.glob(f"{kind}/testdata/*.yaml"))]


def expected(state: Path) -> str:
    """Return what Flux is to say: without a status it can't tell, and asks again."""
    data = yaml.safe_load(state.read_text(encoding="utf-8"))
    return SEEN[state.stem.partition("_")[0]] if "status" in data else "Unknown"


def flux(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Ask Flux's own code."""
    built = subprocess.run([CHECKOUT / "ci/tools/flux/build"], capture_output=True, check=True, text=True)
    if not built.stdout:
        pytest.skip(built.stderr.strip())
    command = Path(built.stdout.strip(), "flux")
    return subprocess.run([command, *arguments], input=text, capture_output=True, check=False, text=True)
