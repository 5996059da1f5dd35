"""What `render sweep` does."""

from itertools import islice

from render.cli import CLEAN, PROBLEMS
from render.cli._progress import progress
from render.cli._report import count, report, say
from render.cli._request import failed, requested
from render.cli._specs import write
from render.cli._stdout import print_all
from render.engine import EngineError, EngineName
from render.kube.schemas import Schemas
from render.problem import MAX_PROBLEMS, has_error
from render.spec import Spec
from render.sweep.combinations import described
from render.sweep.file import Reading, Sweep
from render.sweep.results import specs
from render.validation.batch import CHUNK
from render.validation.file import Settings
from render.validation.variants import Variants


def run(*, path: str, namespace: str, chart: str | None, wanted: EngineName | None, output: str | None) -> int:
    """Make the specs of a sweep and return the exit status; with an error in one of them, write none.

    Raises click.ClickException where it can't run.
    """
    reading = Reading([], {})
    sweep = reading.sweep(path)
    report(reading.problems, reading.sources)
    if sweep is None:
        return PROBLEMS
    try:
        request = requested((), sets=(), name=None, namespace=namespace, chart=chart, wanted=wanted)
        template = sweep.template.document
        variants = Variants(Settings(request, Schemas()), {template.file: template.content})
        made = _made(sweep, variants)
    except EngineError as error:
        raise failed(error, error.hint) from error
    problems = list(variants.problems())
    report(problems, reading.sources)
    if has_error(problems):
        say(f"{count(len(sweep.combinations), 'combination')}: nothing is written")
        return PROBLEMS
    if output is None:
        return print_all(f"---\n{spec.document.content}" for spec in made if spec.document)
    return CLEAN if write(made, output) else PROBLEMS


def _made(sweep: Sweep, variants: Variants) -> list[Spec]:
    """Return the specs, validated; where more is wrong than is told, only the first. Raises EngineError."""
    made: list[Spec] = []
    pairs = progress(zip(sweep.combinations, specs(sweep), strict=False), len(sweep.combinations))  # may end early
    while len(variants.found) < MAX_PROBLEMS and (chunk := list(islice(pairs, CHUNK))):
        some = [spec for _, spec in chunk]
        variants.judge(some, [f"with {described(parameters)}" for parameters, _ in chunk])
        made += some
    return made
