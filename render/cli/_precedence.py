"""The precedence of settings: options, then the configuration file, its cluster and the defaults."""

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from render.config_file import Configuration
from render.kube.schema_folders import MINORS, TRAINERS
from render.problem import Severity

if TYPE_CHECKING:  # few commands have a cluster
    from render.snapshot.view import SnapshotView

DEFAULTS = {"kubernetes": MINORS[-1], "trainer": TRAINERS[-1], "failOn": Severity.ERROR.value}
"""Defaults of the keys of a configuration file that have one."""
_KEYS = {"minor": "kubernetes", "trainer": "trainer", "fail_on": "failOn"}
"""Keys of a configuration file by parameter of the command."""


class Setting(NamedTuple):
    """A value, and where it is from: `default`, or a file with or without a line."""

    value: Any
    file: str | None
    line: int | None = None

    @property
    def source(self) -> str:
        """Return the place as text."""
        return "default" if self.file is None else f"{self.file}:{self.line}" if self.line else self.file


def choose(option: str, value: str, config: Configuration, view: "SnapshotView | None" = None) -> str:
    """Return the value of an option if it is on the command line, else that of the file, the cluster or the default."""
    return value if _is_on_command_line(option) else str(find_setting(_KEYS[option], config, view).value)


def find_setting(key: str, config: Configuration, view: "SnapshotView | None" = None) -> Setting:
    """Return the value of a key of `DEFAULTS`: that of the file, else of the cluster, else the default."""
    if key in config.data:
        return Setting(config.data[key], config.file, config.line(key))
    of_cluster = {"kubernetes": view.minor, "trainer": view.trainer}.get(key) if view is not None else None
    if of_cluster is not None:
        return Setting(of_cluster, next(iter(config.paths("cluster")), None))
    return Setting(DEFAULTS[key], None)


def _is_on_command_line(name: str) -> bool:
    """Return True if the command line has an option."""
    return click.get_current_context().get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
