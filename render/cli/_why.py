"""The work of `render why`."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._output import print_all, print_status, report
from render.cli._request import command_error, load_single_spec, reject_repeated_stdin
from render.cluster import ClusterError, connect
from render.source import FileReader
from render.why.dump import read_dump, write_dump
from render.why.dump_text import DumpError
from render.why.explanation import SpecPlaces
from render.why.live import read_cluster, read_logs, read_others
from render.why.object_index import ObjectIndex
from render.why.outputs import find
from render.why.report import Report, report_on
from render.why.run_search import NoRunError, find_run
from render.why.state import State

SECONDS = 5.0
"""Pause of `--watch` between two requests."""


def run(
    *,
    name: str,
    namespace: str | None,
    context: str | None,
    dump: str | None,
    spec: str | None,
    collect: Path | None,
    watch: bool,
    format_: str,
) -> int:
    """Explain a run and return the exit status. Raises click.ClickException if it can't be read."""
    reject_repeated_stdin(dump, spec)
    if watch and dump is not None:
        raise click.UsageError("`--watch` asks a cluster: it has no meaning with `--from`")
    places = _places(spec)

    def explain() -> Report:
        index = read_dump(dump) if dump is not None else _live(context, namespace, name)
        if collect is not None:
            print_status(f"{write_dump(index, collect)} files in {collect}")
        return report_on(find_run(index, name, namespace))

    try:
        for found in reports(explain, partial(time.sleep, SECONDS)) if watch else (explain(),):
            status = print_all([find(format_)(found, places)])
            if status:
                return status
    except (ClusterError, DumpError, NoRunError, OSError) as error:
        raise command_error(error) from error
    return _status(found)


def reports(explain: Callable[[], Report], wait: Callable[[], None]) -> Iterator[Report]:
    """Yield a report for each change of its sentence, until the run has ended."""
    last = ""
    while True:
        found = explain()
        if found.sentence != last:
            last = found.sentence
            yield found
        if found.run.has_ended:
            return
        wait()


def _live(context: str | None, namespace: str | None, name: str) -> ObjectIndex:
    """Return the objects of a namespace; of others, too, if the run waits for room or quota."""
    client = connect(context)
    index = read_cluster(client, namespace or client.namespace)
    run = find_run(index, name, namespace)
    if run.is_suspended or run.pending_pods:
        read_others(index, client, run.namespace)
    if run.state is not State.COMPLETE:
        read_logs(index, client, run)
    return index


def _places(spec: str | None) -> SpecPlaces:
    if spec is None:
        return SpecPlaces()
    found = load_single_spec(spec, "why", FileReader().read)
    report(found.problems, {})
    return SpecPlaces(found.document)


def _status(found: Report) -> int:
    if found.is_healthy:
        return CLEAN
    return PROBLEMS if found.is_explained else FAILED
