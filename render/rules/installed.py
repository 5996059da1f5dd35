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
    folders = _folders()
    header = f"[{GROUP}]".encode()
    files = (file for folder in folders for file in folder.glob("*.dist-info/entry_points.txt"))
    if not any(header in file.read_bytes() for file in files):
        return ()
    # Imported only where it is of use: it takes 40 ms.
    from importlib.metadata import distributions

    installed = distributions(path=[str(folder) for folder in folders])
    found = {entry for package in installed for entry in package.entry_points if entry.group == GROUP}
    return tuple(import_module(entry.value) for entry in sorted(found))


def _folders() -> list[Path]:
    """Return where packages are installed: not the working directory, which `python -m render` puts in front."""
    return [Path(folder) for folder in sys.path if folder and Path(folder) != Path.cwd()]
