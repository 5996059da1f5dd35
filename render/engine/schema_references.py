"""Reject chart schemas that refer to other documents: Helm fetches a `$ref` from the network or from this machine."""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from render.engine.chart import Chart, read_archive, read_regular
from render.engine.release import EngineError
from render.redaction import redact

SCHEMA = "values.schema.json"
MAX_DEPTH = 200
"""Maximum levels of a schema, as of other files."""

_REFERENCES = frozenset(["$ref", "$dynamicRef", "$recursiveRef"])
_DRAFT = re.compile(r"https?://json-schema\.org/(draft-0[3-7]|draft/20\d\d-\d\d)/(hyper-)?schema#?")
"""URLs of the meta-schemas that validators contain."""


@cache
def check_schemas(chart: Chart) -> None:
    """Raise EngineError if a schema of a chart, or of a chart in its `charts`, refers to another document."""
    own = None if chart.path.is_file() else chart.read(SCHEMA) or ""
    for label, data in _schemas(chart.path, own):
        try:
            schema = json.loads(data)
        except RecursionError as error:
            raise EngineError(f"the schema `{label}` is nested deeper than {MAX_DEPTH} levels") from error
        except ValueError as error:
            raise EngineError(f"the schema `{label}` can't be read: {error}") from error
        if not isinstance(schema, dict):
            raise EngineError(f"the schema `{label}` is not a mapping")
        for pointer, key, value in _texts(schema, label):
            is_local = value.startswith("#") or _DRAFT.fullmatch(value)
            if not is_local:
                hint = "copy it into the schema, below `definitions`: only `#/…` is followed, and nothing is fetched"
                place = f"`{label}` at `{pointer}/{key}`"
                raise EngineError(f"{place} refers to another document: `{redact(value)[:200]}`", hint=hint)


def _schemas(
    chart: Path, own: str | bytes | None = None, seen: frozenset[str] = frozenset()
) -> Iterator[tuple[str, str | bytes]]:
    """Yield the schemas of a chart and of its subcharts; `own` is that of the chart if it is read already.

    `seen` are its parent folders: a link may point to one.
    """
    if chart.is_file():
        for name, data in read_archive(chart):
            if name.rpartition("/")[2] == SCHEMA and data.strip():
                yield f"{chart}:{name}", data
        return
    real = os.path.realpath(chart)
    if real in seen:
        raise EngineError(f"the chart `{chart}` contains itself: a link leads there")
    own = (read_regular(chart / SCHEMA) or b"") if own is None else own
    if own.strip():
        yield str(chart / SCHEMA), own
    folder = chart / "charts"
    for inside in sorted(folder.iterdir()) if folder.is_dir() else ():
        if inside.is_dir() or inside.suffix == ".tgz":
            yield from _schemas(inside, seen=seen | {real})


def _texts(value: Any, label: str, pointer: str = "", depth: int = 1) -> Iterator[tuple[str, str, str]]:
    """Yield the pointer, the keyword and the target of each reference in a schema."""
    if depth > MAX_DEPTH:
        raise EngineError(f"the schema `{label}` is nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, str) and (key in _REFERENCES or (key == "$schema" and item)):
                yield pointer, key, item
            else:
                yield from _texts(item, label, f"{pointer}/{key}", depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, label, f"{pointer}/{index}", depth + 1)
