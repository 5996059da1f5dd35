"""Write the reference of the documentation out of the schema, the commands and the rules' docstrings."""

from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import render.rules
from ci.generate.authored import PlugIn, load_plug_ins, load_spec
from ci.generate.chart_readme import Row, key_rows
from ci.generate.outputs import FAMILIES, SPEC
from render.cli import render as command
from render.engine import Chart
from render.rules.codes import of_stages
from render.rules.documentation import RuleDoc
from render.rules.registry import own, rules_in
from render.spec.reasons import reasons

_TEMPLATES = Path(__file__).resolve().parents[1] / "templates" / "reference"
_COLUMNS = 80


def reference_pages(root: Path) -> dict[str, str]:
    """Return the Markdown of each generated page by its path below `docs/`."""
    environment = Environment(  # noqa: S701 - Markdown out of our own texts
        loader=FileSystemLoader(_TEMPLATES), undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )

    def page(template: str, **values: Any) -> str:
        return environment.get_template(f"{template}.md.j2").render(values)

    spec = load_spec(root / SPEC)
    choices = {key: load_plug_ins(root / SPEC, family) for key, family in FAMILIES.items()}
    areas = [(_title(area), cleandoc(area.__doc__ or ""), _rule_pages(area)) for area in own()]
    stages = sorted(of_stages().values(), key=lambda rule: rule.code)
    return {
        "reference/spec.md": page("spec", spec=spec, sections=_sections(key_rows(spec, ""))),
        "reference/choices.md": page("choices", choices=choices, reasons=_fabric_reasons(choices["network.fabric"])),
        "reference/commands.md": page("commands", commands=list(_commands(command, "render"))),
        "reference/findings.md": page("findings", areas=areas, stages=stages),
        **{f"reference/rules/{rule.code}.md": page("stage", rule=rule) for rule in stages},
        **{f"reference/rules/{rule.code}.md": page("rule", rule=rule) for _, _, rules in areas for rule in rules},
    }


def _rule_pages(area: ModuleType) -> list[RuleDoc]:
    return sorted((RuleDoc.of(check) for check in rules_in(area)), key=lambda page: page.code)


def _title(area: ModuleType) -> str:
    path = area.__name__.removeprefix(f"{render.rules.__name__}.")
    return path.replace(".", ": ").capitalize()


def _sections(rows: Iterator[Row]) -> dict[str, list[Row]]:
    """Return the keys of a spec by the top-level key that they are below, which comes first."""
    sections: dict[str, list[Row]] = {}
    for row in rows:
        sections.setdefault(row.key.strip("`").partition(".")[0].removesuffix("[]"), []).append(row)
    return sections


def _fabric_reasons(fabrics: list[PlugIn]) -> dict[str, Any]:
    return {fabric.name: list(reasons(Chart.bundled(), fabric.name)) for fabric in fabrics}


def _commands(found: click.Command, name: str, parent: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """Yield each command with the help that it prints, subcommands after their group."""
    width = {"terminal_width": _COLUMNS, "max_content_width": _COLUMNS}
    context = click.Context(found, parent=parent, info_name=name, **found.context_settings | width)
    yield context.command_path, found.get_help(context)
    if isinstance(found, click.Group):
        for below in found.list_commands(context):
            if (subcommand := found.get_command(context, below)) is not None and not subcommand.hidden:
                yield from _commands(subcommand, below, context)
