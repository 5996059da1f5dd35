"""Files of other projects, out of their Go modules: `crds`, `manifests`, `runtimes` (ci/tools/upstream/files.tsv)."""

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT


@cache
def folder() -> Path:
    """Return the folder of the files; where Go is missing, one that does not exist."""
    done = subprocess.run([CHECKOUT / "ci/tools/upstream/build"], capture_output=True, check=False, text=True)
    return Path(done.stdout.strip() or CHECKOUT / "ci/tools/upstream/files")


def files(pattern: str) -> list[Path]:
    """Return the files of a pattern, sorted; none where Go is missing."""
    return sorted(folder().glob(pattern))


def required() -> Path:
    """Return the folder; skip the test where it can't be made, and fail it with CI=true."""
    if folder().is_dir():
        return folder()
    reason = "no files of other projects: `ci/tools/upstream/build` needs Go and its module proxy"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
