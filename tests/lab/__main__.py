"""The command `ci/lab`."""

from pathlib import Path

import click

from tests.cluster.server import Server
from tests.lab import lab
from tests.lab.control_plane import VERSION, VERSIONS
from tests.lab.controllers import DEFAULT
from tests.lab.matrix import run_matrix
from tests.lab.node import start_node, stop_node
from tests.lab.run import Run
from tests.why.lab_scenario import play_on_lab


@click.group()
def command() -> None:
    """Run a Kubernetes cluster with real nodes on this machine. Requires root."""


@command.command()
@click.option("--nodes", type=click.IntRange(0, 8), default=2, show_default=True, help="Number of nodes.")
@click.option(
    "--fake-nodes", type=click.IntRange(0, 100), default=0, help="Number of nodes with 8 GPUs that kwok plays."
)
@click.option("--kubernetes", type=click.Choice(VERSIONS), default=VERSION, show_default=True, help="Minor version.")
@click.option("--with", "controllers", multiple=True, default=DEFAULT, show_default=True, metavar="NAME[@VERSION]")
def up(nodes: int, fake_nodes: int, kubernetes: str, controllers: tuple[str, ...]) -> None:
    """Start the lab with controllers, in the order of the options, and print the path of its kubeconfig."""
    lab.up(nodes, controllers, lab.images(), fake_nodes=fake_nodes, kubernetes=kubernetes)
    click.echo(lab.FOLDER / "kubeconfig")


@command.command()
def down() -> None:
    """Stop the lab, and remove everything that it added to the machine."""
    lab.down()


@command.command()
@click.argument("node", type=click.IntRange(1, 8))
def off(node: int) -> None:
    """Kill a node at once, with its containers."""
    stop_node(lab.FOLDER, node)


@command.command()
@click.argument("node", type=click.IntRange(1, 8))
def on(node: int) -> None:
    """Start a node again."""
    start_node(lab.FOLDER, node, [])
    lab.wait_for_node(node)


@command.command()
@click.argument("name")
@click.argument("values", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def run(name: str, values: tuple[Path, ...]) -> None:
    """Install a spec, later files over it, wait until it ends, and print its logs."""
    release = Run(name, Server(lab.FOLDER / "kubeconfig"))
    release.install(*values)
    state = release.wait()
    for line in release.logs():
        click.echo(line)
    click.echo(f"{name}: {state}")


@command.command()
@click.argument("chosen", default="")
def matrix(chosen: str) -> None:
    """Run versions together, and write what happened to docs/compatibility.yaml.

    CHOSEN: only rows of tests/lab/matrix.yaml that contain this text; the results of the others stay.
    """
    for row in run_matrix(chosen):
        click.echo(f"{row}")


@command.command()
@click.argument("names", nargs=-1)
def why(names: tuple[str, ...]) -> None:
    """Play the scenarios of tests/why with real nodes on the lab that is up, and write their dumps."""
    for line in play_on_lab(names):
        click.echo(line)


if __name__ == "__main__":
    try:
        command(prog_name="ci/lab")
    except RuntimeError as error:
        raise SystemExit(f"ci/lab: {error}") from error
