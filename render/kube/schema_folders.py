"""The folders of schemas, named as kubeconform's templates expect, and the schemas that this package contains."""

from functools import cache
from pathlib import Path

MINORS = ("1.35", "1.36", "1.37")
"""The Kubernetes versions whose schemas this package contains; `render schema kubernetes` writes those of others."""

TRAINERS = ("2.1", "2.3")
"""The Kubeflow Trainer versions whose kinds are known."""

CUSTOM = "crds"
"""The folder of custom resources; a folder with a suffix has the schemas that differ in an older release."""

PACKAGE = Path(__file__).parents[1]


def version_folder(minor: str) -> str:
    """Return kubeconform's name for the folder of a minor version, such as `v1.37.0`."""
    return f"v{minor}.0"


@cache
def bundled_schemas() -> Path:
    """Return the folder of this package's schemas: inside the installed package, else next to it in the checkout."""
    installed = PACKAGE / "schemas"
    return installed if installed.is_dir() else PACKAGE.parent / "schemas"
