"""`render cluster`: its commands and options. The work is imported when it runs."""

from pathlib import Path
from typing import Any

import click

from render.cli._command import Group
from render.cli._option_values import check_namespace
from render.cli._options import context_option, output_file_option

EXAMPLES = Path(__file__).parents[1] / "snapshot" / "examples"


@click.group("cluster", cls=Group, section="Cluster")
def command() -> None:
    """Write what a cluster offers to a file, for checks without a connection."""


def _complete_example(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in _examples() if name.startswith(incomplete)]


def _examples() -> list[str]:
    return sorted(path.stem for path in EXAMPLES.glob("*.yaml"))


def _check_namespaces(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(check_namespace(context, option, value) for value in values)


@command.command(
    "snapshot",
    examples={
        "Write the queues, nodes and classes of a cluster": "render cluster snapshot --output-file cluster.yaml",
        "Also what a namespace has": "render cluster snapshot -n team --output-file cluster.yaml",
    },
)
@click.option(
    "-n",
    "--namespace",
    "namespaces",
    metavar="NAMESPACE",
    multiple=True,
    callback=_check_namespaces,
    help="Namespace whose Secrets, ConfigMaps, claims and runs are included, by name; may be repeated.",
)
@context_option("Context of the kubeconfig; default: the current one.")
@output_file_option
def snapshot(**options: Any) -> int:
    """Write what a cluster offers as YAML.

    The file has versions and served kinds, controllers, nodes by shape with what they run, queues and quotas, and
    classes. It has no secrets: of Secrets and ConfigMaps only the names of keys. The same cluster gives the same bytes.

    Nothing is written to the cluster. The file and standard error list the kinds that you may not read; the exit
    status is 0 then, too.
    """
    from render.cli._cluster import write_cluster

    return write_cluster(**options)


@command.command(
    "example",
    examples={
        "Check a spec with eight p5.48xlarge": "render cluster example eks-p5 | render doctor spec.yaml --cluster -"
    },
)
@click.argument("name", metavar="NAME", type=click.Choice(_examples()), shell_complete=_complete_example)
@output_file_option
def example(**options: Any) -> int:
    """Write the file of a well-known shape of cluster, to start without one.

    NAME is `eks-p5` (eight p5.48xlarge with Kueue), `gb200-nvl72` (a rack of GB200) or `kind` (a laptop).
    """
    from render.cli._cluster import write_example

    return write_example(**options)
