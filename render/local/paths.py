"""Paths of a container, where its volumes are other folders of this machine."""

import re
from collections.abc import Sequence

from render.local.node import Mount

_BEFORE, _AFTER = r"(?<![\w./-])", r"(?![\w.-])"
"""What a path in a text does not continue: `s3://bucket/data` holds no `/data`, and `/data2` neither."""


def moved(text: str, mounts: Sequence[Mount]) -> str:
    """Return a text with the folders of this machine in place of the paths of volumes; the deepest volume wins."""
    folders = {mount.path.rstrip("/"): mount.folder for mount in mounts}
    if not folders:
        return text
    deepest_first = sorted(folders, key=len, reverse=True)
    pattern = f"{_BEFORE}({'|'.join(map(re.escape, deepest_first))}){_AFTER}"
    return re.sub(pattern, lambda match: folders[match[1]], text)
