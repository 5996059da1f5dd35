"""Find the specs that a command line names: files, folders, standard input."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from render.problem import Problem, Severity
from render.source import STDIN, Document, files, load, read
from render.spec import codes

KIND = "TrainingJob"


class Spec(NamedTuple):
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
    """Yield a folder's specs and the notes on its other files, by path."""
    for path in files(folder):
        if isinstance(path, Problem):
            yield path
        else:
            spec = _spec(str(path), PurePosixPath(path.relative_to(folder)))
            yield _note(spec) or spec


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
