"""What `render schema` does."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

import click

from render.cli import CLEAN, PROBLEMS
from render.cli._report import report, say
from render.engine import Chart
from render.folder import Folder
from render.kube.core import schemas as core_schemas
from render.kube.crd import schemas as custom_schemas
from render.kube.kind import Kind, Schema
from render.kube.layout import MINORS, bundled, version_folder
from render.kube.published import NoPublishedTypes
from render.kube.schemas import Schemas
from render.kube.text import text
from render.kube.validator import Validator
from render.kube.wellformed import misplaced
from render.manifests.checking import mistakes
from render.manifests.codes import BROKEN_DEFINITION, BY_SORT, DEFINED_TWICE, NOT_A_DEFINITION
from render.manifests.objects import Object, objects
from render.problem import Problem, Rule
from render.shape.mistake import Mistake, Sort
from render.shape.place import hint, span
from render.source import Text, documents, read

DEFINITION = Kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")


def print_spec() -> int:
    """Print the bundled chart's schema of its values and return the exit status."""
    sys.stdout.buffer.write((Chart.bundled().path / "values.schema.json").read_bytes())
    return CLEAN


def write_kubernetes(minor: str, output: str) -> int:
    """Write the schemas of a Kubernetes version. Raises click.ClickException where it can't."""
    try:
        kinds = list(core_schemas(minor))
    except NoPublishedTypes as error:
        raise click.ClickException(f"{error}\nhint: `pip install -U 'render-training[schemas]'`") from error
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


def _objects(found: Text) -> Iterator[Object | Problem]:
    for document, problems in documents(found):
        yield from problems
        yield from objects(document)


def _add(made: dict[PurePosixPath, Schema], found: Object) -> list[Problem]:
    """Add the schemas of a definition, or return what is wrong with it."""
    problems = list(_broken(found))
    if problems:
        return problems
    for kind, schema in custom_schemas(found.data, _object_meta()):
        path = PurePosixPath(kind.path)
        name = f"`{kind.name}` of `{kind.api_version}`"
        if path in made:
            message = f"{name} is defined a second time"
            problems.append(DEFINED_TWICE.problem(message, file=found.document.file, object=found.label))
        try:
            Validator(schema)
        except ValueError as error:
            message = f"{name} has a schema that can't be used: {str(error).splitlines()[0]}"
            problems.append(BROKEN_DEFINITION.problem(message, file=found.document.file, object=found.label))
        made[path] = schema
    return problems


def _broken(found: Object) -> Iterator[Problem]:
    file = found.document.file
    if found.kind != DEFINITION:
        node = found.document.find(f"{found.pointer}/kind")
        message = f"`{found.kind.name}` of `{found.kind.api_version}` is no `{DEFINITION.name}`"
        yield NOT_A_DEFINITION.problem(
            message,
            hint=f"schemas are made of `{DEFINITION.name}` in `{DEFINITION.api_version}`",
            file=file,
            span=node.span if node else None,
            object=found.label,
        )
        return
    refused = mistakes(found, Schemas())
    for mistake in [] if isinstance(refused, Problem) else refused:
        yield _at(found, BY_SORT[mistake.sort], mistake)
    if refused:
        return
    for index, version in enumerate(found.data["spec"]["versions"]):
        place = ("spec", "versions", index, "schema", "openAPIV3Schema")
        structural = (version.get("schema") or {}).get("openAPIV3Schema")
        for path in misplaced(structural):
            yield _at(
                found, BROKEN_DEFINITION, Mistake(Sort.WRONG_TYPE, (*place, *path), "can't stand here in a schema")
            )


def _at(found: Object, rule: Rule, mistake: Mistake) -> Problem:
    pointer = found.pointer + mistake.pointer
    node, _ = found.document.nearest(pointer)
    return rule.problem(
        mistake.message,
        hint=hint(mistake, node),
        file=found.document.file,
        span=span(mistake, found.document, found.pointer),
        pointer=pointer,
        object=found.label,
    )


def _object_meta() -> Schema:
    """Return the schema of an object's metadata, as the newest Kubernetes has it."""
    file = bundled() / version_folder(MINORS[-1]) / Kind("", "v1", "ConfigMap").path
    meta: Schema = json.loads(file.read_bytes())["properties"]["metadata"]
    return meta


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
