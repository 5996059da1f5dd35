"""`render help`: the help of a command, as `render COMMAND --help` prints it."""

import click

from render.cli._command import Command, Group


def _complete_commands(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    shown: click.Command | None = context.find_root().command
    for name in context.params.get("names") or ():
        shown = shown.get_command(context, name) if isinstance(shown, click.Group) else None
    names = shown.list_commands(context) if isinstance(shown, click.Group) else []
    return [name for name in names if name.startswith(incomplete)]


@click.command(
    "help",
    cls=Command,
    examples={"Show how to check specs": "render help validate", "Show a command's command": "render help smoke run"},
)
@click.argument("names", metavar="[COMMAND]...", nargs=-1, shell_complete=_complete_commands)
@click.pass_context
def command(context: click.Context, names: tuple[str, ...]) -> int:
    """Show the help of a command.

    Without COMMAND, list all commands.
    """
    shown = context.find_root()
    for name in names:
        group = shown.command
        if not isinstance(group, Group):
            raise click.UsageError(f"`{shown.command_path}` has no commands", shown)
        found = group.get_command(shown, name)
        if found is None:
            group.reject(shown, name)
        shown = click.Context(found, parent=shown, info_name=name)
    click.echo(shown.get_help())
    return 0
