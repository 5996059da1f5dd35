"""The files of an image: the names in its layers, one layer over the other."""

import re
import zlib
from collections.abc import Iterable, Iterator

from render.image.config import BrokenImageError
from render.image.tar import Read, tar_entries

_INTEREST = re.compile(
    r"(.*/)?s?bin/[^/]+|(.*/)?lib(nccl|fabric)[^/]*\.so[^/]*|(?!(.*/)?(site|dist)-packages/)([^/]+/){0,3}[^/]+\.(py|sh)"
)
"""Programs, libraries of NCCL and of networks, and scripts near the root."""
_KEPT = 500_000
"""Names that are kept of one image."""
_LARGEST = 256 * 2**30
"""Bytes of all layers, uncompressed."""
_OPAQUE, _GONE = ".wh..wh..opq", ".wh."


def file_names(layers: Iterable[Read]) -> frozenset[str]:
    """Return the paths of files of interest of layers, the lowest first. Raises BrokenImageError."""
    kept: set[str] = set()
    left = _LARGEST
    for read in layers:
        own: set[str] = set()
        for entry in tar_entries(read):
            left -= entry.size
            if left < 0:
                raise BrokenImageError(f"its layers have more than {_LARGEST} bytes")
            folder, _, name = entry.name.rpartition("/")
            if name == _OPAQUE:
                kept -= {path for path in kept if path.startswith(f"{folder}/")}
            elif name.startswith(_GONE):
                gone = f"{folder}/{name.removeprefix(_GONE)}".lstrip("/")
                kept -= {path for path in kept if path == gone or path.startswith(f"{gone}/")}
            elif _INTEREST.fullmatch(entry.name):
                own.add(entry.name)
        kept |= own
        if len(kept) > _KEPT:
            raise BrokenImageError(f"it has more than {_KEPT} programs and libraries")
    return frozenset(kept)


def gunzip(read: Read) -> Read:
    """Return a function that reads a compressed layer, part by part. Raises BrokenImageError."""
    parts = _decompressed(read)
    rest = b""

    def read_part(size: int) -> bytes:
        nonlocal rest
        while not rest:
            part = next(parts, None)
            if part is None:
                return b""
            rest = part
        found, rest = rest[:size], rest[size:]
        return found

    return read_part


def _decompressed(read: Read) -> Iterator[bytes]:
    stream = zlib.decompressobj(wbits=31)
    data = b""
    while True:
        data = data or read(2**16)
        if not data:
            return
        try:
            yield stream.decompress(data, 2**20)
        except zlib.error as error:
            raise BrokenImageError("it has a layer that is not compressed with gzip") from error
        data = stream.unconsumed_tail
        if stream.eof:
            data, stream = stream.unused_data, zlib.decompressobj(wbits=31)
