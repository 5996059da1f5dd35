"""The work of `render explain`."""

from collections.abc import Iterator, Mapping
from textwrap import fill, indent
from typing import Any

import click

from render.cli import CLEAN
from render.engine import Chart
from render.problem import Rule
from render.rules.codes import of_stages
from render.rules.documentation import RuleDoc
from render.rules.registry import areas, rules_in
from render.schema_errors.formatting import format_flow
from render.schema_errors.suggest import nearest
from render.source.yaml_writer import to_yaml
from render.spec.fields import Field, fields, find_field
from render.spec.foreign_keys import HINTS
from render.spec.reasons import reasons
from render.why.registry import Cause, cause_areas, find_cause

Pages = Mapping[str, RuleDoc]
"""Pages of rules by code."""

_FABRIC = "network.fabric"
_WIDTH = 100

_ALMOST = 0.75
"""Minimum similarity (difflib's ratio) of a suggested name; two codes of one area are less similar."""


def run(topic: str | None) -> int:
    """Print the page of a field or a code, or the list of all. Raises click.ClickException for an unknown topic."""
    schema = Chart.bundled().schema()
    pages = {check.rule.code: RuleDoc.of(check) for area in areas() for check in rules_in(area)}
    lines = _listed(schema, pages) if topic is None else _explained(topic, schema, pages)
    click.echo("\n".join(lines))
    return CLEAN


def topics() -> Iterator[str]:
    """Yield all topics, for shell completion."""
    schema = Chart.bundled().schema()
    yield from (field.name for field in fields(schema))
    yield from (f"{_FABRIC}.{name}" for name in _fabrics(schema))
    yield from codes()
    yield from _cause_names()


def _cause_names() -> Iterator[str]:
    yield from (cause.name for area in cause_areas() for cause in area.causes)


def codes() -> list[str]:
    """Return the codes of all findings, for shell completion."""
    return sorted([*of_stages(), *(check.rule.code for area in areas() for check in rules_in(area))])


def _listed(schema: Mapping[str, Any], pages: Pages) -> Iterator[str]:
    yield from (f"{field.name}: {field.takes}" for field in fields(schema))
    summaries = {code: page.summary for code, page in pages.items()}
    summaries |= {code: rule.about for code, rule in of_stages().items()}
    yield from ("", *(f"{code} {summaries[code]}" for code in sorted(summaries)))


def _explained(topic: str, schema: Mapping[str, Any], pages: Pages) -> Iterator[str]:
    stages = of_stages()
    codes = {page.name: code for code, page in pages.items()} | {rule.name: code for code, rule in stages.items()}
    code = codes.get(topic, topic.upper())
    if cause := find_cause(topic):
        return _of_cause(cause)
    if code in pages:
        return _of_page(pages[code])
    if code in stages:
        return _of_stage(stages[code])
    parent, _, choice = topic.rpartition(".")
    if parent == _FABRIC and choice in _fabrics(schema):
        return _of_fabric(topic, choice, schema)
    known = list(fields(schema))
    if field := find_field(schema, topic):
        return _of_field(field, [below for below in known if below.parent == field.path])
    raise click.ClickException(
        _unknown(topic, [*(field.name for field in known), *codes, *codes.values(), *_cause_names()])
    )


def _of_page(page: RuleDoc) -> Iterator[str]:
    yield f"{page.code} {page.name} ({page.severity}): {page.summary}"
    yield from ("", page.text)
    yield from ("", "Example:", _indented(page.example))
    yield from ("", "Use instead:", _indented(page.instead))
    yield from ("", f"Source: {page.source}")


def _of_cause(cause: Cause) -> Iterator[str]:
    yield f"{cause.name} (`render why`): {cause.summary}"
    yield from ("", fill(cause.text, _WIDTH), "", f"Reads: {cause.reads}", f"Source: {cause.source}")


def _of_stage(rule: Rule) -> Iterator[str]:
    yield f"{rule.code} {rule.name} ({rule.severity}): {rule.about}"


def _of_field(field: Field, below: list[Field]) -> Iterator[str]:
    yield f"{field.name}: {field.takes}{' (required)' if field.is_required else ''}"
    yield from ("", field.description)
    if field.has_default:
        yield from ("", f"default: {format_flow(field.schema['default'])}")
    if below:
        yield from ("", "fields:", *(f"    {other.name}: {other.takes}" for other in below))
    for example in field.examples[:1]:
        yield from ("", "Example:", _indented(_written(field, example)))


def _fabrics(schema: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the description of each fabric by its name, from the lines of the field's description."""
    field = find_field(schema, _FABRIC)
    lines = field.description.splitlines() if field else ()
    described = (line.removeprefix("- `").partition("`: ") for line in lines if line.startswith("- `"))
    return {name: summary for name, _, summary in described}


def _of_fabric(topic: str, name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the settings of a fabric, each with its value, its reason and its source."""
    yield f"{topic}: {_fabrics(schema)[name]}"
    for reason in reasons(Chart.bundled(), name):
        yield from ("", reason.title, _indented(fill(reason.why, _WIDTH)), _indented(reason.source))


def _written(field: Field, example: Any) -> str:
    """Return an example as YAML, with its parent keys."""
    for part in reversed(field.path):
        example = [example] if part == "[]" else {part: example}
    return to_yaml(example).rstrip()


def _indented(text: str) -> str:
    return indent(text, "    ")


def _unknown(topic: str, known: list[str]) -> str:
    last = topic.rpartition(".")[2]
    same = sorted(name for name in known if name.rpartition(".")[2] == last)
    suggestion = same[0] if same else nearest(topic, known, _ALMOST)
    meaning = f"did you mean `{suggestion}`?" if suggestion else "`render explain` lists the fields and the codes"
    return f"there is no field and no code `{topic}`\nhint: {HINTS.get(topic, meaning)}"
