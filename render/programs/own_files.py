"""Find a file of the spec's `files` by the path that a program is given."""

from collections.abc import Mapping
from posixpath import isabs, join, normpath


def own_file(files: Mapping[str, str], text: str, folder: str, *, may_move: bool = False) -> str | None:
    """Return the key in `files` of a path; None if `files` has no such file.

    `folder` is the working directory, empty if the image decides; `may_move` is True if the program may change it.
    Without a known one, a relative path is the only file whose path ends with it.
    """
    if isabs(text) or folder:
        path = normpath(join(folder, text))
        if path in files or isabs(text):
            return path if path in files else None
    if folder and not may_move:
        return None
    ends = [path for path in files if path.endswith(f"/{normpath(text)}")]
    return ends[0] if len(ends) == 1 else None
