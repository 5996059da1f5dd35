"""From text to positions: what can be read, and where each key and value of it stands.

The values of a spec are Helm's to read (`render.engine.values`). Those of a manifest are read here, by the same rules.
"""

from render.source.document import Document, Node
from render.source.files import files
from render.source.load import Part, documents, load, only, several
from render.source.read import LIMIT, STDIN, Text, read

__all__ = [
    "LIMIT",
    "STDIN",
    "Document",
    "Node",
    "Part",
    "Text",
    "documents",
    "files",
    "load",
    "only",
    "read",
    "several",
]
