"""Which files the `valueFiles` of a source of Argo CD's mean.

Source: https://github.com/argoproj/argo-cd/blob/v3.5.7/reposerver/repository/repository.go (getResolvedValueFiles)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from render.gitops import codes
from render.gitops.deployment import Fault, Place, ValueFile
from render.gitops.fields import items, mapping, text
from render.gitops.remotes import is_elsewhere
from render.gitops.repository import Repository, is_glob
from render.redaction import redact_url

_REFERENCE = re.compile(r"(?!ARGOCD_)[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Source:
    """A source of an Application that is a chart."""

    repository: Repository
    folder: PurePosixPath | None
    """Of the chart in the repository; None where the chart comes from elsewhere."""
    address: str
    """Of the repository that it is in."""
    references: Mapping[str, str]
    """The addresses of other sources, by what they are referred to by."""
    application: str

    def value_files(self, helm: Mapping[str, Any], place: Place) -> list[ValueFile | Fault]:
        """Return the files in their order; one that a wildcard means, too, counts where it is named."""
        written = [(place.below(*path), self._substituted(str(one))) for path, one in items(helm, "valueFiles")]
        named = {self._resolved(one) for _, one in written if not is_glob(one)}
        may_miss = helm.get("ignoreMissingValueFiles") is True
        found: dict[PurePosixPath, ValueFile] = {}
        faults: list[Fault] = []
        for where, path in written:
            for one in self._files(path, where, may_miss=may_miss):
                if isinstance(one, Fault):
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

    def _files(self, written: str, place: Place, *, may_miss: bool) -> list[ValueFile | Fault]:
        if fault := self._unknown(written, place):
            return [fault]
        path = self._resolved(written)
        if path is None:
            return [Fault(codes.OUTSIDE, place, f"`{written}` leads out of the repository, and is not read")]
        if is_glob(str(path)):
            found = self.repository.matching(str(path))
        else:
            found = [path] if self.repository.has_file(path) else []
        if not found and not may_miss:
            return [self._missing(written, path, place)]
        return [ValueFile(file, place) for file in found]

    def _missing(self, written: str, path: PurePosixPath, place: Place) -> Fault:
        name, _, _ = written.removeprefix("$").partition("/")
        address = self.references[name] if written.startswith("$") else self.address
        if is_elsewhere(self.repository.root, address):
            return Fault(
                codes.NOT_CHECKED, place, f"not checked: `{path}` is in `{redact_url(address)}`, which is not here"
            )
        return Fault(codes.FILE_MISSING, place, f"`{path}` is not in the repository")

    def _unknown(self, written: str, place: Place) -> Fault | None:
        """Return why the repository can't tell what a path means."""
        name, slash, _ = written.removeprefix("$").partition("/")
        if "://" in written:
            return Fault(codes.NOT_CHECKED, place, "not checked: only Argo CD can fetch it")
        if written.startswith("$") and name in self.references:
            return None
        if written.startswith("$") and slash and _REFERENCE.fullmatch(name):
            hint = f"a source with `ref: {name}`"
            return Fault(codes.FILE_MISSING, place, f"no source of the Application has `ref: {name}`", hint)
        if "$" in written:
            return Fault(codes.NOT_CHECKED, place, "not checked: only Argo CD knows its variables")
        if self.folder is None:
            return Fault(codes.NOT_CHECKED, place, "not checked: it is a file of the chart, not of the repository")
        return None


def of(spec: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the addresses of the sources of an Application that are referred to, by name."""
    named = (mapping(source) for _, source in items(spec, "sources"))
    return {text(source, "ref"): text(source, "repoURL") for source in named if text(source, "ref")}
