"""The name of a release: `--name`, the spec's `name`, or the name of the file."""

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from render.problem import Problem
from render.spec import codes
from render.spec.collect import Spec

MAX_LENGTH = 53
"""Helm's limit (`MaxReleaseNameLen`): ten characters less than a DNS label, for the suffixes of a chart."""

_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_RULE = (
    f"is not a valid release name: use at most {MAX_LENGTH} lower-case letters, digits and `-`, "
    "with a letter or a digit at both ends"
)


def release_name(spec: Spec, values: Mapping[str, Any], option: str | None) -> str | Problem:
    """Return `option` (`--name`), else the values' `name`, else the file's stem; a problem if Helm would reject it."""
    written = values.get("name")
    if option is not None:
        return option if is_release_name(option) else codes.RELEASE_NAME.problem(f"`{option}` {_RULE}", file="--name")
    if isinstance(written, str) and written:
        return written if is_release_name(written) else _written_problem(spec, written)
    stem = PurePath(spec.file).stem
    if re.fullmatch(_LABEL, stem) and len(stem) <= MAX_LENGTH:
        return stem
    return codes.RELEASE_NAME.problem(
        f"`{stem}`, the file's name, {_RULE}",
        hint=f"give `--name`, or write `name: {_suggestion(stem)}`",
        file=spec.file,
    )


def is_release_name(name: str) -> bool:
    """Return True if Helm accepts the name of a release."""
    return re.fullmatch(rf"{_LABEL}(\.{_LABEL})*", name) is not None and len(name) <= MAX_LENGTH


def _written_problem(spec: Spec, name: str) -> Problem:
    node = spec.document and spec.document.find("/name")
    span = node.span if node else None
    hint = f"write `name: {_suggestion(name)}`"
    return codes.RELEASE_NAME.problem(f"`{name}` {_RULE}", hint=hint, file=spec.file, span=span, pointer="/name")


def _suggestion(stem: str) -> str:
    return re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-")[:MAX_LENGTH].strip("-") or "training"
