"""The work of `render smoke run` and `render smoke report`."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import click

from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._output import print_all, report, write_file
from render.cli._request import command_error, command_errors, default_request, reject_repeated_stdin
from render.cli._run import LocalRun
from render.cli._snapshot import load_cluster
from render.cluster import ClusterError
from render.doctor.cluster_view import NODE
from render.engine import EngineError
from render.local.node import LocalError
from render.problem import has_error
from render.smoke.levels import LevelGroups, group_by_level
from render.smoke.outputs import find
from render.smoke.result import MARK, ResultReader, SmokeResult
from render.smoke.smoke_report import SmokeReport
from render.smoke.smoke_spec import SmokeRequest, smoke_scripts, smoke_spec
from render.snapshot.view import SnapshotView
from render.source import FileReader

_FOUND = frozenset([20, 21, 22, 23])
"""Exit statuses of the test for findings about the network: slow, wrong, unreachable, another transport."""
_INTERRUPTED = 128
"""Exit statuses above this one mean that a signal has ended the run."""

_PATIENCE_SECONDS = 15.0
"""Time for the other nodes, longer than rank 0 needs to report their findings."""


def run_test(*, options: SmokeRequest, is_isolated: bool) -> int:
    """Run the test on this machine and return the exit status. Raises click.ClickException if it can't run."""
    copy = options.json
    if copy is not None and not copy.absolute().parent.is_dir():
        raise click.ClickException(f"`--json {copy}`: there is no folder `{copy.parent}`")
    if find_spec("torch") is None:
        raise click.ClickException(
            "the test needs torch, which is not installed\nhint: install the build of torch that fits your GPUs"
        )
    try:
        request = default_request()
        here = LocalRun(smoke_scripts(), is_isolated=is_isolated, patience_seconds=_PATIENCE_SECONDS, hidden=MARK)
        end = here.run(smoke_spec(options), request)
    except (EngineError, LocalError) as error:
        raise command_error(error) from error
    return FAILED if end is None else _status(end.status)


def _status(status: int) -> int:
    if status == 0 or status > _INTERRUPTED:
        return status or CLEAN
    return PROBLEMS if status in _FOUND else FAILED


def report_results(
    *, paths: Sequence[str], cluster: str | None, label: str | None, format_: str, output_file: Path | None
) -> int:
    """Report results and return the exit status. Raises click.ClickException if it can't."""
    reject_repeated_stdin(*paths, cluster)
    if (cluster is None) is not (label is None):
        raise click.UsageError("give `--cluster` and `--level` together")
    found = ResultReader()
    for path in dict.fromkeys(paths):
        found.read(path)
    report(found.problems, {})
    if has_error(found.problems):
        return PROBLEMS
    *earlier, last = found.results
    level = None
    if cluster is not None and label is not None:
        view = load_cluster(cluster, FileReader().read)
        if view is None:
            return PROBLEMS
        level = _group(last, label, view)
    text = find(format_)(SmokeReport(last, tuple(earlier), level))
    if output_file is None:
        status = print_all([text])
    else:
        write_file(output_file, [text])
        status = CLEAN
    return status or (CLEAN if last.has_passed else PROBLEMS)


def _group(run: SmokeResult, label: str, view: SnapshotView) -> LevelGroups:
    """Return the nodes of a result by a label. Raises click.ClickException if no node has a known domain."""
    if not any(run.machines):
        raise click.ClickException(
            "the result names no Kubernetes nodes, so `--level` can't group them\n"
            "hint: only a test in pods of this version of the chart names them"
        )
    with command_errors(ClusterError):
        nodes = view.list(NODE)
    labels = {node["metadata"]["name"]: node["metadata"].get("labels", {}) for node in nodes}
    level = group_by_level(run, label, labels)
    if not level.domains:
        raise click.ClickException(
            f"`--level {label}`: no node of the result has this label in the cluster's file\n"
            "hint: use a label of the nodes, such as `topology.kubernetes.io/zone`, and a file of the same cluster"
        )
    return level
