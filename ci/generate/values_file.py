"""Write the chart's values.yaml: every key with its description, its default or a commented example."""

import textwrap
from collections.abc import Iterator
from typing import Any

import yaml

from ci.generate.authored import Schema
from ci.generate.bundle import NOTICE

_WIDTH = 100
_STEP = "  "
_HEAD = f"""\
# yaml-language-server: $schema=values.schema.json
# {NOTICE}
"""


def values_file(spec: Schema) -> str:
    """Return the text of values.yaml for an authored spec."""
    blocks = ("\n".join(_property(name, schema, "")) for name, schema in spec["properties"].items())
    return _HEAD + "".join(f"\n{block}\n" for block in blocks)


def _property(name: str, schema: Schema, indent: str) -> Iterator[str]:
    yield from _comment(schema["description"], indent)
    if "default" in schema:
        yield from _yaml({name: schema["default"]}, indent)
    elif "properties" in schema:
        yield from _section(name, schema, indent)
    elif schema.get("examples"):
        yield from _yaml({name: schema["examples"][0]}, f"{indent}# ")
    else:
        raise ValueError(f"`{name}` needs a default or an example: {schema['description']}")


def _section(name: str, schema: Schema, indent: str) -> Iterator[str]:
    has_defaults = any("default" in value or "properties" in value for value in schema["properties"].values())
    # A key followed by nothing but comments would be null.
    yield f"{indent}{name}:" if has_defaults else f"{indent}{name}: {{}}"
    for key, value in schema["properties"].items():
        yield from _property(key, value, indent + _STEP)


def _comment(description: str, indent: str) -> Iterator[str]:
    for paragraph in description.splitlines():
        yield from textwrap.wrap(
            paragraph,
            _WIDTH,
            initial_indent=f"{indent}# ",
            subsequent_indent=f"{indent}#   " if paragraph.startswith("- ") else f"{indent}# ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def _yaml(value: dict[str, Any], indent: str) -> Iterator[str]:
    for line in yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=_WIDTH**2).splitlines():
        yield indent + line
