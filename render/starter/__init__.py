"""Write a starter spec with a comment for every key.

It is `spec.yaml` with `launchers/NAME.yaml` merged into it, and the schema's description of every key.
"""

import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from render.engine.merge import deep_merge
from render.kube.schema_folders import bundled_schemas
from render.source import Document, Text, load_document
from render.source.yaml_writer import to_flow_yaml

FOLDER = Path(__file__).parent
_WIDTH = 100
_STEP = "  "

Schema = Mapping[str, Any]


def commented(launcher: str, schema: Schema) -> Iterator[str]:
    """Yield the lines of a starter spec for a launcher. `schema` is the schema of specs."""
    described = json.loads((bundled_schemas() / "spec" / "launchers" / f"{launcher}.json").read_text(encoding="utf-8"))
    yield "# yaml-language-server: $schema=values.schema.json"
    yield "# `render schema print > values.schema.json` writes the schema with which editors complete and explain this."
    yield "#"
    yield from _comment(f"{launcher}: {described['description']}", "")
    values = deep_merge(_read("spec"), _read(f"launchers/{launcher}") | {"launcher": launcher})
    yield from _section(values, schema, "", gap=True)


def _read(name: str) -> dict[str, Any]:
    file = FOLDER / f"{name}.yaml"
    document: Document = load_document(Text(file.name, file.read_text(encoding="utf-8")))[0]
    data: dict[str, Any] = document.root.data if document.root is not None else {}
    return data


def _section(values: Mapping[str, Any], schema: Schema, indent: str, *, gap: bool = False) -> Iterator[str]:
    """Yield the keys of a mapping in the schema's order, each after its description."""
    for key, below in schema["properties"].items():
        if key not in values:
            continue
        if gap:
            yield ""
        yield from _comment(below["description"], indent)
        if "properties" in below:
            yield f"{indent}{key}:"
            yield from _section(values[key], below, indent + _STEP)
        else:
            yield from _entry(key, values[key], indent)


def _entry(key: str, value: Any, indent: str) -> Iterator[str]:
    line = f"{indent}{key}: {to_flow_yaml(value)}"
    if isinstance(value, list) and len(line) > _WIDTH:
        yield f"{indent}{key}:"
        yield from (f"{indent}{_STEP}- {to_flow_yaml(item)}" for item in value)
    else:
        yield line


def _comment(description: str, indent: str) -> Iterator[str]:
    for paragraph in description.splitlines():
        hanging = _STEP if paragraph.startswith("- ") else ""
        yield from textwrap.wrap(
            paragraph,
            _WIDTH,
            initial_indent=f"{indent}# ",
            subsequent_indent=f"{indent}# {hanging}",
            break_long_words=False,
            break_on_hyphens=False,
        )
