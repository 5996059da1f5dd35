"""Run a spec's nodes on this machine, and tell a person about it."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from signal import SIGPIPE

import click

from render.cli._report import count, report, say
from render.local.logs import Logs
from render.local.namespaces import require
from render.local.plan import Plan, plan
from render.local.rendered import Rendered, rendered
from render.local.success import End
from render.local.supervision import Events, Signal, Supervision, signals
from render.local.volumes import CLAIMS, Volumes
from render.problem import has_error, printable
from render.spec import Request, Spec


@dataclass(frozen=True, slots=True)
class Here:
    """How a spec is run on this machine."""

    code: Path
    """The folder in which its program starts, and which stands for ConfigMaps from elsewhere."""
    is_isolated: bool
    """Whether each node has a network namespace."""
    seconds: float | None = None
    """That it may take."""
    has_preflight: bool = False
    patience_seconds: float = 0.0
    """For which nodes may come to an end of their own where another one has failed."""
    hidden: str | None = None
    """What a line of the nodes' output that nobody wants to see holds."""

    def run(self, spec: Spec, request: Request, nodes: int | None = None) -> End | None:
        """Run a spec and return how it ended; None where it has problems, which are told.

        `nodes` is their number, where it is asked for. Raises EngineError, LocalError, OSError.
        """
        return self.start(rendered(spec, request._replace(scripts=True), nodes, needs_port=not self.is_isolated))

    def start(self, what: Rendered) -> End | None:
        """Run what is rendered, as `run` does. Raises LocalError, OSError."""
        if self.is_isolated:
            require()
        report(what.found.problems, what.found.sources)
        if has_error(what.found.problems):
            return None
        events: Events = SimpleQueue()
        with signals(events), _scratch() as folder:
            ready = plan(
                what,
                Volumes(folder, self.code),
                os.environ,
                is_isolated=self.is_isolated,
                has_preflight=self.has_preflight,
            )
            end = self._run(ready, events)
        say(click.style(end.why, fg="red" if end.status else "green"))
        return end

    def _run(self, what: Plan, events: Events) -> End:
        say(f"{count(len(what.nodes), 'node')} on this machine: {', '.join(what.labels)}")
        for notice in what.notices():
            say(f"  {printable(notice)}")
        logs = Logs(
            what.labels,
            is_coloured=sys.stdout.isatty() and not os.environ.get("NO_COLOR"),
            closed=lambda: events.put(Signal(SIGPIPE)),
            hidden=self.hidden,
        )
        run = Supervision(what.nodes, what.rendered.jobset, self.seconds, events, say, self.patience_seconds)
        with what.place() as enter:
            return run.run(enter, logs)


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
