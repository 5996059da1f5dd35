"""The template of a sweep: texts with expressions, each compiled once, which parameters fill.

Its keys and its structure don't change.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import TemplateError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from render.problem import Problem, Span
from render.schema_errors.suggest import nearest
from render.source import Document, Node
from render.spec.codes import NO_EXPRESSION, NO_NAME, NO_VALUE
from render.sweep.sandbox import MAX_SIZE, check_size, plain_value, sandbox_environment, unsupported_node

_MARKS = ("{{", "{%")
_ALONE = re.compile(r"\{\{[-+]?(?P<expression>.*?)-?\}\}", re.DOTALL)
_FAILURES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, TemplateError)
"""Errors of an expression that depend on the values of parameters."""

Parameters = Mapping[str, Any]


class ExpressionError(Exception):
    """A text has an invalid or unsupported expression."""


class ValueMissingError(Exception):
    """An expression has no value for these parameters."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A text with expressions. If the text is a single expression, its value keeps its type."""

    names: frozenset[str]
    is_alone: bool
    _evaluate: Callable[[Parameters], Any]

    def value(self, parameters: Parameters) -> Any:
        """Return the value of the text for parameters. Raises ValueMissingError."""
        try:
            return plain_value(check_size(self._evaluate(parameters)))
        except _FAILURES as error:
            raise ValueMissingError(_half_sentence(error)) from error


@dataclass(frozen=True, slots=True)
class Expressions:
    """The compiled texts of one template."""

    _environment: ImmutableSandboxedEnvironment = field(default_factory=sandbox_environment)
    _compiled: dict[str, Expression] = field(default_factory=dict)

    def find(self, text: str) -> Expression | None:
        """Return the compiled text; None if it has no expressions. Raises ExpressionError."""
        if not any(mark in text for mark in _MARKS):
            return None
        if text not in self._compiled:
            self._compiled[text] = self._compile(text)
        return self._compiled[text]

    def _compile(self, text: str) -> Expression:
        if len(text) > MAX_SIZE:
            raise ExpressionError(
                f"a text with expressions has {MAX_SIZE} characters at most, and this one {len(text)}"
            )
        try:
            return self._read(text)
        except TemplateError as error:
            raise ExpressionError(_half_sentence(error)) from error
        except (MemoryError, RecursionError, SyntaxError) as error:  # of Jinja's parser or Python's
            raise ExpressionError("it is nested too deep") from error

    def _read(self, text: str) -> Expression:
        tree = self._environment.parse(text)
        if found := unsupported_node(tree):
            raise ExpressionError(f"`{found}` is not for specs: they take expressions, filters and `if`")
        names = frozenset(node.name for node in tree.find_all(nodes.Name))
        alone = _ALONE.fullmatch(text) if _is_alone(tree) else None
        if alone is None:
            return Expression(names, False, self._environment.from_string(text).render)  # noqa: FBT003
        compiled = self._environment.compile_expression(alone["expression"], undefined_to_none=False)
        return Expression(names, True, compiled)  # noqa: FBT003


def _half_sentence(error: Exception) -> str:
    """Return the message of Jinja or Python in the style of this project: lower case, without a full stop."""
    text = (error.message if isinstance(error, TemplateError) else None) or str(error)
    return (text[:1].lower() + text[1:]).rstrip(".")


def _is_alone(tree: nodes.Template) -> bool:
    match tree.body:
        case [nodes.Output(nodes=[node])]:
            return not isinstance(node, nodes.TemplateData)
    return False


@dataclass(frozen=True, slots=True)
class SpecTemplate:
    """A spec with expressions in its texts."""

    document: Document
    root: Node
    expressions: Expressions = field(default_factory=Expressions)

    def problems(self) -> Iterator[Problem]:
        """Yield the problems that don't depend on parameters."""
        name = self.root.children.get("name")
        if name is None or name.data is None:
            message = "the template has no `name`, with which those of its specs begin"
            yield NO_NAME.problem(message, hint="write `name: …`", file=self.document.file, span=_first_line(self.root))
        for node in _scalars(self.root):
            try:
                self._expression(node)
            except ExpressionError as error:
                yield NO_EXPRESSION.problem(str(error), file=self.document.file, span=_first_line(node))

    def names(self) -> frozenset[str]:
        """Return the names that its expressions use. Requires a template without problems."""
        found = (self._expression(node) for node in _scalars(self.root))
        return frozenset(name for expression in found if expression is not None for name in expression.names)

    def holds_expression(self, node: Node) -> bool:
        """Return True if a scalar contains an expression. Requires a template without problems."""
        return self._expression(node) is not None

    def filled(self, parameters: Parameters) -> tuple[Node, list[Problem]]:
        """Return the template's tree filled with parameters, with unchanged positions, and its problems."""
        problems: list[Problem] = []
        return self._filled(self.root, parameters, problems), problems

    def _filled(self, node: Node, parameters: Parameters, problems: list[Problem]) -> Node:
        if node.scalar is not None:
            return self._scalar(node, parameters, problems)
        children = {key: self._filled(child, parameters, problems) for key, child in node.children.items()}
        data = {key: child.data for key, child in children.items()}
        return node._replace(children=children, data=data if node.is_mapping else list(data.values()))

    def _scalar(self, node: Node, parameters: Parameters, problems: list[Problem]) -> Node:
        expression = self._expression(node)
        if expression is None:
            return node
        try:
            value = expression.value(parameters)
        except ValueMissingError as error:
            problems.append(self._no_value(node, expression, parameters, str(error)))
            return node
        # A hint about a number in place of a text quotes this scalar.
        scalar = value if isinstance(value, str) else f"{(node.scalar or '')[:-2].rstrip()} | string }}}}"
        return node._replace(scalar=scalar, data=value)

    def _no_value(self, node: Node, expression: Expression, parameters: Parameters, reason: str) -> Problem:
        unknown = min(expression.names - parameters.keys(), default=None)
        suggestion = unknown and nearest(unknown, parameters)
        return NO_VALUE.problem(
            f"`{node.scalar}`: {reason}",
            hint=f"did you mean `{suggestion}`?" if suggestion else None,
            file=self.document.file,
            span=_first_line(node),
        )

    def _expression(self, node: Node) -> Expression | None:
        return self.expressions.find(node.data) if isinstance(node.data, str) else None


def _scalars(node: Node) -> Iterator[Node]:
    if node.scalar is not None:
        yield node
    for child in node.children.values():
        yield from _scalars(child)


def _first_line(node: Node) -> Span:
    line, column, end_line, end_column = node.span
    return line, column, line, end_column if line == end_line else column + 1
