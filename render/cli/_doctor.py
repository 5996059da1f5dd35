"""What `render doctor` does."""

import os
import sys
from collections.abc import Sequence

import click

from render.cli import CLEAN, PROBLEMS
from render.cli._report import count, report, say
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._single import single
from render.cli._stdout import print_all
from render.cluster import ClusterError, connect
from render.doctor.examination import Examined, examine, survey
from render.doctor.finding import Verdict, has_fault
from render.doctor.outputs import find
from render.doctor.view import View
from render.doctor.wanted import Wanted, wanted_of
from render.engine import EngineError, EngineName
from render.problem import has_error
from render.spec import Request


def run(
    *,
    path: str | None,
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    context: str | None,
    format_: str,
) -> int:
    """Ask a cluster and return the exit status. Raises click.ClickException where it can't be asked."""
    read_once(path, *files)
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    try:
        found = None
        if path is not None:
            request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)
            found = _wanted(path, request)
            if found is None:
                return PROBLEMS
        view = View(connect(context))
        return _print(list(survey(view) if found is None else examine(found, view)), format_)
    except (EngineError, ClusterError) as error:
        raise failed(error, error.hint) from error


def _wanted(path: str, request: Request) -> Wanted | None:
    """Return what a spec wants, and report what is wrong with it; None where that can't be told."""
    spec = single(path, "examined")
    found, problems = wanted_of(spec, request)
    own = (spec.document, *request.overlays)
    report(problems, {document.file: document.content for document in own if document is not None})
    return None if has_error(problems) else found


def _print(examined: Sequence[Examined], format_: str) -> int:
    text = find(format_)(examined)
    plain = not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR"))
    status = print_all([click.unstyle(text) if plain else text])
    say(_sentence(examined))
    return status or (PROBLEMS if has_fault(finding for _, finding in examined) else CLEAN)


def _sentence(examined: Sequence[Examined]) -> str:
    verdicts = [finding.verdict for _, finding in examined]
    counts = [(verdicts.count(one), one.value) for one in (Verdict.FAULT, Verdict.WARNING, Verdict.UNKNOWN)]
    found = ", ".join(
        f"{number} unknown" if noun == "unknown" else count(number, noun) for number, noun in counts if number
    )
    return f"{count(len(verdicts), 'answer')}: {found or 'nothing is missing'}"
