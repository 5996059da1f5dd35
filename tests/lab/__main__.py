"""The command `ci/lab`."""

from pathlib import Path

import click

from tests.cluster.server import Server
from tests.lab import lab
from tests.lab.controllers import CONTROLLERS
from tests.lab.node import start_node, stop_node
from tests.lab.run import Run


@click.group()
def command() -> None:
    """Run a Kubernetes cluster with real nodes on this machine. Requires root."""


@command.command()
@click.option("--nodes", type=click.IntRange(1, 8), default=2, show_default=True, help="Number of nodes.")
def up(nodes: int) -> None:
    """Start the lab, and print the path of its kubeconfig."""
    lab.up(nodes, list(CONTROLLERS), lab.images())
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


if __name__ == "__main__":
    try:
        command(prog_name="ci/lab")
    except RuntimeError as error:
        raise SystemExit(f"ci/lab: {error}") from error
