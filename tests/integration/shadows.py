"""A checked folder that wants to be imported."""

import sys
from pathlib import Path

NAMES = {
    "conftest",
    "ensurepip",
    "pip",
    "render",
    "setuptools",
    "sitecustomize",
    "usercustomize",
    *sys.stdlib_module_names,
}


def lay_shadows(folder: Path) -> Path:
    """Write a module of each name into a folder, and return the file that exists once one has been imported."""
    mark = folder / "imported"
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write(__name__ + '\\n')\n", encoding="utf-8")
    return mark
