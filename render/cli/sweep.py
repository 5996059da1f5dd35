"""`render sweep`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._options import chart_options


@click.command("sweep", short_help="Make many specs of a template and its parameters.")
@click.argument("path", metavar="FILE")
@chart_options
@click.option("-o", "--output", metavar="DIR", help="Write each spec as NAME.yaml into this folder.")
def command(**options: Any) -> int:
    """Make a spec for each combination of parameters, and validate all of them before one is written.

    FILE is YAML with two keys: `template`, a spec or the path of one, whose texts may hold expressions of Jinja as in
    "--lr={{ lr }}"; and `parameters`, a grid (lists of values by name) or a list of combinations. `-` is standard
    input.
    """
    from render.cli._sweep import run

    return run(**options)
