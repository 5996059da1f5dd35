"""Find the specs that a command line names: files, folders, standard input."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from render.problem import Problem, Severity
from render.source import STDIN, Document, Read, find_files, load_document, read_file
from render.spec import codes

KIND = "TrainingJob"
API_GROUP = "render/"
"""Prefix of the `apiVersion` of a spec."""


class Spec(NamedTuple):
    """A spec before it is merged. Without a document, it could not be read, and a problem is the reason."""

    file: str
    output: PurePosixPath
    """The file of its manifests, relative to an output folder."""
    document: Document | None
    problems: tuple[Problem, ...]

    @property
    def is_readable(self) -> bool:
        """True if the spec can be rendered: it has a document and no errors."""
        return self.document is not None and not any(p.severity is Severity.ERROR for p in self.problems)


def collect(paths: Sequence[str], read: Read = read_file) -> tuple[list[Spec], list[Problem]]:
    """Return the specs in the order of the paths (in a folder, by name), and notes on the files that are not specs.

    A file that is named is a spec regardless of its content. In a folder, `is_spec` decides, and a file that can't be
    read counts as a spec.
    """
    specs: list[Spec] = []
    notes: list[Problem] = []
    for path in paths:
        if path == STDIN:
            specs.append(_spec(path, PurePosixPath("stdin"), read))
        elif not Path(path).is_dir():
            specs.append(_spec(path, PurePosixPath(Path(path).name), read))
        else:
            for found in _in_folder(Path(path), read):
                if isinstance(found, Spec):
                    specs.append(found)
                else:
                    notes.append(found)
    return specs, notes


def is_spec(data: Mapping[str, Any]) -> bool:
    """Return True if the envelope of a mapping is that of a spec. Other projects' kind of this name has `spec`."""
    kind, version = data.get("kind"), data.get("apiVersion")
    if isinstance(version, str) and version.startswith(API_GROUP):
        return True
    return kind == KIND and (version is None or "spec" not in data)


def _spec(path: str, relative: PurePosixPath, read: Read) -> Spec:
    output = relative.with_suffix(".yaml")
    text = read(path)
    if isinstance(text, Problem):
        return Spec(path, output, None, (text,))
    document, problems = load_document(text)
    return Spec(text.file, output, document, problems)


def _in_folder(folder: Path, read: Read) -> Iterator[Spec | Problem]:
    """Yield the specs of a folder and the notes on its other files, sorted by path."""
    for path in find_files(folder):
        if isinstance(path, Problem):
            yield path
        else:
            spec = _spec(str(path), PurePosixPath(path.relative_to(folder)), read)
            yield _note(spec) or spec


def _note(spec: Spec) -> Problem | None:
    """Return a note if a file in a folder is not a spec; None for a spec or a file that can't be read."""
    root = spec.document.root if spec.document is not None else None
    if root is None:
        return codes.NOT_A_SPEC.problem("is empty, skipped", file=spec.file) if spec.is_readable else None
    if not root.is_mapping:
        return codes.NOT_A_SPEC.problem("is not a mapping, skipped", file=spec.file)
    if is_spec(root.data):
        return None
    kind = root.children.get("kind")
    if kind is None:
        return codes.NOT_A_SPEC.problem("has no `kind`, so it is an overlay, skipped", file=spec.file)
    return codes.NOT_A_SPEC.problem(f"is not a `{KIND}` of render, skipped", file=spec.file, span=kind.span)
