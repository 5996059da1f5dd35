"""Put parameters into a template: into its values, never into its keys or its structure."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from render.problem import Problem, Span
from render.shape.nearest import nearest
from render.source import Document, Node
from render.spec.codes import NO_EXPRESSION, NO_NAME, NO_VALUE
from render.sweep.expressions import Expression, ExpressionError, Expressions, Parameters, ValueMissingError


@dataclass(frozen=True, slots=True)
class Template:
    """A spec whose texts may hold expressions."""

    document: Document
    root: Node
    expressions: Expressions = field(default_factory=Expressions)

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong whatever the parameters are."""
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
        """Return the names that its expressions use; there must be no problem."""
        found = (self._expression(node) for node in _scalars(self.root))
        return frozenset(name for expression in found if expression is not None for name in expression.names)

    def holds_expression(self, node: Node) -> bool:
        """Say whether a scalar is more than text; there must be no problem."""
        return self._expression(node) is not None

    def filled(self, parameters: Parameters) -> tuple[Node, list[Problem]]:
        """Return the template's tree with these parameters, its places unchanged, and what is wrong."""
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
        # What a hint about a number in place of a text puts into quotes.
        scalar = value if isinstance(value, str) else f"{(node.scalar or '')[:-2].rstrip()} | string }}}}"
        return node._replace(scalar=scalar, data=value)

    def _no_value(self, node: Node, expression: Expression, parameters: Parameters, reason: str) -> Problem:
        unknown = min(expression.names - parameters.keys(), default=None)
        meant = unknown and nearest(unknown, parameters)
        return NO_VALUE.problem(
            f"`{node.scalar}`: {reason}",
            hint=f"did you mean `{meant}`?" if meant else None,
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
