"""What `render ladder` does."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath, PurePosixPath

from render.cli import PROBLEMS
from render.cli._report import report, say
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._single import single
from render.cli._specs import write
from render.cli._stdout import print_all
from render.engine import EngineError, EngineName
from render.engine.sets import merge
from render.kube.schemas import Schemas
from render.local.climb import Given, table
from render.local.ladder import Tier, ladder, notices
from render.problem import has_error
from render.spec import Spec
from render.spec.checking import Checked, check
from render.spec.write import ordered, text
from render.validation.file import Settings
from render.validation.variants import Variants

Rung = tuple[Tier, Spec]
"""A tier, and the spec that it is."""


def run(
    *,
    path: str,
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    output: str | None,
) -> int:
    """Make the tiers of a spec and return the exit status; with an error in one of them, write none.

    Raises click.ClickException where it can't run.
    """
    read_once(path, *files)
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    texts = {document.file: document.content for document in over}
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)
        spec = single(path, "made smaller")
        checked = check(spec, request)
        texts |= {spec.file: spec.document.content if spec.document else ""}
        if has_error(checked.problems):
            report(checked.problems, texts)
            return PROBLEMS
        rungs = list(_rungs(spec, checked))
        variants = Variants(Settings(request._replace(overlays=(), sets=(), name=None), Schemas()), texts)
        variants.judge([made for _, made in rungs], [f"`{tier.name}`" for tier, _ in rungs])
    except EngineError as error:
        raise failed(error, error.hint) from error
    found = list(variants.problems())
    report(found, texts)
    if has_error(found) or (output is not None and not write([made for _, made in rungs], output)):
        return PROBLEMS
    shared = {"-n": None if namespace == "default" else namespace, "--chart": chart, "--engine": wanted}
    options = [word for option, value in shared.items() if value for word in (option, value)]
    return _plan(rungs, checked, Given([path, *_options("-f", files), *_options("--set", sets)], options), output)


def _rungs(spec: Spec, checked: Checked) -> Iterator[Rung]:
    """Yield the tiers of a spec that is in order, each as a spec with the places of that one."""
    merged, values = checked.merged, checked.values
    if merged is None or values is None or spec.document is None:
        return
    written = ordered(merged.values, [document.root.data for document in merged.documents if document.root])
    for tier in ladder(values, str(values.get("name") or merged.name)):
        content = merge(written, tier.over)
        notice = f"Made by `render ladder` from {PurePath(spec.file).name}: {tier.name}"
        document = spec.document._replace(content=text(content, notice))
        yield tier, Spec(spec.file, PurePosixPath(f"{content['name']}.yaml"), document, ())


def _plan(rungs: Sequence[Rung], checked: Checked, given: Given, output: str | None) -> int:
    values = checked.values or {}
    tiers = ((tier, None if output is None else str(Path(output, made.output))) for tier, made in rungs)
    for notice in notices(values):
        say(notice)
    return print_all(table(tiers, values, given))


def _options(option: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (option, value)]
