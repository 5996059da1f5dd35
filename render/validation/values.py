"""Check the values of a spec by the rules that read specs."""

from collections.abc import Iterator

from render.manifests.nulls import without_nulls
from render.problem import Problem
from render.programs.run import Run
from render.rules.findings import in_spec
from render.spec.checking import Checked
from render.spec.placing import placed
from render.spec.rendering import STAND_IN


def wrong_values(checked: Checked, engine: str | None = None) -> Iterator[Problem]:
    """Yield what rules have against a spec, where its values have the types that they must have.

    `engine` is the GitOps engine that deploys it, where that is known and not its own affair.
    """
    merged = checked.merged
    if merged is not None and checked.values is not None:
        values = without_nulls(checked.values)
        if engine is not None:
            values = {**values, "gitops": {**values.get("gitops", {}), "engine": engine}}
        run = Run(values, merged.name or STAND_IN)
        yield from (placed(rule, mistake, merged) for rule, mistake in in_spec(run))
