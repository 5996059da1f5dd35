"""Which chart a deployment is of, and which version."""

import posixpath
import re
from pathlib import PurePosixPath

from render.gitops.fields import text
from render.gitops.repository import Repository

_VERSION = re.compile(r"v?[0-9]+\.[0-9]+\.[0-9]+(-[-.0-9A-Za-z]+)?([+_][-.0-9A-Za-z]+)?")


def exact(revision: str) -> str | None:
    """Return the version that a revision is; None where it is a range, a branch or a digest."""
    return revision.removeprefix("v").replace("_", "+") if _VERSION.fullmatch(revision) else None


def named(address: str) -> str:
    """Return the name of a chart by the address, or the path, that it is had from."""
    return posixpath.basename(address.rstrip("/"))


def in_folder(repository: Repository, folder: PurePosixPath) -> tuple[str, str | None]:
    """Return the name and the version of a chart in the repository; of one that is not there, the folder's name."""
    data = repository.data(folder / "Chart.yaml")
    return text(data, "name") or folder.name, text(data, "version") or None
