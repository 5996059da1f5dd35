"""The work of `render doctor`."""

import sys
from collections.abc import Sequence

import click

from render.cli import CLEAN, PROBLEMS
from render.cli._options import SpecOptions
from render.cli._output import count, print_all, print_status, report
from render.cli._request import command_error, load_single_spec, reject_repeated_stdin
from render.cli._settings import load_with_config
from render.cli._snapshot import load_cluster
from render.cluster import ClusterError, connect
from render.doctor.check_result import Verdict, any_fault
from render.doctor.cluster_cache import ClusterCache
from render.doctor.examine import NamedResult, examine, survey
from render.doctor.outputs import find
from render.doctor.requirements import Requirements, requirements_of
from render.engine import EngineError
from render.problem import has_error
from render.source import FileReader, Read
from render.spec import Request
from render.terminal import wants_color


def run(
    *,
    path: str | None,
    spec_options: SpecOptions,
    cluster: str | None,
    context: str | None,
    format_: str,
) -> int:
    """Check a cluster and return the exit status. Raises click.ClickException if it can't be reached."""
    if cluster is not None and context is not None:
        raise click.UsageError("give either `--cluster` or `--context`")
    reject_repeated_stdin(path, *spec_options.files, cluster)
    read = FileReader().read
    try:
        found = None
        if path is not None:
            loaded = load_with_config(path, spec_options, read)
            found = None if loaded is None else _load_requirements(path, loaded[1], read)
            if found is None:
                return PROBLEMS
        view = ClusterCache(connect(context)) if cluster is None else load_cluster(cluster, read)
        if view is None:
            return PROBLEMS
        return _print(list(survey(view) if found is None else examine(found, view)), format_)
    except (EngineError, ClusterError) as error:
        raise command_error(error) from error


def _load_requirements(path: str, request: Request, read: Read) -> Requirements | None:
    """Return the requirements of a spec, and report its problems; None if it has errors."""
    spec = load_single_spec(path, "doctor", read)
    found, problems = requirements_of(spec, request)
    own = (spec.document, *request.overlays)
    report(problems, {document.file: document.content for document in own if document is not None})
    return None if has_error(problems) else found


def _print(examined: Sequence[NamedResult], format_: str) -> int:
    text = find(format_)(examined)
    status = print_all([text if wants_color(sys.stdout) else click.unstyle(text)])
    print_status(_sentence(examined))
    return status or (PROBLEMS if any_fault(finding for _, finding in examined) else CLEAN)


def _sentence(examined: Sequence[NamedResult]) -> str:
    verdicts = [finding.verdict for _, finding in examined]
    counts = [(verdicts.count(one), one.value) for one in (Verdict.FAULT, Verdict.WARNING, Verdict.UNKNOWN)]
    found = ", ".join(
        f"{number} unknown" if noun == "unknown" else count(number, noun) for number, noun in counts if number
    )
    return f"{count(len(verdicts), 'answer')}: {found or 'nothing is missing'}"
