"""The work of `render schema`."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

import click

from render.cli import CLEAN, PROBLEMS
from render.cli._output import file_error, print_status, report
from render.cli._request import command_error
from render.engine import Chart
from render.folder import Folder
from render.kube.generation import dump
from render.kube.generation.builtin_schemas import NoPublishedTypes
from render.kube.generation.builtin_schemas import builtin_schemas as core_schemas
from render.kube.gvk import Schema
from render.kube.schema_folders import version_folder
from render.manifests.codes import DEFINED_TWICE
from render.manifests.crd_files import DEFINITION, definition_schemas, kind_label
from render.manifests.objects import Object, objects
from render.problem import Problem
from render.source import Document, Text, load_documents, read_file

_HINT = "`pip install -U 'kubernetes-validate>=1.37.0,<2'` in the environment of render"
DEFINITIONS = 20
"""Definitions in one response, which is limited to 32 MiB: etcd limits each to 1.5 MiB."""


def print_spec() -> int:
    """Print the schema of the bundled chart's values and return the exit status."""
    sys.stdout.buffer.write((Chart.bundled().path / "values.schema.json").read_bytes())
    return CLEAN


def write_kubernetes(minor: str, output: str) -> int:
    """Write the schemas of a Kubernetes version and return the exit status. Raises click.ClickException."""
    try:
        kinds = list(core_schemas(minor))
    except NoPublishedTypes as error:
        raise click.ClickException(f"{error}\nhint: {_HINT}") from error
    return _write({PurePosixPath(version_folder(minor), kind.path): schema for kind, schema in kinds}, output)


def write_custom(paths: Sequence[str], output: str) -> int:
    """Write the schemas of the definitions in files, or none if one has a problem, and return the exit status.

    Raises click.ClickException.
    """
    schemas: dict[PurePosixPath, Schema] = {}
    problems: list[Problem] = []
    sources: dict[str, str] = {}
    for path in dict.fromkeys(paths):
        found = read_file(path)
        if isinstance(found, Problem):
            problems.append(found)
            continue
        sources[found.file] = found.content
        for item in _objects(found):
            problems += [item] if isinstance(item, Problem) else _add(schemas, item)
    report(problems, sources)
    return PROBLEMS if problems else _write(schemas, output)


def write_served(context: str | None, output: str) -> int:
    """Write the schemas of the valid definitions in a cluster, and return the exit status.

    Raises click.ClickException.
    """
    from render.cluster import ClusterError, connect  # the import takes half a second

    schemas: dict[PurePosixPath, Schema] = {}
    problems: list[Problem] = []
    try:
        for data in connect(context).list(DEFINITION, page=DEFINITIONS):
            file = f"{DEFINITION.name}/{data['metadata']['name']}"
            problems += _add(schemas, Object(Document(file, "", None), "", DEFINITION, data))
    except ClusterError as error:
        raise command_error(error) from error
    report(problems, {})
    return max(_write(schemas, output), PROBLEMS if problems else CLEAN)


def _objects(found: Text) -> Iterator[Object | Problem]:
    for document, problems in load_documents(found):
        yield from problems
        yield from objects(document)


def _add(schemas: dict[PurePosixPath, Schema], found: Object) -> list[Problem]:
    """Add the schemas of a definition, and return its problems."""
    problems: list[Problem] = []
    for item in definition_schemas(found):
        if isinstance(item, Problem):
            problems.append(item)
            continue
        kind, schema = item
        path = PurePosixPath(kind.path)
        if path in schemas:
            message = f"{kind_label(kind)} is defined a second time"
            problems.append(DEFINED_TWICE.problem(message, file=found.document.file, object=found.label))
        schemas[path] = schema
    return problems


def _write(schemas: Mapping[PurePosixPath, Schema], output: str) -> int:
    folder = Folder(Path(output))
    written = unchanged = 0
    try:
        for path, schema in schemas.items():
            done = folder.write(path, dump(schema))
            if isinstance(done, Problem):
                report([done], {})
                return PROBLEMS
            written += done
            unchanged += not done
    except OSError as error:
        raise file_error(error, output) from error
    print_status(f"{written} written, {unchanged} unchanged")
    return CLEAN
