"""The work of `render config`."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from render.cli import PROBLEMS
from render.cli._output import print_all
from render.cli._precedence import DEFAULTS, Setting, find_setting
from render.cli._settings import discover
from render.config_file import NAME, Configuration, config_schema
from render.problem import printable
from render.source import FileReader, Read


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
    """Return the settings by key, from the file, its cluster or the defaults; None if `cluster` has errors."""
    view = None
    for cluster in config.paths("cluster"):
        from render.cli._snapshot import load_cluster  # few configurations have a cluster

        view = load_cluster(cluster, read)
        if view is None:
            return None
    found = {key: find_setting(key, config, view) for key in DEFAULTS}
    for key in config_schema()["properties"]:
        if key in config.data and key not in (*DEFAULTS, "apiVersion", "kind"):
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
