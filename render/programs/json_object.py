"""Read a JSON object as the programs do that accept nothing else."""

import json
from typing import Any


def read_json(text: str) -> dict[str, Any] | tuple[str, int]:
    """Return the object of a text; if it is not one, the reason and its line, from 1."""
    try:
        data = json.loads(text, object_pairs_hook=_without_duplicates)
    except json.JSONDecodeError as error:
        return _reason(text, error)
    except ValueError as error:
        return str(error), 1
    except RecursionError:
        return "is nested too deeply", 1
    return data if isinstance(data, dict) else ("is not an object `{…}`", 1)


def _reason(text: str, error: json.JSONDecodeError) -> tuple[str, int]:
    """Return why a text is not JSON, with its line: releases of Python differ in words and place for a comma."""
    before, after = text[: error.pos].rstrip(), text[error.pos :].lstrip()
    comma = error.pos if after.startswith(",") else len(before) - 1 if before.endswith(",") else -1
    if comma >= 0 and text[comma + 1 :].lstrip()[:1] in ("}", "]"):
        return f"a comma precedes `{text[comma + 1 :].lstrip()[:1]}`", text.count("\n", 0, comma) + 1
    if after.startswith(("//", "/*", "#")):
        return "JSON has no comments", error.lineno
    return f"{error.msg[:1].lower()}{error.msg[1:]}", error.lineno


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"duplicate key `{twice}`")
    return found
