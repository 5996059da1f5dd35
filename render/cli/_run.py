"""The work of `render run`, and the runs of nodes on this machine, of which `render smoke run` is one."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from signal import SIGPIPE

import click

from render.cli import NOT_STARTED
from render.cli._options import SpecOptions
from render.cli._output import count, print_status, report
from render.cli._request import build_request, command_error, load_overlays, load_single_spec, reject_repeated_stdin
from render.engine import EngineError
from render.local.namespaces import check_namespaces
from render.local.node import LocalError
from render.local.node_process import NodeLogs
from render.local.plan import RunPlan, plan_run
from render.local.rendered_run import RenderedRun, holds_manifests, load_manifest_run, render_local
from render.local.supervision import Events, ReceivedSignal, RunEnd, Supervisor, catch_signals
from render.local.volumes import CLAIMS, LocalVolumes
from render.pods.environment import TooLongError
from render.problem import has_error, printable
from render.source import STDIN, FileReader
from render.spec import Request, Spec
from render.terminal import wants_color


@dataclass(frozen=True, slots=True)
class LocalRun:
    """Options of a run on this machine."""

    code: Path
    """The working directory of the program, mounted for ConfigMaps that the spec does not contain."""
    is_isolated: bool
    """True if each node has a network namespace."""
    seconds: float | None = None
    """Maximum seconds; None for no limit."""
    has_preflight: bool = False
    patience_seconds: float = 0.0
    """Time for which the other nodes may continue after one has failed."""
    hidden: str | None = None
    """Text of output lines that are not shown."""

    def run(self, spec: Spec, request: Request, nodes: int | None = None) -> RunEnd | None:
        """Run a spec and return how it ended; None if it has errors, which are reported.

        `nodes` overrides their number. Raises EngineError, LocalError, OSError.
        """
        return self.start(render_local(spec, request._replace(scripts=True), nodes, needs_port=not self.is_isolated))

    def start(self, what: RenderedRun) -> RunEnd | None:
        """Run a rendered spec, as `run` does. Raises LocalError, OSError."""
        if self.is_isolated:
            check_namespaces()
        report(what.found.problems, what.found.sources)
        if has_error(what.found.problems):
            return None
        events: Events = SimpleQueue()
        with catch_signals(events), _scratch() as folder:
            ready = plan_run(
                what,
                LocalVolumes(folder, self.code),
                os.environ,
                is_isolated=self.is_isolated,
                has_preflight=self.has_preflight,
            )
            end = self._run(ready, events)
        print_status(click.style(end.why, fg="red" if end.status else "green"))
        return end

    def _run(self, what: RunPlan, events: Events) -> RunEnd:
        print_status(f"{count(len(what.nodes), 'node')} on this machine: {', '.join(what.labels)}")
        for notice in what.notices():
            print_status(f"  {printable(notice)}")
        logs = NodeLogs(
            what.labels,
            is_coloured=wants_color(sys.stdout),
            closed=lambda: events.put(ReceivedSignal(SIGPIPE)),
            hidden=self.hidden,
        )
        run = Supervisor(what.nodes, what.rendered.jobset, self.seconds, events, print_status, self.patience_seconds)
        with what.place() as enter:
            return run.run(enter, logs)


@contextmanager
def _scratch() -> Iterator[Path]:
    """Create a folder for the run, and keep only the files of its claims afterwards, as a cluster does."""
    folder = Path(tempfile.mkdtemp(prefix="render-run-"))
    try:
        yield folder
    finally:
        kept = sum(file.is_file() for file in (folder / CLAIMS).rglob("*"))
        for inside in folder.iterdir():
            if not kept or inside.name != CLAIMS:
                shutil.rmtree(inside)
        if kept:
            print_status(f"kept: {folder / CLAIMS} ({count(kept, 'file')})")
        else:
            folder.rmdir()


def run(
    *,
    path: str,
    spec_options: SpecOptions,
    nodes: int | None,
    is_isolated: bool,
    seconds: float | None,
    has_preflight: bool,
    runtimes: Sequence[str],
    trainer: str,
) -> int:
    """Run a spec or a TrainJob and return the run's exit status. Raises click.ClickException if it can't run."""
    reject_repeated_stdin(path, *spec_options.files, *runtimes)
    read = FileReader().read
    over = load_overlays(spec_options.files, read)
    if over is None:
        return NOT_STARTED
    try:
        request = build_request(over, spec_options)
        here = partial(LocalRun, is_isolated=is_isolated, seconds=seconds, has_preflight=has_preflight)
        if holds_manifests(path, read):
            if spec_options.files or spec_options.sets:
                raise click.UsageError(f"`-f` and `--set` change specs, and `{path}` holds manifests")
            end = here(_folder(path)).start(load_manifest_run(path, request, runtimes, trainer, nodes, read=read))
        else:
            spec = load_single_spec(path, "run", read)
            end = here(_folder(spec.file)).run(spec, request, nodes)
    except (EngineError, LocalError) as error:
        raise command_error(error) from error
    except TooLongError as error:
        raise command_error(error) from error
    return NOT_STARTED if end is None else end.status


def _folder(file: str) -> Path:
    return Path.cwd() if file == STDIN else Path(os.path.realpath(file)).parent
