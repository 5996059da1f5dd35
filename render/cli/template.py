"""`render template`: its options. What it does is imported when it runs, so that `--help` stays cheap."""

from typing import Any

import click


@click.command("template", short_help="Print the manifests of specs, byte for byte as Helm does.")
@click.argument("paths", metavar="SPEC...", nargs=-1, required=True)
@click.option("-f", "--values", "files", metavar="FILE", multiple=True, help="Lay a values file over each spec.")
@click.option("--set", "sets", metavar="KEY=VALUE", multiple=True, help="Set a value, as with Helm.")
@click.option("--name", metavar="NAME", help="Name of the release; else the spec's `name`, else the file's.")
@click.option("-n", "--namespace", metavar="NAMESPACE", default="default", show_default=True)
@click.option("--chart", metavar="DIR|TGZ", help="Another chart than the one that comes with render.")
@click.option("--engine", "wanted", type=click.Choice(["embedded", "helm"]), help="Helm's library, or its command.")
@click.option("-o", "--output", metavar="DIR", help="Write one file a spec below this folder.")
@click.option("--prune", is_flag=True, help="With -o: remove the files of specs that are gone.")
@click.option("--no-hooks", is_flag=True, help="Leave hooks out.")
def command(**options: Any) -> int:
    """Print the manifests of specs, byte for byte as `helm template` does.

    SPEC is a file, a folder (its mappings of `kind: TrainingJob`), or `-` for standard input.
    """
    from render.cli._template import run

    return run(**options)
