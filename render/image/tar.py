"""Names in a tar archive, from a stream, with bounded memory. Nothing is extracted.

Python's `tarfile` reads a name as long as a header says, which may be gigabytes.
Source: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from render.image.config import BrokenImageError

_BLOCK = 512
_LONGEST = 64 * 1024
"""Bytes of an extended header. Linux's paths have at most 4096."""
_MOST = 5_000_000
"""Entries of one archive."""
_CHUNK = 2**20
_LONG_NAME, _EXTENDED, _GLOBAL, _FILE = b"L", b"x", b"g", b"0"
_PATH = re.compile(rb"(\d+) path=([^\n]*)\n")

Read = Callable[[int], bytes]
"""Returns up to so many bytes; empty at the end."""


class Entry(NamedTuple):
    """An entry of an archive."""

    name: str
    """Without `./` and leading slashes."""
    size: int
    is_file: bool
    offset: int
    """Where its content begins."""


def tar_entries(read: Read) -> Iterator[Entry]:
    """Yield the entries of an archive. Raises BrokenImageError."""
    position, long_name = 0, None
    for _ in range(_MOST):
        header = _exactly(read, _BLOCK)
        position += _BLOCK
        if not header.strip(b"\0"):
            return
        size, kind = _size(header), header[156:157]
        padded = -(-size // _BLOCK) * _BLOCK
        if kind in (_LONG_NAME, _EXTENDED, _GLOBAL):
            if size > _LONGEST:
                raise BrokenImageError(f"a header in a layer has more than {_LONGEST} bytes")
            long_name = _long(kind, _exactly(read, padded)[:size]) or long_name
        else:
            name = long_name or _short(header)
            long_name = None
            yield Entry(_clean(name), size, kind in (_FILE, b"\0"), position)
            _skip(read, padded)
        position += padded
    raise BrokenImageError(f"a layer has more than {_MOST} entries")


def _size(header: bytes) -> int:
    field = header[124:136]
    if field[0] & 0x80:  # base 256, above 8 GiB
        return int.from_bytes(field, "big") & (2**88 - 1)
    try:
        return int(field.strip(b" \0") or b"0", 8)
    except ValueError as error:
        raise BrokenImageError("it has a layer that is not a tar archive") from error


def _short(header: bytes) -> bytes:
    name, prefix = header[:100].rstrip(b"\0"), b""
    if header[257:262] == b"ustar":
        prefix = header[345:500].split(b"\0")[0]
    return prefix + b"/" + name if prefix else name


def _long(kind: bytes, text: bytes) -> bytes | None:
    if kind == _LONG_NAME:
        return text.rstrip(b"\0")
    found = _PATH.search(text) if kind == _EXTENDED else None
    return found[2] if found else None


def _clean(name: bytes) -> str:
    text = name.decode("utf-8", "replace")
    return text.removeprefix("./").strip("/")


def _exactly(read: Read, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = read(size - len(found))
        if not part:
            if size == _BLOCK and not found:
                return bytes(_BLOCK)  # an archive without its two empty blocks ends here
            raise BrokenImageError("it ends in the middle of a layer")
        found += part
    return bytes(found)


def _skip(read: Read, size: int) -> None:
    while size > 0:
        part = read(min(size, _CHUNK))
        if not part:
            raise BrokenImageError("it ends in the middle of a layer")
        size -= len(part)
