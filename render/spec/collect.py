"""Find the specs that a command line names: files, folders, standard input."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from render.problem import Problem, Severity
from render.source import STDIN, Document, load, read
from render.source.codes import UNREADABLE
from render.spec import codes

KIND = "TrainingJob"
SUFFIXES = frozenset([".json", ".yaml", ".yml"])


@dataclass(frozen=True, slots=True)
class Spec:
    """One spec as it is written. Without a document it could not be read; then a problem says why."""

    file: str
    output: PurePosixPath
    """Where its manifests go below an output folder."""
    document: Document | None
    problems: tuple[Problem, ...]

    @property
    def is_readable(self) -> bool:
        """Say whether there is something to render."""
        return self.document is not None and not any(p.severity is Severity.ERROR for p in self.problems)


def collect(paths: Sequence[str]) -> tuple[list[Spec], list[Problem]]:
    """Return the specs in the order of the paths (a folder's by name), and notes on the files that are none.

    A named file is a spec whatever it holds. In a folder, a mapping of `kind: TrainingJob` is one, and what can't be
    read may be one.
    """
    specs: list[Spec] = []
    notes: list[Problem] = []
    for path in paths:
        if path == STDIN:
            specs.append(_spec(path, PurePosixPath("stdin")))
        elif not Path(path).is_dir():
            specs.append(_spec(path, PurePosixPath(Path(path).name)))
        else:
            for found in _in_folder(Path(path)):
                if isinstance(found, Spec):
                    specs.append(found)
                else:
                    notes.append(found)
    return specs, notes


def _spec(path: str, relative: PurePosixPath) -> Spec:
    output = relative.with_suffix(".yaml")
    text = read(path)
    if isinstance(text, Problem):
        return Spec(path, output, None, (text,))
    document, problems = load(text)
    return Spec(text.file, output, document, problems)


def _in_folder(folder: Path) -> Iterator[Spec | Problem]:
    """Yield a folder's specs and the notes on its other files, by path. No link leads out of the folder."""
    errors: list[OSError] = []
    top = os.path.realpath(folder)
    for path in sorted(_files(folder, errors)):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(top):
            yield codes.LINK_OUT.problem("is a link out of the folder, skipped", file=str(path))
            continue
        spec = _spec(str(path), PurePosixPath(path.relative_to(folder)))
        yield _note(spec) or spec
    for error in errors:
        yield UNREADABLE.problem(f"can't be read: {(error.strerror or str(error)).lower()}", file=error.filename)


def _files(folder: Path, errors: list[OSError]) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder, onerror=errors.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(parent, name)
            if not name.startswith(".") and path.suffix in SUFFIXES:
                yield path


def _note(spec: Spec) -> Problem | None:
    """Return why a file in a folder is no spec; what can't be read may be one."""
    root = spec.document.root if spec.document is not None else None
    if root is None:
        return codes.NOT_A_SPEC.problem("holds nothing, skipped", file=spec.file) if spec.is_readable else None
    if not root.is_mapping:
        return codes.NOT_A_SPEC.problem("is not a mapping, skipped", file=spec.file)
    kind = root.children.get("kind")
    if kind is None:
        return codes.NOT_A_SPEC.problem("has no `kind`, so it is an overlay, skipped", file=spec.file)
    if kind.scalar != KIND:
        return codes.NOT_A_SPEC.problem(f"is no `{KIND}`, skipped", file=spec.file, span=kind.span)
    return None
