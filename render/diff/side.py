"""Load one side of a comparison: a spec, a manifest, a folder of either, a git revision, or a cluster's objects."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, NamedTuple

from render.cluster import Client
from render.diff.immutable_fields import IMMUTABLE
from render.diff.path import Item, pair_items
from render.diff.revision import Revision
from render.diff.side_object import RUNS, SideObject
from render.kube.schemas import Schemas
from render.manifests.codes import NO_OBJECT
from render.manifests.loading import load_objects
from render.manifests.objects import Object
from render.manifests.pods import KINDS
from render.problem import Problem, has_error
from render.source import STDIN, Part, Read, Text, find_files, load_documents, only_document, read_file
from render.spec import Request, Spec
from render.spec.codes import NOT_A_SPEC
from render.spec.rendering import render_or_explain
from render.validation.document_kind import DocumentKind, kind_of

_READ = frozenset({*IMMUTABLE, *KINDS, *RUNS})
"""Kinds whose fields are interpreted, so that their values must have the right types."""


class Side(NamedTuple):
    """The objects of one side."""

    entries: tuple[SideObject, ...]
    problems: tuple[Problem, ...]
    """If one is an error, the side can't be compared."""
    sources: Mapping[str, str]
    """Text by file, for excerpts in problems."""
    specs: int
    """Number of files that are specs."""


def load_side(argument: str, request: Request, schemas: Schemas, read: Read = read_file) -> Side:
    """Load the objects of an argument. Raises EngineError, OSError, RevisionError, ValueError."""
    entries: list[SideObject] = []
    problems: list[Problem] = []
    specs = 0
    sources = {document.file: document.content for document in request.overlays}
    for source, text in _texts(argument, read):
        if isinstance(text, Problem):
            problems.append(text)
            continue
        sources[text.file] = text.content
        parts = tuple(load_documents(text))
        what = _sort(parts[0], is_named=not source)
        specs += what is DocumentKind.SPEC
        for found in _objects(text, parts, what, request, schemas):
            if isinstance(found, Problem):
                problems.append(found)
            else:
                entries.append(SideObject(source, found, request.namespace))
    return Side(tuple(entries), tuple(problems), sources, specs)


def _texts(argument: str, read: Read) -> Iterator[tuple[str, Text | Problem]]:
    """Yield the texts with their paths below the folder; an empty path if the argument is a file."""
    path = Path(argument)
    if argument == STDIN or path.is_file() or (":" not in argument and not path.is_dir()):
        yield "", read(argument)
    elif path.is_dir():
        for found in find_files(path):
            if isinstance(found, Problem):
                yield "", found
            else:
                yield found.relative_to(path).as_posix(), read(str(found))
    else:
        yield from Revision.find(argument).texts()


def _sort(first: Part, *, is_named: bool) -> DocumentKind:
    """Classify a file by its first document. A possible spec is one if the user named the file."""
    found = kind_of(first[0])
    return DocumentKind.SPEC if found is DocumentKind.OVERLAY and is_named else found


def _objects(
    text: Text, parts: Sequence[Part], found: DocumentKind, request: Request, schemas: Schemas
) -> Iterator[Object | Problem]:
    match found:
        case DocumentKind.SPEC:
            yield from _of_spec(text, parts, request, schemas)
        case DocumentKind.OVERLAY:
            yield NOT_A_SPEC.problem("has no `kind`, so it is an overlay, skipped", file=text.file)
        case _:
            yield from _readable(parts, schemas)


def _of_spec(text: Text, parts: Iterable[Part], request: Request, schemas: Schemas) -> Iterator[Object | Problem]:
    document, problems = only_document(parts)
    outcome = render_or_explain(Spec(text.file, PurePosixPath(PurePath(text.file).name), document, problems), request)
    yield from outcome.problems
    if outcome.text is not None:
        yield from _readable(load_documents(Text(text.file, outcome.text)), schemas)


def _readable(parts: Iterable[Part], schemas: Schemas) -> Iterator[Object | Problem]:
    """Yield the objects whose values have the types that their schemas give them, and what is wrong with others."""
    for loaded in load_objects(parts, schemas):
        if isinstance(loaded, Problem):
            yield loaded
            continue
        item = loaded.item
        is_opaque = loaded.unchecked is not None and item.kind.group_kind not in _READ
        readable = item if is_opaque else loaded.readable
        if readable is None:
            yield from loaded.problems()
        elif not _has_place(item):
            yield NO_OBJECT.problem("its metadata is not a mapping", file=item.document.file, pointer=item.pointer)
        else:
            yield readable


def _has_place(item: Object) -> bool:
    metadata = item.data.get("metadata", {})
    return isinstance(metadata, dict) and all(
        isinstance(metadata.get(key, {}), dict) for key in ("annotations", "labels")
    )


def is_comparable(found: Side) -> bool:
    """Return True if a side has no errors."""
    return not has_error(found.problems)


def live_objects(
    entries: Sequence[SideObject], client: Client
) -> tuple[tuple[SideObject, ...], tuple[SideObject, ...]]:
    """Return the cluster's versions of some objects, and their state after an apply.

    Fields that the manifests don't set stay: defaults, and what controllers add. Raises ClusterError.
    """
    before: list[SideObject] = []
    after: list[SideObject] = []
    for entry in entries:
        found = client.get(entry.kind, entry.namespace, entry.name) if entry.name else None
        after.append(entry if found is None else _with(entry, _applied(found, entry.data)))
        before += [] if found is None else [_with(entry, found)]
    return tuple(before), tuple(after)


def _with(entry: SideObject, data: dict[str, Any]) -> SideObject:
    return entry._replace(object=entry.object._replace(data=data))


def _applied(found: Any, written: Any) -> Any:
    """Return an object after a server-side apply: fields that are not applied stay."""
    if isinstance(found, dict) and isinstance(written, dict):
        kept = {key: value for key, value in found.items() if key not in written}
        return {key: _applied(found.get(key), value) for key, value in written.items()} | kept
    if isinstance(found, list) and isinstance(written, list):
        pairs = pair_items(found, written)
        return written if pairs is None else list(_items(pairs.items))
    return written


def _items(pairs: Sequence[tuple[Any, Any, Any]]) -> Iterator[Any]:
    for part, found, written in pairs:
        if written is not None:
            yield _applied(found, written)
        elif isinstance(part, Item):
            yield found
