"""Values of options: their formats, and their completion in a shell."""

import re
from typing import TYPE_CHECKING

import click

from render.kube.schema_folders import MINORS

if TYPE_CHECKING:  # it is slow to import
    from click.shell_completion import CompletionItem

_LABEL = r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"
_MINOR = r"1\.[0-9]+"


def complete_file(_: click.Context, __: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the completion of a file name, by the shell."""
    from click.shell_completion import CompletionItem  # few commands complete a word

    return [CompletionItem(incomplete, type="file")]


def complete_folder(_: click.Context, __: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the completion of a folder name, by the shell."""
    from click.shell_completion import CompletionItem  # few commands complete a word

    return [CompletionItem(incomplete, type="dir")]


def complete_minor(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the completions of a Kubernetes version with bundled schemas."""
    return [minor for minor in MINORS if minor.startswith(incomplete)]


def check_minor(context: click.Context, option: click.Parameter, value: str) -> str:
    """Return a Kubernetes version unchanged. Raises click.BadParameter if its format is invalid."""
    if not re.fullmatch(_MINOR, value):
        raise click.BadParameter(f"`{value}` is not a Kubernetes minor version, such as {MINORS[-1]}", context, option)
    return value


def check_namespace(context: click.Context, option: click.Parameter, value: str) -> str:
    """Return a namespace unchanged. Raises click.BadParameter if it is not a valid name."""
    if not re.fullmatch(_LABEL, value):
        message = f"`{value}` is not a namespace: must be at most 63 lower-case letters, digits and inner hyphens"
        raise click.BadParameter(message, context, option)
    return value
