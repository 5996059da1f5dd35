"""Files that the `valueFiles` of a source of Argo CD refer to.

Source: https://github.com/argoproj/argo-cd/blob/v3.5.7/reposerver/repository/repository.go (getResolvedValueFiles)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from render.gitops import codes
from render.gitops.deployment import DeploymentFinding, ObjectPlace, ValueFile
from render.gitops.repository import Repository, is_glob
from render.manifests.fields import items_at, mapping_at, text_at
from render.redaction import redact_url

_REFERENCE = re.compile(r"(?!ARGOCD_)[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class ChartSource:
    """A source of an Application that contains a chart."""

    repository: Repository
    folder: PurePosixPath | None
    """The folder of the chart in the repository; None if the chart is not in the repository."""
    address: str
    """The URL of the repository that contains it."""
    references: Mapping[str, str]
    """The URLs of other sources, by `ref`."""
    application: str

    def value_files(self, helm: Mapping[str, Any], place: ObjectPlace) -> list[ValueFile | DeploymentFinding]:
        """Return the files in their order, then the findings.

        A file that matches a wildcard and is also named has the position at which it is named.
        """
        written = [(place.below(*path), self._substituted(str(one))) for path, one in items_at(helm, "valueFiles")]
        named = {self._resolved(one) for _, one in written if not is_glob(one)}
        may_miss = helm.get("ignoreMissingValueFiles") is True
        found: dict[PurePosixPath, ValueFile] = {}
        faults: list[DeploymentFinding] = []
        for where, path in written:
            for one in self._files(path, where, may_miss=may_miss):
                if isinstance(one, DeploymentFinding):
                    faults.append(one)
                elif not (is_glob(path) and one.file in named):
                    found.setdefault(one.file, one)
        return [*found.values(), *faults]

    def _substituted(self, written: str) -> str:
        return written.replace("${ARGOCD_APP_NAME}", self.application).replace("$ARGOCD_APP_NAME", self.application)

    def _resolved(self, written: str) -> PurePosixPath | None:
        if written.startswith("$"):
            _, _, below = written.partition("/")
            return self.repository.resolved(PurePosixPath(), below)
        return self.repository.resolved(self.folder or PurePosixPath(), written)

    def _files(self, written: str, place: ObjectPlace, *, may_miss: bool) -> list[ValueFile | DeploymentFinding]:
        if fault := self._unknown(written, place):
            return [fault]
        path = self._resolved(written)
        if path is None:
            return [
                DeploymentFinding(codes.OUTSIDE, place, f"`{written}` leads out of the repository, and is not read")
            ]
        if is_glob(str(path)):
            found = self.repository.matching(str(path))
        else:
            found = [path] if self.repository.has_file(path) else []
        if not found and not may_miss:
            return [self._missing(written, path, place)]
        return [ValueFile(file, place) for file in found]

    def _missing(self, written: str, path: PurePosixPath, place: ObjectPlace) -> DeploymentFinding:
        name, _, _ = written.removeprefix("$").partition("/")
        address = self.references[name] if written.startswith("$") else self.address
        if self.repository.is_other(address):
            return DeploymentFinding(
                codes.NOT_CHECKED, place, f"not checked: `{path}` is in `{redact_url(address)}`, which is not here"
            )
        return DeploymentFinding(codes.FILE_MISSING, place, f"`{path}` is not in the repository")

    def _unknown(self, written: str, place: ObjectPlace) -> DeploymentFinding | None:
        """Return a finding if a path can't be resolved in the repository."""
        name, slash, _ = written.removeprefix("$").partition("/")
        if "://" in written:
            return DeploymentFinding(codes.NOT_CHECKED, place, "not checked: only Argo CD can fetch it")
        if written.startswith("$") and name in self.references:
            return None
        if written.startswith("$") and slash and _REFERENCE.fullmatch(name):
            hint = f"a source with `ref: {name}`"
            return DeploymentFinding(codes.FILE_MISSING, place, f"no source of the Application has `ref: {name}`", hint)
        if "$" in written:
            return DeploymentFinding(codes.NOT_CHECKED, place, "not checked: only Argo CD knows its variables")
        if self.folder is None:
            return DeploymentFinding(
                codes.NOT_CHECKED, place, "not checked: it is a file of the chart, not of the repository"
            )
        return None


def source_references(spec: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the URLs of the sources of an Application that have a `ref`, by that name."""
    named = (mapping_at(source) for _, source in items_at(spec, "sources"))
    return {text_at(source, "ref"): text_at(source, "repoURL") for source in named if text_at(source, "ref")}


_COMMA = re.compile(r"(?<!\\),")
_ESCAPED = r"\\,"
_DOT = re.compile(r"(?<!\\)\.")


def set_argument(name: str, value: str) -> str:
    """Return the argument that Argo CD passes to `--set`: commas are escaped, except in a list in braces."""
    is_list = value.startswith("{") and value.endswith("}")
    return f"{name}={value if is_list else _COMMA.sub(_ESCAPED, value)}"


def nest_value(name: str, value: str) -> dict[str, Any]:
    """Return a nested mapping with a text at a dotted name."""
    first, *below = _DOT.split(name, maxsplit=1)
    return {first.replace("\\.", "."): nest_value(below[0], value) if below else value}
