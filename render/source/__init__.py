"""Read texts into documents with the position of each key and value.

Helm reads the values of a spec (`render.engine.values`). This package reads those of a manifest, by the same rules.
"""

from render.source.document import Document, Node
from render.source.files import MAX_FILE_BYTES, STDIN, FileReader, Read, Text, find_files, read_file
from render.source.yaml_loader import Part, load_document, load_documents, only_document, second_document_problem

__all__ = [
    "MAX_FILE_BYTES",
    "STDIN",
    "Document",
    "FileReader",
    "Node",
    "Part",
    "Read",
    "Text",
    "find_files",
    "load_document",
    "load_documents",
    "only_document",
    "read_file",
    "second_document_problem",
]
