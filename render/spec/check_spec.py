"""Check a spec: its values with the chart's schema, then with the chart itself."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from render import engine
from render.engine import Chart, EngineError, Rejection, Release, Rendered, RenderRejected
from render.kube.validator import Validator
from render.manifests.finding import Finding
from render.problem import Problem
from render.schema_errors.checker import SchemaChecker
from render.schema_errors.error import ErrorKind, SchemaError
from render.spec.codes import BY_SORT
from render.spec.collect import Spec
from render.spec.flow_lists import check_flow_lists
from render.spec.foreign_keys import HINTS
from render.spec.locate import refused_values, spec_problem
from render.spec.rendering import (
    PLACEHOLDER_RELEASE,
    Merged,
    Outcome,
    ReleaseSpec,
    Request,
    merge,
    without_repeats,
)


class Checked(NamedTuple):
    """The rendered files of a valid spec, by path of the template, and the problems of the spec."""

    files: Mapping[str, str]
    problems: tuple[Problem, ...]
    merged: Merged | None = None
    """None if the spec can't be read."""
    values: Mapping[str, Any] | None = None
    """The values with the chart's defaults; None if a value has the wrong type."""

    @property
    def trainer(self) -> str | None:
        """The release of Kubeflow Trainer that the spec is for; None if it renders no TrainJob."""
        values = self.values or {}
        found: str | None = (
            (values.get("trainjob") or {}).get("release") if values.get("target") == "trainjob" else None
        )
        return found


def check(spec: Spec, request: Request) -> Checked:
    """Check the values of a spec, render it, and return the result. Raises EngineError."""
    [checked] = check_all([ReleaseSpec(spec, request)])
    return checked


def check_all(releases: Sequence[ReleaseSpec], meanwhile: Callable[[], object] = lambda: None) -> list[Checked]:
    """Check the values of several specs, and render them together, which is faster. Raises EngineError.

    Their requests have the same chart and engine.

    The schema is applied here and not by Helm, which compiles it for every render. A spec with a value of the wrong
    type is not rendered, since the templates can't read it. `meanwhile` is called while Helm renders, or before.
    """
    if not releases:
        return []
    request = releases[0].request
    checker = _schema_checker(request.chart)  # first, since Helm's library may still be loading
    results = [_check_schema(one, checker) for one in releases]
    read = [one for one in results if isinstance(one, _SchemaResult)]
    renderable = [one for one in read if one.is_typed]
    named = [Release(one.merged.values, one.merged.name or PLACEHOLDER_RELEASE, one.namespace) for one in renderable]
    rendered = iter(
        engine.render_files(request.chart, named, scripts=request.scripts, engine=request.engine, meanwhile=meanwhile)
        if named
        else ()
    )
    return [
        one if isinstance(one, Checked) else _checked(one, next(rendered) if one in renderable else {})
        for one in results
    ]


class _SchemaResult:
    """A spec and its schema errors."""

    def __init__(self, merged: Merged, values: Mapping[str, Any], namespace: str, checker: SchemaChecker) -> None:
        """Keep the merged spec, its values with the chart's defaults, and the namespace of the release."""
        self.merged = merged
        self.values = values
        self.namespace = namespace
        self._checker = checker

    @cached_property
    def errors(self) -> Sequence[SchemaError]:
        return self._checker.errors(self.values)

    @cached_property
    def is_typed(self) -> bool:
        return not any(error.kind is ErrorKind.WRONG_TYPE for error in self.errors)


def _check_schema(release: ReleaseSpec, checker: SchemaChecker) -> _SchemaResult | Checked:
    """Return the values of a spec, to be checked, or the result for a spec that can't be read."""
    request = release.request
    merged = merge(release.spec, request)
    if isinstance(merged, Outcome):
        return Checked({}, merged.problems)
    values = engine.coalesce_values(request.chart, merged.values, request.engine)
    return _SchemaResult(merged, values, request.namespace, checker)


def _checked(result: _SchemaResult, rendered: Rendered) -> Checked:
    merged, errors = result.merged, result.errors
    problems = [
        *merged.problems,
        *(problem for document in merged.documents for problem in check_flow_lists(document)),
        *(spec_problem(Finding.of(error, BY_SORT[error.kind]), merged) for error in errors),
    ]
    if isinstance(rendered, RenderRejected) and result.is_typed:
        reported = [error.pointer for error in errors]
        refusals = [refusal for refusal in rendered.rejections if not reported or _not_reported_yet(refusal, reported)]
        problems += refused_values(refusals, merged.documents, merged.over)
    files = {} if errors or isinstance(rendered, RenderRejected) else rendered
    return Checked(files, without_repeats(problems), merged, result.values if result.is_typed else None)


@cache
def _schema_checker(chart: Chart) -> SchemaChecker:
    try:
        return SchemaChecker.of(Validator(chart.schema(), is_sound=chart == Chart.bundled()), HINTS)
    except ValueError as error:
        reason = str(error).partition("\n")[0]
        raise EngineError(f"the schema of the chart `{chart.path}` can't be used: {reason}") from error


def _not_reported_yet(refusal: Rejection, reported: Sequence[str]) -> bool:
    """Return True if a rejection is about a path without a schema error.

    Templates often fail on values that the schema has already rejected.
    """
    own = refusal.pointer
    return own is not None and not any(f"{own}/".startswith(f"{p}/") or f"{p}/".startswith(f"{own}/") for p in reported)
