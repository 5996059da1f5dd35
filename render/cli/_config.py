"""The work of `render config`."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from render.cli import PROBLEMS
from render.cli._output import print_all
from render.cli._settings import discover
from render.config_file import NAME, Configuration, config_schema
from render.kube.schema_folders import MINORS, TRAINERS
from render.problem import Severity, printable
from render.source import FileReader, Read

_OF_CLUSTER = ("kubernetes", "trainer")
"""Keys that the file of `cluster` has, too."""


class Setting(NamedTuple):
    """A value, and where it is from: `default`, or a file with or without a line."""

    value: Any
    file: str | None
    line: int | None = None

    @property
    def source(self) -> str:
        """Return the place as text."""
        return "default" if self.file is None else f"{self.file}:{self.line}" if self.line else self.file


def run(*, path: str, format_: str) -> int:
    """Print the settings and return the exit status. Raises click.ClickException."""
    if not Path(path).exists():
        raise click.ClickException(f"`{path}`: no such file or folder")
    read = FileReader().read
    config = discover(path, read)
    if config is None:
        return PROBLEMS
    found = settings(config, read)
    if found is None:
        return PROBLEMS
    return print_all([_json(path, config, found)] if format_ == "json" else _lines(path, config, found))


def settings(config: Configuration, read: Read) -> dict[str, Setting] | None:
    """Return the settings by key, those of the file first, then other defaults; None if `cluster` has errors."""
    defaults = {"kubernetes": MINORS[-1], "trainer": TRAINERS[-1], "failOn": Severity.ERROR.value}
    found = {key: Setting(value, None) for key, value in defaults.items()}
    for cluster in config.paths("cluster"):
        from render.cli._snapshot import load_cluster  # few configurations have a cluster

        view = load_cluster(cluster, read)
        if view is None:
            return None
        versions = {"kubernetes": view.minor, "trainer": view.trainer}
        found |= {key: Setting(versions[key], cluster) for key in _OF_CLUSTER if versions[key]}
    for key in config_schema()["properties"]:
        if key in config.data and key not in ("apiVersion", "kind"):
            found[key] = Setting(config.data[key], config.file, config.line(key))
    return found


def _json(path: str, config: Configuration, found: Mapping[str, Setting]) -> str:
    entries = {key: {"value": one.value, "file": one.file, "line": one.line} for key, one in sorted(found.items())}
    return json.dumps({"path": path, "config": config.file, "settings": entries}, indent=2) + "\n"


def _lines(path: str, config: Configuration, found: Mapping[str, Setting]) -> Iterator[str]:
    yield f"# {printable(path)}: {config.file or f'there is no {NAME}'}\n"
    width = max(len(one.source) for one in found.values())
    for key, one in sorted(found.items()):
        value = one.value if isinstance(one.value, str) else json.dumps(one.value)
        yield f"{one.source:<{width}}  {key}: {printable(value)}\n"
