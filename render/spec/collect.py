"""Find the specs that a command line names: files, folders, standard input."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os.path import realpath
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from render.problem import Problem, Severity
from render.schema_errors.formatting import format_typed, format_value
from render.source import STDIN, Document, Read, find_files, load_document, read_file
from render.source.codes import EMPTY, NOT_A_MAPPING
from render.spec import codes

KIND = "TrainingJob"
API_GROUP = "render/"
"""Prefix of the `apiVersion` of a spec."""

_OWN_KEYS = frozenset(("args", "command", "image", "launcher", "numNodes", "numProcPerNode", "resourcesPerNode"))
"""Keys of which a spec has several and an overlay few."""

_ENVELOPE = f"add `apiVersion: render/v1alpha1` and `kind: {KIND}`, or give it with `-f` if it is an overlay"
SPEC_SHAPE = f"a spec is a mapping with `kind: {KIND}`"
"""The shape of a spec, as a hint."""


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


def collect(
    paths: Sequence[str], read: Read = read_file, overlays: Sequence[str] = ()
) -> tuple[list[Spec], list[Problem]]:
    """Return the specs in the order of the paths (in a folder, by name), and notes on the files that are not specs.

    A file that is named is a spec regardless of its content. In a folder, `is_spec` decides, and a file that can't be
    read counts as a spec. There is no note on the files of `overlays`.
    """
    specs: list[Spec] = []
    notes: list[Problem] = []
    for path in paths:
        if path == STDIN:
            specs.append(_named_spec(path, PurePosixPath("stdin"), read))
        elif not Path(path).is_dir():
            specs.append(_named_spec(path, PurePosixPath(Path(path).name), read))
        else:
            for found in _in_folder(Path(path), read):
                if isinstance(found, Spec):
                    specs.append(found)
                elif not is_any_of(found.file or "", overlays):
                    notes.append(found)
    return specs, notes


def is_any_of(file: str, others: Iterable[str]) -> bool:
    """Return True if a file is one of the others, by another name perhaps."""
    return any(realpath(file) == realpath(other) for other in others)


def is_spec(data: Mapping[str, Any]) -> bool:
    """Return True if the envelope of a mapping is that of a spec. Other projects' kind of this name has `spec`."""
    kind, version = data.get("kind"), data.get("apiVersion")
    if isinstance(version, str) and version.startswith(API_GROUP):
        return True
    return is_kind(kind) and (version is None or "spec" not in data)


def is_kind(kind: object) -> bool:
    """Return True if a `kind` is that of a spec, in any case: the schema then rejects another spelling."""
    return isinstance(kind, str) and kind.casefold() == KIND.casefold()


def check_kind(document: Document) -> Problem | None:
    """Return a warning if a file in a folder looks like a spec and has no `kind`; None for other files."""
    keys = document.root.children.keys() if document.root is not None else ()
    if len(_OWN_KEYS.intersection(keys)) < 2:
        return None
    message = "looks like a spec and has no `kind`, so it is not checked"
    return codes.SPEC_WITHOUT_KIND.problem(message, hint=_ENVELOPE, file=document.file)


def _named_spec(path: str, relative: PurePosixPath, read: Read) -> Spec:
    """Return the spec of a file that the user named: it must not be empty, and a hint says what a spec is."""
    spec = _spec(path, relative, read)
    problems = [
        one._replace(severity=Severity.ERROR)
        if one.code == EMPTY.code
        else one._replace(hint=SPEC_SHAPE)
        if one.code == NOT_A_MAPPING.code
        else one
        for one in spec.problems
    ]
    return spec._replace(problems=tuple(problems))


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
    if spec.document is None or root is None:
        return EMPTY.problem("is empty", file=spec.file) if spec.is_readable else None
    if not root.is_mapping:
        return codes.NOT_A_SPEC.problem(f"is {format_typed(root.data)}, not a spec: skipped", file=spec.file)
    if is_spec(root.data):
        return None
    kind = root.children.get("kind")
    if kind is None:
        missing = codes.NOT_A_SPEC.problem("has no `kind`, so it is not a spec: skipped", file=spec.file)
        return check_kind(spec.document) or missing
    message = f"{format_value(kind.data)} is not a spec (`kind: {KIND}`): skipped"
    return codes.NOT_A_SPEC.problem(message, file=spec.file, span=kind.span)
