"""Files of a chart: regular ones, and those of its archive, within what Helm takes."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

MAX_BYTES = 100 << 20
"""Of an unpacked chart, as Helm has it: a small archive may unpack to whatever fills a memory."""


def read_regular(path: Path) -> bytes | None:
    """Return the content of a regular file, None where there is none. Raises OSError, also for a large one."""
    try:
        # Without O_NONBLOCK a FIFO that nobody writes to would block for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("is not a regular file")
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(f"is larger than the {MAX_BYTES >> 20} MiB that Helm takes")
    return data


def read_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the regular files of a packed chart by name, those of packed charts in it too. Raises OSError."""
    yield from _unpacked(read_regular(path) or b"", "", [MAX_BYTES])


def _unpacked(packed: bytes, prefix: str, left: list[int]) -> Iterator[tuple[str, bytes]]:
    """Yield files; `left` holds how many bytes all archives together may still unpack to."""
    import gzip
    import tarfile
    from io import BytesIO
    from zlib import error as ZlibError  # noqa: N812 - a class

    try:
        with gzip.open(BytesIO(packed)) as stream:
            data = stream.read(left[0] + 1)
        left[0] -= len(data)
        if left[0] < 0:
            raise OSError(f"the archive unpacks to more than the {MAX_BYTES >> 20} MiB that Helm takes")
        with tarfile.open(fileobj=BytesIO(data), mode="r:") as archive:
            for file in archive:
                content = archive.extractfile(file) if file.isreg() else None
                if content is None:
                    continue
                found = content.read()
                yield f"{prefix}{file.name}", found
                if file.name.endswith(".tgz") and "/charts/" in file.name:
                    yield from _unpacked(found, f"{prefix}{file.name}:", left)
    except (EOFError, ZlibError, tarfile.TarError, RecursionError) as error:
        raise OSError(str(error)) from error
