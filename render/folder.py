"""The output folder: one file for each spec, written whole or not at all, never outside the folder."""

import os
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EACCES, EBUSY, EPERM, EROFS
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path, PurePosixPath
from stat import S_IMODE
from typing import NamedTuple

from render.problem import Problem
from render.spec import Spec
from render.spec.codes import OUTPUT_OUTSIDE, SAME_OUTPUT

_NOT_SWAPPED = (EACCES, EBUSY, EPERM, EROFS)
"""Errors for a file that can only be written in place: its folder is read-only, or it is a mount point."""
_HEADER = re.compile(r"---\n# Source: [^/\n]+/")
"""The start of Helm's output, up to and including the name of the chart."""


class Folder(NamedTuple):
    """An output folder, which may not exist yet."""

    path: Path

    def clashes(self, specs: Sequence[Spec]) -> list[Problem]:
        """Return a problem for each spec whose output file is that of another spec, or is itself a spec."""
        problems: list[Problem] = []
        takers: dict[PurePosixPath, str] = {}
        sources = {os.path.realpath(spec.file) for spec in specs}
        for spec in specs:
            target = self.path / spec.output
            if spec.output in takers:
                message = f"its manifests go to `{target}`, as those of `{takers[spec.output]}` do"
                problems.append(SAME_OUTPUT.problem(message, hint="rename one of them", file=spec.file))
            elif os.path.realpath(target) in sources:
                message = f"its manifests go to `{target}`, which is a spec itself"
                problems.append(
                    SAME_OUTPUT.problem(message, hint="choose another folder for `--output-dir`", file=spec.file)
                )
            takers.setdefault(spec.output, spec.file)
        return problems

    @contextmanager
    def lock(self, *, is_shared: bool) -> Iterator[None]:
        """Lock the folder against other commands, or with `is_shared` only against those that remove files.

        Raises BlockingIOError if another command has locked it, OSError if it can't be created.
        """
        is_new = not self.path.exists()
        self.path.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            flock(descriptor, (LOCK_SH if is_shared else LOCK_EX) | LOCK_NB)
            yield
        finally:
            os.close(descriptor)
            if is_new:
                with suppress(OSError):  # it is rarely empty
                    self.path.rmdir()

    def write(self, output: PurePosixPath, text: str) -> bool | Problem:
        """Write a file; return True if it changed, or a problem. An unchanged file keeps its time. Raises OSError."""
        target = self.path / output
        if not Path(os.path.realpath(target.parent)).is_relative_to(os.path.realpath(self.path)):
            return OUTPUT_OUTSIDE.problem("a link leads out of the output folder", file=str(target))
        data = text.encode()
        if target.is_file() and not target.is_symlink() and target.read_bytes() == data:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        _swap(target, data)
        return True

    def prune(self, keep: Collection[PurePosixPath], texts: Collection[str]) -> list[Path]:
        """Remove files of the charts that rendered `texts`, unless they are in `keep`, and folders that become empty.

        Returns the removed files, sorted. Raises OSError.
        """
        headers = tuple({match[0] for text in texts if (match := _HEADER.match(text))})
        kept = {self.path / output for output in keep}
        removed = [path for path in self._files() if path not in kept and headers and _starts_with(path, headers)]
        for path in removed:
            path.unlink()
            for parent in path.parents[: len(path.relative_to(self.path).parts) - 1]:
                if any(parent.iterdir()):
                    break
                parent.rmdir()
        return removed

    def _files(self) -> Iterator[Path]:
        for parent, folders, names in sorted(os.walk(self.path)):
            folders.sort()
            yield from (Path(parent, name) for name in sorted(names) if name.endswith(".yaml"))


def _starts_with(path: Path, headers: tuple[str, ...]) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(max(map(len, headers)) * 4).decode(errors="replace").startswith(headers)


def replace(file: Path, data: bytes) -> None:
    """Write a file whole or not at all. Links are kept, and devices and pipes are written to. Raises OSError."""
    if file.exists() and not file.is_file():  # before links are resolved: `/dev/stdout` may be a pipe
        file.write_bytes(data)
        return
    target = Path(os.path.realpath(file))
    try:
        _swap(target, data)
    except OSError as error:
        if error.errno not in _NOT_SWAPPED or not target.exists():
            error.filename, error.filename2 = (
                str(file),
                None,
            )  # the given file, not the unfinished one
            raise
        target.write_bytes(data)


def _swap(target: Path, data: bytes) -> None:
    """Replace a file in one step, so that a reader gets either the old text or the new one."""
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        with os.fdopen(descriptor, "wb") as stream:
            if target.exists():
                os.fchmod(descriptor, S_IMODE(target.stat().st_mode))
            stream.write(data)
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
