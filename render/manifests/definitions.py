"""The CustomResourceDefinitions in folders: what `kubectl get crd -o yaml` prints, or files of them."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from render.kube.definitions import Definitions
from render.kube.kind import Kind, Schema
from render.manifests.codes import BROKEN_DEFINITION, DEFINED_TWICE, NOT_A_DEFINITION
from render.manifests.definition import DEFINITION, named, schemas
from render.manifests.objects import Object, objects
from render.problem import Problem, Severity, has_error
from render.source import documents, files, read

LIMIT = 64 * 2**20
"""Bytes of one file: all definitions of a cluster stand in it."""

MAX_NODES = 2_000_000
"""Values of one document. The definitions of JobSet, Kueue, Volcano, Trainer and Ray alone are 200,000."""

_SCHEMA = re.compile(r"[a-z0-9]+_v[a-z0-9]+\.json")
"""The name of a file that has a schema and no object (`Kind.path`)."""

_Own = dict[tuple[str, str], dict[Kind, Schema]]
"""The kinds of a definition, in all versions that it serves, by group and name."""


def load(folders: Sequence[Path]) -> tuple[Definitions, list[Problem]]:
    """Return the definitions in folders, the first folder's before the next one's, and what is wrong with them."""
    definitions: _Own = {}
    problems: list[Problem] = []
    for folder in folders:
        own: _Own = {}
        problems += _read(folder, own)
        definitions = own | definitions
    kinds = [item for versions in definitions.values() for item in versions.items()]
    return Definitions({kind.path: schema for kind, schema in kinds}), problems


def _read(folder: Path, own: _Own) -> list[Problem]:
    """Add the definitions in a folder, and return what is wrong there."""
    problems: list[Problem] = []
    paths = list(files(folder))
    for item in _items(paths):
        problems += [item] if isinstance(item, Problem) else _add(own, item)
    others = [problem for problem in problems if problem.code == NOT_A_DEFINITION.code]
    broken = [problem for problem in problems if problem.code != NOT_A_DEFINITION.code]
    left_out = [_left_out(others)] if others else []
    is_empty = not own and not has_error(broken) and not any(map(_is_schema, paths))
    return [*broken, *left_out, *([_nothing(folder)] if is_empty else [])]


def _items(paths: Sequence[Path | Problem]) -> Iterator[Object | Problem]:
    for path in paths:
        if isinstance(path, Problem):
            yield path
        elif not _is_schema(path):
            yield from _objects(path)
        elif problem := _unusable(path):
            yield problem


def _is_schema(path: Path | Problem) -> bool:
    return isinstance(path, Path) and _SCHEMA.fullmatch(path.name) is not None


def _unusable(path: Path) -> Problem | None:
    """Return why a file with a schema can't be used. It is compiled when an object needs it."""
    text = read(str(path), LIMIT)
    if isinstance(text, Problem):
        return text
    try:
        is_schema = isinstance(json.loads(text.content), dict)
    except (ValueError, RecursionError):
        is_schema = False
    hint = "`render schema crd` writes such files"
    return None if is_schema else BROKEN_DEFINITION.problem("is not a JSON Schema", hint=hint, file=str(path))


def _objects(path: Path) -> Iterator[Object | Problem]:
    text = read(str(path), LIMIT)
    if isinstance(text, Problem):
        yield text
        return
    for document, problems in documents(text, MAX_NODES):
        yield from problems
        yield from (_no_object(item) if isinstance(item, Problem) else item for item in objects(document))


def _no_object(problem: Problem) -> Problem:
    """Return that what is no object, such as the values of a chart, is no definition."""
    return problem._replace(code=NOT_A_DEFINITION.code, name=NOT_A_DEFINITION.name)


def _add(own: _Own, found: Object) -> list[Problem]:
    """Add what a definition defines, or return why not."""
    made = list(schemas(found))
    problems = [item for item in made if isinstance(item, Problem)]
    if problems:
        return problems
    versions = dict(item for item in made if not isinstance(item, Problem))
    for kind in versions:
        first = own.setdefault((kind.group, kind.name), versions)
        if first != versions:
            message = f"{named(kind)} is defined a second time, and otherwise: the first definition counts"
            again = DEFINED_TWICE.problem(message, file=found.document.file, object=found.label)
            return [again._replace(severity=Severity.WARNING)]
    return []


def _left_out(others: Sequence[Problem]) -> Problem:
    """Return one note on all that is no definition."""
    places = {(problem.file, problem.line) for problem in others}
    first, more = others[0], len(places) - 1
    also = f", and so {'is one object' if more == 1 else f'are {more} objects'} more" if more else ""
    return first._replace(message=f"{first.message}: skipped{also}", hint=None, severity=Severity.INFO)


def _nothing(folder: Path) -> Problem:
    hint = f"`kubectl get crd -o yaml > {folder / 'crds.yaml'}` writes a cluster's own"
    return NOT_A_DEFINITION.problem(f"holds no `{DEFINITION.name}`", hint=hint, file=str(folder))
