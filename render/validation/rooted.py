"""Find the places in an object's document again, which are not kept: memory is for many files."""

from collections.abc import Mapping
from functools import lru_cache

from render.manifests.objects import Object
from render.problem import Span
from render.source import Document, Text, documents


def rooted(item: Object) -> Object:
    """Return a detached object with the places in its document; one that stands in no file as it is."""
    found = _by_start(Text(item.document.file, item.document.content)).get(item.document.start)
    return item if found is None else item._replace(document=found)


@lru_cache(maxsize=2)  # a file and what it is compared with: many findings are about the same
def _by_start(text: Text) -> Mapping[Span | None, Document]:
    return {document.start: document for document, _ in documents(text)}
