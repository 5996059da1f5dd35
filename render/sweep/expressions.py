"""The texts of a template that hold expressions, each compiled once."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import TemplateError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from render.sweep.language import environment, plain, unsupported
from render.sweep.limits import MOST, bounded

_MARKS = ("{{", "{%")
_ALONE = re.compile(r"\{\{[-+]?(?P<expression>.*?)-?\}\}", re.DOTALL)
_FAILURES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, TemplateError)
"""What the values of parameters can do to an expression."""

Parameters = Mapping[str, Any]


class ExpressionError(Exception):
    """A text that is no template of ours."""


class ValueMissingError(Exception):
    """An expression has no value for these parameters."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A text with expressions. One that is nothing but an expression has the type of its value."""

    names: frozenset[str]
    is_alone: bool
    _evaluate: Callable[[Parameters], Any]

    def value(self, parameters: Parameters) -> Any:
        """Return what stands there with these parameters. Raises ValueMissingError."""
        try:
            return plain(bounded(self._evaluate(parameters)))
        except _FAILURES as error:
            raise ValueMissingError(_half_sentence(error)) from error


@dataclass(frozen=True, slots=True)
class Expressions:
    """The texts of one template."""

    _environment: ImmutableSandboxedEnvironment = field(default_factory=environment)
    _compiled: dict[str, Expression] = field(default_factory=dict)

    def find(self, text: str) -> Expression | None:
        """Return the expression of a text, None for one without. Raises ExpressionError."""
        if not any(mark in text for mark in _MARKS):
            return None
        if text not in self._compiled:
            self._compiled[text] = self._compile(text)
        return self._compiled[text]

    def _compile(self, text: str) -> Expression:
        if len(text) > MOST:
            raise ExpressionError(f"a text with expressions has {MOST} characters at most, and this one {len(text)}")
        try:
            return self._read(text)
        except TemplateError as error:
            raise ExpressionError(_half_sentence(error)) from error
        except (MemoryError, RecursionError, SyntaxError) as error:  # Jinja's parser, and Python's
            raise ExpressionError("it is nested too deep") from error

    def _read(self, text: str) -> Expression:
        tree = self._environment.parse(text)
        if found := unsupported(tree):
            raise ExpressionError(f"`{found}` is not for specs: they take expressions, filters and `if`")
        names = frozenset(node.name for node in tree.find_all(nodes.Name))
        alone = _ALONE.fullmatch(text) if _is_alone(tree) else None
        if alone is None:
            return Expression(names, False, self._environment.from_string(text).render)  # noqa: FBT003
        compiled = self._environment.compile_expression(alone["expression"], undefined_to_none=False)
        return Expression(names, True, compiled)  # noqa: FBT003


def _half_sentence(error: Exception) -> str:
    """Return what Jinja or Python says, in the manner of our own messages."""
    text = (error.message if isinstance(error, TemplateError) else None) or str(error)
    return (text[:1].lower() + text[1:]).rstrip(".")


def _is_alone(tree: nodes.Template) -> bool:
    match tree.body:
        case [nodes.Output(nodes=[node])]:
            return not isinstance(node, nodes.TemplateData)
    return False
