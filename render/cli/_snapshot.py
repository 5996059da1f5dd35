"""Load the file of `--cluster`."""

from render.cli._output import report
from render.problem import Problem
from render.snapshot.load import load_snapshot
from render.snapshot.view import SnapshotView
from render.source import Read


def load_cluster(path: str, read: Read) -> SnapshotView | None:
    """Return the cluster of a file, and report its problems; None if it has errors."""
    text = read(path)
    if isinstance(text, Problem):
        report([text], {})
        return None
    view, problems = load_snapshot(text)
    report(problems, {text.file: text.content})
    return view
