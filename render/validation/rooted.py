"""Find the places in an object's document again, which are not kept: memory is for many files."""

from render.manifests.objects import Object
from render.source import Text, documents


def rooted(item: Object) -> Object:
    """Return a detached object with the places in its document; one that stands in no file as it is."""
    text = Text(item.document.file, item.document.content)
    found = (document for document, _ in documents(text) if document.start == item.document.start)
    return item._replace(document=next(found, item.document))
