"""The work of `render import`."""

from collections.abc import Sequence
from pathlib import PurePath, PurePosixPath

from render.cli import PROBLEMS
from render.cli._output import print_all, report
from render.cli._request import command_error, default_request, reject_repeated_stdin
from render.engine import Chart, EngineError
from render.importers.parts.import_files import format_spec, import_files
from render.importers.parts.importer import ImportResult
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.problem import Problem, Severity, has_error
from render.source import Text, load_document
from render.spec import Spec
from render.validation.check_file import spec_results
from render.validation.inputs import Settings

_SPEC = "<imported>"
"""Name of the spec's file in problems, since it is not written yet."""


def run(*, paths: Sequence[str], trainer: str, strict: bool) -> int:
    """Convert files to a spec, print it and return the exit status. Raises click.ClickException."""
    reject_repeated_stdin(*paths)
    outcome = import_files(paths, trainer)
    problems = list(outcome.imported.problems)
    text = ""
    if outcome.item is not None and not has_error(problems):
        text = format_spec(outcome.imported.values, Chart.bundled().schema(), _notices(outcome.item, outcome.imported))
        try:
            problems += spec_errors(text)
        except EngineError as error:
            raise command_error(error) from error
    problems = [_strictly(problem) for problem in problems] if strict else problems
    report(problems, {**outcome.sources, _SPEC: text})
    status = print_all([text])
    return PROBLEMS if has_error(problems) else status


def _notices(item: Object, imported: ImportResult) -> list[str]:
    """Return the lines of the comment above a spec: its source, and its namespace."""
    notices = [f"Imported from {item.label} ({PurePath(item.document.file).name}), which {imported.by} ran."]
    if imported.namespace is not None:
        notices.append(f"It ran in the namespace `{imported.namespace}`, which a spec does not name.")
    return notices


def spec_errors(text: str) -> list[Problem]:
    """Return the errors of an imported spec. Raises EngineError, OSError, ValueError."""
    document, misread = load_document(Text(_SPEC, text))
    request = default_request()
    spec = Spec(_SPEC, PurePosixPath("spec.yaml"), document, misread)
    [(_, problems, _)] = spec_results([spec], Settings(request, Schemas()))
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def _strictly(problem: Problem) -> Problem:
    return problem._replace(severity=Severity.ERROR) if problem.severity is Severity.WARNING else problem
