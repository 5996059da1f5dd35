"""What a chart is rendered for, and what comes out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from render.engine.refusal import Refused


class Release(NamedTuple):
    """Values, and the name and namespace under which they are installed."""

    values: Mapping[str, Any]
    name: str
    namespace: str = "default"


Files = dict[str, str]
"""The rendered text of each template, by its path."""

Rendered = Files | Refused
