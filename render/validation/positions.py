"""Documents of texts that are loaded again on demand: those of many files would need too much memory."""

from functools import lru_cache

from render.manifests.objects import Object
from render.source import Document, Text, load_documents


@lru_cache(maxsize=4)  # a file, its overlays, and one that it is compared with: many findings are about the same files
def reload_documents(text: Text) -> tuple[Document, ...]:
    """Return the documents of a text, with their positions; parsed once for all questions about a file."""
    return tuple(document for document, _ in load_documents(text))


def reload_positions(item: Object) -> Object:
    """Return a detached object with the positions in its document; unchanged if the object is not from a file."""
    documents = reload_documents(Text(item.document.file, item.document.content))
    found = next((document for document in documents if document.start == item.document.start), None)
    return item if found is None else item._replace(document=found)
