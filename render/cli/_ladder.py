"""The work of `render ladder`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath, PurePosixPath

from render.cli import PROBLEMS
from render.cli._options import SpecOptions
from render.cli._output import print_all, print_status, report, write_specs
from render.cli._request import build_request, command_error, load_overlays, load_single_spec, reject_repeated_stdin
from render.engine import EngineError
from render.engine.merge import deep_merge
from render.kube.schemas import Schemas
from render.local.ladder import LadderArguments, Tier, build_ladder, ladder_notes, ladder_table
from render.problem import has_error
from render.source import FileReader
from render.source.yaml_writer import order_keys, spec_to_yaml
from render.spec import Spec
from render.spec.check_spec import Checked, check
from render.validation.inputs import Settings
from render.validation.sweep import SweepReport

Rung = tuple[Tier, Spec]
"""A tier and its spec."""


def run(
    *,
    path: str,
    spec_options: SpecOptions,
    output_dir: str | None,
) -> int:
    """Write the tiers of a spec, or none if one has errors, and return the exit status. Raises click.ClickException."""
    reject_repeated_stdin(path, *spec_options.files)
    read = FileReader().read
    over = load_overlays(spec_options.files, read)
    if over is None:
        return PROBLEMS
    texts = {document.file: document.content for document in over}
    try:
        request = build_request(over, spec_options)
        spec = load_single_spec(path, "ladder", read)
        checked = check(spec, request)
        texts |= {spec.file: spec.document.content if spec.document else ""}
        if has_error(checked.problems):
            report(checked.problems, texts)
            return PROBLEMS
        rungs = list(_rungs(spec, checked))
        variants = SweepReport(Settings(request._replace(overlays=(), sets=(), name=None), Schemas()), texts)
        variants.check([spec for _, spec in rungs], [f"`{tier.name}`" for tier, _ in rungs])
    except EngineError as error:
        raise command_error(error) from error
    found = list(variants.problems())
    report(found, texts)
    if has_error(found) or (output_dir is not None and not write_specs([spec for _, spec in rungs], output_dir)):
        return PROBLEMS
    shared = {
        "-n": None if spec_options.namespace == "default" else spec_options.namespace,
        "--chart": spec_options.chart,
        "--engine": spec_options.engine,
    }
    options = [word for option, value in shared.items() if value for word in (option, value)]
    return _plan(
        rungs,
        checked,
        LadderArguments([path, *_options("-f", spec_options.files), *_options("--set", spec_options.sets)], options),
        output_dir,
    )


def _rungs(spec: Spec, checked: Checked) -> Iterator[Rung]:
    """Yield the tiers of a valid spec, each as a spec with the positions of the original."""
    merged, values = checked.merged, checked.values
    if merged is None or values is None or spec.document is None:
        return
    written = order_keys(merged.values, [document.root.data for document in merged.documents if document.root])
    for tier in build_ladder(values, str(values.get("name") or merged.name)):
        content = deep_merge(written, tier.over)
        notice = f"Made by `render ladder` from {PurePath(spec.file).name}: {tier.name}"
        document = spec.document._replace(content=spec_to_yaml(content, notice))
        yield tier, Spec(spec.file, PurePosixPath(f"{content['name']}.yaml"), document, ())


def _plan(rungs: Sequence[Rung], checked: Checked, arguments: LadderArguments, output_dir: str | None) -> int:
    values = checked.values or {}
    tiers = ((tier, None if output_dir is None else str(Path(output_dir, spec.output))) for tier, spec in rungs)
    for notice in ladder_notes(values):
        print_status(notice)
    return print_all(ladder_table(tiers, values, arguments))


def _options(option: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (option, value)]
