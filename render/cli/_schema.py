"""What `render schema` does."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

import click

from render.cli import CLEAN, PROBLEMS
from render.cli._report import report, say
from render.cli._request import failed
from render.engine import Chart
from render.folder import Folder
from render.kube.core import schemas as core_schemas
from render.kube.kind import Schema
from render.kube.layout import version_folder
from render.kube.published import NoPublishedTypes
from render.kube.text import text
from render.manifests.codes import DEFINED_TWICE
from render.manifests.definition import DEFINITION, named, schemas
from render.manifests.objects import Object, objects
from render.problem import Problem
from render.source import Document, Text, documents, read

_HINT = "`pip install -U 'kubernetes-validate>=1.37.0,<2'` in the environment of render"
DEFINITIONS = 20
"""Of one answer of a server, whose limit is 32 MiB: each may have the 1.5 MiB that etcd takes."""


def print_spec() -> int:
    """Print the bundled chart's schema of its values and return the exit status."""
    sys.stdout.buffer.write((Chart.bundled().path / "values.schema.json").read_bytes())
    return CLEAN


def write_kubernetes(minor: str, output: str) -> int:
    """Write the schemas of a Kubernetes version. Raises click.ClickException where it can't."""
    try:
        kinds = list(core_schemas(minor))
    except NoPublishedTypes as error:
        raise click.ClickException(f"{error}\nhint: {_HINT}") from error
    return _write({PurePosixPath(version_folder(minor), kind.path): schema for kind, schema in kinds}, output)


def write_custom(paths: Sequence[str], output: str) -> int:
    """Write the schemas of the definitions in files and return the exit status; with a problem, write nothing.

    Raises click.ClickException where it can't run.
    """
    made: dict[PurePosixPath, Schema] = {}
    problems: list[Problem] = []
    sources: dict[str, str] = {}
    for path in paths:
        found = read(path)
        if isinstance(found, Problem):
            problems.append(found)
            continue
        sources[found.file] = found.content
        for item in _objects(found):
            problems += [item] if isinstance(item, Problem) else _add(made, item)
    report(problems, sources)
    return PROBLEMS if problems else _write(made, output)


def write_served(context: str | None, output: str) -> int:
    """Write the schemas of the definitions in a cluster and return the exit status; with a problem, the others.

    Raises click.ClickException where it can't run.
    """
    from render.cluster import ClusterError, connect  # it takes half a second to import what asks

    made: dict[PurePosixPath, Schema] = {}
    problems: list[Problem] = []
    try:
        for data in connect(context).list(DEFINITION, page=DEFINITIONS):
            file = f"{DEFINITION.name}/{data['metadata']['name']}"
            problems += _add(made, Object(Document(file, "", None), "", DEFINITION, data))
    except ClusterError as error:
        raise failed(error, error.hint) from error
    report(problems, {})
    return max(_write(made, output), PROBLEMS if problems else CLEAN)


def _objects(found: Text) -> Iterator[Object | Problem]:
    for document, problems in documents(found):
        yield from problems
        yield from objects(document)


def _add(made: dict[PurePosixPath, Schema], found: Object) -> list[Problem]:
    """Add the schemas of a definition, or return what is wrong with it."""
    problems: list[Problem] = []
    for item in schemas(found):
        if isinstance(item, Problem):
            problems.append(item)
            continue
        kind, schema = item
        path = PurePosixPath(kind.path)
        if path in made:
            message = f"{named(kind)} is defined a second time"
            problems.append(DEFINED_TWICE.problem(message, file=found.document.file, object=found.label))
        made[path] = schema
    return problems


def _write(made: Mapping[PurePosixPath, Schema], output: str) -> int:
    folder = Folder(Path(output))
    written = unchanged = 0
    try:
        for path, schema in made.items():
            done = folder.write(path, text(schema))
            if isinstance(done, Problem):
                report([done], {})
                return PROBLEMS
            written += done
            unchanged += not done
    except OSError as error:
        raise click.ClickException(f"`{error.filename or output}`: {(error.strerror or str(error)).lower()}") from error
    say(f"{written} written, {unchanged} unchanged")
    return CLEAN
