"""Read a file or standard input, whatever the path leads to."""

import os
import stat
import sys
from typing import IO, NamedTuple

from render.problem import Problem
from render.source.codes import NOT_UTF8, TOO_LARGE, UNREADABLE

LIMIT = 8 * 2**20
"""Bytes of one file. An object in a cluster holds 1.5 MiB at most (etcd); a file may hold a chart's worth of them."""

STDIN = "-"
"""The path that means standard input."""


class Text(NamedTuple):
    """What a file holds, under the name that people know it by."""

    file: str
    content: str


def read(path: str, limit: int = LIMIT) -> Text | Problem:
    """Return the text of a regular file or of standard input (`-`), or the reason why there is none.

    `limit` is the number of bytes up to which a file is read.
    """
    if path == STDIN:
        return _decoded("<stdin>", sys.stdin.buffer, limit)
    try:
        # Without O_NONBLOCK a FIFO that nobody writes to would block here for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        return UNREADABLE.problem(f"can't be read: {_reason(error)}", file=path)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        hint = "pipe the text in and name it `-` (standard input)"
        return UNREADABLE.problem("is not a regular file", hint=hint, file=path)
    with os.fdopen(descriptor, "rb") as stream:
        return _decoded(path, stream, limit)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def _decoded(file: str, stream: IO[bytes], limit: int) -> Text | Problem:
    try:
        data = stream.read(limit + 1)
    except OSError as error:
        return UNREADABLE.problem(f"can't be read: {_reason(error)}", file=file)
    if len(data) > limit:
        return TOO_LARGE.problem(f"is larger than {limit} bytes", file=file)
    try:
        return Text(file, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[: error.start].rpartition(b"\n")[2].decode(errors="replace")) + 1
        return NOT_UTF8.problem(
            f"byte `0x{data[error.start]:02x}` is not UTF-8",
            hint="save the file as UTF-8",
            file=file,
            span=(line, column, line, column + 1),
        )
