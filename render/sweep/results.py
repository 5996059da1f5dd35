"""The specs that a sweep makes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath, PurePosixPath

from render.problem import Problem
from render.source import Node
from render.spec import Spec
from render.spec.codes import SAME_RESULT, SWEEP_TOO_LARGE
from render.spec.write import text
from render.sweep.combinations import described
from render.sweep.expressions import Parameters
from render.sweep.file import Sweep
from render.sweep.names import suffixes
from render.sweep.template import Template

MOST_CHARACTERS = 64 * 2**20
"""Of all specs together."""


@dataclass(slots=True)
class _Names:
    """The names that are given so far, and who has them."""

    template: Template
    node: Node
    """The template's own name."""
    taken: dict[str, Parameters] = field(default_factory=dict)

    def named(self, root: Node, suffix: str, parameters: Parameters) -> tuple[Node, list[Problem]]:
        """Return a spec's tree with its name, and what is wrong with that.

        A name that holds expressions is left as it is.
        """
        node = root.children["name"]
        if not self.template.holds_expression(self.node):
            name = f"{node.data}-{suffix}".removesuffix("-")
            node = node._replace(scalar=name, data=name)
        other = self.taken.setdefault(str(node.data), parameters)
        problems = [] if other is parameters else [self._taken(node, other)]
        return root._replace(children={**root.children, "name": node}, data={**root.data, "name": node.data}), problems

    def _taken(self, node: Node, other: Parameters) -> Problem:
        return SAME_RESULT.problem(
            f"`{node.data}` is the name for {described(other)} too",
            hint="name what tells them apart, or leave the expressions out",
            file=self.template.document.file,
            span=self.node.span,
            pointer="/name",
        )


def specs(sweep: Sweep) -> Iterator[Spec]:
    """Yield the spec of each combination, in their order, at the places of the template.

    With an error among its problems it is not to be used.
    """
    template = sweep.template
    names = _Names(template, template.root.children["name"])
    source = PurePath(template.document.file).name
    length = 0
    for parameters, suffix in zip(sweep.combinations, suffixes(sweep.combinations), strict=True):
        root, problems = template.filled(parameters)
        root, more = names.named(root, suffix, parameters)
        content = text(root.data, f"Made by `render sweep` from {source} with {described(parameters)}")
        length += len(content)
        if length > MOST_CHARACTERS:
            message = f"its specs have more than {MOST_CHARACTERS} characters together"
            more.append(SWEEP_TOO_LARGE.problem(message, file=template.document.file))
        document = template.document._replace(content=content, root=root)
        yield Spec(document.file, PurePosixPath(f"{root.data['name']}.yaml"), document, (*problems, *more))
        if length > MOST_CHARACTERS:
            return
