"""Kubernetes' own types of one minor version, as the PyPI package kubernetes-validate holds them."""

import json
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from render.kube.kind import Schema

Types = dict[str, Schema]
"""OpenAPI schemas by full name, such as `io.k8s.api.core.v1.Pod`; one refers to another by `$ref`."""

_FOLDER = re.compile(r"v(\d+\.\d+)\.0-local-strict")


class NoPublishedTypes(LookupError):  # noqa: N818 - an answer
    """The package is not installed, or does not hold this minor version; the message says which."""


@cache
def published(minor: str) -> Types:
    """Return the types of a minor version such as `1.37`. Raises NoPublishedTypes."""
    if minor not in minors():
        raise NoPublishedTypes(f"kubernetes-validate holds {', '.join(minors())}, not `{minor}`")
    path = _folder() / f"v{minor}.0-local-strict" / "_definitions.json"
    types: Types = json.loads(path.read_text(encoding="utf-8"))["$defs"]
    return types


@cache
def minors() -> tuple[str, ...]:
    """Return the minor versions that the package holds, oldest first. Raises NoPublishedTypes."""
    found = (_FOLDER.fullmatch(entry.name) for entry in _folder().iterdir())
    return tuple(sorted((match[1] for match in found if match), key=lambda minor: [*map(int, minor.split("."))]))


def _folder() -> Traversable:
    try:
        return files("kubernetes_validate") / "kubernetes-json-schema"
    except ModuleNotFoundError as error:
        raise NoPublishedTypes("the package kubernetes-validate is not installed") from error
