"""Write the chart's README: what it is, how to install it, and a row for every key."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ci.generate.authored import PlugIn, Schema
from ci.generate.bundle import NOTICE
from ci.generate.kubernetes import reference, references

_TEMPLATES = Path(__file__).resolve().parents[1] / "templates"


@dataclass(frozen=True)
class Row:
    """One key of the spec, every cell in Markdown."""

    key: str
    type: str
    default: str
    description: str


def chart_readme(spec: Schema, plug_ins: dict[str, list[PlugIn]]) -> str:
    """Return the README's text for an authored spec and its plug-ins by discriminator (`launcher`, `scheduler`)."""
    environment = Environment(  # noqa: S701 - Markdown out of our own schemas
        loader=FileSystemLoader(_TEMPLATES), undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    template = environment.get_template("chart-readme.md.j2")
    return template.render(notice=NOTICE, spec=spec, rows=list(key_rows(spec, "")), plug_ins=plug_ins)


def key_rows(schema: Schema, prefix: str) -> Iterator[Row]:
    """Yield a row for each key of a schema, each before those inside it."""
    for name, value in schema["properties"].items():
        key = prefix + name
        yield Row(f"`{key}`", _type(value), _default(name, value, schema), _cell(value["description"]))
        if "properties" in value:
            yield from key_rows(value, f"{key}.")
        elif "properties" in value.get("items", {}):
            yield from key_rows(value["items"], f"{key}[].")


def _default(name: str, value: Schema, parent: Schema) -> str:
    if name in parent.get("required", []):
        return "required"
    return f"`{json.dumps(value['default'])}`" if "default" in value else ""


def _type(schema: Schema) -> str:
    if "const" in schema or "enum" in schema:
        choices = schema.get("enum", [schema.get("const")])
        return _cell(" | ".join(f"`{value if isinstance(value, str) else json.dumps(value)}`" for value in choices))
    if "$ref" in schema or "allOf" in schema:
        (name,) = references(schema)
        return f"[{name}]({reference(name)})"
    if schema["type"] == "array":
        return f"list of {_type(schema['items'])}"
    if "properties" not in schema and isinstance(schema.get("additionalProperties"), dict):
        return f"map of {_type(schema['additionalProperties'])}"
    names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    return " or ".join(name for name in names if name != "null")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>")
