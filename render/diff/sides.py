"""The objects of one side of a comparison: of a spec, a file of manifests, a folder of either, or a git revision."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from render.diff.entry import Entry
from render.diff.revision import Revision
from render.diff.table import IMMUTABLE
from render.diff.workloads import RUNS
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.codes import NO_OBJECT
from render.manifests.objects import Object, objects
from render.manifests.placed import refused
from render.manifests.pods import KINDS
from render.problem import Problem, has_error
from render.source import STDIN, Part, Text, documents, files, only, read
from render.spec import Request, Spec, render
from render.spec.codes import NOT_A_SPEC
from render.validation.sort import Sort, sort
from render.validation.typed import typed

_READ = frozenset({*IMMUTABLE, *KINDS, *RUNS})
"""Kinds of which more is looked at than whether they differ: those need values of the right types."""


class Side(NamedTuple):
    """What there is on one side."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    """With an error among them it can't be compared."""
    sources: Mapping[str, str]
    """The text of each file, for the problems."""
    specs: int
    """Files that are specs, and not manifests."""


def side(argument: str, request: Request, schemas: Schemas) -> Side:
    """Return the objects that an argument leads to. Raises EngineError, OSError, RevisionError, ValueError."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    specs = 0
    sources = {document.file: document.content for document in request.overlays}
    for source, text in _texts(argument):
        if isinstance(text, Problem):
            problems.append(text)
            continue
        sources[text.file] = text.content
        parts = tuple(documents(text))
        what = _sort(parts[0], is_named=not source)
        specs += what is Sort.SPEC
        for found in _objects(text, parts, what, request, schemas):
            if isinstance(found, Problem):
                problems.append(found)
            else:
                entries.append(Entry(source, found, request.namespace))
    return Side(tuple(entries), tuple(problems), sources, specs)


def _texts(argument: str) -> Iterator[tuple[str, Text | Problem]]:
    """Yield the texts, each with its path below the folder; without one where a file is named."""
    path = Path(argument)
    if argument == STDIN or path.is_file() or (":" not in argument and not path.is_dir()):
        yield "", read(argument)
    elif path.is_dir():
        for found in files(path):
            if isinstance(found, Problem):
                yield "", found
            else:
                yield found.relative_to(path).as_posix(), read(str(found))
    else:
        yield from Revision.find(argument).texts()


def _sort(first: Part, *, is_named: bool) -> Sort:
    """Return what a file is by its first document: what could be a spec is one if the user has named it."""
    found = sort(first[0])
    return Sort.SPEC if found is Sort.OVERLAY and is_named else found


def _objects(
    text: Text, parts: Sequence[Part], found: Sort, request: Request, schemas: Schemas
) -> Iterator[Object | Problem]:
    match found:
        case Sort.SPEC:
            yield from _of_spec(text, parts, request, schemas)
        case Sort.OVERLAY:
            yield NOT_A_SPEC.problem("has no `kind`, so it is an overlay, skipped", file=text.file)
        case _:
            yield from _readable(parts, schemas)


def _of_spec(text: Text, parts: Iterable[Part], request: Request, schemas: Schemas) -> Iterator[Object | Problem]:
    document, problems = only(parts)
    outcome = render(Spec(text.file, PurePosixPath(PurePath(text.file).name), document, problems), request)
    yield from outcome.problems
    if outcome.text is not None:
        yield from _readable(documents(Text(text.file, outcome.text)), schemas)


def _readable(parts: Iterable[Part], schemas: Schemas) -> Iterator[Object | Problem]:
    """Yield the objects whose values have the types that their schemas give them, and what is wrong with others."""
    for document, problems in parts:
        yield from problems
        for item in objects(document):
            if isinstance(item, Problem):
                yield item
                continue
            found = mistakes(item, schemas)
            is_opaque = isinstance(found, Problem) and item.kind.group_kind not in _READ
            members = [item] if is_opaque else [member for member, _ in typed(item, found)]
            if not members:
                yield from refused(item, found)
            elif not _has_place(item):
                yield NO_OBJECT.problem("its metadata is no mapping", file=document.file, pointer=item.pointer)
            else:
                yield from members


def _has_place(item: Object) -> bool:
    metadata = item.data.get("metadata", {})
    return isinstance(metadata, dict) and all(
        isinstance(metadata.get(key, {}), dict) for key in ("annotations", "labels")
    )


def is_comparable(found: Side) -> bool:
    """Say whether a side could be read."""
    return not has_error(found.problems)
