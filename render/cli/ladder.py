"""`render ladder`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click


@click.command("ladder", short_help="Make the same training at four sizes: local, one node, small, full.")
@click.argument("path", metavar="SPEC")
@click.option("-f", "--values", "files", metavar="FILE", multiple=True, help="Lay a values file over the spec.")
@click.option("--set", "sets", metavar="KEY=VALUE", multiple=True, help="Set a value, as with Helm.")
@click.option("--name", metavar="NAME", help="Name of the release; else the spec's `name`, else the file's.")
@click.option("-n", "--namespace", metavar="NAMESPACE", default="default", show_default=True)
@click.option("--chart", metavar="DIR|TGZ", help="Another chart than the one that comes with render.")
@click.option("--engine", "wanted", type=click.Choice(["embedded", "helm"]), help="Helm's library, or its command.")
@click.option("-o", "--output", metavar="DIR", help="Write each size as a spec, NAME.yaml, into this folder.")
def command(**options: Any) -> int:
    """Make the same training at four sizes, each with a name and checkpoints of its own, and validate them.

    The sizes are `local` (this machine, as the spec's `local` block says), `one-node`, `small` (two nodes) and `full`
    (the spec as it is). Prints how to start each.
    """
    from render.cli._ladder import run

    return run(**options)
