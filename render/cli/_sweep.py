"""The work of `render sweep`."""

from itertools import islice

from render.cli import CLEAN, PROBLEMS
from render.cli._options import SpecOptions
from render.cli._output import count, print_all, print_status, progress, report, write_specs
from render.cli._request import build_request, command_error
from render.engine import EngineError
from render.kube.schemas import Schemas
from render.problem import MAX_PROBLEMS, has_error
from render.spec import Spec
from render.sweep.combinations import describe_parameters
from render.sweep.sweep_file import Sweep, SweepReader, generate_specs
from render.validation.batch import CHUNK
from render.validation.inputs import Settings
from render.validation.sweep import SweepReport


def run(*, path: str, spec_options: SpecOptions, output_dir: str | None) -> int:
    """Write the specs of a sweep, or none if one has errors; return the exit status. Raises click.ClickException."""
    reading = SweepReader([], {})
    sweep = reading.sweep(path)
    report(reading.problems, reading.sources)
    if sweep is None:
        return PROBLEMS
    try:
        request = build_request((), spec_options)
        template = sweep.template.document
        variants = SweepReport(Settings(request, Schemas()), {template.file: template.content})
        specs = _specs(sweep, variants)
    except EngineError as error:
        raise command_error(error) from error
    problems = list(variants.problems())
    report(problems, reading.sources)
    if has_error(problems):
        print_status(f"{count(len(sweep.combinations), 'combination')}: nothing is written")
        return PROBLEMS
    if output_dir is None:
        return print_all(f"---\n{spec.document.content}" for spec in specs if spec.document)
    return CLEAN if write_specs(specs, output_dir) else PROBLEMS


def _specs(sweep: Sweep, variants: SweepReport) -> list[Spec]:
    """Return the checked specs; stop at MAX_PROBLEMS. Raises EngineError."""
    specs: list[Spec] = []
    pairs = progress(
        zip(sweep.combinations, generate_specs(sweep), strict=False), len(sweep.combinations)
    )  # may end early
    while len(variants.found) < MAX_PROBLEMS and (chunk := list(islice(pairs, CHUNK))):
        some = [spec for _, spec in chunk]
        variants.check(some, [f"with {describe_parameters(parameters)}" for parameters, _ in chunk])
        specs += some
    return specs
