"""A CustomResourceDefinition as it stands in a file: the schemas that it holds, or what is wrong with it."""

import json
from collections.abc import Iterator
from functools import cache

from render.kube import crd
from render.kube.kind import Kind, Schema
from render.kube.layout import MINORS, bundled, version_folder
from render.kube.schemas import Schemas
from render.kube.validator import Validator
from render.kube.wellformed import misplaced
from render.manifests.checking import mistakes
from render.manifests.codes import BROKEN_DEFINITION, BY_SORT, NOT_A_DEFINITION
from render.manifests.objects import Object
from render.manifests.placed import placed
from render.problem import Problem
from render.shape.mistake import Mistake, Sort

DEFINITION = Kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")


def schemas(found: Object) -> Iterator[tuple[Kind, Schema] | Problem]:
    """Yield the kinds that a definition serves, each with its schema, or what is wrong with the definition."""
    problems = [*_not_a_definition(found)] or [*_broken(found)]
    yield from problems
    for kind, schema in () if problems else crd.schemas(found.data, _object_meta()):
        try:
            Validator(schema)
        except ValueError as error:
            message = f"{named(kind)} has a schema that can't be used: {str(error).splitlines()[0]}"
            yield BROKEN_DEFINITION.problem(message, file=found.document.file, object=found.label)
        else:
            yield kind, schema


def named(kind: Kind) -> str:
    """Return the words for a kind."""
    return f"`{kind.name}` of `{kind.api_version}`"


def _not_a_definition(found: Object) -> Iterator[Problem]:
    if found.kind == DEFINITION:
        return
    node = found.document.find(f"{found.pointer}/kind")
    yield NOT_A_DEFINITION.problem(
        f"{named(found.kind)} is no `{DEFINITION.name}`",
        hint=f"schemas are made of `{DEFINITION.name}` in `{DEFINITION.api_version}`",
        file=found.document.file,
        span=node.span if node else None,
        object=found.label,
    )


def _broken(found: Object) -> Iterator[Problem]:
    refused = mistakes(found, Schemas())
    for mistake in [] if isinstance(refused, Problem) else refused:
        yield placed(BY_SORT[mistake.sort], found, mistake)
    if refused:
        return
    for index, version in enumerate(found.data["spec"]["versions"]):
        place = ("spec", "versions", index, "schema", "openAPIV3Schema")
        structural = (version.get("schema") or {}).get("openAPIV3Schema")
        for path in misplaced(structural):
            mistake = Mistake(Sort.WRONG_TYPE, (*place, *path), "can't stand here in a schema")
            yield placed(BROKEN_DEFINITION, found, mistake)


@cache
def _object_meta() -> Schema:
    """Return the schema of an object's metadata, as the newest Kubernetes has it."""
    file = bundled() / version_folder(MINORS[-1]) / Kind("", "v1", "ConfigMap").path
    meta: Schema = json.loads(file.read_bytes())["properties"]["metadata"]
    return meta
