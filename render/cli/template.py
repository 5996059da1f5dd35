"""`render template`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._options import spec_options


@click.command("template", short_help="Print the manifests of specs, byte for byte as Helm does.")
@click.argument("paths", metavar="SPEC...", nargs=-1, required=True)
@spec_options("each spec")
@click.option("-o", "--output", metavar="DIR", help="Write one file a spec below this folder.")
@click.option("--prune", is_flag=True, help="With -o: remove the files of specs that are gone.")
@click.option("--no-hooks", is_flag=True, help="Leave hooks out.")
def command(**options: Any) -> int:
    """Print the manifests of specs, byte for byte as `helm template` does.

    SPEC is a file, a folder (its mappings of `kind: TrainingJob`), or `-` for standard input.
    """
    from render.cli._template import run

    return run(**options)
