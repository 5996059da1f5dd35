"""`render schema`: its commands and their options. What they do is imported when it runs."""

import click


@click.group("schema", short_help="Print the spec's schema; make schemas of CRDs and of Kubernetes versions.")
def command() -> None:
    """Print the schema of specs, or make the schemas that `--crds` reads."""


@command.command("print", short_help="Print the JSON Schema of specs.")
def print_spec() -> int:
    """Print the JSON Schema of specs (draft-07), as editors read it."""
    from render.cli._schema import print_spec

    return print_spec()


@command.command("crd", short_help="Make the schemas of custom resources.")
@click.argument("paths", metavar="[FILE...]", nargs=-1)
@click.option("--from-cluster", is_flag=True, help="Take the definitions that your cluster has.")
@click.option("--context", metavar="NAME", help="The kubeconfig's context to ask, instead of the current one.")
@click.option("-o", "--output", metavar="DIR", required=True, help="Write GROUP/KIND_VERSION.json below this folder.")
def crd(paths: tuple[str, ...], from_cluster: bool, context: str | None, output: str) -> int:  # noqa: FBT001 - click's
    """Make the schemas of custom resources out of their CustomResourceDefinitions, for `--crds DIR`.

    FILE is YAML or JSON, of several documents or a list, or `-` for standard input.
    """
    if bool(paths) == from_cluster:
        raise click.UsageError("either files or `--from-cluster` say where the definitions are")
    if context is not None and not from_cluster:
        raise click.UsageError("`--context` says which cluster `--from-cluster` asks")
    from render.cli._schema import write_custom, write_served

    return write_served(context, output) if from_cluster else write_custom(paths, output)


@command.command("kubernetes", short_help="Make the schemas of a Kubernetes version.")
@click.argument("minor", metavar="MINOR")
@click.option("-o", "--output", metavar="DIR", required=True, help="Write vMINOR.0/… below this folder.")
def kubernetes(minor: str, output: str) -> int:
    """Make the schemas of a Kubernetes version such as 1.30, for `--crds DIR --kubernetes MINOR`."""
    from render.cli._schema import write_kubernetes

    return write_kubernetes(minor, output)
