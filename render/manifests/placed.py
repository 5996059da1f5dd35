"""Put what is wrong with a written object at its line."""

from collections.abc import Iterator, Sequence

from render.manifests.checking import rule as rule_of
from render.manifests.objects import Object
from render.problem import Problem, Rule
from render.shape.mistake import Mistake
from render.shape.place import hint, span


def placed(rule: Rule, item: Object, mistake: Mistake) -> Problem:
    """Return a mistake in an object that stands in a file."""
    pointer = item.pointer + mistake.pointer
    node, _ = item.document.nearest(pointer)
    return rule.problem(
        mistake.message,
        hint=hint(mistake, node),
        file=item.document.file,
        span=span(mistake, item.document, item.pointer),
        pointer=pointer,
        object=item.label,
    )


def refused(item: Object, found: Sequence[Mistake] | Problem) -> Iterator[Problem]:
    """Yield what the schema of an object that stands in a file refuses."""
    if isinstance(found, Problem):
        yield found
        return
    for mistake in found:
        yield placed(rule_of(item, mistake), item, mistake)
