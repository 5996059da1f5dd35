"""What `render run` does."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from signal import SIGPIPE

import click

from render.cli import PROBLEMS
from render.cli._report import count, report, say
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._single import single
from render.engine import EngineError, EngineName
from render.local.errors import LocalError
from render.local.logs import Logs
from render.local.namespaces import require
from render.local.plan import Plan, plan
from render.local.rendered import rendered
from render.local.success import End
from render.local.supervision import Events, Signal, Supervision, signals
from render.local.volumes import CLAIMS, Volumes
from render.problem import has_error, printable
from render.source import STDIN


def run(
    *,
    path: str,
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    nodes: int | None,
    is_isolated: bool,
    seconds: float | None,
    has_preflight: bool,
) -> int:
    """Run a spec on this machine and return the run's exit status. Raises click.ClickException where it can't."""
    read_once(path, *files)
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)._replace(
            scripts=True
        )
        if is_isolated:
            require()
        spec = single(path, "run")
        what = rendered(spec, request, nodes, needs_port=not is_isolated)
        report(what.found.problems, what.found.sources)
        if has_error(what.found.problems):
            return PROBLEMS
        code = Path.cwd() if path == STDIN else Path(spec.file).resolve().parent
        events: Events = SimpleQueue()
        with signals(events), _scratch() as folder:
            volumes = Volumes(folder, code)
            end = _run(
                plan(what, volumes, os.environ, is_isolated=is_isolated, has_preflight=has_preflight), seconds, events
            )
    except (EngineError, LocalError) as error:
        raise failed(error, error.hint) from error
    say(click.style(end.why, fg="red" if end.status else "green"))
    return end.status


@contextmanager
def _scratch() -> Iterator[Path]:
    """Have a folder for the run; only what claims hold outlives it, as on the cluster."""
    folder = Path(tempfile.mkdtemp(prefix="render-run-"))
    try:
        yield folder
    finally:
        kept = sum(file.is_file() for file in (folder / CLAIMS).rglob("*"))
        for inside in folder.iterdir():
            if not kept or inside.name != CLAIMS:
                shutil.rmtree(inside)
        if kept:
            say(f"kept: {folder / CLAIMS} ({count(kept, 'file')})")
        else:
            folder.rmdir()


def _run(what: Plan, seconds: float | None, events: Events) -> End:
    say(f"{count(len(what.nodes), 'node')} on this machine: {', '.join(what.labels)}")
    for notice in what.notices():
        say(f"  {printable(notice)}")
    is_coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    logs = Logs(what.labels, is_coloured=is_coloured, closed=lambda: events.put(Signal(SIGPIPE)))
    with what.place() as enter:
        return Supervision(what.nodes, what.rendered.jobset, seconds, events, say).run(enter, logs)
