"""What `render import` does."""

from collections.abc import Sequence
from pathlib import PurePath, PurePosixPath

from render.cli import PROBLEMS
from render.cli._report import report
from render.cli._request import failed, read_once, requested
from render.cli._stdout import print_all
from render.engine import Chart, EngineError
from render.importers.parts.importing import importing
from render.importers.parts.result import Imported
from render.importers.parts.text import written
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.problem import Problem, Severity, has_error
from render.source import Text, load
from render.spec import Spec
from render.validation.file import Settings, judged

_SPEC = "<imported>"
"""The name of the spec in problems: it is in no file yet."""


def run(*, paths: Sequence[str], trainer: str, strict: bool) -> int:
    """Print the spec of what files hold and return the exit status. Raises click.ClickException."""
    read_once(*paths)
    outcome = importing(paths, trainer)
    problems = list(outcome.imported.problems)
    text = ""
    if outcome.item is not None and not has_error(problems):
        text = written(outcome.imported.values, Chart.bundled().schema(), _notices(outcome.item, outcome.imported))
        try:
            problems += _wrong(text)
        except EngineError as error:
            raise failed(error, error.hint) from error
    problems = [_strictly(problem) for problem in problems] if strict else problems
    report(problems, {**outcome.sources, _SPEC: text})
    status = print_all([text])
    return PROBLEMS if has_error(problems) else status


def _notices(item: Object, imported: Imported) -> list[str]:
    """Return the lines above a spec: what it was, and what it does not say."""
    notices = [f"Imported from {item.label} ({PurePath(item.document.file).name}), which {imported.by} ran."]
    if imported.namespace is not None:
        notices.append(f"It ran in the namespace `{imported.namespace}`, which a spec does not name.")
    return notices


def _wrong(text: str) -> list[Problem]:
    """Return what is to be mended in an imported spec before it can run. Raises EngineError, OSError, ValueError."""
    document, misread = load(Text(_SPEC, text))
    request = requested((), sets=(), name=None, namespace="default", chart=None, wanted=None)
    spec = Spec(_SPEC, PurePosixPath("spec.yaml"), document, misread)
    [(_, problems)] = judged([spec], Settings(request, Schemas()))
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def _strictly(problem: Problem) -> Problem:
    return problem._replace(severity=Severity.ERROR) if problem.severity is Severity.WARNING else problem
