"""`render sweep`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click


@click.command("sweep", short_help="Make many specs of a template and its parameters.")
@click.argument("path", metavar="FILE")
@click.option("-n", "--namespace", metavar="NAMESPACE", default="default", show_default=True)
@click.option("--chart", metavar="DIR|TGZ", help="Another chart than the one that comes with render.")
@click.option("--engine", "wanted", type=click.Choice(["embedded", "helm"]), help="Helm's library, or its command.")
@click.option("-o", "--output", metavar="DIR", help="Write each spec as NAME.yaml into this folder.")
def command(**options: Any) -> int:
    """Make a spec for each combination of parameters, and validate all of them before one is written.

    FILE is YAML with two keys: `template`, a spec or the path of one, whose texts may hold expressions of Jinja as in
    "--lr={{ lr }}"; and `parameters`, a grid (lists of values by name) or a list of combinations. `-` is standard
    input.
    """
    from render.cli._sweep import run

    return run(**options)
