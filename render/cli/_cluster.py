"""The work of `render cluster`."""

from collections.abc import Sequence
from pathlib import Path

from render.cli import CLEAN
from render.cli._output import count, print_all, print_status, write_file
from render.cli._request import command_errors
from render.cli.cluster import EXAMPLES
from render.cluster import ClusterError, connect
from render.snapshot.collect import collect_snapshot
from render.snapshot.writer import write_snapshot


def write_cluster(*, namespaces: Sequence[str], context: str | None, output_file: Path | None) -> int:
    """Write what a cluster offers and return the exit status. Raises click.ClickException."""
    with command_errors(ClusterError):
        found = collect_snapshot(connect(context), namespaces)
    status = _write(write_snapshot(found), output_file)
    for entry in found["unread"]:
        print_status(f"not read: {entry['reason']}")
    nodes = sum(len(shape["members"]) for shape in found.get("nodes", ()))
    print_status(f"{count(nodes, 'node')}, {count(sum(len(one['items']) for one in found['objects']), 'object')}")
    return status


def write_example(*, name: str, output_file: Path | None) -> int:
    """Write the file of an example and return the exit status. Raises click.ClickException."""
    return _write((EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8"), output_file)


def _write(text: str, file: Path | None) -> int:
    if file is None:
        return print_all([text])
    write_file(file, [text])
    return CLEAN
