"""What a schema refuses of a file of ours that is no spec."""

from collections.abc import Iterator
from typing import Any

from render.kube.validator import Validator
from render.problem import Problem
from render.shape.judge import Judge
from render.shape.place import hint, span
from render.source import Document
from render.spec.codes import BY_SORT


def misshapen(document: Document, schema: dict[str, Any]) -> Iterator[Problem]:
    """Yield what a schema refuses of a document, each at its place."""
    for mistake in Judge.of(Validator(schema)).mistakes(document.root and document.root.data):
        node, _ = document.nearest(mistake.pointer)
        yield BY_SORT[mistake.sort].problem(
            mistake.message,
            hint=hint(mistake, node),
            file=document.file,
            span=span(mistake, document),
            pointer=mistake.pointer,
        )
