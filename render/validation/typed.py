"""What rules can read: objects whose values have the types that their schemas give them."""

from collections.abc import Iterator, Sequence

from render.manifests.nulls import has_nulls, without_nulls
from render.manifests.objects import Object
from render.problem import Problem
from render.shape.mistake import Mistake, Sort, at


def typed(item: Object, found: Sequence[Mistake] | Problem) -> Iterator[tuple[Object, Sequence[Mistake]]]:
    """Yield an object as rules read it, beside what its schema refuses; nothing where a type is wrong or unknown."""
    if isinstance(found, Problem) or any(_is_about_a_type(item, mistake) for mistake in found):
        return
    data = item.data
    if has_nulls(data):
        data = without_nulls(data)
        if has_nulls(data):  # in a list, which a server reads as whatever is nothing there: no example of any rule
            return
    yield item._replace(data=data), found


def _is_about_a_type(item: Object, mistake: Mistake) -> bool:
    """Say whether a value is of another type than its place; a list or map that is no choice is so too."""
    is_no_choice = mistake.sort is Sort.NO_CHOICE and isinstance(at(item.data, mistake.path), dict | list)
    return mistake.sort is Sort.WRONG_TYPE or is_no_choice
