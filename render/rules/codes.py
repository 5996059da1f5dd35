"""All codes of findings: those of texts, schemas and rules."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import chain

from render.problem import Problem, Rule, Span
from render.rules.registry import areas, rules_in
from render.schema_errors.suggest import nearest
from render.source.codes import UNKNOWN_CODE

_ALMOST = 0.8
"""Minimum similarity of a suggested code to an unknown one: one letter or digit differs."""

_STAGES = (
    "render.source.codes",
    "render.spec.codes",
    "render.manifests.codes",
    "render.gitops.codes",
    "render.manifests.cluster_codes",
    "render.manifests.image_codes",
)
"""Modules that define the codes of texts and schemas, imported on demand."""


def of_stages() -> Mapping[str, Rule]:
    """Return the rules about texts and schemas by code."""
    values = [value for module in map(import_module, _STAGES) for value in vars(module).values()]
    tables = [table.values() for table in values if isinstance(table, dict)]
    return {rule.code: rule for rule in chain(values, *tables) if isinstance(rule, Rule)}


@cache
def known() -> frozenset[str]:
    """Return all codes. Imports every rule."""
    return frozenset(of_stages()) | {check.rule.code for area in areas() for check in rules_in(area)}


@cache
def _beginnings() -> frozenset[str]:
    return frozenset(code[:length] for code in known() for length in range(1, len(code) + 1))


def is_selector(text: str) -> bool:
    """Return True if a text is a code or the beginning of one. Imports every rule."""
    return text in _beginnings()


def unknown_codes(selector: str, file: str, span: Span | None = None) -> Problem | None:
    """Return a problem for a selector that is neither a code nor the beginning of one; None for other selectors."""
    if is_selector(selector):
        return None
    suggestion = nearest(selector, known(), _ALMOST)
    hint = f"did you mean `{suggestion}`?" if suggestion else "`render explain` lists the codes"
    return UNKNOWN_CODE.problem(f"there is no code `{selector}`", hint=hint, file=file, span=span)
