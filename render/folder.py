"""The output folder: one file a spec, written whole or not at all, never outside the folder."""

import os
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import EACCES, EBUSY, EPERM, EROFS
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path, PurePosixPath
from stat import S_IMODE

from render.problem import Problem
from render.spec import Spec
from render.spec.codes import OUTPUT_OUTSIDE, SAME_OUTPUT

_NOT_SWAPPED = (EACCES, EBUSY, EPERM, EROFS)
"""Errors for a file that can be written in place only: in a folder that is not writable, or mounted by itself."""
_HEADER = re.compile(r"---\n# Source: [^/\n]+/")
"""How Helm's output starts; up to the chart's name."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that need not exist yet."""

    path: Path

    def clashes(self, specs: Sequence[Spec]) -> list[Problem]:
        """Return what must be settled before anything is written: two specs for one file, a spec's own file."""
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
                problems.append(SAME_OUTPUT.problem(message, hint="choose another folder for `-o`", file=spec.file))
            takers.setdefault(spec.output, spec.file)
        return problems

    @contextmanager
    def lock(self, *, is_shared: bool) -> Iterator[None]:
        """Keep other commands out of the folder: all of them, or those that remove files (`is_shared`).

        Raises BlockingIOError where another one keeps this one out, OSError where there can be no folder.
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
                with suppress(OSError):  # it holds something, as a rule
                    self.path.rmdir()

    def write(self, output: PurePosixPath, text: str) -> bool | Problem:
        """Write one file and say whether it changed; an unchanged one keeps its time. Raises OSError."""
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
        """Remove, of the charts that made `texts`, the files that are not in `keep`, and the folders this empties.

        Returns what was removed, sorted. Raises OSError.
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
    """Write a file whole or not at all; a link stays one, and a device or a pipe is written to. Raises OSError."""
    if file.exists() and not file.is_file():  # before links are followed: `/dev/stdout` of a pipe leads to no path
        file.write_bytes(data)
        return
    target = Path(os.path.realpath(file))
    try:
        _swap(target, data)
    except OSError as error:
        if error.errno not in _NOT_SWAPPED or not target.exists():
            raise
        target.write_bytes(data)


def _swap(target: Path, data: bytes) -> None:
    """Swap a finished file in: whoever reads meanwhile gets the old text or the new one, and never a part."""
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
