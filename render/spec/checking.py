"""Check a spec: its values by the chart's schema, then by the chart itself."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from render import engine
from render.engine import Chart, EngineError, Refusal, Refused, Release, Rendered
from render.kube.validator import Validator
from render.problem import Problem
from render.shape.judge import Judge
from render.shape.mistake import Mistake, Sort
from render.spec.blame import refused_values
from render.spec.codes import BY_SORT
from render.spec.collect import Spec
from render.spec.placing import placed
from render.spec.rendering import STAND_IN, Merged, Outcome, Request, merge, without_repeats
from render.spec.words import WORDS


class Checked(NamedTuple):
    """What a spec renders, by path of the template, where nothing is wrong with it; and what is."""

    files: Mapping[str, str]
    problems: tuple[Problem, ...]
    merged: Merged | None = None
    """None where it can't be read."""
    values: Mapping[str, Any] | None = None
    """With the chart's defaults; None where one has another type than it must have."""

    @property
    def trainer(self) -> str | None:
        """The release of Kubeflow Trainer that the spec is for; None where it renders no TrainJob."""
        values = self.values or {}
        found: str | None = (
            (values.get("trainjob") or {}).get("release") if values.get("target") == "trainjob" else None
        )
        return found


def check(spec: Spec, request: Request) -> Checked:
    """Check the values of a spec, and render it. Raises EngineError."""
    [checked] = check_all([spec], request)
    return checked


def check_all(specs: Sequence[Spec], request: Request) -> list[Checked]:
    """Check the values of several specs, and render them together, which is faster. Raises EngineError.

    The schema is applied here and not by Helm, which compiles it for every render. Where a value has another type
    than it must have, there is nothing for the templates to read; what they make of a lone spec, which is judged while
    another process renders it, is thrown away then.
    """
    judge = _judge(request.chart)  # first: Helm's library may still be loading
    judged = [_judged(spec, request, judge) for spec in specs]
    read = [one for one in judged if isinstance(one, _Judged)]
    told = [one for one in read if len(read) == 1 or one.is_typed]
    engine.do_meanwhile(one.mistakes for one in told)
    releases = [Release(one.merged.values, one.merged.name or STAND_IN, request.namespace) for one in told]
    rendered = iter(
        engine.files(request.chart, releases, scripts=request.scripts, engine=request.engine) if releases else ()
    )
    return [one if isinstance(one, Checked) else _checked(one, next(rendered) if one in told else {}) for one in judged]


class _Judged:
    """A spec, and what the schema has against it."""

    def __init__(self, merged: Merged, values: Mapping[str, Any], judge: Judge) -> None:
        """Take the spec's values, and those with the chart's defaults."""
        self.merged = merged
        self.values = values
        self._judge = judge

    @cached_property
    def mistakes(self) -> Sequence[Mistake]:
        return self._judge.mistakes(self.values)

    @cached_property
    def is_typed(self) -> bool:
        return not any(mistake.sort is Sort.WRONG_TYPE for mistake in self.mistakes)


def _judged(spec: Spec, request: Request, judge: Judge) -> _Judged | Checked:
    """Return the values of a spec, to be judged; one that can't be read is done with."""
    merged = merge(spec, request)
    if isinstance(merged, Outcome):
        return Checked({}, merged.problems)
    return _Judged(merged, engine.defaulted(request.chart, merged.values, request.engine), judge)


def _checked(judged: _Judged, rendered: Rendered) -> Checked:
    merged, mistakes = judged.merged, judged.mistakes
    problems = [*merged.problems, *(placed(BY_SORT[mistake.sort], mistake, merged) for mistake in mistakes)]
    if isinstance(rendered, Refused) and judged.is_typed:
        said = [mistake.pointer for mistake in mistakes]
        refusals = [refusal for refusal in rendered.refusals if not said or _is_news(refusal, said)]
        problems += refused_values(refusals, merged.documents, merged.over)
    files = {} if mistakes or isinstance(rendered, Refused) else rendered
    return Checked(files, without_repeats(problems), merged, judged.values if judged.is_typed else None)


@cache
def _judge(chart: Chart) -> Judge:
    try:
        return Judge.of(Validator(chart.schema(), is_sound=chart == Chart.bundled()), WORDS)
    except ValueError as error:
        reason = str(error).partition("\n")[0]
        raise EngineError(f"the schema of the chart `{chart.path}` can't be used: {reason}") from error


def _is_news(refusal: Refusal, said: Sequence[str]) -> bool:
    """Say whether a refusal is about a place of its own: templates stumble over what the schema has refused."""
    own = refusal.pointer
    return own is not None and not any(f"{own}/".startswith(f"{p}/") or f"{p}/".startswith(f"{own}/") for p in said)
