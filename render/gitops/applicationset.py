"""The Applications that an ApplicationSet generates from files of the repository, or from a list.

Source: https://github.com/argoproj/argo-cd/blob/v3.5.7/applicationset/generators/git.go
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from render.gitops import codes
from render.gitops.application import read_application
from render.gitops.deployment import DeploymentFinding, Deployments, ObjectPlace
from render.gitops.repository import Repository
from render.manifests.fields import items_at, mapping_at, text_at
from render.redaction import redact_url

_OTHER = re.compile("[^-a-z0-9.]")


MAX_ELEMENTS = 100
"""Maximum elements of an ApplicationSet's lists: each takes a few bytes, and 20 ms to render and check."""


class _Generated(NamedTuple):
    """The parameters of a generated Application."""

    parameters: Mapping[str, Any]
    origin: str
    place: ObjectPlace


def read_applicationset(
    data: Mapping[str, Any], place: ObjectPlace, repository: Repository, chart: str, reading: Deployments
) -> None:
    """Read an ApplicationSet: generate its Applications, and read each with `read_application`."""
    spec = mapping_at(data, "spec")
    reason = "of a template without `goTemplate`" if spec.get("goTemplate") is not True else None
    reason = "of a `templatePatch`" if "templatePatch" in spec else reason
    if reason is not None:
        reading.faults.append(
            DeploymentFinding(codes.NOT_CHECKED, place.below("spec"), f"not checked: {reason} nothing is known")
        )
        return
    elements = sum(1 for path, _ in items_at(spec, "generators") for _ in items_at(spec, *path, "list", "elements"))
    if elements > MAX_ELEMENTS:
        message = f"{elements} elements exceed the limit of {MAX_ELEMENTS} of an ApplicationSet: it is not checked"
        hint = "split the list, or have a file for each with the generator `git`"
        reading.faults.append(DeploymentFinding(codes.TOO_MANY, place.below("spec", "generators"), message, hint))
        return
    unknown: set[UnknownExpression] = set()
    for element in _generated(spec, place.below("spec"), repository, reading):
        found = fill_template(mapping_at(spec, "template"), element.parameters)
        if not isinstance(found, UnknownExpression):
            read_application(found, place.below("spec", "template"), repository, chart, reading)
        elif found.is_missing:
            message = f"`{{{{ {found.expression} }}}}` has no value in {element.origin}"
            reading.faults.append(DeploymentFinding(codes.NO_PARAMETER, element.place, message))
        elif found not in unknown:
            unknown.add(found)
            message = f"not checked: only Argo CD knows what `{{{{ {found.expression} }}}}` is"
            reading.faults.append(DeploymentFinding(codes.NOT_CHECKED, place.below("spec", "template"), message))


def _generated(
    spec: Mapping[str, Any], place: ObjectPlace, repository: Repository, reading: Deployments
) -> Iterator[_Generated]:
    for path, generator in items_at(spec, "generators"):
        where = place.below(*path)
        if "files" in mapping_at(generator, "git"):
            yield from _of_files(mapping_at(generator, "git"), where.below("git", "files"), repository, reading)
        elif "elements" in mapping_at(generator, "list"):
            for inside, element in items_at(generator, "list", "elements"):
                yield _Generated(mapping_at(element), "an element of the list", where.below(*inside))
        else:
            name = next(iter(mapping_at(generator)), "nothing")
            message = f"not checked: only Argo CD knows what the generator `{name}` yields"
            reading.faults.append(DeploymentFinding(codes.NOT_CHECKED, where, message))


def _of_files(
    git: Mapping[str, Any], place: ObjectPlace, repository: Repository, reading: Deployments
) -> Iterator[_Generated]:
    patterns = {text_at(item, "path"): bool(mapping_at(item).get("exclude")) for _, item in items_at(git, "files")}
    listed = {pattern: repository.listed(pattern) for pattern in patterns if ".." not in PurePosixPath(pattern).parts}
    left_out = {file for pattern, files in listed.items() if patterns[pattern] for file in files}
    found = {file for pattern, files in listed.items() if not patterns[pattern] for file in files}
    for pattern in patterns.keys() - listed.keys():
        reading.faults.append(
            DeploymentFinding(codes.OUTSIDE, place, f"`{pattern}` leads out of the repository, and is not read")
        )
    if not found:
        reading.faults.append(_nothing(git, place, repository))
    for file in sorted(found - left_out):
        own = mapping_at(repository.data(file))
        yield _Generated({**own, **_of_path(file, text_at(git, "pathParamPrefix"))}, f"`{file}`", place)


def _nothing(git: Mapping[str, Any], place: ObjectPlace, repository: Repository) -> DeploymentFinding:
    address = text_at(git, "repoURL")
    if repository.is_other(address):
        return DeploymentFinding(
            codes.NOT_CHECKED, place, f"not checked: its files are in `{redact_url(address)}`, which is not here"
        )
    return DeploymentFinding(codes.FILE_MISSING, place, "means no file of the repository: nothing is deployed")


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


_ACTION = re.compile(r"\{\{-?\s*(.*?)\s*-?\}\}", re.DOTALL)
_NAME = re.compile(r"(\.[A-Za-z_]\w*)+")


class UnknownExpression(NamedTuple):
    """An expression without a value, or one that is not just a name."""

    expression: str
    is_missing: bool
    """True if it is the name of a missing parameter."""


def fill_template(template: Any, parameters: Mapping[str, Any]) -> Any:
    """Return a template with the values of its expressions, or the first UnknownExpression."""
    if isinstance(template, str):
        return _text(template, parameters)
    if isinstance(template, dict):
        pairs = {key: fill_template(value, parameters) for key, value in template.items()}
        return next((value for value in pairs.values() if isinstance(value, UnknownExpression)), pairs)
    if isinstance(template, list):
        found = [fill_template(item, parameters) for item in template]
        return next((value for value in found if isinstance(value, UnknownExpression)), found)
    return template


def _text(template: str, parameters: Mapping[str, Any]) -> str | UnknownExpression:
    parts: list[str] = []
    end = 0
    for match in _ACTION.finditer(template):
        value = _value(match[1], parameters)
        if isinstance(value, UnknownExpression):
            return value
        parts += [template[end : match.start()], value]
        end = match.end()
    return "".join([*parts, template[end:]])


def _value(expression: str, parameters: Mapping[str, Any]) -> str | UnknownExpression:
    if not _NAME.fullmatch(expression):
        return UnknownExpression(expression, is_missing=False)
    value: Any = parameters
    for key in expression.split(".")[1:]:
        value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, str | int) else UnknownExpression(expression, is_missing=value is None)
