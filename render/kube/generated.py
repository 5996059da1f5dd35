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


def named(data: dict[str, Any]) -> dict[str, Any]:
    """Give an object the name that the API server makes before it looks at any rule."""
    metadata = data.get("metadata", {})
    return {**data, "metadata": {**metadata, "name": name_of(metadata)}} if "generateName" in metadata else data
