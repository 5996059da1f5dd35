"""Parse the text of a dump: JSON, also several values with logs between them, or YAML without aliases."""

from collections.abc import Iterator
from json import JSONDecoder
from typing import Any

import yaml

from render.cluster.response import MAX_DEPTH, MAX_VALUES, BodyError, parse_body
from render.source.scalars import resolve_scalar

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LOG = "==== START logs for container "
"""Start of a log in the output of `kubectl cluster-info dump`."""


class DumpError(ValueError):
    """A text is not a dump; the message ends a sentence that begins with the file."""


def parse_dump(text: str) -> Iterator[Any]:
    """Yield the documents of a text. Raises DumpError."""
    start = text.lstrip()[:1]
    if start == "{" or text.startswith(_LOG):
        yield from _json_values(text)
    else:
        yield from _yaml_values(text)


def _json_values(text: str) -> Iterator[Any]:
    try:
        whole = parse_body(text.encode())
    except BodyError as error:
        if "JSON" not in str(error):
            raise DumpError(f"is not {error}") from error
        yield from _parts(text)
    else:
        yield whole


def _parts(text: str) -> Iterator[Any]:
    """Yield the objects between the logs of `kubectl cluster-info dump`, whose lines start at the first column."""
    decoder, place, found = JSONDecoder(), 0, 0
    while (place := text.find("{\n", place)) >= 0:
        if place and text[place - 1] != "\n":
            place += 1
            continue
        try:
            _, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):  # a line of a log
            place += 1
            continue
        try:
            yield parse_body(text[place:end].encode())
        except BodyError as error:
            raise DumpError(f"is not {error}") from error
        place, found = end, found + 1
    if not found:
        raise DumpError("is not JSON")


def _yaml_values(text: str) -> Iterator[Any]:
    """Yield the documents of a YAML text. Events are read one by one: nothing recurses and no alias is expanded."""
    levels: list[list[Any]] = []
    try:
        for count, event in enumerate(yaml.parse(text, Loader=_LOADER)):
            if count > MAX_VALUES:
                raise DumpError(f"is not within the limit of {MAX_VALUES} values")
            if isinstance(event, yaml.DocumentStartEvent):
                levels = [[]]
            elif isinstance(event, yaml.DocumentEndEvent):
                yield levels[0][0] if levels[0] else None
            else:
                _read_event(event, levels)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise DumpError(f"is not YAML{f' at line {mark.line + 1}' if mark else ''}") from error


def _read_event(event: Any, levels: list[list[Any]]) -> None:
    """Add a value to the innermost collection, or start or end one. Raises DumpError."""
    match event:
        case yaml.ScalarEvent():
            levels[-1].append(event.value if event.style else resolve_scalar(event.value))
        case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
            if len(levels) >= MAX_DEPTH:
                raise DumpError(f"is not within the limit of {MAX_DEPTH} levels")
            levels.append([])
        case yaml.MappingEndEvent():
            flat = levels.pop()
            levels[-1].append({str(key): value for key, value in zip(flat[::2], flat[1::2], strict=True)})
        case yaml.SequenceEndEvent():
            last = levels.pop()
            levels[-1].append(last)
        case yaml.AliasEvent():
            raise DumpError("has an alias (`*`), which no output of kubectl has")
