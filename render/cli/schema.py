"""`render schema`: its commands and their options. The work is imported when they run."""

import click

from render.cli._command import Group
from render.cli._option_values import check_minor, complete_minor
from render.cli._options import context_option, folder_option, path_argument


@click.group(
    "schema",
    cls=Group,
    section="Write specs",
    examples={
        "Complete and check specs in an editor": "render schema print > values.schema.json",
        "Use the CRDs of your cluster": "render schema crd --from-cluster --output-dir schemas",
    },
)
def command() -> None:
    """Print the schema of specs, or write schemas of CRDs and of Kubernetes versions."""


@command.command("print", examples={"Write it for an editor": "render schema print > values.schema.json"})
def print_spec() -> int:
    """Print the JSON Schema of specs (draft-07)."""
    from render.cli._schema import print_spec

    return print_spec()


@command.command(
    "crd",
    examples={
        "Convert CRDs in a file": "render schema crd crds.yaml --output-dir schemas",
        "Convert the CRDs of the cluster": "render schema crd --from-cluster --output-dir schemas",
    },
)
@path_argument("paths", "[FILE...]", nargs=-1)
@click.option("--from-cluster", is_flag=True, help="Read the definitions from the cluster.")
@context_option("With --from-cluster: context of the kubeconfig; default: the current one.")
@folder_option("Folder to write GROUP/KIND_VERSION.json to.", is_required=True)
def crd(paths: tuple[str, ...], from_cluster: bool, context: str | None, output_dir: str) -> int:  # noqa: FBT001 - click's
    """Write the schemas of CustomResourceDefinitions, for `--crds DIR`.

    FILE is YAML or JSON with several documents or a list, or `-` for standard input.
    """
    if bool(paths) == from_cluster:
        raise click.UsageError("give either files or `--from-cluster`")
    if context is not None and not from_cluster:
        raise click.UsageError("`--context` requires `--from-cluster`")
    from render.cli._schema import write_custom, write_served

    return write_served(context, output_dir) if from_cluster else write_custom(paths, output_dir)


@command.command(
    "kubernetes",
    examples={"Write schemas of an older version": "render schema kubernetes 1.30 --output-dir schemas"},
)
@click.argument("minor", metavar="MINOR", callback=check_minor, shell_complete=complete_minor)
@folder_option("Folder to write vMINOR.0/… to.", is_required=True)
def kubernetes(minor: str, output_dir: str) -> int:
    """Write the schemas of a Kubernetes version, for `--crds DIR --kubernetes MINOR`."""
    from render.cli._schema import write_kubernetes

    return write_kubernetes(minor, output_dir)
