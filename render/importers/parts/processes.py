"""How many processes a node starts, where a spec has to say it."""

from collections.abc import Mapping
from typing import Any

from render.programs.size import Size


def processes(asked: str | int | None, resources: Mapping[str, Any]) -> str | int | None:
    """Return `numProcPerNode` for what was asked (a number, or one of Trainer's words); None where `auto` says it."""
    if asked in (None, "auto"):
        return None
    text = str(asked)
    if not text.isdecimal():
        return text
    counted = Size({"resourcesPerNode": resources, "numProcPerNode": "auto"}, "").processes
    return None if int(text) == counted else int(text)
