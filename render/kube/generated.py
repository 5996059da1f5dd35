"""Names that the API server makes of `generateName`."""

from collections.abc import Mapping
from typing import Any

_RANDOM = "abcde"
"""What stands for the five characters that it chooses."""
_MAX_START = 58
"""Characters of `generateName` that it takes."""


def name_of(metadata: Mapping[str, Any]) -> str:
    """Return the name that an object has, or one such as it will get; empty where it can't get any."""
    if name := metadata.get("name"):
        return str(name)
    start = metadata.get("generateName")
    return f"{start[:_MAX_START]}{_RANDOM}" if start else ""
