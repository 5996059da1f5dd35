"""Where the schemas lie: the folders that kubeconform's templates name, and what this package has of them."""

from functools import cache
from pathlib import Path

MINORS = ("1.35", "1.36", "1.37")
"""The Kubernetes versions whose schemas come with this package; `render schema kubernetes` makes those of others."""

TRAINERS = ("2.1", "2.3")
"""The Kubeflow Trainer versions whose kinds are known."""

CUSTOM = "crds"
"""The folder of custom resources; one with a suffix holds what was different in an older release."""

PACKAGE = Path(__file__).parents[1]


def version_folder(minor: str) -> str:
    """Return the name that kubeconform gives to the folder of a minor version, such as `v1.37.0`."""
    return f"v{minor}.0"


@cache
def bundled() -> Path:
    """Return this package's own schemas: inside the installed package, else beside it in the checkout."""
    installed = PACKAGE / "schemas"
    return installed if installed.is_dir() else PACKAGE.parent / "schemas"
