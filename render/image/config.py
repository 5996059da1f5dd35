"""An image's configuration, as `docker image inspect` and `skopeo inspect --config` print it.

Source: https://github.com/opencontainers/image-spec/blob/main/config.md
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

LARGEST = 8 * 2**20
"""Bytes of a JSON file. A configuration has some kilobytes."""


class BrokenImageError(ValueError):
    """A file is not that of an image, or is beyond a limit. The message says why."""


class ImageConfig(NamedTuple):
    """The configuration of an image, and its files where they are known."""

    architecture: str
    """As in Go: `amd64`, `arm64`; empty if unknown."""
    env: Mapping[str, str]
    entrypoint: Sequence[str]
    cmd: Sequence[str]
    user: str
    folder: str
    """Working directory; empty for `/`."""
    history: Sequence[str]
    """The commands that made its layers."""
    files: frozenset[str] | None = None
    """Paths of files of interest, without the leading slash; None if the layers are not known."""
    unread: str | None = None
    """Why its layers could not be read; None if they were, or are not there."""


def parse_config(text: bytes) -> ImageConfig:
    """Return the configuration in a JSON text. Raises BrokenImageError."""
    data = load_json(text)
    if isinstance(data, list) and len(data) == 1:
        [data] = data  # `docker image inspect` prints a list
    if not isinstance(data, dict):
        raise BrokenImageError("it is not an image's configuration: a JSON object with `architecture` and `config`")
    names = {str(key).lower(): value for key, value in data.items()}
    own = names.get("config")
    if not isinstance(own, dict) or not ("architecture" in names or "rootfs" in names):
        raise BrokenImageError("it is not an image's configuration: a JSON object with `architecture` and `config`")
    fields = {str(key).lower(): value for key, value in own.items()}
    lines = [one.get("created_by") for one in _list(names.get("history")) if isinstance(one, dict)]
    return ImageConfig(
        architecture=_text(names.get("architecture")),
        env=dict(_variable(line) for line in _texts(fields.get("env"))),
        entrypoint=_texts(fields.get("entrypoint")),
        cmd=_texts(fields.get("cmd")),
        user=_text(fields.get("user")),
        folder=_text(fields.get("workingdir")),
        history=[line for line in lines if isinstance(line, str)],
    )


def load_json(text: bytes) -> Any:
    """Return the value of a JSON text. Raises BrokenImageError."""
    if len(text) > LARGEST:
        raise BrokenImageError(f"it has more than {LARGEST} bytes")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BrokenImageError("it is not JSON") from error


def _variable(line: str) -> tuple[str, str]:
    name, _, value = line.partition("=")
    return name, value


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [one for one in _list(value) if isinstance(one, str)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
