"""The only spec of a command that takes one."""

import click

from render.cli._report import count, report
from render.spec import Spec, collect


def single(path: str, verb: str) -> Spec:
    """Return the spec of a file, or of a folder with one. Raises click.ClickException: `verb` says what for."""
    specs, notes = collect([path])
    report(notes, {})
    if len(specs) != 1:
        raise click.ClickException(f"`{path}` holds {count(len(specs), 'spec')}, and one can be {verb}")
    return specs[0]
