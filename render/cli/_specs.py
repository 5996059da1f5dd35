"""Write specs that a command has made into a folder."""

from collections.abc import Sequence
from pathlib import Path

import click

from render.cli._report import count, report, say
from render.folder import Folder
from render.problem import Problem
from render.spec import Spec


def write(specs: Sequence[Spec], output: str) -> bool:
    """Write each spec whole or not at all, and say whether all are there. Raises click.ClickException."""
    folder = Folder(Path(output))
    clashes = folder.clashes(specs)
    report(clashes, {})
    if clashes:
        return False
    written = 0
    try:
        for spec in specs:
            done = folder.write(spec.output, spec.document.content if spec.document else "")
            if isinstance(done, Problem):
                report([done], {})
                return False
            written += done
    except OSError as error:
        raise click.ClickException(f"`{error.filename or output}`: {(error.strerror or str(error)).lower()}") from error
    say(f"{count(len(specs), 'spec')}: {written} written, {len(specs) - written} unchanged")
    return True
