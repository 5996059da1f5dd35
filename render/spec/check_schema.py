"""Check a document that is not a spec, such as a configuration or a sweep, with one of our schemas."""

from collections.abc import Iterator
from typing import Any

from render.kube.validator import Validator
from render.manifests.finding import Finding
from render.problem import Problem
from render.schema_errors.checker import SchemaChecker
from render.source import Document
from render.spec.codes import BY_SORT


def check_document(document: Document, schema: dict[str, Any]) -> Iterator[Problem]:
    """Yield the schema errors of a document as problems with their positions."""
    for error in SchemaChecker.of(Validator(schema)).errors(document.root and document.root.data):
        yield Finding.of(error, BY_SORT[error.kind]).problem_in(document)
