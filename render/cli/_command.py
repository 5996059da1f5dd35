"""Commands of click, with a section in the list of commands, examples, and suggestions for a mistyped name."""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import click

SECTIONS = ("Write specs", "Render and check", "Run", "Cluster", "Other")
"""Headings of the list of commands, in this order."""

Examples = Mapping[str, str]
"""Command lines by their descriptions."""


class Command(click.Command):
    """A command with examples. Its summary is the first line of its docstring."""

    def __init__(self, *args: Any, section: str = SECTIONS[-1], examples: Examples | None = None, **options: Any):
        """Create a command with click's arguments, a section of SECTIONS, and examples, which `--help` shows last."""
        super().__init__(*args, **options)
        self.section = section
        self.examples = examples or {}

    def get_short_help_str(self, limit: int = 0) -> str:  # noqa: ARG002 - click's signature
        """Return the complete summary."""
        return _summary(self)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the examples."""
        if self.examples:
            with formatter.section("Examples"):
                indent = " " * formatter.current_indent
                lines = [f"{indent}# {text}\n{indent}{line}\n" for text, line in self.examples.items()]
                formatter.write("\n".join(lines))


class Group(Command, click.Group):
    """A command with subcommands."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the first argument. Raises click.UsageError with a suggestion."""
        if not ctx.resilient_parsing and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            self.reject(ctx, args[0])
        return super().resolve_command(ctx, args)

    def reject(self, ctx: click.Context, name: str) -> NoReturn:
        """Raise click.UsageError for an unknown command, with a suggestion of a similar name."""
        from difflib import get_close_matches  # few names are unknown

        close = get_close_matches(name, self.list_commands(ctx), 1)
        hint = f"did you mean `{close[0]}`?" if close else f"`{ctx.command_path} --help` lists the commands"
        raise click.UsageError(f"no such command `{name}`\nhint: {hint}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, by section if there are several."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(_section(command), name, _summary(command)) for name, command in commands if command is not None]
        sections = {section for section, _, _ in rows}
        for section in SECTIONS:
            if section in sections:
                with formatter.section("Commands" if len(sections) == 1 else section):
                    formatter.write_dl([row[1:] for row in rows if row[0] == section])


def all_commands(group: click.Group, context: click.Context | None = None) -> Iterator[tuple[str, click.Command]]:
    """Yield each command of a group that is not a group itself, after its full name, as in `smoke run`."""
    context = context or click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {below}", found) for below, found in all_commands(command))
        elif command is not None:
            yield name, command


def _section(command: click.Command) -> str:
    return str(getattr(command, "section", SECTIONS[-1]))


def _summary(command: click.Command) -> str:
    return (command.help or "").strip().partition("\n")[0]
