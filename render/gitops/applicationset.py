"""The Applications that an ApplicationSet makes of a repository's files, or of a list.

Source: https://github.com/argoproj/argo-cd/blob/v3.5.7/applicationset/generators/git.go
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from render.gitops import application, codes
from render.gitops.deployment import Fault, Place, Reading
from render.gitops.fields import items, mapping, text
from render.gitops.parameters import Unknown, expanded
from render.gitops.remotes import is_elsewhere
from render.gitops.repository import Repository
from render.redaction import redact_url

_OTHER = re.compile("[^-a-z0-9.]")


MAX_ELEMENTS = 100
"""Elements of an ApplicationSet's lists: a few bytes each, and an Application that takes 20 ms to render and check."""


class _Made(NamedTuple):
    """What a generator has for one Application."""

    parameters: Mapping[str, Any]
    origin: str
    place: Place


def read(data: Mapping[str, Any], place: Place, repository: Repository, chart: str, reading: Reading) -> None:
    """Read an ApplicationSet, as `application.read` does each Application of it."""
    spec = mapping(data, "spec")
    reason = "of a template without `goTemplate`" if spec.get("goTemplate") is not True else None
    reason = "of a `templatePatch`" if "templatePatch" in spec else reason
    if reason is not None:
        reading.faults.append(Fault(codes.NOT_CHECKED, place.below("spec"), f"not checked: {reason} nothing is known"))
        return
    elements = sum(1 for path, _ in items(spec, "generators") for _ in items(spec, *path, "list", "elements"))
    if elements > MAX_ELEMENTS:
        message = f"{elements} elements exceed the limit of {MAX_ELEMENTS} of an ApplicationSet: it is not checked"
        hint = "split the list, or have a file for each with the generator `git`"
        reading.faults.append(Fault(codes.TOO_MANY, place.below("spec", "generators"), message, hint))
        return
    unknown: set[Unknown] = set()
    for made in _generated(spec, place.below("spec"), repository, reading):
        found = expanded(mapping(spec, "template"), made.parameters)
        if not isinstance(found, Unknown):
            application.read(found, place.below("spec", "template"), repository, chart, reading)
        elif found.is_missing:
            message = f"`{{{{ {found.expression} }}}}` has no value in {made.origin}"
            reading.faults.append(Fault(codes.NO_PARAMETER, made.place, message))
        elif found not in unknown:
            unknown.add(found)
            message = f"not checked: only Argo CD knows what `{{{{ {found.expression} }}}}` is"
            reading.faults.append(Fault(codes.NOT_CHECKED, place.below("spec", "template"), message))


def _generated(spec: Mapping[str, Any], place: Place, repository: Repository, reading: Reading) -> Iterator[_Made]:
    for path, generator in items(spec, "generators"):
        where = place.below(*path)
        if "files" in mapping(generator, "git"):
            yield from _of_files(mapping(generator, "git"), where.below("git", "files"), repository, reading)
        elif "elements" in mapping(generator, "list"):
            for inside, element in items(generator, "list", "elements"):
                yield _Made(mapping(element), "an element of the list", where.below(*inside))
        else:
            name = next(iter(mapping(generator)), "nothing")
            message = f"not checked: only Argo CD knows what the generator `{name}` yields"
            reading.faults.append(Fault(codes.NOT_CHECKED, where, message))


def _of_files(git: Mapping[str, Any], place: Place, repository: Repository, reading: Reading) -> Iterator[_Made]:
    patterns = {text(item, "path"): bool(mapping(item).get("exclude")) for _, item in items(git, "files")}
    listed = {pattern: repository.listed(pattern) for pattern in patterns if ".." not in PurePosixPath(pattern).parts}
    left_out = {file for pattern, files in listed.items() if patterns[pattern] for file in files}
    found = {file for pattern, files in listed.items() if not patterns[pattern] for file in files}
    for pattern in patterns.keys() - listed.keys():
        reading.faults.append(Fault(codes.OUTSIDE, place, f"`{pattern}` leads out of the repository, and is not read"))
    if not found:
        reading.faults.append(_nothing(git, place, repository))
    for file in sorted(found - left_out):
        own = mapping(repository.data(file))
        yield _Made({**own, **_of_path(file, text(git, "pathParamPrefix"))}, f"`{file}`", place)


def _nothing(git: Mapping[str, Any], place: Place, repository: Repository) -> Fault:
    address = text(git, "repoURL")
    if is_elsewhere(repository.root, address):
        return Fault(
            codes.NOT_CHECKED, place, f"not checked: its files are in `{redact_url(address)}`, which is not here"
        )
    return Fault(codes.FILE_MISSING, place, "means no file of the repository: nothing is deployed")


def _of_path(file: PurePosixPath, prefix: str) -> Mapping[str, Any]:
    folder = file.parent
    path = {
        "path": str(folder),
        "basename": folder.name or ".",
        "filename": file.name,
        "basenameNormalized": _normalized(folder.name),
        "filenameNormalized": _normalized(file.name),
        "segments": list(folder.parts),
    }
    return {prefix: {"path": path}} if prefix else {"path": path}


def _normalized(name: str) -> str:
    return _OTHER.sub("-", name.lower())[:253].strip("-.")
