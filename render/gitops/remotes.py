"""Where a repository comes from, to tell what is missing in it from what was never to be there."""

import re
from pathlib import Path

_URL = re.compile(r"^\s*url\s*=\s*(\S+)\s*$", re.MULTILINE)
_SCHEME = re.compile(r"^[a-z+]+://")
_USER = re.compile(r"^[^@/]*@")


def is_elsewhere(root: Path, address: str) -> bool:
    """Say whether an address is another repository's; of one without remotes nobody knows."""
    try:
        text = (root / ".git" / "config").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    known = {_plain(url) for url in _URL.findall(text)}
    return bool(known and address) and _plain(address) not in known


def _plain(url: str) -> str:
    """Return host and path: `git@host:a/b.git` and `https://host/a/b` are one repository."""
    short = _USER.sub("", _SCHEME.sub("", url.lower())).replace(":", "/", 1)
    return short.rstrip("/").removesuffix(".git")
