"""Check a spec: its values by the chart's schema, then by the chart itself."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from render import engine
from render.engine import Chart, Refusal, Refused
from render.kube.validator import Validator
from render.problem import Problem
from render.shape.judge import Judge
from render.shape.mistake import Sort
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


def check(spec: Spec, request: Request) -> Checked:
    """Check the values of a spec, and render it. Raises EngineError.

    The schema is applied here and not by Helm, which compiles it for every render. Where a value has another type
    than it must have, there is nothing for the templates to read.
    """
    judge = _judge(request.chart)  # first: Helm's library may still be loading
    merged = merge(spec, request)
    if isinstance(merged, Outcome):
        return Checked({}, merged.problems)
    values = engine.defaulted(request.chart, merged.values, request.engine)
    mistakes = judge.mistakes(values)
    problems = [*merged.problems, *(placed(BY_SORT[mistake.sort], mistake, merged) for mistake in mistakes)]
    files: Mapping[str, str] = {}
    is_typed = not any(mistake.sort is Sort.WRONG_TYPE for mistake in mistakes)
    if is_typed:
        try:
            files = _rendered(merged, request)
        except Refused as refused:
            said = [mistake.pointer for mistake in mistakes]
            refusals = [refusal for refusal in refused.refusals if not said or _is_news(refusal, said)]
            problems += refused_values(refusals, merged.documents, merged.over)
    return Checked({} if mistakes else files, without_repeats(problems), merged, values if is_typed else None)


def _rendered(merged: Merged, request: Request) -> dict[str, str]:
    name = merged.name or STAND_IN
    return engine.files(
        request.chart, merged.values, name, request.namespace, scripts=request.scripts, engine=request.engine
    )


@cache
def _judge(chart: Chart) -> Judge:
    return Judge.of(Validator(chart.schema()), WORDS)


def _is_news(refusal: Refusal, said: Sequence[str]) -> bool:
    """Say whether a refusal is about a place of its own: templates stumble over what the schema has refused."""
    own = refusal.pointer
    return own is not None and not any(f"{own}/".startswith(f"{p}/") or f"{p}/".startswith(f"{own}/") for p in said)
