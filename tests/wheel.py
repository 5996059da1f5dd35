"""The package as it is published: its sources without the checkout, its sdist and wheel, and its installed command."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.conftest import CHECKOUT

PUBLISHED = ["CHANGELOG.md", "LICENSE", "README.md", "charts", "pyproject.toml", "render", "schemas"]
_CACHES = shutil.ignore_patterns("__pycache__", ".*cache")


def copy_source(folder: Path) -> Path:
    """Copy what the package is built of, since a build writes beside it."""
    for name in PUBLISHED:
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, folder / name, ignore=_CACHES)
        else:
            shutil.copy(CHECKOUT / name, folder / name)
    return folder


def build(source: Path, folder: Path) -> Path:
    """Build the sdist, and the wheel from the sdist."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def install(built: Path, folder: Path) -> Path:
    """Install the wheel into an environment that borrows the dependencies of this one; return its command."""
    venv.create(folder, with_pip=False)
    [wheel] = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(folder), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "bin" / "render"
