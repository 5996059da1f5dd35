"""Names of releases, and names and versions of charts.

Source: https://github.com/helm/helm/blob/v4.1.0/pkg/chart/common/util/validate_name.go
"""

import posixpath
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import PurePosixPath

from render.gitops import codes
from render.gitops.deployment import DeploymentFinding, ObjectPlace
from render.gitops.repository import Repository
from render.manifests.fields import text_at
from render.spec.name import MAX_LENGTH, is_release_name

_KEPT, _HASHED = 40, 12


def release_name_errors(name: str, place: ObjectPlace, hint: str | None = None) -> Iterator[DeploymentFinding]:
    """Yield a finding if Helm would reject the name of a release."""
    if len(name) > MAX_LENGTH:
        message = f"the release would have the {len(name)} characters of `{name}`, and may have {MAX_LENGTH}"
        yield DeploymentFinding(codes.NAME_REFUSED, place, message, hint)
    elif not is_release_name(name):
        yield DeploymentFinding(codes.NAME_REFUSED, place, f"`{name}` is not a valid release name", hint)


def shorten_release(name: str) -> str:
    """Return a release name, shortened as by Flux if it is too long.

    Source: https://github.com/fluxcd/helm-controller/blob/v1.4.0/internal/release/name.go
    """
    if len(name) <= MAX_LENGTH:
        return name
    return f"{name[:_KEPT]}-{sha256(name.encode()).hexdigest()[:_HASHED]}"


_VERSION = re.compile(r"v?[0-9]+\.[0-9]+\.[0-9]+(-[-.0-9A-Za-z]+)?([+_][-.0-9A-Za-z]+)?")


def exact_version(revision: str) -> str | None:
    """Return the version of a revision; None if the revision is a range, a branch or a digest."""
    return revision.removeprefix("v").replace("_", "+") if _VERSION.fullmatch(revision) else None


def chart_name(address: str) -> str:
    """Return the name of a chart: the last part of its URL or path."""
    return posixpath.basename(address.rstrip("/"))


def chart_in_folder(repository: Repository, folder: PurePosixPath) -> tuple[str, str | None]:
    """Return the name and the version of a chart in the repository; the folder's name and None if it is missing."""
    data = repository.data(folder / "Chart.yaml")
    return text_at(data, "name") or folder.name, text_at(data, "version") or None
