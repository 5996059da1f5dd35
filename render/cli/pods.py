"""`render pods`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click


@click.command("pods", short_help="List the pods that will exist, with every variable resolved.")
@click.argument("path", metavar="SPEC")
@click.option("-f", "--values", "files", metavar="FILE", multiple=True, help="Lay a values file over the spec.")
@click.option("--set", "sets", metavar="KEY=VALUE", multiple=True, help="Set a value, as with Helm.")
@click.option("--name", metavar="NAME", help="Name of the release; else the spec's `name`, else the file's.")
@click.option("-n", "--namespace", metavar="NAMESPACE", default="default", show_default=True)
@click.option("--chart", metavar="DIR|TGZ", help="Another chart than the one that comes with render.")
@click.option("--engine", "wanted", type=click.Choice(["embedded", "helm"]), help="Helm's library, or its command.")
@click.option("--output", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(**options: Any) -> int:
    """List the pods that will exist, each with what its container is started with.

    SPEC is a spec, a file of manifests that holds a JobSet, or `-` for standard input. As text: a table. As JSON: every
    environment variable as the kubelet will resolve it, and what only the cluster knows as the manifest has it.
    """
    from render.cli._pods import run

    return run(**options)
