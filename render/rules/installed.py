"""Rules that other packages bring, by the entry point group `render.rules`: each names a package of rules.

From installed packages only, and never from a checkout's files: to validate a repository must not run its code.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

GROUP = "render.rules"


def packages() -> tuple[ModuleType, ...]:
    """Return the packages of rules that are installed, by the names of their entry points."""
    if not _is_any_installed():
        return ()
    from importlib.metadata import entry_points

    return tuple(import_module(found.value) for found in sorted(entry_points(group=GROUP)))


def _is_any_installed() -> bool:
    """Say whether a distribution has an entry point of the group.

    To import importlib.metadata takes 40 ms, and nearly always for nothing.
    """
    header = f"[{GROUP}]".encode()
    folders = (Path(folder) for folder in sys.path if folder)
    files = (file for folder in folders for file in folder.glob("*.dist-info/entry_points.txt"))
    return any(header in file.read_bytes() for file in files)
