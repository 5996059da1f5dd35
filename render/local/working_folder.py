"""The working directory of a program whose spec brings `files` for it."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from render.local.node import Mount


def working_folder(directory: str, mounts: Sequence[Mount], code: Path, folder: Path) -> Path | None:
    """Return a folder with the files that are mounted in the working directory of a program; None if there are none.

    It has links to the entries of the spec's folder, `code`, as the image has its files. The mounted files are copies:
    Python looks for modules where a script is, not where a link to it is. Raises OSError.
    """
    root = f"{directory.rstrip('/')}/"
    files = [mount for mount in mounts if mount.path.startswith(root) and Path(mount.folder).is_file()]
    if not files or folder.exists():
        return folder if files else None
    _link(code, folder)
    for mount in files:
        path = folder / mount.path.removeprefix(root)
        for parent in reversed(path.relative_to(folder).parents[:-1]):
            _open(folder / parent)
        path.unlink(missing_ok=True)
        shutil.copy(mount.folder, path)
    return folder


def _link(source: Path, folder: Path) -> None:
    """Make a folder with links to the entries of another one."""
    folder.mkdir(parents=True)
    for entry in source.iterdir():
        (folder / entry.name).symlink_to(entry.resolve())


def _open(folder: Path) -> None:
    """Make a folder in place of a link to one, or of nothing."""
    if folder.is_symlink():
        source = folder.resolve()
        folder.unlink()
        _link(source, folder)
    else:
        folder.mkdir(exist_ok=True)
