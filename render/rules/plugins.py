"""Rules of other packages: each entry point in the group `render.rules` names a package of rules.

They come only from installed packages, never from files of a checkout: validating a repository must not run its code.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

GROUP = "render.rules"


def plugin_packages() -> tuple[ModuleType, ...]:
    """Return the installed packages of rules, sorted by the names of their entry points."""
    folders = _folders()
    header = f"[{GROUP}]".encode()
    files = (file for folder in folders for file in folder.glob("*.dist-info/entry_points.txt"))
    if not any(header in file.read_bytes() for file in files):
        return ()
    # Imported only if needed: it takes 40 ms.
    from importlib.metadata import distributions

    installed = distributions(path=[str(folder) for folder in folders])
    found = {entry for package in installed for entry in package.entry_points if entry.group == GROUP}
    return tuple(import_module(entry.value) for entry in sorted(found))


def _folders() -> list[Path]:
    """Return the folders of installed packages, without the working directory, which `python -m render` adds first."""
    return [Path(folder) for folder in sys.path if folder and Path(folder) != Path.cwd()]
