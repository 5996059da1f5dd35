"""From text to positions: what can be read, and where each key and value of it stands.

It gives no values. Helm's own parser does that (`render.engine.values`), since it reads many scalars otherwise than
YAML libraries for Python do.
"""

from render.source.document import Document, Node
from render.source.load import load
from render.source.read import LIMIT, STDIN, Text, read

__all__ = ["LIMIT", "STDIN", "Document", "Node", "Text", "load", "read"]
