"""`render ladder`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click

from render.cli._options import spec_options


@click.command("ladder", short_help="Make the same training at four sizes: local, one node, small, full.")
@click.argument("path", metavar="SPEC")
@spec_options("the spec")
@click.option("-o", "--output", metavar="DIR", help="Write each size as a spec, NAME.yaml, into this folder.")
def command(**options: Any) -> int:
    """Make the same training at four sizes, each with a name and checkpoints of its own, and validate them.

    The sizes are `local` (this machine, as the spec's `local` block says), `one-node`, `small` (two nodes) and `full`
    (the spec as it is). Prints how to start each.
    """
    from render.cli._ladder import run

    return run(**options)
