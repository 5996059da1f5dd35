"""What GitHub's runner makes of a step's output, by the grammar of its workflow commands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

END_OF_LINE = re.compile(r"\r\n|\r|\n")
OLD_COMMAND = "##["
"""What the runner takes for a command of the older syntax, anywhere in a line."""

COMMAND = re.compile(r"\s*::(?P<name>[a-z-]+)(?: (?P<properties>.*?))?::(?P<data>.*)", re.DOTALL)
ESCAPES = {"%25": "%", "%0D": "\r", "%0A": "\n"}
PROPERTY_ESCAPES = {**ESCAPES, "%3A": ":", "%2C": ","}


@dataclass(frozen=True)
class Command:
    name: str
    properties: Mapping[str, str]
    data: str


def read(output: str) -> Iterator[Command | str]:
    """Yield a step's commands, and its other lines as they are."""
    for line in END_OF_LINE.split(output):
        found = COMMAND.fullmatch(line)
        if found is None:
            assert OLD_COMMAND not in line
            yield line
            continue
        pairs = (part.split("=", 1) for part in (found["properties"] or "").split(","))
        properties = {key: _unescaped(value, PROPERTY_ESCAPES) for key, value in pairs}
        yield Command(found["name"], properties, _unescaped(found["data"], ESCAPES))


def commands(output: str) -> list[Command]:
    return [part for part in read(output) if isinstance(part, Command)]


def _unescaped(text: str, escapes: Mapping[str, str]) -> str:
    return re.sub("|".join(escapes), lambda found: escapes[found[0]], text)
