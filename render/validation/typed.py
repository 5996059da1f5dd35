"""What rules can read: objects whose values have the types that their schemas give them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from render.manifests.nulls import without_nulls
from render.manifests.objects import Object
from render.problem import Problem
from render.shape.mistake import Mistake, Sort


def typed(item: Object, found: Sequence[Mistake] | Problem) -> Iterator[tuple[Object, Sequence[Mistake]]]:
    """Yield an object as rules read it, beside what its schema refuses; nothing where a type is wrong or unknown."""
    if not isinstance(found, Problem) and all(mistake.sort is not Sort.WRONG_TYPE for mistake in found):
        yield replace(item, data=without_nulls(item.data)), found
