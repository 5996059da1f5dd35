"""All codes that a finding can have: of texts, schemas and rules."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import chain

from render.problem import Problem, Rule, Span
from render.rules.registry import areas, every
from render.shape.nearest import nearest
from render.source.codes import UNKNOWN_CODE

_ALMOST = 0.8
"""Likeness from which a code is taken for a slip of the hand: one other letter or digit."""

_STAGES = ("render.source.codes", "render.spec.codes", "render.manifests.codes", "render.gitops.codes")
"""The modules that name them, imported when somebody asks."""


def of_stages() -> Mapping[str, Rule]:
    """Return what texts and schemas can be refused for, by code."""
    values = [value for module in map(import_module, _STAGES) for value in vars(module).values()]
    tables = [table.values() for table in values if isinstance(table, dict)]
    return {rule.code: rule for rule in chain(values, *tables) if isinstance(rule, Rule)}


@cache
def known() -> frozenset[str]:
    """Return every code. Imports every rule."""
    return frozenset(of_stages()) | {check.rule.code for area in areas() for check in every(area)}


@cache
def _beginnings() -> frozenset[str]:
    return frozenset(code[:length] for code in known() for length in range(1, len(code) + 1))


def is_selector(text: str) -> bool:
    """Return whether a text is a code or the beginning of one. Imports every rule."""
    return text in _beginnings()


def unknown(selector: str, file: str, span: Span | None = None) -> Problem | None:
    """Return what is wrong with a selector that is no code and the beginning of none."""
    if is_selector(selector):
        return None
    meant = nearest(selector, known(), _ALMOST)
    hint = f"did you mean `{meant}`?" if meant else "`render explain` lists the codes"
    return UNKNOWN_CODE.problem(f"there is no code `{selector}`", hint=hint, file=file, span=span)
