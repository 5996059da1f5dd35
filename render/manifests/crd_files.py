"""CustomResourceDefinitions in folders: the output of `kubectl get crd -o yaml`, or single files."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from render.kube.generation import crd_schemas as crd
from render.kube.generation.crd_schemas import invalid_keywords
from render.kube.gvk import GroupVersionKind, Schema
from render.kube.schemas import Definitions, Schemas
from render.kube.validator import Validator
from render.manifests.codes import BROKEN_DEFINITION, BY_SORT, DEFINED_TWICE, NOT_A_DEFINITION
from render.manifests.finding import Finding, to_problem
from render.manifests.objects import Object, objects
from render.manifests.schema_check import schema_errors
from render.problem import Problem, Severity, has_error
from render.source import FileReader, Text, find_files, load_documents

LIMIT = 64 * 2**20
"""Maximum bytes of one file, which may hold all CRDs of a cluster."""

MAX_NODES = 2_000_000
"""Maximum values of one document. The CRDs of JobSet, Kueue, Volcano, Trainer and Ray have 200,000."""

_SCHEMA = re.compile(r"[a-z0-9]+_v[a-z0-9]+\.json")
"""The name of a file that has a schema and no object (`Kind.path`)."""

_Own = dict[tuple[str, str], dict[GroupVersionKind, Schema]]
"""By group and name of a CRD: its kinds in every served version, with their schemas."""


def load_definitions(folders: Sequence[Path], reader: FileReader | None = None) -> tuple[Definitions, list[Problem]]:
    """Return the CRDs of folders and their problems. Of two definitions of a kind the first folder's counts."""
    known = reader or FileReader()
    definitions: _Own = {}
    problems: list[Problem] = []
    for folder in folders:
        own: _Own = {}
        problems += _read(folder, own, known)
        definitions = own | definitions
    kinds = [item for versions in definitions.values() for item in versions.items()]
    return Definitions({kind.path: schema for kind, schema in kinds}), problems


def _read(folder: Path, own: _Own, reader: FileReader) -> list[Problem]:
    """Add the CRDs of a folder and return its problems."""
    problems: list[Problem] = []
    paths = list(find_files(folder))
    for item in _items(paths, reader):
        problems += [item] if isinstance(item, Problem) else _add(own, item)
    others = [problem for problem in problems if problem.code == NOT_A_DEFINITION.code]
    broken = [problem for problem in problems if problem.code != NOT_A_DEFINITION.code]
    left_out = [_left_out(others)] if others else []
    is_empty = not own and not has_error(broken) and not any(map(_is_schema, paths))
    return [*broken, *left_out, *([_nothing(folder)] if is_empty else [])]


def _items(paths: Sequence[Path | Problem], reader: FileReader) -> Iterator[Object | Problem]:
    for path in paths:
        if isinstance(path, Problem):
            yield path
        elif not _is_schema(path):
            yield from _objects(reader.read(str(path), LIMIT))
        elif problem := _unusable(reader.read(str(path), LIMIT)):
            yield problem


def _is_schema(path: Path | Problem) -> bool:
    return isinstance(path, Path) and _SCHEMA.fullmatch(path.name) is not None


def _unusable(text: Text | Problem) -> Problem | None:
    """Return the problem of a schema file, or None. The schema is compiled when an object needs it."""
    if isinstance(text, Problem):
        return text
    try:
        is_schema = isinstance(json.loads(text.content), dict)
    except (ValueError, RecursionError):
        is_schema = False
    hint = "`render schema crd` writes such files"
    return None if is_schema else BROKEN_DEFINITION.problem("is not a JSON Schema", hint=hint, file=text.file)


def _objects(text: Text | Problem) -> Iterator[Object | Problem]:
    if isinstance(text, Problem):
        yield text
        return
    for document, problems in load_documents(text, MAX_NODES):
        yield from problems
        yield from (_no_object(item) if isinstance(item, Problem) else item for item in objects(document))


def _no_object(problem: Problem) -> Problem:
    """Return the problem of a document that is not an object, such as the values of a chart."""
    return problem._replace(code=NOT_A_DEFINITION.code, name=NOT_A_DEFINITION.name)


def _add(own: _Own, found: Object) -> list[Problem]:
    """Add the kinds of a CRD, or return its problems."""
    found_schemas = list(definition_schemas(found))
    problems = [item for item in found_schemas if isinstance(item, Problem)]
    if problems:
        return problems
    versions = dict(item for item in found_schemas if not isinstance(item, Problem))
    for kind in versions:
        first = own.setdefault((kind.group, kind.name), versions)
        if first != versions:
            message = f"{kind_label(kind)} is defined a second time, and otherwise: the first definition counts"
            again = DEFINED_TWICE.problem(message, file=found.document.file, object=found.label)
            return [again._replace(severity=Severity.WARNING)]
    return []


def _left_out(others: Sequence[Problem]) -> Problem:
    """Return one note for all documents that are not CRDs."""
    places = {(problem.file, problem.line) for problem in others}
    first, more = others[0], len(places) - 1
    also = f", and so {'is one object' if more == 1 else f'are {more} objects'} more" if more else ""
    return first._replace(message=f"{first.message}: skipped{also}", hint=None, severity=Severity.INFO)


def _nothing(folder: Path) -> Problem:
    hint = f"`kubectl get crd -o yaml > {folder / 'crds.yaml'}` writes a cluster's own"
    return NOT_A_DEFINITION.problem(f"holds no `{DEFINITION.name}`", hint=hint, file=str(folder))


DEFINITION = GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")


def definition_schemas(found: Object) -> Iterator[tuple[GroupVersionKind, Schema] | Problem]:
    """Yield the kinds that a CRD serves with their schemas, or the problems of the CRD."""
    problems = [*_not_a_definition(found)] or [*_broken(found)]
    yield from problems
    for kind, schema in () if problems else crd.crd_schemas(found.data, _object_meta()):
        try:
            Validator(schema)
        except ValueError as error:
            message = f"{kind_label(kind)} has a schema that can't be used: {str(error).splitlines()[0]}"
            yield BROKEN_DEFINITION.problem(message, file=found.document.file, object=found.label)
        else:
            yield kind, schema


def kind_label(kind: GroupVersionKind) -> str:
    """Return how messages name a kind."""
    return f"`{kind.name}` of `{kind.api_version}`"


def _not_a_definition(found: Object) -> Iterator[Problem]:
    if found.kind == DEFINITION:
        return
    node = found.document.find(f"{found.pointer}/kind")
    yield NOT_A_DEFINITION.problem(
        f"{kind_label(found.kind)} is not a `{DEFINITION.name}`",
        hint=f"schemas are made of `{DEFINITION.name}` in `{DEFINITION.api_version}`",
        file=found.document.file,
        span=node.span if node else None,
        object=found.label,
    )


def _broken(found: Object) -> Iterator[Problem]:
    refused = schema_errors(found, Schemas())
    for mistake in [] if isinstance(refused, Problem) else refused:
        yield to_problem(Finding.of(mistake, BY_SORT[mistake.kind], found))
    if refused:
        return
    for index, version in enumerate(found.data["spec"]["versions"]):
        place = ("spec", "versions", index, "schema", "openAPIV3Schema")
        structural = (version.get("schema") or {}).get("openAPIV3Schema")
        for path in invalid_keywords(structural):
            message = "is not allowed here in a schema"
            yield to_problem(Finding((*place, *path), message, None, found, BROKEN_DEFINITION))


@cache
def _object_meta() -> Schema:
    """Return the schema of `metadata` in the newest bundled Kubernetes version."""
    found = Schemas().find(GroupVersionKind("", "v1", "ConfigMap"))
    return found.schema["properties"]["metadata"] if found is not None else {}
